//! The SQL of change sets and their rows.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text};

use super::{Counts, SetKind, SetState};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, Db, Run, prepared, statements};
use crate::engine::list::{Fields, Rows};
use crate::on_each;

diesel::table! {
    change_sets (id) {
        id -> Text,
        resource -> Text,
        kind -> Text,
        state -> Text,
        account_id -> Text,
        account_name -> Text,
        at -> Timestamp,
        // What is to become of the records, as JSON.
        request -> Text,
        creates -> Integer,
        updates -> Integer,
        deletes -> Integer,
        unchanged -> Integer,
        errors -> Integer,
        applied_by_id -> Nullable<Text>,
        applied_by -> Nullable<Text>,
        applied_at -> Nullable<Timestamp>,
        request_id -> Nullable<Text>,
        undone_request_id -> Nullable<Text>,
        applying -> Nullable<Text>,
    }
}

diesel::table! {
    change_set_rows (set_id, position) {
        set_id -> Text,
        position -> Integer,
        line -> Nullable<BigInt>,
        resource -> Text,
        record_id -> Nullable<Text>,
        version -> Integer,
        action -> Text,
        before -> Nullable<Text>,
        after -> Nullable<Text>,
        // The input of a new record, or a patch, as JSON.
        body -> Text,
        // As JSON; without errors there is none.
        errors -> Nullable<Text>,
        state -> Nullable<Text>,
        reason -> Nullable<Text>,
    }
}

/// The columns by which sets are filtered and sorted.
pub(crate) fn fields() -> Fields<change_sets::table> {
    Fields::new("_id", change_sets::id)
        .exact("resource", change_sets::resource)
        .exact("kind", change_sets::kind)
        .exact("state", change_sets::state)
        .exact("by", change_sets::account_id)
        .field("at", change_sets::at)
}

/// Selects what lists read of a set.
pub(crate) fn listed() -> impl Rows<SetRow> {
    change_sets::table.select(SetRow::as_select()).into_boxed::<Db>()
}

/// How many rows one statement inserts: fewer values than either database allows.
const BATCH: usize = 200;

#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = change_sets, treat_none_as_default_value = false)]
pub(crate) struct SetRow {
    pub(crate) id: Id,
    pub(crate) resource: String,
    pub(crate) kind: SetKind,
    pub(crate) state: SetState,
    pub(crate) account_id: Id,
    pub(crate) account_name: String,
    pub(crate) at: Timestamp,
    pub(crate) request: String,
    #[diesel(embed)]
    pub(crate) counts: Counts,
    pub(crate) applied_by_id: Option<Id>,
    pub(crate) applied_by: Option<String>,
    pub(crate) applied_at: Option<Timestamp>,
    pub(crate) request_id: Option<String>,
    /// The request that undid it, as long as it is undone.
    pub(crate) undone_request_id: Option<String>,
    /// The work in slices that applies it, or did.
    pub(crate) applying: Option<Id>,
}

#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = change_set_rows, treat_none_as_default_value = false)]
pub(crate) struct PlannedRow {
    pub(crate) set_id: Id,
    pub(crate) position: i32,
    pub(crate) line: Option<i64>,
    pub(crate) resource: String,
    pub(crate) record_id: Option<Id>,
    pub(crate) version: i32,
    pub(crate) action: String,
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
    pub(crate) body: String,
    pub(crate) errors: Option<String>,
    pub(crate) state: Option<String>,
    pub(crate) reason: Option<String>,
}

pub(crate) fn insert(conn: &mut Conn, set: &SetRow) -> Result<()> {
    diesel::insert_into(change_sets::table).values(set).run(conn)
}

pub(crate) fn find(conn: &mut Conn, id: &Id) -> Result<SetRow> {
    Ok(change_sets::table.find(id).select(SetRow::as_select()).first(conn)?)
}

/// Stores what has become of a set, and by whom.
pub(crate) fn decide(conn: &mut Conn, set: &SetRow) -> Result<()> {
    diesel::update(change_sets::table.find(&set.id))
        .set((
            change_sets::state.eq(set.state),
            change_sets::applied_by_id.eq(&set.applied_by_id),
            change_sets::applied_by.eq(&set.applied_by),
            change_sets::applied_at.eq(set.applied_at),
            change_sets::request_id.eq(&set.request_id),
            change_sets::undone_request_id.eq(&set.undone_request_id),
        ))
        .run(conn)
}

/// Stores the work in slices that is going to apply a set.
pub(crate) fn begin(conn: &mut Conn, set: &Id, work: &Id) -> Result<()> {
    diesel::update(change_sets::table.find(set)).set(change_sets::applying.eq(Some(work))).run(conn)
}

/// Stores that the sets which a request applied have been undone, by the request `by`.
pub(crate) fn undone_with(conn: &mut Conn, request: &Id, by: Option<&Id>) -> Result<()> {
    let applied =
        change_sets::request_id.eq(request.as_str()).and(change_sets::state.eq(SetState::Applied));
    diesel::update(change_sets::table.filter(applied))
        .set((
            change_sets::state.eq(SetState::Undone),
            change_sets::undone_request_id.eq(by.map(Id::as_str)),
        ))
        .run(conn)
}

/// Stores that the sets which a request undid are applied again, by the request `by`.
pub(crate) fn redone_with(conn: &mut Conn, request: &Id, by: Option<&Id>) -> Result<()> {
    let undone = change_sets::undone_request_id
        .eq(request.as_str())
        .and(change_sets::state.eq(SetState::Undone));
    let sets: Vec<Id> = change_sets::table.filter(undone).select(change_sets::id).load(conn)?;
    for set in sets {
        let rows = change_set_rows::table.filter(change_set_rows::set_id.eq(&set));
        diesel::update(rows.filter(change_set_rows::state.is_not_null()))
            .set((
                change_set_rows::state.eq(None::<String>),
                change_set_rows::reason.eq(None::<String>),
            ))
            .execute(conn)?;
        diesel::update(change_sets::table.find(&set))
            .set((
                change_sets::state.eq(SetState::Applied),
                change_sets::request_id.eq(by.map(Id::as_str)),
                change_sets::undone_request_id.eq(None::<String>),
            ))
            .execute(conn)?;
    }
    Ok(())
}

/// Counts the rows of a set again, and stores the numbers: one pass over them.
pub(crate) fn count_again(conn: &mut Conn, id: &Id) -> Result<Counts> {
    let sql = "SELECT action, CASE WHEN errors IS NULL THEN 0 ELSE 1 END, COUNT(*) \
               FROM change_set_rows WHERE set_id = ? GROUP BY 1, 2";
    let groups =
        prepared::rows::<(Text, Integer, BigInt), (String, i32, i64)>(conn, sql, &[id.into()])?;
    let mut counts = Counts::default();
    for (action, has_errors, count) in groups {
        *counts.of(&action, has_errors > 0) += i32::try_from(count).map_err(Error::internal)?;
    }
    diesel::update(change_sets::table.find(id))
        .set((
            change_sets::creates.eq(counts.creates),
            change_sets::updates.eq(counts.updates),
            change_sets::deletes.eq(counts.deletes),
            change_sets::unchanged.eq(counts.unchanged),
            change_sets::errors.eq(counts.errors),
        ))
        .run(conn)?;
    Ok(counts)
}

pub(crate) fn insert_rows(conn: &mut Conn, rows: &[PlannedRow]) -> Result<()> {
    for some in rows.chunks(BATCH) {
        on_each!(conn, |conn| diesel::insert_into(change_set_rows::table)
            .values(some)
            .execute(conn))?;
    }
    Ok(())
}

/// Stores rows that were planned again.
pub(crate) fn replace_rows(conn: &mut Conn, rows: &[PlannedRow]) -> Result<()> {
    for row in rows {
        delete_row(conn, &row.set_id, row.position)?;
    }
    insert_rows(conn, rows)
}

pub(crate) fn delete_row(conn: &mut Conn, set: &Id, position: i32) -> Result<()> {
    diesel::delete(change_set_rows::table.find((set, position))).run(conn)
}

pub(crate) fn delete_rows(conn: &mut Conn, set: &Id) -> Result<()> {
    diesel::delete(change_set_rows::table.filter(change_set_rows::set_id.eq(set))).run(conn)
}

pub(crate) fn row(conn: &mut Conn, set: &Id, position: i32) -> Result<PlannedRow> {
    let row = change_set_rows::table.find((set, position));
    Ok(row.select(PlannedRow::as_select()).first(conn)?)
}

/// Returns at most `most` rows of a set after a position, in their order: a range of the primary key.
pub(crate) fn rows_after(
    conn: &mut Conn,
    set: &Id,
    after: i32,
    most: i64,
) -> Result<Vec<PlannedRow>> {
    change_set_rows::table
        .filter(change_set_rows::set_id.eq(set).and(change_set_rows::position.gt(after)))
        .order(change_set_rows::position)
        .limit(most)
        .select(PlannedRow::as_select())
        .all(conn)
}

/// Returns the rows that create one of these records.
pub(crate) fn creating(conn: &mut Conn, set: &Id, records: &[Id]) -> Result<Vec<PlannedRow>> {
    change_set_rows::table
        .filter(change_set_rows::set_id.eq(set).and(change_set_rows::action.eq(super::CREATE)))
        .filter(change_set_rows::record_id.eq_any(records))
        .order(change_set_rows::position)
        .select(PlannedRow::as_select())
        .all(conn)
}

/// The state of rows that were undone with their set.
pub(crate) const REVERSED: &str = "reversed";

/// Which rows of a set are listed.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListedRows {
    /// Those with errors, or without.
    pub(crate) errors: Option<bool>,
    pub(crate) action: Option<String>,
    /// Those of an undone set that have become this.
    pub(crate) state: Option<String>,
}

impl ListedRows {
    fn of(&self, set: &Id) -> change_set_rows::BoxedQuery<'_, Db> {
        let mut rows = change_set_rows::table.into_boxed::<Db>();
        rows = rows.filter(change_set_rows::set_id.eq(set.clone()));
        match self.errors {
            Some(true) => rows = rows.filter(change_set_rows::errors.is_not_null()),
            Some(false) => rows = rows.filter(change_set_rows::errors.is_null()),
            None => {}
        }
        if let Some(action) = &self.action {
            rows = rows.filter(change_set_rows::action.eq(action));
        }
        match self.state.as_deref() {
            // Of all rows of an undone set but for those that say otherwise.
            Some(REVERSED) => {
                let is_change = change_set_rows::action.ne(super::UNCHANGED);
                rows = rows.filter(change_set_rows::state.is_null().and(is_change));
            }
            Some(state) => rows = rows.filter(change_set_rows::state.eq(state)),
            None => {}
        }
        rows
    }

    /// Counts them: one pass over the rows of the set.
    pub(crate) fn total(&self, conn: &mut Conn, set: &Id) -> Result<i64> {
        Ok(self.of(set).count().get_result(conn)?)
    }

    pub(crate) fn page(
        &self,
        conn: &mut Conn,
        set: &Id,
        (limit, offset): (i64, i64),
    ) -> Result<Vec<PlannedRow>> {
        let rows = self.of(set).order(change_set_rows::position).limit(limit).offset(offset);
        rows.select(PlannedRow::as_select()).all(conn)
    }
}

/// Returns what the rows of a set do, with which resources: one pass over them.
pub(crate) fn done_by(conn: &mut Conn, set: &Id) -> Result<Vec<(String, String)>> {
    let sql = "SELECT DISTINCT resource, action FROM change_set_rows \
               WHERE set_id = ? AND action <> 'unchanged'";
    prepared::rows::<(Text, Text), _>(conn, sql, &[set.into()])
}

/// Returns the rows whose records have been changed since they were planned, at most `most`, in their order: a look-up of the
/// latest version for each row.
pub(crate) fn stale(conn: &mut Conn, set: &Id, most: i64) -> Result<Vec<PlannedRow>> {
    let sql = "SELECT position FROM change_set_rows r \
               WHERE set_id = ? AND record_id IS NOT NULL AND errors IS NULL AND version <> ( \
                   SELECT COALESCE(MAX(c.version), 0) FROM changes c \
                   WHERE c.resource = r.resource AND c.record_id = r.record_id) \
               ORDER BY position LIMIT ?";
    let values = [set.into(), prepared::Value::Whole(most)];
    let positions = prepared::rows::<Integer, i32>(conn, sql, &values)?;
    positions.into_iter().map(|position| row(conn, set, position)).collect()
}

/// Stores what has become of the rows of a record, where it is not as it was.
pub(crate) fn set_state(
    conn: &mut Conn,
    (set, resource, record): (&Id, &str, &Id),
    (state, reason): (&str, &str),
) -> Result<()> {
    let of_record = change_set_rows::resource
        .eq(resource)
        .and(change_set_rows::record_id.eq(record))
        .and(change_set_rows::action.ne(super::UNCHANGED));
    let rows = change_set_rows::table.filter(change_set_rows::set_id.eq(set)).filter(of_record);
    diesel::update(rows)
        .set((change_set_rows::state.eq(state), change_set_rows::reason.eq(reason)))
        .run(conn)
}

/// Deletes at most `most` rows of sets that were begun before that moment and are not there, because they were never finished
/// or have been deleted: the oldest first, by the primary key. Returns how many rows.
pub(crate) fn delete_rows_without_set(
    conn: &mut Conn,
    begun: Timestamp,
    most: usize,
) -> Result<usize> {
    let most = i64::try_from(most).map_err(Error::internal)?;
    let sql = "DELETE FROM change_set_rows WHERE (set_id, position) IN ( \
                   SELECT set_id, position FROM change_set_rows \
                   WHERE set_id < ? AND NOT EXISTS (SELECT 1 FROM change_sets WHERE id = set_id) \
                   ORDER BY set_id, position LIMIT ?)";
    let first = Id::first_at(begun);
    let values = [(&first).into(), prepared::Value::Whole(most)];
    prepared::execute(conn, sql, &values)
}

/// Deletes about `most` sets that were planned at `until` or before, the oldest first, without their rows. Returns how
/// many.
pub(crate) fn delete_until(conn: &mut Conn, until: Timestamp, most: usize) -> Result<usize> {
    statements::delete_oldest(conn, ("change_sets", "at"), until, most)
}
