//! The rows of a change set: looked at, corrected, left out.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{lacking, readable};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::{Conn, statements};
use crate::engine::list::page_and_limit;
use crate::engine::policy::PROPOSE;
use crate::records::actor::Actor;
use crate::records::body::Valid;
use crate::records::change::WriteContext;
use crate::records::change_sets::queries::{self, ListedRows, PlannedRow, REVERSED, SetRow};
use crate::records::change_sets::rows::ChangeSetRow;
use crate::records::change_sets::{
    CREATE, ChangeSet, DELETE, SetKind, SetState, UNCHANGED, UPDATE, applying,
};
use crate::records::core::Core;
use crate::records::handler::Routes;
use crate::records::idempotency::Answer;
use crate::records::request::RequestContext;
use crate::{delete, get, patch, utoipa};

/// Mounts the operations.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(change_set_rows).service(change_set_row_update).service(change_set_row_delete);
}

/// The set and the number of the row, in a path.
type OfRow = (Id, String);

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct RowParameters {
    /// The number of the page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1_000_000_000, default = 1)]
    page: Option<String>,
    /// How many rows a page has.
    #[param(value_type = Option<u8>, minimum = 1, maximum = 100, default = 20)]
    limit: Option<String>,
    /// Only rows with errors, or without.
    errors: Option<bool>,
    /// Only rows that do this: `create`, `update`, `delete` or `unchanged`.
    #[param(pattern = "^(create|update|delete|unchanged)$")]
    action: Option<String>,
    /// Only rows of a set that was undone which have become this: `reversed`, `kept` or `refused`.
    #[param(pattern = "^(reversed|kept|refused)$")]
    state: Option<String>,
}

/// A page of rows.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeSetRowPage {
    /// The rows of this page.
    items: Vec<ChangeSetRow>,
    /// The exact number of rows that match.
    #[schemars(range(min = 0))]
    total: i64,
    /// The number of this page, from 1.
    page: i64,
    /// How many rows a page has.
    limit: i64,
    /// The number of pages.
    total_pages: i64,
}

/// List the rows of a change set
///
/// What becomes of each record, in the order of the plan.
#[get(
    "/backoffice/change-sets/{id:[0-9a-f]{24}}/rows",
    tag = "change-sets",
    permission = "signed-in",
    path(id = "The identifier of the set."),
    params(RowParameters),
    response(200, "One page", ChangeSetRowPage),
    problem(404, "The caller sees no such change set")
)]
async fn change_set_rows(
    context: RequestContext,
    id: web::Path<Id>,
    parameters: web::Query<RowParameters>,
) -> Result<HttpResponse> {
    let RowParameters { page, limit, errors, action, state } = parameters.into_inner();
    let at = page_and_limit(page, limit)?;
    must_be_one_of("action", action.as_deref(), &[CREATE, UPDATE, DELETE, UNCHANGED])?;
    must_be_one_of("state", state.as_deref(), &[REVERSED, "kept", "refused"])?;
    let listed = ListedRows { errors, action, state };
    let (_, rows) = shown(&context.core, &context.by, id.into_inner(), (listed, at)).await?;
    Ok(HttpResponse::Ok().json(rows))
}

fn must_be_one_of(name: &str, value: Option<&str>, known: &[&str]) -> Result<()> {
    match value.is_none_or(|value| known.contains(&value)) {
        true => Ok(()),
        false => Err(Error::Malformed(format!("`{name}` may be {}", known.join(", ")))),
    }
}

/// Reads a set and a page of its rows, as a user sees them.
pub(crate) async fn shown(
    core: &Arc<Core>,
    by: &Actor,
    id: Id,
    (listed, (page, limit)): (ListedRows, (i64, i64)),
) -> Result<(ChangeSet, ChangeSetRowPage)> {
    let (inner, by) = (Arc::clone(core), by.clone());
    let read = move |conn: &mut Conn| {
        let set = readable(queries::find(conn, &id)?, &inner, &by)?;
        let is_none = listed.state.as_deref() == Some(REVERSED) && set.state != SetState::Undone;
        let (total, rows) = match is_none {
            true => (0, Vec::new()),
            false => {
                let rows = listed.page(conn, &set.id, (limit, (page - 1) * limit))?;
                (listed.total(conn, &set.id)?, rows)
            }
        };
        let items = ChangeSetRow::seen(conn, (&inner.records, &inner.policy), &set, (rows, &by))?;
        let total_pages = (total + limit - 1) / limit;
        let set = ChangeSet::seen(conn, &inner.records, set, &by)?;
        Ok((set, ChangeSetRowPage { items, total, page, limit, total_pages }))
    };
    core.db.answer(|conn| statements::snapshot(conn, read)).await
}

/// A correction of a row.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RowCorrection {
    /// The fields to correct, by the names that they have in the record.
    after: Map<String, Value>,
}

/// Correct a row of a change set
///
/// Only the fields that are sent are corrected. The row is planned again, and returned with what it does now.
#[patch(
    "/backoffice/change-sets/{id:[0-9a-f]{24}}/rows/{row}",
    tag = "change-sets",
    permission = "signed-in",
    path(id = "The identifier of the set.", row = "The number of the row."),
    response(200, "The row", ChangeSetRow),
    problem(404, "The caller sees no such row"),
    problem(409, "The set has been applied or discarded")
)]
async fn change_set_row_update(
    context: RequestContext,
    path: web::Path<OfRow>,
    body: Valid<RowCorrection>,
) -> Result<HttpResponse> {
    let (id, row) = path.into_inner();
    let position = row.parse().map_err(|_| Error::NotFound)?;
    let core = Arc::clone(&context.core);
    context
        .write(&Value::Null, move |writing| {
            let set = correctable(writing, &core, &id)?;
            let row = seen_row(writing, &core, &set, position)?;
            must_do(&core, writing.by, &set, (&row.resource, &row.action))?;
            let entry = core.records.get(&row.resource).ok_or(Error::NotFound)?;
            let by = match set.state {
                SetState::Proposed => writing.by.changing_by(PROPOSE),
                _ => writing.by.clone(),
            };
            let mut correcting = WriteContext { by: &by, ..writing.again() };
            let row = correcting.correct_row(entry, row, body.value.after)?;
            queries::replace_rows(writing.conn, std::slice::from_ref(&row))?;
            queries::count_again(writing.conn, &id)?;
            let seen = ChangeSetRow::seen(
                writing.conn,
                (&core.records, &core.policy),
                &set,
                (vec![row], writing.by),
            )?;
            Answer::ok(&seen.first())
        })
        .await
}

/// Leave a row out of a change set
#[delete(
    "/backoffice/change-sets/{id:[0-9a-f]{24}}/rows/{row}",
    tag = "change-sets",
    permission = "signed-in",
    path(id = "The identifier of the set.", row = "The number of the row."),
    response(204, "Left out"),
    problem(404, "The caller sees no such row"),
    problem(409, "The set has been applied or discarded")
)]
async fn change_set_row_delete(
    context: RequestContext,
    path: web::Path<OfRow>,
) -> Result<HttpResponse> {
    let (id, row) = path.into_inner();
    let position = row.parse().map_err(|_| Error::NotFound)?;
    let core = Arc::clone(&context.core);
    context
        .write(&Value::Null, move |writing| {
            let set = correctable(writing, &core, &id)?;
            seen_row(writing, &core, &set, position)?;
            queries::delete_row(writing.conn, &id, position)?;
            queries::count_again(writing.conn, &id)?;
            Ok(Answer::nothing())
        })
        .await
}

/// Returns a row of a set.
///
/// # Errors
/// 404 for one of a record that the user may not read. A new record of one's own set is not there yet, and cannot be unread.
fn seen_row(
    writing: &mut WriteContext<'_>,
    core: &Core,
    set: &SetRow,
    position: i32,
) -> Result<PlannedRow> {
    let row = queries::row(writing.conn, &set.id, position)?;
    if row.action == CREATE && set.account_id == writing.by.id {
        return Ok(row);
    }
    match row.is_seen(writing.conn, (&core.records, &core.policy), writing.by)? {
        true => Ok(row),
        false => Err(Error::NotFound),
    }
}

/// Locks a set whose rows the user may correct: their own, or one that they might apply.
fn correctable(writing: &mut WriteContext<'_>, core: &Core, id: &Id) -> Result<SetRow> {
    let by: &Actor = writing.by;
    readable(queries::find(writing.conn, id)?, core, by)?;
    let set = applying::lock_open(writing.conn, id)?;
    if set.kind == SetKind::Merge {
        return Err(Error::conflict(
            "The rows of a merge follow from the merge. Discard it instead",
        ));
    }
    match lacking(core, by, &set).filter(|_| set.account_id != by.id) {
        None => Ok(set),
        Some(action) => Err(Error::not_permitted(&set.resource, action)),
    }
}

/// Fails with a 403 unless the user may do what a row does, or propose it.
fn must_do(core: &Core, by: &Actor, set: &SetRow, (resource, action): (&str, &str)) -> Result<()> {
    let action = match (set.state, action) {
        (SetState::Proposed, _) => PROPOSE,
        (_, UNCHANGED) => UPDATE,
        (_, action) => action,
    };
    match by.may(&core.policy, resource, action) {
        true => Ok(()),
        false => Err(Error::not_permitted(resource, action)),
    }
}
