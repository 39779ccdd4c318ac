//! Saved filters of a resource's list: GET and POST /api/backoffice/saved-filters, PATCH and DELETE of
//! one.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use actix_web::{HttpResponse, web};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::queries::Content;
use super::{
    Checks, OfResource, Patch, Saved, SavedBy, SavedKind, check, no_resource, resource_of, schemas,
};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::engine::list::{Filter, Wrong, filter_group};
use crate::records::actor::Actor;
use crate::records::arguments::VersionedRequest;
use crate::records::body::Unchecked;
use crate::records::core::Core;
use crate::records::handler::Routes;
use crate::records::request::RequestContext;
use crate::{delete, get, patch, post, utoipa};

/// Mounts the operations, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(saved_filter_list)
        .service(saved_filter_create)
        .service(saved_filter_update)
        .service(saved_filter_delete);
}

/// List the saved filters of a resource
///
/// Lists the caller's own filters and shared ones: the caller's default first, then by name.
#[get(
    "/backoffice/saved-filters",
    tag = "saved-filters", permission = "saved-filters:read",
    params(OfResource),
    response(200, "The saved filters", Vec<SavedFilter>),
    problem(400, "There is no such resource"),
)]
async fn saved_filter_list(
    core: web::Data<Core>,
    by: Actor,
    wanted: web::Query<OfResource>,
) -> Result<HttpResponse> {
    let resource = resource_of(&core, wanted.into_inner(), "filters")?;
    super::list::<SavedFilter>(&core, resource, by).await
}

/// Save a filter
///
/// The filter belongs to the caller. A new default replaces the former one.
#[post(
    "/backoffice/saved-filters",
    tag = "saved-filters", permission = "saved-filters:create",
    response(201, "The new filter", SavedFilter,
        headers(("Location" = String, description = "Where it is"))),
    problem(409, "The caller has as many of this resource as one may have"),
)]
async fn saved_filter_create(
    context: RequestContext,
    body: Unchecked<SavedFilterInput>,
) -> Result<HttpResponse> {
    let input = check_input(body.json, &context.core, &context.by)?;
    super::create::<SavedFilter>(context, input).await
}

/// Change a saved filter
///
/// Only the owner can change it. A new default replaces the former one.
#[patch(
    "/backoffice/saved-filters/{id:[0-9a-f]{24}}",
    tag = "saved-filters",
    permission = "saved-filters:update",
    path(id = "Its identifier."),
    response(200, "The changed filter", SavedFilter),
    problem(404, "The caller sees no such saved filter")
)]
async fn saved_filter_update(
    VersionedRequest(context): VersionedRequest,
    id: web::Path<Id>,
    patch: Unchecked<Patch<SavedFilterInput>>,
) -> Result<HttpResponse> {
    let (core, by) = (Arc::clone(&context.core), context.by.clone());
    let check = move |of: &str| check_patch(patch.json, of, &core, &by);
    super::update::<SavedFilter>(context, id.into_inner(), check).await
}

/// Delete a saved filter
///
/// Only the owner can delete it.
#[delete(
    "/backoffice/saved-filters/{id:[0-9a-f]{24}}",
    tag = "saved-filters",
    permission = "saved-filters:delete",
    path(id = "Its identifier."),
    response(204, "Deleted"),
    problem(404, "The caller sees no such saved filter")
)]
async fn saved_filter_delete(
    VersionedRequest(context): VersionedRequest,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    super::delete::<SavedFilter>(context, id.into_inner()).await
}

/// The maximum length of a filter in bytes, as JSON.
const LONGEST: usize = 16 * 1024;

/// A saved filter.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SavedFilter {
    /// The identifier.
    id: Id,
    /// The resource whose list the filter is for.
    resource: String,
    /// Name.
    name: String,
    /// What the filter is for.
    description: Option<String>,
    /// The name of its icon.
    icon: Option<String>,
    /// The conditions.
    #[schemars(title = "Filter")]
    filter_state: FilterGroup,
    /// Whether your list opens with this filter.
    #[schemars(title = "Default")]
    is_default: bool,
    /// Whether others can use this filter.
    shared: bool,
    /// Whether you saved this filter. Only its owner can change or delete it.
    own: bool,
    /// The user who saved the filter; null for one whom you may not read.
    owner: Option<SavedBy>,
}

/// A filter to save.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Saved filter")]
struct SavedFilterInput {
    /// The resource whose list the filter is for. It cannot be changed later.
    #[schemars(extend("x-create-only" = true))]
    resource: String,
    /// Name.
    #[schemars(length(min = 1, max = 100), extend("x-normalize" = ["trim"]))]
    name: String,
    /// What the filter is for.
    #[schemars(length(max = 500), extend("x-widget" = "textarea"))]
    description: Option<String>,
    /// The name of an icon.
    #[schemars(length(max = 50), extend("x-normalize" = ["trim"]))]
    icon: Option<String>,
    /// The conditions, by the filter definitions of the resource.
    #[schemars(title = "Filter")]
    filter_state: FilterGroup,
    /// Whether your list opens with this filter. It replaces your former default.
    #[serde(default)]
    #[schemars(title = "Default")]
    is_default: bool,
    /// Whether others can use this filter.
    #[serde(default)]
    shared: bool,
}

/// A filter group as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
struct FilterGroup(Value);

impl JsonSchema for FilterGroup {
    fn schema_name() -> Cow<'static, str> {
        GROUP.into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        Schema::try_from(filter_group()).unwrap_or_default()
    }
}

const GROUP: &str = "FilterGroup";

/// The validators, without the filter, which [`Filter::of`] parses: it knows the existing fields, and
/// returns more precise errors.
static CHECKS: LazyLock<Checks> = LazyLock::new(|| {
    let mut schemas = schemas::<SavedFilterInput>();
    if let Some(group) = schemas.get_mut(GROUP) {
        *group = json!({});
    }
    Checks::of::<SavedFilterInput>(&schemas)
});

/// Normalises and checks a new saved filter.
fn check_input(body: Value, core: &Core, by: &Actor) -> Result<Value> {
    let records = &core.records;
    let resource = body["resource"].as_str().unwrap_or_default().to_owned();
    let mut errors = wrong_filter(&body, &resource, core, by);
    if body["resource"].is_string() && records.get(&resource).is_none() {
        errors.push(FieldError::new("/resource", no_resource(&resource)));
    }
    check(&CHECKS.input, body, errors)
}

/// Normalises and checks a patch of one that is for `resource`.
fn check_patch(patch: Value, resource: &str, core: &Core, by: &Actor) -> Result<Value> {
    let errors = wrong_filter(&patch, resource, core, by);
    check(&CHECKS.patch, patch, errors)
}

/// Returns the errors of the filter in `body`, if there is one and the fields of `resource` are
/// known.
fn wrong_filter(body: &Value, resource: &str, core: &Core, by: &Actor) -> Vec<FieldError> {
    if body.get("filterState").is_some_and(Value::is_null) {
        return vec![FieldError::new("/filterState", "Filter is required")];
    }
    let filter = body.get("filterState").zip(core.records.get(resource));
    let may = |resource: &str, action: &str| by.may(&core.policy, resource, action);
    let wrong = filter.and_then(|(filter, entry)| {
        match Filter::of(filter, &core.records.filterable(entry, &may).seen_by(&by.access)) {
            Ok(_) if filter.to_string().len() > LONGEST => Some(Wrong {
                pointer: String::new(),
                sentence: format!("A saved filter may have at most {LONGEST} bytes"),
            }),
            read => read.err(),
        }
    });
    wrong
        .map(|wrong| FieldError::new(format!("/filterState{}", wrong.pointer), wrong.sentence))
        .into_iter()
        .collect()
}

impl Saved for SavedFilter {
    type Input = SavedFilterInput;

    const NAMES: &'static str = "saved filters";
    const PATH: &'static str = "/api/backoffice/saved-filters";

    fn is(of: &str) -> bool {
        SavedKind::of(of) == SavedKind::Filter
    }

    fn content(input: SavedFilterInput) -> Result<Content> {
        Ok(Content {
            of: input.resource,
            name: input.name,
            description: input.description,
            icon: input.icon,
            state: input.filter_state.0.to_string(),
            is_default: input.is_default,
            shared: input.shared,
            on_index: false,
        })
    }

    fn shown(id: Id, content: Content, own: bool, owner: Option<SavedBy>) -> Result<Self> {
        Ok(Self {
            id,
            filter_state: read(&content.state)?,
            resource: content.of,
            name: content.name,
            description: content.description,
            icon: content.icon,
            is_default: content.is_default,
            shared: content.shared,
            own,
            owner,
        })
    }
}

fn read(filter: &str) -> Result<FilterGroup> {
    serde_json::from_str(filter).map_err(Error::internal)
}
