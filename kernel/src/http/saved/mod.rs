//! What people look at again and again, kept under a name: filters of lists, and views of the
//! explorer. Each belongs to whoever saved it, and goes with the account; a shared one is shown to
//! everybody who may use them.
//!
//! They are personal settings, not records: they have no history and no versions. Nothing of a
//! resource's records is shown by them, so that they ask for no permission of that resource.
//!
//! Whoever writes holds the owner's account. So there is one default, and no more than the limit,
//! whatever comes at the same moment.

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
use utoipa_actix_web::service_config::ServiceConfig;

use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::schema::{Checker, from_value, merge};
use crate::records::actor::Actor;
use crate::records::idempotency::Answer;
use crate::records::request::WriteContext;
use crate::records::{check_match, etag};
use queries::{SavedRow, Stored};

/// How many a person may have of one kind.
const MOST: i64 = 100;

/// Mounts the calls, under `/api`.
pub(crate) fn routes(api: &mut ServiceConfig<'_>) {
    filter_routes::routes(api);
    view_routes::routes(api);
}

/// The person who saved it.
#[derive(Debug, Serialize, JsonSchema)]
struct SavedBy {
    /// The account.
    id: Id,
    /// First and last name.
    name: String,
}

/// Something that is kept under a name.
trait Saved: Serialize + Sized {
    /// It as it is written.
    type Input: Serialize + DeserializeOwned;

    /// What several of them are called.
    const NAMES: &'static str;

    /// Whether a row that is for `of` is one of them.
    fn is(of: &str) -> bool;

    /// What this one is.
    fn kept(input: Self::Input) -> Kept;

    /// The input that would make it.
    fn input(kept: Kept) -> Result<Self::Input>;

    /// As `owner` or another one sees it.
    fn seen(id: Id, kept: Kept, own: bool, owner: SavedBy) -> Result<Self>;

    /// Its state, for `If-Match`.
    fn etag(&self) -> Result<String> {
        Ok(etag(&serde_json::to_value(self).map_err(Error::internal)?))
    }

    /// The answer that shows it.
    fn answer(&self, status: StatusCode) -> Result<Answer> {
        Ok(Answer { etag: Some(self.etag()?), ..Answer::json(status, self)? })
    }
}

/// What is kept, of whichever kind.
#[derive(Clone, Debug, Default, Deserialize)]
struct Kept {
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

/// What `by` sees of those for `of`: the default first, then by name.
fn list<S: Saved>(conn: &mut Conn, of: &str, by: &Actor) -> Result<Vec<S>> {
    queries::list(conn, of, &by.id)?.into_iter().map(|stored| seen(stored, by)).collect()
}

/// Saves what has been checked.
fn create<S: Saved>(writing: &mut WriteContext<'_>, input: Value) -> Result<(Id, S)> {
    let kept = S::kept(from_value(input)?);
    let (by, now) = (writing.by, Timestamp::now());
    queries::hold_owner(writing.conn, &by.id)?;
    if queries::count(writing.conn, &kept.of, &by.id)? >= MOST {
        let entry = writing.records.get(&kept.of);
        let of = entry.map(|entry| format!(" for {}", entry.info().label.to_lowercase()));
        return Err(Error::conflict(format!(
            "You have {MOST} {}{} already. Delete one before you save another",
            S::NAMES,
            of.unwrap_or_default()
        )));
    }
    let row = row(Id::new(), by, kept, now, now);
    if row.is_default {
        queries::take_default(writing.conn, &row.of, &by.id, now)?;
    }
    queries::insert(writing.conn, &row)?;
    Ok((row.id.clone(), seen(queries::find(writing.conn, &row.id)?, by)?))
}

/// Lays over one of `by`'s own what `check` lets through, given what it is for.
fn update<S: Saved>(
    writing: &mut WriteContext<'_>,
    id: &Id,
    check: impl FnOnce(&str, &WriteContext<'_>) -> Result<Value>,
) -> Result<S> {
    let by = writing.by;
    let present = own::<S>(writing, id)?;
    let patch = check(&present.of, writing)?;
    let created_at = present.created_at;
    let state = serde_json::to_value(S::input(present.into())?).map_err(Error::internal)?;
    let now = Timestamp::now();
    let kept = S::kept(from_value(merge(&state, patch))?);
    let row = row(id.clone(), by, kept, created_at, now);
    if row.is_default {
        queries::take_default(writing.conn, &row.of, &by.id, now)?;
    }
    queries::update(writing.conn, &row)?;
    seen(queries::find(writing.conn, id)?, by)
}

/// Deletes one of `by`'s own.
fn delete<S: Saved>(writing: &mut WriteContext<'_>, id: &Id) -> Result<()> {
    own::<S>(writing, id)?;
    queries::delete(writing.conn, id)
}

/// One that `by` may change, held. Another person's is refused; one that is not shared is not even
/// seen.
fn own<S: Saved>(writing: &mut WriteContext<'_>, id: &Id) -> Result<SavedRow> {
    queries::hold_owner(writing.conn, &writing.by.id)?;
    let stored = queries::find(writing.conn, id)?;
    match stored.0.account_id == writing.by.id {
        _ if !S::is(&stored.0.of) => return Err(Error::NotFound),
        true => {}
        false if stored.0.shared => return Err(Error::Forbidden),
        false => return Err(Error::NotFound),
    }
    let row = stored.0.clone();
    let etag = seen::<S>(stored, writing.by)?.etag()?;
    check_match(writing.if_match, || etag)?;
    Ok(row)
}

/// Checks a body, of which these things are wrong that its schema does not know.
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

/// What `by` sees of it. A default is nobody's business but its owner's.
fn seen<S: Saved>((row, first_name, last_name): Stored, by: &Actor) -> Result<S> {
    let own = row.account_id == by.id;
    let name = format!("{first_name} {last_name}").trim().to_owned();
    let owner = SavedBy { id: row.account_id.clone(), name };
    let id = row.id.clone();
    let kept = Kept::from(row);
    S::seen(id, Kept { is_default: own && kept.is_default, ..kept }, own, owner)
}

impl From<SavedRow> for Kept {
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

fn row(id: Id, by: &Actor, kept: Kept, created_at: Timestamp, updated_at: Timestamp) -> SavedRow {
    SavedRow {
        id,
        account_id: by.id.clone(),
        of: kept.of,
        name: kept.name,
        description: kept.description,
        icon: kept.icon,
        state: kept.state,
        is_default: kept.is_default,
        shared: kept.shared,
        on_index: kept.on_index,
        created_at,
        updated_at,
    }
}
