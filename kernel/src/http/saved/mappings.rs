//! Saved mappings of imports: what the columns of a table are, and how it is imported. GET and POST
//! /api/backoffice/saved-mappings, PATCH and DELETE of one.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::queries::Content;
use super::{
    Checks, OfResource, Patch, Saved, SavedBy, SavedKind, check, no_resource, resource_of, schemas,
};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::records::actor::Actor;
use crate::records::arguments::VersionedRequest;
use crate::records::body::Unchecked;
use crate::records::core::Core;
use crate::records::handler::Routes;
use crate::records::request::RequestContext;
use crate::transfer::mapping::{Empty, Existing, Repeated, Writing};
use crate::{delete, get, patch, post, utoipa};

/// What comes before the resource in the row of a mapping.
const IMPORT: &str = "import:";

/// The maximum length of what is saved in bytes, as JSON.
const LONGEST: usize = 64 * 1024;

/// Mounts the operations, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(saved_mapping_list)
        .service(saved_mapping_create)
        .service(saved_mapping_update)
        .service(saved_mapping_delete);
}

/// List the saved mappings of a resource
///
/// Lists the caller's own mappings and shared ones: the caller's default first, then by name.
#[get(
    "/backoffice/saved-mappings",
    tag = "saved-mappings",
    permission = "saved-mappings:read",
    params(OfResource),
    response(200, "The saved mappings", Vec<SavedMapping>),
    problem(400, "There is no such resource")
)]
async fn saved_mapping_list(
    core: web::Data<Core>,
    by: Actor,
    wanted: web::Query<OfResource>,
) -> Result<HttpResponse> {
    let resource = resource_of(&core, wanted.into_inner(), "mappings")?;
    super::list::<SavedMapping>(&core, format!("{IMPORT}{resource}"), by).await
}

/// Save a mapping
///
/// The mapping belongs to the caller. A new default replaces the former one.
#[post(
    "/backoffice/saved-mappings",
    tag = "saved-mappings",
    permission = "saved-mappings:create",
    response(201, "The new mapping", SavedMapping,
        headers(("Location" = String, description = "Where it is"))),
    problem(409, "The caller has as many of this resource as one may have")
)]
async fn saved_mapping_create(
    context: RequestContext,
    body: Unchecked<SavedMappingInput>,
) -> Result<HttpResponse> {
    let body = body.json;
    let mut errors = wrong_mapping(&body);
    if let Some(resource) = body["resource"].as_str()
        && context.core.records.get(resource).is_none()
    {
        errors.push(FieldError::new("/resource", no_resource(resource)));
    }
    let input = check(&CHECKS.input, body, errors)?;
    super::create::<SavedMapping>(context, input).await
}

/// Change a saved mapping
///
/// Only the owner can change it. A new default replaces the former one.
#[patch(
    "/backoffice/saved-mappings/{id:[0-9a-f]{24}}",
    tag = "saved-mappings",
    permission = "saved-mappings:update",
    path(id = "Its identifier."),
    response(200, "The changed mapping", SavedMapping),
    problem(404, "The caller sees no such saved mapping")
)]
async fn saved_mapping_update(
    VersionedRequest(context): VersionedRequest,
    id: web::Path<Id>,
    patch: Unchecked<Patch<SavedMappingInput>>,
) -> Result<HttpResponse> {
    let check = move |_: &str| {
        let errors = wrong_mapping(&patch.json);
        check(&CHECKS.patch, patch.json, errors)
    };
    super::update::<SavedMapping>(context, id.into_inner(), check).await
}

/// Delete a saved mapping
///
/// Only the owner can delete it.
#[delete(
    "/backoffice/saved-mappings/{id:[0-9a-f]{24}}",
    tag = "saved-mappings",
    permission = "saved-mappings:delete",
    path(id = "Its identifier."),
    response(204, "Deleted"),
    problem(404, "The caller sees no such saved mapping")
)]
async fn saved_mapping_delete(
    VersionedRequest(context): VersionedRequest,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    super::delete::<SavedMapping>(context, id.into_inner()).await
}

/// How a table is imported.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ImportChoices {
    /// The column of the resource for each column of the table, by its name there; null leaves one out. Columns that are
    /// not named are read by their own names.
    #[schemars(title = "Columns")]
    columns: BTreeMap<String, Option<String>>,
    /// How a row is handled whose record exists already.
    existing: Option<Existing>,
    /// How a key that occurs twice in the file is handled.
    repeated: Option<Repeated>,
    /// What an empty cell does to a record that exists.
    empty: Option<Empty>,
    /// How the file is written, where that is not to be guessed.
    #[serde(default)]
    writing: Writing,
}

/// A saved mapping.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SavedMapping {
    /// The identifier.
    id: Id,
    /// The resource that tables are imported into.
    resource: String,
    /// Name.
    name: String,
    /// What the mapping is for.
    description: Option<String>,
    /// How a table is imported.
    mapping: ImportChoices,
    /// Whether your imports begin with this mapping.
    #[schemars(title = "Default")]
    is_default: bool,
    /// Whether others can use this mapping.
    shared: bool,
    /// Whether you saved this mapping. Only its owner can change or delete it.
    own: bool,
    /// The user who saved the mapping; null for one whom you may not read.
    owner: Option<SavedBy>,
}

/// A mapping to save.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Saved mapping")]
struct SavedMappingInput {
    /// The resource that tables are imported into. It cannot be changed later.
    #[schemars(extend("x-create-only" = true))]
    resource: String,
    /// Name.
    #[schemars(length(min = 1, max = 100), extend("x-normalize" = ["trim"]))]
    name: String,
    /// What the mapping is for.
    #[schemars(length(max = 500), extend("x-widget" = "textarea"))]
    description: Option<String>,
    /// How a table is imported.
    #[schemars(title = "Mapping")]
    mapping: ImportChoices,
    /// Whether your imports begin with this mapping. It replaces your former default.
    #[serde(default)]
    #[schemars(title = "Default")]
    is_default: bool,
    /// Whether others can use this mapping.
    #[serde(default)]
    shared: bool,
}

static CHECKS: LazyLock<Checks> =
    LazyLock::new(|| Checks::of::<SavedMappingInput>(&schemas::<SavedMappingInput>()));

fn wrong_mapping(body: &Value) -> Vec<FieldError> {
    let mapping = body.get("mapping").map(Value::to_string).unwrap_or_default();
    let message = format!("A saved mapping may have at most {LONGEST} bytes");
    let is_too_long = mapping.len() > LONGEST;
    is_too_long.then(|| FieldError::new("/mapping", message)).into_iter().collect()
}

impl Saved for SavedMapping {
    type Input = SavedMappingInput;

    const NAMES: &'static str = "saved mappings";
    const PATH: &'static str = "/api/backoffice/saved-mappings";

    fn is(of: &str) -> bool {
        SavedKind::of(of) == SavedKind::Mapping
    }

    fn content(input: SavedMappingInput) -> Result<Content> {
        Ok(Content {
            of: format!("{IMPORT}{}", input.resource),
            name: input.name,
            description: input.description,
            icon: None,
            state: serde_json::to_string(&input.mapping).map_err(Error::internal)?,
            is_default: input.is_default,
            shared: input.shared,
            on_index: false,
        })
    }

    fn shown(id: Id, content: Content, own: bool, owner: Option<SavedBy>) -> Result<Self> {
        Ok(Self {
            id,
            mapping: serde_json::from_str(&content.state).map_err(Error::internal)?,
            resource: resource(&content.of).to_owned(),
            name: content.name,
            description: content.description,
            is_default: content.is_default,
            shared: content.shared,
            own,
            owner,
        })
    }
}

/// Returns whether a row for `of` is a mapping.
pub(super) fn is(of: &str) -> bool {
    of.starts_with(IMPORT)
}

/// Returns the resource that tables are imported into by a mapping whose row is for `of`.
pub(super) fn resource(of: &str) -> &str {
    of.trim_start_matches(IMPORT)
}
