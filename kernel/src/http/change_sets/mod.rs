//! Change sets over HTTP: planned by `planning`, or by an import; looked at and corrected by `rows`; applied and
//! discarded by `deciding`, undone by `undoing`; a form of a user who may only propose makes one by `proposing`;
//! `inboxes` is what inboxes say of proposals. The list is here.
//!
//! Their permissions are those of the resource whose records they change; a policy says nothing of change sets themselves.

mod actions;
mod deciding;
pub(super) mod inboxes;
mod planning;
mod proposing;
mod rows;
mod undoing;

pub(crate) use self::actions::SetAction;
pub(crate) use self::rows::shown as rows_shown;

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::{Conn, TextEnum, statements};
use crate::engine::list::{
    Condition, Definition, Filter, FilterDefinition, FilterOption, FilterType, ListQuery, Operand,
    Operator, Origin, Page, Parameters,
};
use crate::records::RegisteredResource;
use crate::records::actor::Actor;
use crate::records::change_sets::queries::{self, SetRow};
use crate::records::change_sets::{ChangeSet, SetKind, SetState, is_shown};
use crate::records::core::Core;
use crate::records::handler::Routes;
use crate::records::request::RequestContext;
use crate::{get, utoipa};
pub(crate) use proposing::propose;

/// Mounts the operations, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(change_set_list).service(change_set_filter_definitions).service(change_set_view);
    planning::routes(api);
    rows::routes(api);
    deciding::routes(api);
    undoing::routes(api);
}

/// The parameters of the list, for the document.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes what `Parameters` reads")]
struct ChangeSetParameters {
    /// The number of the page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1_000_000_000, default = 1)]
    page: Option<String>,
    /// How many sets a page has.
    #[param(value_type = Option<u8>, minimum = 1, maximum = 100, default = 20)]
    limit: Option<String>,
    /// A filter group as JSON, as in every list. Its fields are those of
    /// `/api/backoffice/change-sets/filter-definitions`: `resource`, `kind`, `state`, `by` and `at`.
    filters: Option<String>,
    /// The order: by one of these fields.
    #[param(default = "at:desc")]
    sort: Option<String>,
}

/// A page of change sets.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeSetPage {
    /// The sets of this page.
    items: Vec<ChangeSet>,
    /// The exact number of sets that match.
    #[schemars(range(min = 0))]
    total: i64,
    /// The number of this page, from 1.
    page: i64,
    /// How many sets a page has.
    limit: i64,
    /// The number of pages.
    total_pages: i64,
}

/// List change sets
///
/// Lists the change sets of resources that the caller may read and change, propose changes of, or approve them, the newest
/// first.
#[get(
    "/backoffice/change-sets",
    tag = "change-sets",
    permission = "signed-in",
    params(ChangeSetParameters),
    response(200, "One page", ChangeSetPage)
)]
async fn change_set_list(
    context: RequestContext,
    parameters: web::Query<Parameters>,
) -> Result<HttpResponse> {
    page(&context.core, &context.by, parameters.into_inner())
        .await
        .map(|page| HttpResponse::Ok().json(page))
}

/// Reads a page of the sets that a user sees.
pub(crate) async fn page(
    core: &Arc<Core>,
    by: &Actor,
    parameters: Parameters,
) -> Result<ChangeSetPage> {
    let definitions = definitions(core, by);
    let query = ListQuery::read(parameters, "at:desc", definitions.as_slice())?;
    if !query.search.is_empty() {
        return Err(Error::Malformed("`search`: change sets have no text to search".into()));
    }
    let shown = shown(core, by).into_iter().map(|one| one.info().name.to_owned()).collect();
    let is = Condition {
        field: "resource".to_owned(),
        operator: Operator::In,
        operand: Operand::Texts(shown),
    };
    let filters = query.filter.iter().cloned().chain([Filter::Is(is)]).collect();
    let query = ListQuery { filter: Some(Filter::All(filters)), ..query };
    let (inner, by) = (Arc::clone(core), by.clone());
    let read = move |conn: &mut Conn| {
        let page = query.page(conn, Origin::Database, &queries::fields(), queries::listed())?;
        let Page { items, total, page, limit, total_pages } =
            page.ok_or_else(|| Error::internal("the database answers every list"))?;
        let items = items
            .into_iter()
            .map(|set| ChangeSet::seen(conn, &inner.records, set, &by))
            .collect::<Result<_>>()?;
        Ok(ChangeSetPage { items, total, page, limit, total_pages })
    };
    core.db.answer(|conn| statements::snapshot(conn, read)).await
}

/// List what change sets can be filtered by
#[get(
    "/backoffice/change-sets/filter-definitions",
    tag = "change-sets", permission = "signed-in",
    response(200, "A definition for each field", Vec<FilterDefinition>),
)]
async fn change_set_filter_definitions(context: RequestContext) -> Result<HttpResponse> {
    let described: Vec<_> =
        definitions(&context.core, &context.by).iter().map(|one| one.told(false)).collect();
    Ok(HttpResponse::Ok().json(described))
}

/// Get a change set
#[get(
    "/backoffice/change-sets/{id:[0-9a-f]{24}}",
    tag = "change-sets",
    permission = "signed-in",
    path(id = "Its identifier."),
    response(200, "The change set", ChangeSet),
    problem(404, "The caller sees no such change set")
)]
async fn change_set_view(context: RequestContext, id: web::Path<Id>) -> Result<HttpResponse> {
    let (core, by) = (Arc::clone(&context.core), context.by.clone());
    let read = context.read(move |conn| {
        let set = readable(queries::find(conn, &id)?, &core, &by)?;
        ChangeSet::seen(conn, &core.records, set, &by)
    });
    Ok(HttpResponse::Ok().json(read.await?))
}

/// Returns a set, if the user may see it.
///
/// # Errors
/// 404 otherwise.
fn readable(set: SetRow, core: &Core, by: &Actor) -> Result<SetRow> {
    match core.records.get(&set.resource).is_some_and(|entry| is_shown(entry, &core.policy, by)) {
        true => Ok(set),
        false => Err(Error::NotFound),
    }
}

/// Returns the resources whose change sets the caller sees.
fn shown(core: &Core, by: &Actor) -> Vec<Arc<RegisteredResource>> {
    let all = core.records.all().iter();
    all.filter(|one| is_shown(one, &core.policy, by)).cloned().collect()
}

/// Returns what change sets can be filtered by.
fn definitions(core: &Core, by: &Actor) -> Vec<Definition> {
    let shown = shown(core, by);
    let resources =
        shown.iter().map(|one| FilterOption::of(one.info().name, one.info().label)).collect();
    let accounts = core.records.accounts().map(|one| one.info().name);
    let definition = |key, label, kind| Definition::of_no_view((key, label), kind, false);
    let mut definitions = vec![
        definition("at", "Time", FilterType::Date),
        definition("resource", "Resource", FilterType::Choice(resources)),
        definition("kind", "Kind", FilterType::Choice(options::<SetKind>())),
        definition("state", "State", FilterType::Choice(options::<SetState>())),
    ];
    // Who may not read all users must not learn by it who planned a set.
    if accounts.is_none_or(|accounts| by.access.of(accounts).is_none()) {
        let of = accounts.map(str::to_owned);
        definitions.push(definition("by", "User", FilterType::Identifier { of }));
    }
    definitions
}

fn options<E: TextEnum>() -> Vec<FilterOption> {
    E::VALUES.iter().map(|(word, label)| FilterOption::of(word, label)).collect()
}

/// Returns the first action that the user lacks to apply a set without approval.
fn lacking(core: &Core, by: &Actor, set: &SetRow) -> Option<&'static str> {
    let needed: &[&str] = match set.kind {
        SetKind::Update => &["update"],
        SetKind::Delete => &["delete"],
        SetKind::Merge => &["update", "delete"],
        SetKind::Import if set.counts.updates > 0 => &["create", "update"],
        SetKind::Import => &["create"],
    };
    needed.iter().copied().find(|action| !by.may(&core.policy, &set.resource, action))
}
