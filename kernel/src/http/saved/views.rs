//! Views of the explorer: a whole question, with how it is drawn and sorted.

use std::borrow::Cow;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Kept, Saved, SavedBy, check};
use crate::base::error::{FieldError, Result};
use crate::base::id::Id;
use crate::engine::schema::{Checker, Definitions};
use crate::explore::{Explorer, Question};

/// What views are for, which is the name of no resource.
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
    /// Whether it is on the index: yours, and, when it is shared, everybody's.
    on_index: bool,
    /// Whether you saved this view. Only its owner can change or delete it.
    own: bool,
    /// Who saved the view.
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
    /// The query string of the explorer, as its address has it.
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

/// What is to change of a saved view; its schema is derived from the input.
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

crate::api_schema!(SavedView, SavedViewInput, SavedViewPatch);

const PATCH: &str = "SavedViewPatch";

/// The schemas of what is sent.
///
/// # Panics
/// When one is not valid: a mistake in the type, met by the first that asks.
fn schemas() -> Definitions {
    let mut schemas = Definitions::default();
    let input = schemas.add::<SavedViewInput>("kernel");
    let made = input.and_then(|input| schemas.add_patch("kernel", &input, PATCH));
    made.unwrap_or_else(|error| panic!("{PATCH}: {error}"));
    schemas
}

/// The checks of an input and of a patch, but for the question itself.
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

/// Normalises and checks what is to change of one.
pub(super) fn check_patch(patch: Value, explorer: &Explorer) -> Result<Value> {
    let errors = wrong_view(&patch, explorer);
    check(&CHECKS[1], patch, errors)
}

/// Why the view in `body` cannot be asked for, if there is one that cannot.
fn wrong_view(body: &Value, explorer: &Explorer) -> Vec<FieldError> {
    let asked = body.get("view").and_then(Value::as_str).filter(|view| !view.is_empty());
    let wrong = asked.and_then(|view| Question::check(explorer, view).err());
    wrong.map(|error| FieldError::new("/view", error.to_string())).into_iter().collect()
}

impl Saved for SavedView {
    type Input = SavedViewInput;

    const NAMES: &'static str = "saved views";

    fn is(of: &str) -> bool {
        of == OF
    }

    fn kept(input: SavedViewInput) -> Kept {
        Kept {
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

    fn input(kept: Kept) -> Result<SavedViewInput> {
        Ok(SavedViewInput {
            name: kept.name,
            description: kept.description,
            view: kept.state,
            is_default: kept.is_default,
            shared: kept.shared,
            on_index: kept.on_index,
        })
    }

    fn seen(id: Id, kept: Kept, own: bool, owner: SavedBy) -> Result<Self> {
        Ok(Self {
            id,
            name: kept.name,
            description: kept.description,
            view: kept.state,
            is_default: kept.is_default,
            shared: kept.shared,
            on_index: kept.on_index,
            own,
            owner,
        })
    }
}
