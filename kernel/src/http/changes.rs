//! Lists the changes of all records: GET /api/backoffice/changes, one entry for each request and
//! resource.
//!
//! A caller sees nothing here that the history of a record would not show to the same caller.

use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::list::{
    Condition, Definition, Filter, FilterDefinition, FilterOption, FilterType, ListQuery, Node,
    Operand, Operator, Parameters, ReferredFilter, Target,
};
use crate::engine::policy::{READ, Rows};
use crate::get;
use crate::records::actor::{ACCOUNTS, Actor};
use crate::records::handler::Routes;
use crate::records::request::RequestContext;
use crate::records::revisions::queries::listed::{self, Entry, ListedQuery};
use crate::records::revisions::{ChangedBy, STAMPS, read};
use crate::records::seen_by::differing;
use crate::records::sight::among_readable;
use crate::records::{Records, RegisteredResource};
use crate::utoipa;

/// Mounts the operations, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(change_list).service(change_filter_definitions);
}

/// The parameters of the list, for the document.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes what `Parameters` reads")]
struct ChangeParameters {
    /// The number of the page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1_000_000_000, default = 1)]
    page: Option<String>,
    /// How many entries a page has.
    #[param(value_type = Option<u8>, minimum = 1, maximum = 100, default = 20)]
    limit: Option<String>,
    /// A filter group as JSON, as in every list. Its fields are those of
    /// `/api/backoffice/changes/filter-definitions`: `actor`, `resource`, `field`, `at` and `requestId`.
    filters: Option<String>,
    /// The order: the newest first.
    #[param(pattern = "^at:desc$", default = "at:desc")]
    sort: Option<String>,
}

/// One page of changes.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ListedChangePage {
    /// The newest first.
    items: Vec<ListedChange>,
    /// The exact number of entries that match.
    #[schemars(range(min = 0))]
    total: i64,
    /// The number of this page, from 1.
    page: i64,
    /// How many entries a page has.
    limit: i64,
    /// The number of pages.
    total_pages: i64,
}

/// The change of one resource by one request.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ListedChange {
    /// When the record named here was changed.
    at: Timestamp,
    /// The user who made the change; null when the caller may not read who.
    actor: Option<ChangedBy>,
    /// The resource.
    resource: &'static str,
    /// The record that was changed, or the last one of them.
    record: ChangedRecord,
    /// What was done to it: `create`, `update`, `delete`, `restore`, or a verb of the resource.
    action: String,
    /// Its fields that differ.
    changed: Vec<String>,
    /// The record before; null for a creation.
    before: Option<Value>,
    /// The record after; null for a deletion.
    after: Option<Value>,
    /// The request; null for a change without a request, which is an entry of its own.
    request_id: Option<String>,
    /// The number of records of the resource that the request changed, of those that meet the filter.
    #[schemars(range(min = 1))]
    count: i64,
}

/// A record that was changed.
#[derive(Serialize, JsonSchema)]
struct ChangedRecord {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// Its title after the change, or before it was deleted.
    title: String,
}

/// List changes
///
/// Lists what was changed in all resources, the newest first. One entry for each request and resource:
/// an import of many records is one entry. A filter that names a `requestId` lists each record that the
/// request changed as an entry of its own. Only resources whose history the caller may read are
/// included.
///
/// The revisions are read backwards along an index until the page is full; counting them is one pass
/// over that index: at 1,000,000 revisions 1.4 s on SQLite, 0.3 s of one resource, 0.04 s within a day.
/// The response is cached while nothing is written, and for at most a second.
#[get(
    "/backoffice/changes",
    tag = "changes",
    permission = "signed-in",
    params(ChangeParameters),
    response(200, "One page", ListedChangePage)
)]
async fn change_list(
    context: RequestContext,
    parameters: web::Query<Parameters>,
) -> Result<HttpResponse> {
    let shown = shown(&context);
    let query = ListQuery::read(
        parameters.into_inner(),
        "at:desc",
        definitions(&context, &shown).as_slice(),
    )?;
    if query.sort != "at" || !query.descending {
        let what = format!("`{}`: changes are listed by `at:desc`", query.sorted_by);
        return Err(Error::Malformed(what));
    }
    if !query.search.is_empty() {
        return Err(Error::Malformed("`search`: changes have no text to search".into()));
    }
    let resources: Vec<&'static str> = shown.iter().map(|one| one.info().name).collect();
    // Callers who may read the same history share a cached response.
    let question = (query.page, query.limit, &query.filter, &*context.by.access);
    let key = format!("changes {question:?} {}", resources.join(" "));
    let wanted = ListedQuery {
        each_record: query.filter.as_ref().is_some_and(names_request),
        condition: condition(query.filter, &context.core.records, &context.by)?,
        resources,
    };
    let (page, limit) = (query.page, query.limit.unwrap_or(20));
    let (core, by) = (Arc::clone(&context.core), context.by.clone());
    context
        .cached(&key, move |conn| {
            let total = wanted.total(conn)?;
            let entries = entries(conn, &wanted, (page, limit), total)?;
            let items = entries.into_iter().map(|one| {
                let resource = core.records.get(&one.last.resource).ok_or(Error::NotFound)?;
                change(conn, (&core.records, resource), &by, one)
            });
            Ok(ListedChangePage {
                items: items.collect::<Result<_>>()?,
                total,
                page,
                limit,
                total_pages: (total + limit - 1) / limit,
            })
        })
        .await
}

/// List what changes can be filtered by
///
/// `resource` and `field` offer the resources whose history the caller may read, and their fields.
#[get(
    "/backoffice/changes/filter-definitions",
    tag = "changes", permission = "signed-in",
    response(200, "A definition for each field", Vec<FilterDefinition>),
)]
async fn change_filter_definitions(context: RequestContext) -> Result<HttpResponse> {
    let definitions = definitions(&context, &shown(&context));
    let described: Vec<_> = definitions.iter().map(|one| one.told(false)).collect();
    Ok(HttpResponse::Ok().json(described))
}

/// Returns the resources whose history the caller may read.
fn shown(context: &RequestContext) -> Vec<Arc<RegisteredResource>> {
    let policy = &context.core.policy;
    let all = context.core.records.all().iter();
    all.filter(|one| context.by.may(policy, one.info().name, "history")).cloned().collect()
}

/// Returns what the changes of these resources can be filtered by.
fn definitions(context: &RequestContext, shown: &[Arc<RegisteredResource>]) -> Vec<Definition> {
    let core = &context.core;
    let resources =
        shown.iter().map(|one| FilterOption::of(one.info().name, one.info().label)).collect();
    let mut fields = BTreeMap::new();
    for one in shown {
        for (name, property) in core.definitions.fields(&one.registration.view_name()) {
            let of = context.by.access.of(one.info().name);
            let is_seen = of.is_none_or(|access| access.sees(name));
            if is_seen && name != one.info().id && !STAMPS.contains(&name.as_str()) {
                let label = property["title"].as_str().unwrap_or(name);
                fields.entry(name.as_str()).or_insert_with(|| FilterOption::of(name, label));
            }
        }
    }
    let accounts = core.records.all().iter().find(|one| one.info().table == ACCOUNTS);
    let accounts = accounts.map(|one| one.info().name.to_owned());
    let definition =
        |key, label, kind| Definition::of_no_view((key, label), kind, key == "requestId");
    vec![
        definition("at", "Time", FilterType::Date),
        definition("actor", "User", FilterType::Identifier { of: accounts }),
        definition("resource", "Resource", FilterType::Choice(resources)),
        definition("field", "Field", FilterType::Choice(fields.into_values().collect())),
        definition("requestId", "Request", FilterType::Identifier { of: None }),
    ]
}

/// Returns whether a filter names a request.
fn names_request(filter: &Filter) -> bool {
    match filter {
        Filter::All(parts) | Filter::Any(parts) => parts.iter().any(names_request),
        Filter::Is(condition) => condition.field == "requestId",
        Filter::Computed(..) | Filter::Referred(_) | Filter::Not(_) => false,
    }
}

/// Builds the condition on revisions. Of a resource that rules narrow it is met by those of the records that the user may
/// read, and by none of a deleted one.
fn condition(filter: Option<Filter>, records: &Records, by: &Actor) -> Result<Node> {
    let filter = filter.unwrap_or(Filter::All(Vec::new()));
    let mut parts = vec![as_seen(filter, records, by)];
    for entry in records.all() {
        let name = entry.info().name;
        let rows = by.access.of(name).map(|access| access.rows(READ));
        let Some(within) = rows.as_ref().and_then(Rows::filter) else { continue };
        let is = |operator| {
            let (field, operand) = ("resource".to_owned(), Operand::Text(name.to_owned()));
            Filter::Is(Condition { field, operator, operand })
        };
        let readable = Filter::Referred(ReferredFilter {
            field: "record",
            to: Target(entry.registration.read),
            within: Box::new(within.clone()),
            or_none: false,
            key: None,
        });
        let readable = Filter::All(vec![is(Operator::Equals), readable]);
        parts.push(Filter::Any(vec![is(Operator::NotEquals), readable]));
    }
    let filter = Filter::All(parts);
    let unknown = || Error::internal("a filter was checked against other fields");
    listed::fields().condition(&filter).ok_or_else(unknown)
}

/// Returns a filter as it is to be understood. `field` has all names of a change, each between spaces: those that the user
/// does not see of a resource are none of its changes. Neither is a user whom the user may not read.
fn as_seen(filter: Filter, records: &Records, by: &Actor) -> Filter {
    let all = |parts: Vec<Filter>| parts.into_iter().map(|one| as_seen(one, records, by)).collect();
    match filter {
        Filter::All(parts) => Filter::All(all(parts)),
        Filter::Any(parts) => Filter::Any(all(parts)),
        Filter::Is(Condition { field, operator, operand }) if field == "field" => {
            let names = match operand {
                Operand::Text(name) => vec![name],
                Operand::Texts(names) => names,
                other => return Filter::Is(Condition { field, operator, operand: other }),
            };
            let none = matches!(operator, Operator::NotEquals | Operator::NotIn);
            let operator = if none { Operator::NotContains } else { Operator::Contains };
            let has = |name: String| {
                let operand = Operand::Text(format!(" {name} "));
                let has = Filter::Is(Condition { field: field.clone(), operator, operand });
                let unseen = unseen_in(&name, records, by);
                if unseen.is_empty() {
                    return has;
                }
                let is = |operator| {
                    let (field, operand) = ("resource".to_owned(), Operand::Texts(unseen));
                    Filter::Is(Condition { field, operator, operand })
                };
                match none {
                    true => Filter::Any(vec![has, is(Operator::In)]),
                    false => Filter::All(vec![has, is(Operator::NotIn)]),
                }
            };
            let parts = names.into_iter().map(has).collect();
            if none { Filter::All(parts) } else { Filter::Any(parts) }
        }
        Filter::Is(Condition { ref field, operator, .. }) if field == "actor" => {
            match readable_actor(records, by) {
                Some(readable) => among_readable(filter, readable, operator.is_met_by_none()),
                None => filter,
            }
        }
        other => other,
    }
}

/// Returns the resources of which the user does not see a field of this name.
fn unseen_in(field: &str, records: &Records, by: &Actor) -> Vec<String> {
    let names = records.all().iter().map(|entry| entry.info().name);
    let is_unseen = |name: &&str| by.access.of(name).is_some_and(|access| !access.sees(field));
    names.filter(is_unseen).map(str::to_owned).collect()
}

/// Returns the condition that a change is made by somebody whom the user may read; `None` when that is everybody.
fn readable_actor(records: &Records, by: &Actor) -> Option<Filter> {
    let accounts = records.accounts()?;
    let within = by.access.of(accounts.info().name)?.rows(READ).filter()?.clone();
    let to = Target(accounts.registration.read);
    let within = Box::new(within);
    Some(Filter::Referred(ReferredFilter { field: "actor", to, within, or_none: false, key: None }))
}

/// Reads the entries of a page; none past the end.
fn entries(
    conn: &mut Conn,
    wanted: &ListedQuery,
    (page, limit): (i64, i64),
    total: i64,
) -> Result<Vec<Entry>> {
    let offset = (page - 1) * limit;
    if offset >= total {
        return Ok(Vec::new());
    }
    let [limit, offset] = [limit, offset].map(usize::try_from);
    wanted.page(conn, limit.map_err(Error::internal)?, offset.map_err(Error::internal)?)
}

fn change(
    conn: &mut Conn,
    (records, resource): (&Records, &RegisteredResource),
    by: &Actor,
    Entry { last, count }: Entry,
) -> Result<ListedChange> {
    let info = resource.info();
    let (mut before, mut after) = (read(last.before)?, read(last.after)?);
    records.see_states(conn, resource, [&mut before, &mut after], by)?;
    let mut actor = Some(ChangedBy { id: last.actor_id, name: last.actor_name });
    records.see_actor(conn, &mut actor, by)?;
    let title = resource.title(after.as_ref().or(before.as_ref()).unwrap_or(&Value::Null));
    Ok(ListedChange {
        at: last.at,
        actor,
        resource: info.name,
        record: ChangedRecord { id: last.record_id, title },
        action: last.action,
        changed: differing(before.as_ref(), after.as_ref(), info.id),
        before,
        after,
        request_id: last.request_id,
        count,
    })
}
