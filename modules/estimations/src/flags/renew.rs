//! Merges the flags of a run with the stored ones: new ones are inserted, those of a changed
//! estimate are inserted anew, those that no longer apply are deleted, and the others are kept with
//! their findings.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Double, Text, Timestamp as Moment};
use kernel::db::Db;
use kernel::prelude::*;

use super::FlagKind;
use crate::tables::flags;

/// How many flags are written in one statement.
const AT_ONCE: usize = 1_000;

/// A flag that a run found.
pub(crate) struct Found {
    pub(crate) assessment: Id,
    pub(crate) kind: FlagKind,
    /// AED per year.
    pub(crate) rent: i64,
    /// The reason, a sentence.
    pub(crate) reason: String,
    /// The distance from the consensus, in percent.
    pub(crate) distance: f64,
}

/// A stored flag.
#[derive(Queryable, Selectable)]
#[diesel(table_name = flags)]
struct StoredFlag {
    id: Id,
    assessment_id: Id,
    kind: FlagKind,
    rent: i64,
    reason: String,
    distance: f64,
}

/// The changes to the stored flags.
pub(crate) struct Renewal {
    /// The number of flags afterwards.
    pub(crate) count: usize,
    deleted: Vec<Id>,
    added: Vec<Found>,
    /// The flags whose reason or distance has changed.
    changed: Vec<(Id, Found)>,
}

impl Renewal {
    /// Compares the found flags with the stored ones: one pass over the flags.
    pub(crate) fn of(conn: &mut Conn, found: Vec<Found>) -> Result<Self> {
        let stored: Vec<StoredFlag> = flags::table.select(StoredFlag::as_select()).load(conn)?;
        let mut stored: HashMap<(Id, FlagKind), StoredFlag> =
            stored.into_iter().map(|one| ((one.assessment_id.clone(), one.kind), one)).collect();
        let (count, mut deleted) = (found.len(), Vec::new());
        let (mut added, mut changed) = (Vec::new(), Vec::new());
        for found in found {
            match stored.remove(&(found.assessment.clone(), found.kind)) {
                None => added.push(found),
                Some(flag) if flag.rent != found.rent => {
                    deleted.push(flag.id);
                    added.push(found);
                }
                Some(flag) if (&flag.reason, flag.distance) != (&found.reason, found.distance) => {
                    changed.push((flag.id, found));
                }
                Some(_) => {}
            }
        }
        deleted.extend(stored.into_values().map(|flag| flag.id));
        Ok(Self { count, deleted, added, changed })
    }

    /// Stores the changes. A concurrent change of a flag's findings happens before or after all of
    /// it.
    pub(crate) fn store(&self, conn: &mut Conn) -> Result<()> {
        if !conn.is_sqlite() {
            sql_query("LOCK TABLE flags IN EXCLUSIVE MODE").execute(conn)?;
        }
        for some in self.deleted.chunks(AT_ONCE) {
            diesel::delete(flags::table.filter(flags::id.eq_any(some))).execute(conn)?;
        }
        for some in self.changed.chunks(AT_ONCE) {
            change(conn, some)?;
        }
        let now = Timestamp::now();
        for some in self.added.chunks(AT_ONCE) {
            add(conn, some, now)?;
        }
        Ok(())
    }
}

/// Counts the open flags.
pub(crate) fn open(conn: &mut Conn) -> Result<i64> {
    Ok(flags::table.filter(flags::looked.eq(false)).count().get_result(conn)?)
}

/// Computes from a distance in percent how many times the larger of estimate and consensus is the
/// smaller.
fn times_apart(distance: f64) -> f64 {
    let ratio = (1.0 + distance / 100.0).max(1e-4);
    (ratio.max(1.0 / ratio) * 100.0).round() / 100.0
}

fn change(conn: &mut Conn, some: &[(Id, Found)]) -> Result<()> {
    let mut statement = sql_query(format!(
        "UPDATE flags SET reason = other.column2, distance = other.column3, \
         times_apart = other.column4 \
         FROM (VALUES {}) AS other WHERE flags.id = other.column1",
        conn.placeholders(some.len(), 4)
    ))
    .into_boxed::<Db>();
    for (id, found) in some {
        statement = statement
            .bind::<Text, _>(id)
            .bind::<Text, _>(&found.reason)
            .bind::<Double, _>(found.distance)
            .bind::<Double, _>(times_apart(found.distance));
    }
    statement.execute(conn)?;
    Ok(())
}

/// Inserts flags of those estimates that still exist, with their units.
fn add(conn: &mut Conn, some: &[Found], now: Timestamp) -> Result<()> {
    let mut statement = sql_query(format!(
        "INSERT INTO flags (id, assessment_id, unit_id, project_id, agent_id, kind, rent, reason, \
         distance, times_apart, looked, created_at, updated_at) \
         SELECT new.column1, assessments.id, assessments.unit_id, assessments.project_id, \
         assessments.agent_id, new.column3, new.column4, new.column5, new.column6, \
         new.column7, FALSE, new.column8, new.column8 \
         FROM (VALUES {}) AS new JOIN assessments ON assessments.id = new.column2",
        conn.placeholders(some.len(), 8)
    ))
    .into_boxed::<Db>();
    for found in some {
        statement = statement
            .bind::<Text, _>(Id::new())
            .bind::<Text, _>(&found.assessment)
            .bind::<Text, _>(found.kind)
            .bind::<BigInt, _>(found.rent)
            .bind::<Text, _>(&found.reason)
            .bind::<Double, _>(found.distance)
            .bind::<Double, _>(times_apart(found.distance))
            .bind::<Moment, _>(now);
    }
    statement.execute(conn)?;
    Ok(())
}
