//! The operations on one record.

use serde_json::json;

use super::{Particulars, Subject, header, if_match, paging, record, reference};

/// What may be wrong with a change of a record.
const CHANGE: [&str; 4] = ["404", "409", "412", "422"];

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
    Particulars { responses, ..Particulars::default() }.takes(&reference(&input))
}

pub(super) fn update(of: &Subject<'_>) -> Particulars {
    let changed = Particulars::record("The changed record", &of.view(), &CHANGE);
    changed.with([if_match()]).takes(&of.patch())
}

pub(super) fn restore(of: &Subject<'_>) -> Particulars {
    update(of).takes(&reference("Restore"))
}

pub(super) fn delete(_: &Subject<'_>) -> Particulars {
    let deleted = json!({ "description": "Deleted" });
    Particulars::responds("204", deleted, &["404", "409", "412"]).with([if_match()])
}
