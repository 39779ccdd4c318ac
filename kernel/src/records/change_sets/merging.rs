//! Plans and applies merges. A merge is planned as a whole: it is performed and taken back, and each record that it
//! changed meanwhile, in any resource, is a row.

use std::collections::BTreeSet;

use serde_json::Value;

use super::planning::errors_of_row;
use super::queries::{self, PlannedRow, SetRow};
use super::{CREATE, DELETE, UPDATE};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::{Conn, statements};
use crate::records::change::WriteContext;
use crate::records::revisions::queries::of_request;
use crate::records::{Records, RegisteredResource, revisions};

/// How many records may be merged into one.
pub(crate) const MOST_MERGED: usize = 500;

/// How many rows are read together, and how many records a refusal names.
const AT_ONCE: i64 = 200;
const MOST_NAMED: usize = 5;

/// A record that a merge changed.
struct Touched {
    resource: &'static str,
    record: Id,
    before: Option<String>,
    after: Option<String>,
}

impl WriteContext<'_> {
    /// Plans the rows of a merge: those that are merged in their order, the record that they are merged into, and what refers
    /// to them.
    pub(crate) fn plan_merge(
        &mut self,
        set: &Id,
        entry: &RegisteredResource,
        into: &Id,
        others: &[Id],
    ) -> Result<Vec<PlannedRow>> {
        let Self { conn, records, by, .. } = self;
        let request = request(by.request.as_ref())?;
        let performed = statements::rehearse(conn, |conn| {
            WriteContext::new(conn, records, by).merge(entry, into, others)?;
            touched(conn, records, request)
        });
        let mut all = match performed {
            Ok(all) => all,
            Err(error) => return self.refused_merge(set, entry, others, error),
        };
        let name = entry.info().name;
        let place = |one: &Touched| match one.resource == name {
            true => others.iter().position(|other| *other == one.record).unwrap_or(others.len()),
            false => others.len() + 1,
        };
        all.sort_by_key(place);
        let mut rows = Vec::with_capacity(all.len());
        for (touched, position) in all.into_iter().zip(1..) {
            let Touched { resource, record, before, after } = touched;
            let of = records.get(resource).ok_or(Error::NotFound)?;
            let action = match (&before, &after) {
                (None, _) => CREATE,
                (_, None) => DELETE,
                _ => UPDATE,
            };
            let version = revisions::queries::latest(conn, resource, &record)?;
            let row = PlannedRow::new((set, position), of, Some(record), (action, &Value::Null));
            rows.push(PlannedRow { version, before, after, ..row });
        }
        Ok(rows)
    }

    /// Returns the rows of a merge that is refused: the first one says why.
    fn refused_merge(
        &mut self,
        set: &Id,
        entry: &RegisteredResource,
        others: &[Id],
        error: Error,
    ) -> Result<Vec<PlannedRow>> {
        let errors = errors_of_row(entry, error)?;
        let mut rows = Vec::with_capacity(others.len());
        for (other, position) in others.iter().zip(1..) {
            let before = match entry.view(self.conn, other) {
                Err(Error::NotFound) => None,
                view => Some(view?.to_string()),
            };
            let version = revisions::queries::latest(self.conn, entry.info().name, other)?;
            let of = (set, position);
            let row = PlannedRow::new(of, entry, Some(other.clone()), (DELETE, &Value::Null));
            let mut row = PlannedRow { version, before, ..row };
            if position == 1 {
                row.set_errors(&errors)?;
            }
            rows.push(row);
        }
        Ok(rows)
    }

    /// Applies the merge of a set whose records were not changed since it was planned.
    ///
    /// # Errors
    /// 409 for records that the merge would change and that it was not planned to: they refer to one of the merged ones
    /// by now.
    pub(crate) fn apply_merge(&mut self, set: &SetRow) -> Result<()> {
        let entry = self.records.get(&set.resource).ok_or(Error::NotFound)?;
        let (others, planned) = planned(self.conn, set)?;
        let merged = self.merge(entry, &into(set)?, &others);
        merged.map_err(|error| match errors_of_row(entry, error) {
            Ok(errors) => {
                let messages: Vec<String> = errors.into_iter().map(|one| one.message).collect();
                Error::conflict(format!("{}. Nothing was changed", messages.join(". ")))
            }
            Err(error) => error,
        })?;
        let request = request(self.by.request.as_ref())?;
        let mut more = Vec::new();
        for Touched { resource, record, before, after } in
            touched(self.conn, self.records, request)?
        {
            if planned.contains(&(resource.to_owned(), record)) {
                continue;
            }
            let of = self.records.get(resource).ok_or(Error::NotFound)?;
            let mut state = revisions::read(before.or(after))?;
            self.records.see_states(self.conn, of, [&mut state, &mut None], self.by)?;
            more.push(state.map_or_else(|| of.info().word(), |state| of.title(&state)));
        }
        if more.is_empty() {
            return Ok(());
        }
        let errors = more.iter().zip(0..);
        let errors = errors.map(|(title, at): (&String, usize)| {
            FieldError::new(
                format!("/records/{at}"),
                format!("{title} refers to one of them by now"),
            )
        });
        let errors = errors.collect();
        let rest = more.len().saturating_sub(MOST_NAMED);
        more.truncate(MOST_NAMED);
        let rest = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        let named = more.join(", ");
        let detail =
            format!("{named}{rest}: the merge would change more than was planned. Plan it again");
        Err(Error::Conflict { detail, errors })
    }
}

/// Returns the record that a set merges others into.
pub(crate) fn into(set: &SetRow) -> Result<Id> {
    let request: Value = serde_json::from_str(&set.request).map_err(Error::internal)?;
    let id = request.pointer("/merge/into").and_then(Value::as_str).and_then(Id::parse);
    id.ok_or_else(|| Error::internal("a merge has no record to merge into"))
}

/// The resource and the identifier of each planned record.
type Planned = BTreeSet<(String, Id)>;

/// Returns the records that a set merges, in their order, and all that it is planned to change.
pub(crate) fn planned(conn: &mut Conn, set: &SetRow) -> Result<(Vec<Id>, Planned)> {
    let (mut others, mut all, mut after) = (Vec::new(), Planned::new(), 0);
    loop {
        let rows = queries::rows_after(conn, &set.id, after, AT_ONCE)?;
        let Some(last) = rows.last() else { return Ok((others, all)) };
        after = last.position;
        for row in rows {
            let Some(record) = row.record_id else { continue };
            if row.action == DELETE && row.resource == set.resource {
                others.push(record.clone());
            }
            all.insert((row.resource, record));
        }
    }
}

fn request(request: Option<&Id>) -> Result<&Id> {
    request.ok_or_else(|| Error::internal("a merge belongs to a request"))
}

/// Returns the records that a request has changed so far.
fn touched(conn: &mut Conn, records: &Records, request: &Id) -> Result<Vec<Touched>> {
    let mut all = Vec::new();
    for entry in records.all() {
        let resource = entry.info().name;
        let mut after: Option<Id> = None;
        loop {
            let page = of_request::next_changed(conn, (resource, request), after.as_ref())?;
            let Some(last) = page.last() else { break };
            after = Some(last.record.clone());
            for one in page {
                let mut version =
                    |version| revisions::queries::version(conn, resource, &one.record, version);
                let before = version(one.versions.0)?.and_then(|row| row.before);
                let after = version(one.versions.1)?.and_then(|row| row.after);
                all.push(Touched { resource, record: one.record, before, after });
            }
        }
    }
    Ok(all)
}
