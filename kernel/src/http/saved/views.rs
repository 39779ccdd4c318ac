//! Saved views of the explorer: a whole question, with its chart and sort order.

use std::borrow::Cow;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Content, Saved, SavedBy, check};
use crate::base::error::{FieldError, Result};
use crate::base::id::Id;
use crate::engine::schema::{Checker, Definitions};
use crate::explore::{Explorer, Question};

/// The target of views in the table, which is no name of a resource.
pub(super) const OF: &str = "/explorer";

/// A saved view.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SavedView {
    /// The identifier.
    id: Id,
    /// Name.
    name: String,
    /// What the view shows.
    description: Option<String>,
    /// The query string of the explorer.
    view: String,
    /// Whether the explorer opens with this view.
    #[schemars(title = "Default")]
    is_default: bool,
    /// Whether others can use this view.
    shared: bool,
    /// Whether it is on the index: your own, and, when it is shared, everyone's.
    on_index: bool,
    /// Whether you saved this view. Only its owner can change or delete it.
    own: bool,
    /// The user who saved the view.
    owner: SavedBy,
}

/// A view to save.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Saved view")]
pub(super) struct SavedViewInput {
    /// Name.
    #[schemars(length(min = 1, max = 100), extend("x-normalize" = ["trim"]))]
    name: String,
    /// What the view shows.
    #[schemars(length(max = 500), extend("x-widget" = "textarea"))]
    description: Option<String>,
    /// The query string of the explorer, as in its address.
    #[schemars(length(min = 1, max = 16384))]
    view: String,
    /// Whether the explorer opens with this view. It replaces your former default.
    #[serde(default)]
    #[schemars(title = "Default")]
    is_default: bool,
    /// Whether others can use this view.
    #[serde(default)]
    shared: bool,
    /// Whether it is on the index.
    #[serde(default)]
    #[schemars(title = "On the index")]
    on_index: bool,
}

/// Changes of a saved view; its schema is derived from the input.
pub(super) struct SavedViewPatch;

impl JsonSchema for SavedViewPatch {
    fn schema_name() -> Cow<'static, str> {
        PATCH.into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let patch = schemas().get(PATCH).cloned().and_then(|patch| Schema::try_from(patch).ok());
        patch.unwrap_or_default()
    }
}

const PATCH: &str = "SavedViewPatch";

/// Builds the schemas of request bodies.
///
/// # Panics
/// When one is not valid: a mistake in the type, found by the first request.
fn schemas() -> Definitions {
    let mut schemas = Definitions::default();
    let input = schemas.add::<SavedViewInput>("kernel");
    let made = input.and_then(|input| schemas.add_patch("kernel", &input, PATCH));
    made.unwrap_or_else(|error| panic!("{PATCH}: {error}"));
    schemas
}

/// The validators of an input and of a patch, except for the question itself.
static CHECKS: LazyLock<[Checker; 2]> = LazyLock::new(|| {
    let schemas = schemas();
    let check = |name: &str| {
        Checker::named(&schemas, name).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    [check(&SavedViewInput::schema_name()), check(PATCH)]
});

/// Normalises and checks a new view.
pub(super) fn check_input(body: Value, explorer: &Explorer) -> Result<Value> {
    let errors = wrong_view(&body, explorer);
    check(&CHECKS[0], body, errors)
}

/// Normalises and checks a patch.
pub(super) fn check_patch(patch: Value, explorer: &Explorer) -> Result<Value> {
    let errors = wrong_view(&patch, explorer);
    check(&CHECKS[1], patch, errors)
}

/// Returns the error of the view in `body`, if the explorer cannot answer it.
fn wrong_view(body: &Value, explorer: &Explorer) -> Vec<FieldError> {
    let view = body.get("view").and_then(Value::as_str).filter(|view| !view.is_empty());
    let wrong = view.and_then(|view| Question::check(explorer, view).err());
    wrong.map(|error| FieldError::new("/view", error.to_string())).into_iter().collect()
}

impl Saved for SavedView {
    type Input = SavedViewInput;

    const NAMES: &'static str = "saved views";

    fn is(of: &str) -> bool {
        of == OF
    }

    fn content(input: SavedViewInput) -> Content {
        Content {
            of: OF.into(),
            name: input.name,
            description: input.description,
            icon: None,
            state: input.view,
            is_default: input.is_default,
            shared: input.shared,
            on_index: input.on_index,
        }
    }

    fn input(content: Content) -> Result<SavedViewInput> {
        Ok(SavedViewInput {
            name: content.name,
            description: content.description,
            view: content.state,
            is_default: content.is_default,
            shared: content.shared,
            on_index: content.on_index,
        })
    }

    fn shown(id: Id, content: Content, own: bool, owner: SavedBy) -> Result<Self> {
        Ok(Self {
            id,
            name: content.name,
            description: content.description,
            view: content.state,
            is_default: content.is_default,
            shared: content.shared,
            on_index: content.on_index,
            own,
            owner,
        })
    }
}
