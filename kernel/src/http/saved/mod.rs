//! Saves filters of lists, views of the explorer and mappings of imports under a name. Each belongs to the user who
//! saved it, and is deleted with the account; a shared one is shown to every user with the
//! permission.
//!
//! They are personal settings, not records: they have no history and no revisions. They contain no
//! data of a resource's records, so that they need no permission for that resource.
//!
//! A write locks the owner's account. Concurrent writes therefore cannot create two defaults or
//! exceed the limit.
//!
//! `filters`, `views` and `mappings` are the kinds with their operations, of which each does what is here.

mod filters;
mod mappings;
mod queries;
mod views;

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::schema::{Checker, Definitions, from_value, merge};
use crate::records::actor::Actor;
use crate::records::change::{Records, WriteContext};
use crate::records::core::Core;
use crate::records::handler::Routes;
use crate::records::idempotency::Answer;
use crate::records::request::RequestContext;
use crate::records::resource::Area;
use crate::records::revisions::ChangedBy;
use crate::records::{check_match, etag};
use crate::utoipa;
use queries::{Content, SavedRow, Stored};

/// How many of one kind a user may have.
const MOST: i64 = 100;

/// Mounts the operations, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    filters::routes(api);
    views::routes(api);
    mappings::routes(api);
}

/// Whose saved items are wanted.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct OfResource {
    /// The resource that they are for.
    #[serde(default)]
    #[param(required = true)]
    resource: String,
}

/// Returns the resource whose saved items are wanted, which are called `names`.
fn resource_of(core: &Core, OfResource { resource }: OfResource, names: &str) -> Result<String> {
    if resource.is_empty() {
        return Err(Error::Malformed(format!("Say whose {names} are wanted: `resource`")));
    }
    if core.records.get(&resource).is_none() {
        let what = no_resource(&resource);
        return Err(Error::Malformed(format!("`resource`: {what}")));
    }
    Ok(resource)
}

/// Writes the message for an unknown resource, with the first 60 characters of its name.
fn no_resource(word: &str) -> String {
    format!("There is no resource `{}`", word.chars().take(60).collect::<String>())
}

/// The user who saved it.
#[derive(Debug, Serialize, JsonSchema)]
struct SavedBy {
    /// The account.
    id: Id,
    /// First and last name.
    name: String,
}

/// A saved filter, view or mapping.
trait Saved: Serialize + Send + Sized + 'static {
    /// The input that creates one: its fields but who saved it.
    type Input: DeserializeOwned;

    /// The plural name, for messages.
    const NAMES: &'static str;

    /// The path of its operations.
    const PATH: &'static str;

    /// Returns whether a row for `of` is one of this kind.
    fn is(of: &str) -> bool;

    /// Converts an input into the stored content.
    fn content(input: Self::Input) -> Result<Content>;

    /// Converts stored content into the response, for its owner or another user.
    fn shown(id: Id, content: Content, own: bool, owner: Option<SavedBy>) -> Result<Self>;

    /// Computes its entity tag, for `If-Match`.
    fn etag(&self) -> Result<String> {
        Ok(etag(&serde_json::to_value(self).map_err(Error::internal)?))
    }

    /// Makes the response that shows it.
    fn answer(&self, status: StatusCode) -> Result<Answer> {
        Ok(Answer { etag: Some(self.etag()?), ..Answer::json(status, self)? })
    }
}

/// What is saved, by where it is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SavedKind {
    Filter,
    View,
    Mapping,
}

impl SavedKind {
    /// Returns the kind of a row for `of`.
    fn of(of: &str) -> Self {
        match of {
            views::OF => Self::View,
            of if mappings::is(of) => Self::Mapping,
            _ => Self::Filter,
        }
    }

    /// Returns the resource of its permissions.
    pub(crate) fn permission(self) -> &'static str {
        match self {
            Self::Filter => "saved-filters",
            Self::View => "saved-views",
            Self::Mapping => "saved-mappings",
        }
    }

    /// Returns the resource whose records one shows that is for `of`, as permissions name it.
    pub(crate) fn resource(self, of: &str) -> &str {
        match self {
            Self::Filter => of,
            Self::Mapping => mappings::resource(of),
            Self::View => Area::Analytics.name(),
        }
    }
}

/// What is saved, for those who subscribe to it.
#[derive(Clone, Debug)]
pub(crate) struct SavedContent {
    pub(crate) kind: SavedKind,
    /// What it is for.
    pub(crate) of: String,
    pub(crate) name: String,
    /// The filter or the view itself.
    pub(crate) state: String,
}

/// Returns one that an account sees.
///
/// # Errors
/// 404 otherwise.
pub(crate) fn visible(conn: &mut Conn, id: &Id, account: &Id) -> Result<SavedContent> {
    let (row, ..) = queries::find(conn, id)?;
    if row.account_id != *account && !row.content.shared {
        return Err(Error::NotFound);
    }
    let Content { of, name, state, .. } = row.content;
    Ok(SavedContent { kind: SavedKind::of(&of), of, name, state })
}

/// Returns one of a kind that an account sees.
///
/// # Errors
/// 404 otherwise.
pub(crate) fn subscribed(
    conn: &mut Conn,
    kind: SavedKind,
    id: &Id,
    account: &Id,
) -> Result<SavedContent> {
    let saved = visible(conn, id, account)?;
    if saved.kind == kind { Ok(saved) } else { Err(Error::NotFound) }
}

/// Lists those for `of` that `by` may see: the default first, then by name.
async fn list<S: Saved>(core: &Core, of: String, by: Actor) -> Result<HttpResponse> {
    let records = Arc::clone(&core.records);
    let read = core.db.read(move |conn| {
        let stored = queries::list(conn, &of, &by.id)?;
        let shown = stored.into_iter().map(|one| shown(conn, &records, one, &by));
        shown.collect::<Result<Vec<S>>>()
    });
    Ok(HttpResponse::Ok().json(read.await?))
}

/// Saves a checked input.
///
/// # Errors
/// A conflict when the user has reached the limit.
async fn create<S: Saved>(context: RequestContext, input: Value) -> Result<HttpResponse> {
    let requested = input.clone();
    context
        .write(&requested, move |writing| {
            let content = S::content(from_value(input)?)?;
            let (by, now) = (writing.by, Timestamp::now());
            queries::lock_owner(writing.conn, &by.id)?;
            if queries::count(writing.conn, &content.of, &by.id)? >= MOST {
                let entry = writing.records.get(&content.of);
                let of = entry.map(|entry| format!(" for {}", entry.info().plural()));
                return Err(Error::conflict(format!(
                    "You have {MOST} {}{} already. Delete one before you save another",
                    S::NAMES,
                    of.unwrap_or_default()
                )));
            }
            if content.is_default {
                queries::take_default(writing.conn, &content.of, &by.id, now)?;
            }
            let (id, account_id) = (Id::new(), by.id.clone());
            let row = SavedRow { id, account_id, content, created_at: now, updated_at: now };
            queries::insert(writing.conn, &row)?;
            let stored = queries::find(writing.conn, &row.id)?;
            let saved: S = shown(writing.conn, writing.records, stored, by)?;
            let location = Some(format!("{}/{}", S::PATH, row.id));
            Ok(Answer { location, ..saved.answer(StatusCode::CREATED)? })
        })
        .await
}

/// Applies to one of the caller's own the patch that `check` accepts, given what it is for.
async fn update<S: Saved>(
    context: RequestContext,
    id: Id,
    check: impl FnOnce(&str) -> Result<Value> + Send + 'static,
) -> Result<HttpResponse> {
    context
        .write(&Value::Null, move |writing| {
            let (by, now) = (writing.by, Timestamp::now());
            let (of, existing) = own::<S>(writing, &id)?;
            let patch = check(&of)?;
            let mut current = serde_json::to_value(existing).map_err(Error::internal)?;
            if let Some(fields) = current.as_object_mut() {
                fields.retain(|name, _| !["id", "own", "owner"].contains(&name.as_str()));
            }
            let content = S::content(from_value(merge(&current, patch))?)?;
            if content.is_default {
                queries::take_default(writing.conn, &content.of, &by.id, now)?;
            }
            queries::update(writing.conn, &id, &content, now)?;
            let stored = queries::find(writing.conn, &id)?;
            shown::<S>(writing.conn, writing.records, stored, by)?.answer(StatusCode::OK)
        })
        .await
}

/// Deletes one of the caller's own.
async fn delete<S: Saved>(context: RequestContext, id: Id) -> Result<HttpResponse> {
    context
        .write(&Value::Null, move |writing| {
            own::<S>(writing, &id)?;
            queries::delete(writing.conn, &id)?;
            Ok(Answer::nothing())
        })
        .await
}

/// Returns what one is for that the caller may change, and itself. Locks its owner's account.
///
/// # Errors
/// Forbidden for one of another user, and not found for one that is not shared.
fn own<S: Saved>(writing: &mut WriteContext<'_>, id: &Id) -> Result<(String, S)> {
    queries::lock_owner(writing.conn, &writing.by.id)?;
    let stored = queries::find(writing.conn, id)?;
    let content = &stored.0.content;
    match stored.0.account_id == writing.by.id {
        _ if !S::is(&content.of) => return Err(Error::NotFound),
        true => {}
        false if content.shared => return Err(Error::Forbidden),
        false => return Err(Error::NotFound),
    }
    let of = content.of.clone();
    let existing = shown::<S>(writing.conn, writing.records, stored, writing.by)?;
    let etag = existing.etag()?;
    check_match(writing.if_match, || etag)?;
    Ok((of, existing))
}

/// Converts a row into what `by` may see of it. The default is shown to its owner only.
fn shown<S: Saved>(
    conn: &mut Conn,
    records: &Records,
    (row, first_name, last_name): Stored,
    by: &Actor,
) -> Result<S> {
    let own = row.account_id == by.id;
    let name = format!("{first_name} {last_name}").trim().to_owned();
    let mut owner = Some(ChangedBy { id: row.account_id, name });
    if !own {
        records.see_actor(conn, &mut owner, by)?;
    }
    let owner = owner.map(|ChangedBy { id, name }| SavedBy { id, name });
    let is_default = own && row.content.is_default;
    S::shown(row.id, Content { is_default, ..row.content }, own, owner)
}

/// Changes of what an input `I` creates; the schema is derived from that of the input.
struct Patch<I>(PhantomData<fn() -> I>);

impl<I: JsonSchema> JsonSchema for Patch<I> {
    fn schema_name() -> Cow<'static, str> {
        I::schema_name().replace("Input", "Patch").into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        // Defines the types of its fields.
        I::json_schema(generator);
        let patch = schemas::<I>().get(&Self::schema_name()).cloned();
        patch.and_then(|patch| Schema::try_from(patch).ok()).unwrap_or_default()
    }
}

/// Builds the schemas of an input and of its patch.
///
/// # Panics
/// When one is not valid: a mistake in the type, found by the first request.
fn schemas<I: JsonSchema>() -> Definitions {
    let (mut schemas, patch) = (Definitions::default(), Patch::<I>::schema_name());
    let input = schemas.add::<I>("kernel");
    let made = input.and_then(|input| schemas.add_patch("kernel", &input, &patch));
    made.unwrap_or_else(|error| panic!("{patch}: {error}"));
    schemas
}

/// The validators of an input and of its patch, except for what only its own parser can check.
struct Checks {
    input: Checker,
    patch: Checker,
}

impl Checks {
    /// Compiles the validators of `I` from its schemas, as [`schemas`] builds them.
    fn of<I: JsonSchema>(schemas: &Definitions) -> Self {
        let check = |name: &str| {
            Checker::named(schemas, name).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        Self { input: check(&I::schema_name()), patch: check(&Patch::<I>::schema_name()) }
    }
}

/// Validates a body against its schema, and adds `errors` that the schema cannot find.
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
