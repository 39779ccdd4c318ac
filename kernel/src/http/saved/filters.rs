//! Saved filters of a resource's list.

use std::borrow::Cow;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Content, Saved, SavedBy, check};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::engine::list::{Filter, Wrong, filter_group};
use crate::engine::schema::{Checker, Definitions};
use crate::records::actor::Actor;
use crate::records::core::Core;

/// The maximum length of a filter in bytes, as JSON.
const LONGEST: usize = 16 * 1024;

/// A saved filter.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SavedFilter {
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
    /// The user who saved the filter.
    owner: SavedBy,
}

/// A filter to save.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Saved filter")]
pub(super) struct SavedFilterInput {
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

/// Changes of a saved filter; its schema is derived from the input.
pub(super) struct SavedFilterPatch;

impl JsonSchema for SavedFilterPatch {
    fn schema_name() -> Cow<'static, str> {
        PATCH.into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<FilterGroup>();
        let patch = schemas().get(PATCH).cloned().and_then(|patch| Schema::try_from(patch).ok());
        patch.unwrap_or_default()
    }
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

const PATCH: &str = "SavedFilterPatch";
const GROUP: &str = "FilterGroup";

/// Builds the schemas of request bodies.
///
/// # Panics
/// When one is not valid: a mistake in the type, found by the first request.
fn schemas() -> Definitions {
    let mut schemas = Definitions::default();
    let input = schemas.add::<SavedFilterInput>("kernel");
    let made = input.and_then(|input| schemas.add_patch("kernel", &input, PATCH));
    made.unwrap_or_else(|error| panic!("{PATCH}: {error}"));
    schemas
}

/// The validators of request bodies, except for the filter, which [`Filter::of`] parses: it knows
/// the existing fields, and returns more precise errors.
struct Checks {
    input: Checker,
    patch: Checker,
}

static CHECKS: LazyLock<Checks> = LazyLock::new(|| {
    let mut schemas = schemas();
    if let Some(group) = schemas.get_mut(GROUP) {
        *group = json!({});
    }
    let check = |name: &str| {
        Checker::named(&schemas, name).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    Checks { input: check(&SavedFilterInput::schema_name()), patch: check(PATCH) }
});

/// Normalises and checks a new saved filter.
pub(super) fn check_input(body: Value, core: &Core, by: &Actor) -> Result<Value> {
    let records = &core.records;
    let resource = body["resource"].as_str().unwrap_or_default().to_owned();
    let mut errors = wrong_filter(&body, &resource, core, by);
    if body["resource"].is_string() && records.get(&resource).is_none() {
        errors.push(FieldError::new("/resource", no_resource(&resource)));
    }
    check(&CHECKS.input, body, errors)
}

/// Normalises and checks a patch of one that is for `resource`.
pub(super) fn check_patch(patch: Value, resource: &str, core: &Core, by: &Actor) -> Result<Value> {
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
    let wrong =
        filter.and_then(|(filter, entry)| match Filter::of(filter, &entry.definitions_for(may)) {
            Ok(_) if filter.to_string().len() > LONGEST => Some(Wrong {
                pointer: String::new(),
                sentence: format!("A saved filter may have at most {LONGEST} bytes"),
            }),
            read => read.err(),
        });
    wrong
        .map(|wrong| FieldError::new(format!("/filterState{}", wrong.pointer), wrong.sentence))
        .into_iter()
        .collect()
}

/// Writes the message for an unknown resource, with the first 60 characters of its name.
pub(super) fn no_resource(word: &str) -> String {
    format!("There is no resource `{}`", word.chars().take(60).collect::<String>())
}

impl Saved for SavedFilter {
    type Input = SavedFilterInput;

    const NAMES: &'static str = "saved filters";

    fn is(of: &str) -> bool {
        of != super::views::OF
    }

    fn content(input: SavedFilterInput) -> Content {
        Content {
            of: input.resource,
            name: input.name,
            description: input.description,
            icon: input.icon,
            state: input.filter_state.0.to_string(),
            is_default: input.is_default,
            shared: input.shared,
            on_index: false,
        }
    }

    fn input(content: Content) -> Result<SavedFilterInput> {
        Ok(SavedFilterInput {
            filter_state: read(&content.state)?,
            resource: content.of,
            name: content.name,
            description: content.description,
            icon: content.icon,
            is_default: content.is_default,
            shared: content.shared,
        })
    }

    fn shown(id: Id, content: Content, own: bool, owner: SavedBy) -> Result<Self> {
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
