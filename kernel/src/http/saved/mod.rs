//! Saves filters of lists and views of the explorer under a name. Each belongs to the user who
//! saved it, and is deleted with the account; a shared one is shown to every user with the
//! permission.
//!
//! They are personal settings, not records: they have no history and no revisions. They contain no
//! data of a resource's records, so that they need no permission for that resource.
//!
//! A write locks the owner's account. Concurrent writes therefore cannot create two defaults or
//! exceed the limit.

mod filter_routes;
mod filters;
mod queries;
mod view_routes;
mod views;

use actix_web::http::StatusCode;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::schema::{Checker, from_value, merge};
use crate::records::actor::Actor;
use crate::records::handler::Routes;
use crate::records::idempotency::Answer;
use crate::records::request::WriteContext;
use crate::records::{check_match, etag};
use queries::{SavedRow, Stored};

/// How many of one kind a user may have.
const MOST: i64 = 100;

/// Mounts the operations, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    filter_routes::routes(api);
    view_routes::routes(api);
}

/// The user who saved it.
#[derive(Debug, Serialize, JsonSchema)]
struct SavedBy {
    /// The account.
    id: Id,
    /// First and last name.
    name: String,
}

/// A saved filter or view.
trait Saved: Serialize + Sized {
    /// The input that creates one.
    type Input: Serialize + DeserializeOwned;

    /// The plural name, for messages.
    const NAMES: &'static str;

    /// Returns whether a row for `of` is one of this kind.
    fn is(of: &str) -> bool;

    /// Converts an input into the stored content.
    fn content(input: Self::Input) -> Content;

    /// Converts stored content into the input that would create it.
    fn input(content: Content) -> Result<Self::Input>;

    /// Converts stored content into the response, for its owner or another user.
    fn shown(id: Id, content: Content, own: bool, owner: SavedBy) -> Result<Self>;

    /// Computes its entity tag, for `If-Match`.
    fn etag(&self) -> Result<String> {
        Ok(etag(&serde_json::to_value(self).map_err(Error::internal)?))
    }

    /// Makes the response that shows it.
    fn answer(&self, status: StatusCode) -> Result<Answer> {
        Ok(Answer { etag: Some(self.etag()?), ..Answer::json(status, self)? })
    }
}

/// The stored content of a filter or view.
#[derive(Clone, Debug, Default, Deserialize)]
struct Content {
    /// What it is for: a resource, or the explorer.
    of: String,
    name: String,
    description: Option<String>,
    icon: Option<String>,
    /// The filter or the view itself.
    state: String,
    is_default: bool,
    shared: bool,
    on_index: bool,
}

/// Lists those for `of` that `by` may see: the default first, then by name.
fn list<S: Saved>(conn: &mut Conn, of: &str, by: &Actor) -> Result<Vec<S>> {
    queries::list(conn, of, &by.id)?.into_iter().map(|stored| shown(stored, by)).collect()
}

/// Saves a checked input.
///
/// # Errors
/// A conflict when the user has reached the limit.
fn create<S: Saved>(writing: &mut WriteContext<'_>, input: Value) -> Result<(Id, S)> {
    let content = S::content(from_value(input)?);
    let (by, now) = (writing.by, Timestamp::now());
    queries::lock_owner(writing.conn, &by.id)?;
    if queries::count(writing.conn, &content.of, &by.id)? >= MOST {
        let entry = writing.records.get(&content.of);
        let of = entry.map(|entry| format!(" for {}", entry.info().label.to_lowercase()));
        return Err(Error::conflict(format!(
            "You have {MOST} {}{} already. Delete one before you save another",
            S::NAMES,
            of.unwrap_or_default()
        )));
    }
    let row = row(Id::new(), by, content, now, now);
    if row.is_default {
        queries::take_default(writing.conn, &row.of, &by.id, now)?;
    }
    queries::insert(writing.conn, &row)?;
    Ok((row.id.clone(), shown(queries::find(writing.conn, &row.id)?, by)?))
}

/// Applies to one of `by`'s own the patch that `check` accepts, given what it is for.
fn update<S: Saved>(
    writing: &mut WriteContext<'_>,
    id: &Id,
    check: impl FnOnce(&str, &WriteContext<'_>) -> Result<Value>,
) -> Result<S> {
    let by = writing.by;
    let existing = own::<S>(writing, id)?;
    let patch = check(&existing.of, writing)?;
    let created_at = existing.created_at;
    let current = serde_json::to_value(S::input(existing.into())?).map_err(Error::internal)?;
    let now = Timestamp::now();
    let content = S::content(from_value(merge(&current, patch))?);
    let row = row(id.clone(), by, content, created_at, now);
    if row.is_default {
        queries::take_default(writing.conn, &row.of, &by.id, now)?;
    }
    queries::update(writing.conn, &row)?;
    shown(queries::find(writing.conn, id)?, by)
}

/// Deletes one of `by`'s own.
fn delete<S: Saved>(writing: &mut WriteContext<'_>, id: &Id) -> Result<()> {
    own::<S>(writing, id)?;
    queries::delete(writing.conn, id)
}

/// Returns one that `by` may change, and locks its owner's account.
///
/// # Errors
/// Forbidden for one of another user, and not found for one that is not shared.
fn own<S: Saved>(writing: &mut WriteContext<'_>, id: &Id) -> Result<SavedRow> {
    queries::lock_owner(writing.conn, &writing.by.id)?;
    let stored = queries::find(writing.conn, id)?;
    match stored.0.account_id == writing.by.id {
        _ if !S::is(&stored.0.of) => return Err(Error::NotFound),
        true => {}
        false if stored.0.shared => return Err(Error::Forbidden),
        false => return Err(Error::NotFound),
    }
    let row = stored.0.clone();
    let etag = shown::<S>(stored, writing.by)?.etag()?;
    check_match(writing.if_match, || etag)?;
    Ok(row)
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

/// Converts a row into what `by` may see of it. The default is shown to its owner only.
fn shown<S: Saved>((row, first_name, last_name): Stored, by: &Actor) -> Result<S> {
    let own = row.account_id == by.id;
    let name = format!("{first_name} {last_name}").trim().to_owned();
    let owner = SavedBy { id: row.account_id.clone(), name };
    let id = row.id.clone();
    let content = Content::from(row);
    S::shown(id, Content { is_default: own && content.is_default, ..content }, own, owner)
}

impl From<SavedRow> for Content {
    fn from(row: SavedRow) -> Self {
        Self {
            of: row.of,
            name: row.name,
            description: row.description,
            icon: row.icon,
            state: row.state,
            is_default: row.is_default,
            shared: row.shared,
            on_index: row.on_index,
        }
    }
}

fn row(
    id: Id,
    by: &Actor,
    content: Content,
    created_at: Timestamp,
    updated_at: Timestamp,
) -> SavedRow {
    SavedRow {
        id,
        account_id: by.id.clone(),
        of: content.of,
        name: content.name,
        description: content.description,
        icon: content.icon,
        state: content.state,
        is_default: content.is_default,
        shared: content.shared,
        on_index: content.on_index,
        created_at,
        updated_at,
    }
}
