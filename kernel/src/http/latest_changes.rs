//! Lists the latest changes of all records: GET /api/backoffice/changes, one entry for each request
//! and resource.
//!
//! A caller sees nothing here that the history of a record would not show to the same caller.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::error::{Error, Problem, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::list::whole_number;
use crate::get;
use crate::records::RegisteredResource;
use crate::records::handler::Routes;
use crate::records::request::RequestContext;
use crate::records::revisions::{ChangeRow, ChangedBy, queries, read};
use crate::utoipa;

/// Mounts the operation, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(change_list);
}

/// The query of the latest changes.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// How many entries at most: 1 to 50, 10 by default.
    #[param(value_type = Option<u8>, minimum = 1, maximum = 50, default = 10)]
    limit: Option<String>,
}

/// The latest changes.
#[derive(Serialize, JsonSchema)]
struct LatestChanges {
    /// The newest first.
    items: Vec<LatestChange>,
}

/// The change of one resource by one request.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct LatestChange {
    /// The request; null for a change without a request, which is an entry of its own.
    request_id: Option<String>,
    /// When the record named here was changed.
    at: Timestamp,
    /// The user who made the change.
    actor: ChangedBy,
    /// What was done to the record named here: `create`, `update`, `delete`, `restore`, or a verb
    /// of the resource.
    action: String,
    /// The resource.
    resource: &'static str,
    /// The number of records of the resource that the request changed.
    #[schemars(range(min = 1))]
    count: i64,
    /// The record, or one of them.
    record: ChangedRecord,
}

/// A record that was changed.
#[derive(Serialize, JsonSchema)]
struct ChangedRecord {
    /// The identifier.
    id: Id,
    /// Its title after the change, or before it was deleted.
    title: String,
}

/// The latest changes
///
/// One entry for each request and resource, newest first: an import of many records is one entry.
/// Only resources whose history the caller may read are included.
///
/// For each resource the database looks up its latest requests in an index, one by one, and counts
/// the records of each along that index: at 1,000,000 versions some milliseconds, and about 30 ms
/// more for every 100,000 records that a listed request changed. The response is cached while
/// nothing is written, and for at most a second.
#[utoipa::path(
    operation_id = "change_list",
    tag = "changes",
    params(Wanted),
    responses(
        (status = 200, description = "The latest changes", body = LatestChanges),
        (status = 400, description = "The request cannot be understood",
            body = Problem, content_type = "application/problem+json"),
    ),
    extensions(("x-permission" = json!("signed-in"))),
)]
#[get("/backoffice/changes")]
async fn change_list(context: RequestContext, wanted: web::Query<Wanted>) -> Result<HttpResponse> {
    let limit = whole_number("limit", wanted.into_inner().limit, 10, 1, 50)?;
    let policy = &context.core.policy;
    let shown = |entry: &RegisteredResource| context.by.may(policy, entry.info().name, "history");
    let all = context.core.records.all();
    let names: Vec<&str> = all.iter().filter(|one| shown(one)).map(|one| one.info().name).collect();
    // Callers who may read the same history share a cached response.
    let key = format!("changes {limit} {}", names.join(" "));
    let core = Arc::clone(&context.core);
    context
        .cached(&key, move |conn| {
            let all = core.records.all();
            let shown = all.iter().map(Arc::as_ref).filter(|one| names.contains(&one.info().name));
            let shown: Vec<&RegisteredResource> = shown.collect();
            Ok(LatestChanges { items: latest(conn, &shown, limit)? })
        })
        .await
}

/// Finds the latest changes of these resources.
fn latest(conn: &mut Conn, shown: &[&RegisteredResource], limit: i64) -> Result<Vec<LatestChange>> {
    let most = usize::try_from(limit).map_err(Error::internal)?;
    let mut found: Vec<(&RegisteredResource, ChangeRow)> = Vec::new();
    // The latest request of each resource that is not in `found` yet. Identifiers of requests
    // increase with time.
    let mut next: Vec<(String, &RegisteredResource)> = Vec::new();
    for entry in shown.iter().copied() {
        let latest = queries::request_before(conn, entry.info().name, None)?;
        next.extend(latest.map(|request| (request, entry)));
        let without = queries::latest_without_request(conn, entry.info().name, limit)?;
        found.extend(without.into_iter().map(|row| (entry, row)));
    }
    for _ in 0..most {
        let latest = (0..next.len()).max_by(|one, other| next[*one].0.cmp(&next[*other].0));
        let Some(index) = latest else { break };
        let (request, entry) = next.swap_remove(index);
        let row = queries::last_of_request(conn, entry.info().name, &request)?;
        found.extend(row.map(|row| (entry, row)));
        let before = queries::request_before(conn, entry.info().name, Some(&request))?;
        next.extend(before.map(|request| (request, entry)));
    }
    found.sort_by(|(_, one), (_, other)| {
        (other.at, &other.record_id).cmp(&(one.at, &one.record_id))
    });
    found.truncate(most);
    found.into_iter().map(|(entry, row)| change(conn, entry, row)).collect()
}

fn change(conn: &mut Conn, entry: &RegisteredResource, row: ChangeRow) -> Result<LatestChange> {
    let count = match &row.request_id {
        Some(request) => queries::count_of_request(conn, entry.info().name, request)?,
        None => 1,
    };
    let input = read(row.after.or(row.before))?.unwrap_or_default();
    Ok(LatestChange {
        request_id: row.request_id,
        at: row.at,
        actor: ChangedBy { id: row.actor_id, name: row.actor_name },
        action: row.action,
        resource: entry.info().name,
        count,
        record: ChangedRecord { title: entry.title(&input), id: row.record_id },
    })
}
