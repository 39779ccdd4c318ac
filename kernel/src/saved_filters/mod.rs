//! Saved filters: what people look at again and again, kept under a name. Each belongs to whoever
//! saved it, and goes with the account; a shared one is shown to everybody who may use them.
//!
//! They are personal settings, not records: they have no history and no versions. Nothing of a
//! resource's records is shown by them, so that they ask for no permission of that resource.
//!
//! Whoever writes holds the owner's account. So there is one default, and no more than the limit,
//! whatever comes at the same moment.

mod queries;
mod routes;

use std::borrow::Cow;
use std::sync::LazyLock;

use actix_web::http::StatusCode;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::auth::Actor;
use crate::call::Writing;
use crate::db::Conn;
use crate::error::{Error, FieldError, Result};
use crate::id::Id;
use crate::list::{Filter, Wrong, filter_group};
use crate::once::Answer;
use crate::records::{Records, check_match, etag};
use crate::schema::{Checker, Definitions, from_value, merge};
use crate::time::Timestamp;
use queries::{SavedFilterRow, Stored};
pub(crate) use routes::routes;

/// How many a person may have for one resource.
const MOST: i64 = 100;

/// How long a filter may be, as JSON.
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
    /// Who saved the filter.
    owner: SavedFilterOwner,
}

/// The person who saved a filter.
#[derive(Debug, Serialize, JsonSchema)]
struct SavedFilterOwner {
    /// The account.
    id: Id,
    /// First and last name.
    name: String,
}

/// A filter to save.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
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

/// What is to change of a saved filter; its schema is derived from the input.
struct SavedFilterPatch;

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

/// A filter as it was written.
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

crate::api_schema!(SavedFilter, SavedFilterInput, SavedFilterPatch);

const PATCH: &str = "SavedFilterPatch";
const GROUP: &str = "FilterGroup";

/// The schemas of what is sent.
///
/// # Panics
/// When one is not valid: a mistake in the type, met by the first that asks.
fn schemas() -> Definitions {
    let mut schemas = Definitions::default();
    let input = schemas.add::<SavedFilterInput>("kernel");
    let made = input.and_then(|input| schemas.add_patch("kernel", &input, PATCH));
    made.unwrap_or_else(|error| panic!("{PATCH}: {error}"));
    schemas
}

/// The checks of what is sent, but for the filter, which [`Filter::of`] reads: it knows the fields
/// that there are, and says more precisely what is wrong.
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
fn check_input(body: Value, records: &Records) -> Result<Value> {
    let resource = body["resource"].as_str().unwrap_or_default().to_owned();
    let mut errors = wrong_filter(&body, &resource, records);
    if body["resource"].is_string() && records.get(&resource).is_none() {
        errors.push(FieldError::new("/resource", no_resource(&resource)));
    }
    check(&CHECKS.input, body, errors)
}

/// Normalises and checks what is to change of one that is for `resource`.
fn check_patch(patch: Value, resource: &str, records: &Records) -> Result<Value> {
    let errors = wrong_filter(&patch, resource, records);
    check(&CHECKS.patch, patch, errors)
}

fn check(checker: &Checker, body: Value, mut errors: Vec<FieldError>) -> Result<Value> {
    match checker.check(body) {
        Ok(body) if errors.is_empty() => return Ok(body),
        Ok(_) => {}
        Err(Error::Invalid(more)) => errors.extend(more),
        Err(error) => return Err(error),
    }
    errors.sort();
    errors.dedup_by(|one, other| one.pointer == other.pointer);
    Err(Error::Invalid(errors))
}

/// What is wrong with the filter in `body`, if there is one and the fields of `resource` are known.
fn wrong_filter(body: &Value, resource: &str, records: &Records) -> Vec<FieldError> {
    if body.get("filterState").is_some_and(Value::is_null) {
        return vec![FieldError::new("/filterState", "Filter is required")];
    }
    let filter = body.get("filterState").zip(records.get(resource));
    let wrong = filter.and_then(|(filter, entry)| match Filter::of(filter, &entry.definitions) {
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

/// That there is no such resource, with as much of the word as can be shown.
fn no_resource(word: &str) -> String {
    format!("There is no resource `{}`", word.chars().take(60).collect::<String>())
}

/// What `by` sees of those for `resource`: the default first, then by name.
fn list(conn: &mut Conn, resource: &str, by: &Actor) -> Result<Vec<SavedFilter>> {
    queries::list(conn, resource, &by.id)?.into_iter().map(|stored| seen(stored, by)).collect()
}

/// Saves a checked filter.
fn create(writing: &mut Writing<'_>, input: Value) -> Result<SavedFilter> {
    let input: SavedFilterInput = from_value(input)?;
    let (by, now) = (writing.by, Timestamp::now());
    queries::hold_owner(writing.conn, &by.id)?;
    if queries::count(writing.conn, &input.resource, &by.id)? >= MOST {
        let entry = writing.records.get(&input.resource).ok_or(Error::NotFound)?;
        return Err(Error::conflict(format!(
            "You have {MOST} saved filters for {} already. Delete one before you save another",
            entry.info().label.to_lowercase()
        )));
    }
    let row = row(Id::new(), by, input, now, now);
    if row.is_default {
        queries::take_default(writing.conn, &row.resource, &by.id, now)?;
    }
    queries::insert(writing.conn, &row)?;
    seen(queries::find(writing.conn, &row.id)?, by)
}

/// Lays `patch` over one of `by`'s own.
fn update(writing: &mut Writing<'_>, id: &Id, patch: Value) -> Result<SavedFilter> {
    let by = writing.by;
    let present = own(writing, id)?;
    let patch = check_patch(patch, &present.resource, writing.records)?;
    let created_at = present.created_at;
    let state = serde_json::to_value(input(present)?).map_err(Error::internal)?;
    let now = Timestamp::now();
    let row = row(id.clone(), by, from_value(merge(&state, patch))?, created_at, now);
    if row.is_default {
        queries::take_default(writing.conn, &row.resource, &by.id, now)?;
    }
    queries::update(writing.conn, &row)?;
    seen(queries::find(writing.conn, id)?, by)
}

/// Deletes one of `by`'s own.
fn delete(writing: &mut Writing<'_>, id: &Id) -> Result<()> {
    own(writing, id)?;
    queries::delete(writing.conn, id)
}

/// One that `by` may change, held. Another person's is refused; one that is not shared is not even
/// seen.
fn own(writing: &mut Writing<'_>, id: &Id) -> Result<SavedFilterRow> {
    queries::hold_owner(writing.conn, &writing.by.id)?;
    let stored = queries::find(writing.conn, id)?;
    match stored.0.account_id == writing.by.id {
        true => {}
        false if stored.0.shared => return Err(Error::Forbidden),
        false => return Err(Error::NotFound),
    }
    let row = stored.0.clone();
    let etag = seen(stored, writing.by)?.etag()?;
    check_match(writing.if_match, || etag)?;
    Ok(row)
}

impl SavedFilter {
    /// Its state, for `If-Match`.
    fn etag(&self) -> Result<String> {
        Ok(etag(&serde_json::to_value(self).map_err(Error::internal)?))
    }

    /// The answer that shows it.
    fn answer(&self, status: StatusCode) -> Result<Answer> {
        Ok(Answer { etag: Some(self.etag()?), ..Answer::json(status, self)? })
    }
}

fn row(
    id: Id,
    by: &Actor,
    input: SavedFilterInput,
    created_at: Timestamp,
    updated_at: Timestamp,
) -> SavedFilterRow {
    SavedFilterRow {
        id,
        account_id: by.id.clone(),
        resource: input.resource,
        name: input.name,
        description: input.description,
        icon: input.icon,
        filter_state: input.filter_state.0.to_string(),
        is_default: input.is_default,
        shared: input.shared,
        created_at,
        updated_at,
    }
}

/// The input that would make this row.
fn input(row: SavedFilterRow) -> Result<SavedFilterInput> {
    Ok(SavedFilterInput {
        filter_state: read(&row.filter_state)?,
        resource: row.resource,
        name: row.name,
        description: row.description,
        icon: row.icon,
        is_default: row.is_default,
        shared: row.shared,
    })
}

/// What `by` sees of it. A default is nobody's business but its owner's.
fn seen((row, first_name, last_name): Stored, by: &Actor) -> Result<SavedFilter> {
    let own = row.account_id == by.id;
    Ok(SavedFilter {
        id: row.id,
        filter_state: read(&row.filter_state)?,
        resource: row.resource,
        name: row.name,
        description: row.description,
        icon: row.icon,
        is_default: own && row.is_default,
        shared: row.shared,
        own,
        owner: SavedFilterOwner {
            id: row.account_id,
            name: format!("{first_name} {last_name}").trim().to_owned(),
        },
    })
}

fn read(filter: &str) -> Result<FilterGroup> {
    serde_json::from_str(filter).map_err(Error::internal)
}
