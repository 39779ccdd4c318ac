//! The records that a bulk request is about: named by their identifiers, or all that match a search and a filter (`where`).

use serde_json::{Map, Value};

use super::filterable::FilterableRecords;
use super::{Records, RegisteredResource};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::base::rejected_rows::grouped;
use crate::db::Conn;
use crate::db::statements::{self, RowLock, Taken};
use crate::engine::list::ListQuery;
use crate::engine::policy::Access;
use crate::engine::schema::escape;
use crate::records::actor::Actor;

/// How many records one request may be about. On SQLite no other request writes meanwhile: changing as many takes a
/// few seconds.
pub(crate) const MOST: usize = 10_000;

/// The field of a body with a search and a filter, and the pointer to it.
pub(crate) const WHERE: &str = "where";
const AT_WHERE: &str = "/where";

/// The records that a request is about.
pub(crate) struct Selection {
    /// The field of the body with identifiers.
    field: String,
    chosen: Chosen,
    /// How many records it may be.
    most: usize,
}

enum Chosen {
    /// These, each with its position in the body. Sorted, so that two requests lock rows in the same order and cannot
    /// deadlock.
    Named(Vec<(Id, usize)>),
    /// All that match.
    Matching(ListQuery),
}

impl Selection {
    /// Reads the selection in `body`, of at most `most` records, whose identifiers are in `field`, and returns the other
    /// fields of the body with it, which are `rest`. `definitions` are what the caller may filter by.
    pub(crate) fn read(
        entry: &RegisteredResource,
        definitions: &FilterableRecords<'_>,
        body: Value,
        rest: &[&str],
        (field, most): (String, usize),
    ) -> Result<(Self, Map<String, Value>)> {
        let Value::Object(mut body) = body else {
            return Err(Error::invalid("", "The body must be a group of fields"));
        };
        let (named, matching) = (body.remove(&field), body.remove(WHERE));
        let mut errors: Vec<FieldError> = body
            .keys()
            .filter(|name| !rest.contains(&name.as_str()))
            .map(|name| FieldError::new(format!("/{}", escape(name)), "There is no such field"))
            .collect();
        for name in rest.iter().filter(|name| !body.contains_key(**name)) {
            errors.push(FieldError::new(format!("/{name}"), "Say what is to be changed"));
        }
        let chosen = match (named, matching) {
            (Some(_), Some(_)) => {
                let what = format!("Give `{field}` or `{WHERE}`, not both");
                Err(vec![FieldError::new(AT_WHERE, what)])
            }
            (None, Some(wanted)) => {
                let query = ListQuery::of_body(&wanted, AT_WHERE, entry.info().sort, definitions);
                query.map(Chosen::Matching)
            }
            (named, None) => read_ids(entry, (&field, most), named).map(Chosen::Named),
        };
        match chosen {
            Ok(chosen) if errors.is_empty() => Ok((Self { field, chosen, most }, body)),
            chosen => {
                errors.extend(chosen.err().into_iter().flatten());
                errors.sort();
                Err(Error::Invalid(errors))
            }
        }
    }

    /// Restricts it to what the caller sees.
    pub(super) fn seen_by(
        self,
        records: &Records,
        entry: &RegisteredResource,
        access: &Access,
    ) -> Self {
        let chosen = match self.chosen {
            Chosen::Matching(query) => Chosen::Matching(records.seen_query(entry, query, access)),
            named @ Chosen::Named(_) => named,
        };
        Self { chosen, ..self }
    }

    /// Returns whether it is all records that match.
    pub(crate) fn is_matching(&self) -> bool {
        matches!(self.chosen, Chosen::Matching(_))
    }

    /// Returns the records, each with its position, in the order in which all transactions lock rows. Those that
    /// match are locked until this transaction ends, and match then.
    pub(super) fn records(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        purpose: RowLock,
        by: &Actor,
    ) -> Result<Vec<(Id, usize)>> {
        let query = match &self.chosen {
            Chosen::Named(ids) => return Ok(ids.clone()),
            Chosen::Matching(query) => query,
        };
        let (info, read) = (entry.info(), entry.registration.read);
        self.must_be_few(conn, entry, query, by)?;
        if info.one_at_a_time {
            statements::lock_changes(conn, info.table)?;
        }
        let mut ids = read.ids(conn, query, by)?;
        ids.sort();
        if !conn.is_sqlite() {
            // Others may have changed what matched until it was locked.
            let locked = statements::lock_all(conn, info.table, &ids, purpose, Taken::Waits)?;
            ids = read.ids(conn, query, by)?;
            ids.retain(|id| locked.binary_search(id).is_ok());
            ids.sort();
        }
        Ok(ids.into_iter().zip(0..).collect())
    }

    /// Returns the records as they are selected at this moment, each with its position. No row is locked.
    pub(crate) fn records_now(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        by: &Actor,
    ) -> Result<Vec<(Id, usize)>> {
        let query = match &self.chosen {
            Chosen::Named(ids) => return Ok(ids.clone()),
            Chosen::Matching(query) => query,
        };
        self.must_be_few(conn, entry, query, by)?;
        // In the order in which all transactions lock rows.
        let mut ids = entry.registration.read.ids(conn, query, by)?;
        ids.sort();
        Ok(ids.into_iter().zip(0..).collect())
    }

    fn must_be_few(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        query: &ListQuery,
        by: &Actor,
    ) -> Result<()> {
        let matching = entry.registration.read.total(conn, query, by)?;
        let matching = usize::try_from(matching).unwrap_or(usize::MAX);
        if matching <= self.most {
            return Ok(());
        }
        Err(Error::invalid(
            AT_WHERE,
            format!(
                "{} {} match, and one request can change {}. Narrow the filter",
                grouped(matching as u64),
                entry.info().plural(),
                grouped(self.most as u64)
            ),
        ))
    }

    /// Returns the pointer to the record at a position.
    pub(crate) fn pointer(&self, at: usize) -> String {
        match self.is_matching() {
            true => AT_WHERE.to_owned(),
            false => format!("/{}/{at}", self.field),
        }
    }

    /// Turns the error of the record at a position into the error of the whole request, of which `prefix` is the part
    /// that is invalid.
    pub(super) fn refusal(
        &self,
        entry: &RegisteredResource,
        at: usize,
        prefix: &str,
        error: Error,
    ) -> Error {
        match error {
            Error::NotFound => Error::Invalid(vec![missing(entry, &self.field, at)]),
            Error::NotPermitted(needed, message) => {
                Error::Protected(needed, vec![FieldError::new(self.pointer(at), message)])
            }
            Error::Protected(needed, errors) => {
                let here = |error: FieldError| FieldError::new(self.pointer(at), error.message);
                Error::Protected(needed, errors.into_iter().map(here).collect())
            }
            error => below(prefix, error),
        }
    }
}

/// Moves the pointers of an error into the part of a body at `prefix`.
pub(crate) fn below(prefix: &str, error: Error) -> Error {
    let moved = |errors: Vec<FieldError>| {
        let one = |error: FieldError| {
            FieldError::new(format!("{prefix}{}", error.pointer), error.message)
        };
        errors.into_iter().map(one).collect()
    };
    match error {
        Error::Invalid(errors) => Error::Invalid(moved(errors)),
        Error::Conflict { detail, errors } => Error::Conflict { detail, errors: moved(errors) },
        other => other,
    }
}

fn read_ids(
    entry: &RegisteredResource,
    (field, most): (&str, usize),
    named: Option<Value>,
) -> Result<Vec<(Id, usize)>, Vec<FieldError>> {
    let list = match &named {
        Some(Value::Array(list)) if (1..=most).contains(&list.len()) => list,
        _ => {
            let what = format!("Name 1 to {most} {}", entry.info().plural());
            return Err(vec![FieldError::new(format!("/{field}"), what)]);
        }
    };
    let (mut ids, mut errors) = (Vec::with_capacity(list.len()), Vec::new());
    for (at, one) in list.iter().enumerate() {
        match one.as_str().and_then(Id::parse) {
            Some(id) => ids.push((id, at)),
            None => errors.push(missing(entry, field, at)),
        }
    }
    ids.sort();
    for pair in ids.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let at = format!("/{field}/{}", pair[1].1);
        errors.push(FieldError::new(at, "This one is named twice"));
    }
    if errors.is_empty() { Ok(ids) } else { Err(errors) }
}

fn missing(entry: &RegisteredResource, field: &str, at: usize) -> FieldError {
    FieldError::new(format!("/{field}/{at}"), format!("There is no such {}", entry.info().word()))
}
