//! Makes a proposal of what a form stores: a change set of one record, which a user with `approve` applies.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde_json::{Value, json};

use super::inboxes;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::engine::policy::PROPOSE;
use crate::records::RegisteredResource;
use crate::records::change::WriteContext;
use crate::records::change_sets::making::PATH;
use crate::records::change_sets::planning::NO_SECRETS;
use crate::records::change_sets::queries::{self, PlannedRow, SetRow};
use crate::records::change_sets::{CREATE, ChangeSet, Counts, DELETE, SetKind, SetState};
use crate::records::idempotency::Answer;
use crate::records::request::RequestContext;

/// Proposes a change of one record, whose body is valid under its schema, and responds 202 with the set.
///
/// # Errors
/// Those that the change itself would have.
pub(crate) async fn propose(
    context: RequestContext,
    entry: web::Data<RegisteredResource>,
    id: Id,
    (action, body): (&'static str, Value),
) -> Result<HttpResponse> {
    for secret in entry.secrets() {
        if body.get(&secret).is_some_and(|value| !value.is_null()) {
            return Err(Error::invalid(format!("/{secret}"), NO_SECRETS));
        }
    }
    let (kind, request) = match action {
        DELETE => (SetKind::Delete, json!({ "delete": true })),
        _ => (SetKind::Update, json!({ "update": body })),
    };
    let (requested, core) = (body.clone(), Arc::clone(&context.core));
    // By the rules for what the user may propose.
    let by = context.by.changing_by(PROPOSE);
    context
        .write(&requested, move |writing| {
            let mut writing = WriteContext { by: &by, ..writing.again() };
            if action != CREATE {
                let record = entry.find(writing.conn, &id)?;
                if !writing.records.may_read(writing.conn, &entry, &record.view, &by)? {
                    return Err(Error::NotFound);
                }
                writing.must_match(&entry, &record)?;
            }
            let set = SetRow::new(entry.info().name, (kind, SetState::Proposed), &request, &by);
            let row = PlannedRow::new((&set.id, 1), &entry, Some(id), (action, &body));
            let row = writing.plan_one(&entry, row)?;
            let mut counts = Counts::default();
            *counts.of(&row.action, false) += 1;
            queries::insert_rows(writing.conn, std::slice::from_ref(&row))?;
            let set = SetRow { counts, ..set };
            queries::insert(writing.conn, &set)?;
            inboxes::proposed(writing.conn, &core, &set, &by)?;
            let location = Some(format!("{PATH}/{}", set.id));
            let set = ChangeSet::seen(writing.conn, writing.records, set, &by)?;
            Ok(Answer { location, ..Answer::accepted(&set)? })
        })
        .await
}
