//! The operations on one record.

use serde_json::json;

use super::{Particulars, Subject, header, if_match, paging, record, reference};

/// What may be wrong with a change of a record.
const CHANGE: [&str; 4] = ["404", "409", "412", "422"];

/// What becomes of a change by a caller who may only propose it.
const PROPOSED: &str = "With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.";

pub(super) fn view(of: &Subject<'_>) -> Particulars {
    Particulars::record("The record", &of.view(), &["404"])
}

pub(super) fn history(_: &Subject<'_>) -> Particulars {
    let page = reference("RevisionPage");
    let newest = "One page of versions, the newest first";
    Particulars::answers(newest, &page, &["400", "404"]).with(paging())
}

pub(super) fn create(of: &Subject<'_>) -> Particulars {
    let input = of.registration.input_name().unwrap_or_default();
    let mut responses = record("201", "The new record", &of.view(), &["409", "422"]);
    responses["201"]["headers"]["Location"] =
        header("Where the record is", json!({ "type": "string" }));
    Particulars { description: proposed(of), responses, ..Particulars::default() }
        .takes(&reference(&input))
}

pub(super) fn update(of: &Subject<'_>) -> Particulars {
    Particulars { description: proposed(of), ..changed(of) }.takes(&of.patch())
}

pub(super) fn restore(of: &Subject<'_>) -> Particulars {
    changed(of).takes(&reference("Restore"))
}

fn changed(of: &Subject<'_>) -> Particulars {
    let changed = Particulars::record("The changed record", &of.view(), &CHANGE);
    changed.with([if_match()])
}

pub(super) fn delete(of: &Subject<'_>) -> Particulars {
    let deleted = json!({ "description": "Deleted" });
    let deleted = Particulars::responds("204", deleted, &["404", "409", "412"]);
    Particulars { description: proposed(of), ..deleted }.with([if_match()])
}

/// Returns `PROPOSED` for a resource whose changes can be proposed.
fn proposed(of: &Subject<'_>) -> &'static str {
    if of.registration.changes().is_some() { PROPOSED } else { "" }
}
