//! What a run found, beside the flags that are there: new ones come, those of a figure that has
//! changed come anew, those that no longer hold go, and the others stay with what was made of them.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Double, Text, Timestamp as Moment};
use kernel::prelude::*;

use super::Kind;
use crate::tables::flags;

/// How many flags are written in one statement.
const AT_ONCE: usize = 1_000;

/// A figure that is worth a look.
pub(crate) struct Found {
    pub(crate) assessment: Id,
    pub(crate) kind: Kind,
    /// AED per year.
    pub(crate) rent: i64,
    /// Why, in a sentence.
    pub(crate) reason: String,
    /// How far it is from the consensus, in percent.
    pub(crate) distance: f64,
}

/// A flag that is there.
#[derive(Queryable, Selectable)]
#[diesel(table_name = flags)]
struct Present {
    id: Id,
    assessment_id: Id,
    kind: Kind,
    rent: i64,
    reason: String,
    distance: f64,
}

/// What differs from what is there.
pub(crate) struct Renewal {
    /// How many flags there are after it.
    pub(crate) count: usize,
    gone: Vec<Id>,
    new: Vec<Found>,
    /// The flags that stand for another reason now, or further off.
    other: Vec<(Id, Found)>,
}

impl Renewal {
    /// Compares what was found with what is there: one pass over the flags.
    pub(crate) fn of(conn: &mut Conn, found: Vec<Found>) -> Result<Self> {
        let present: Vec<Present> = flags::table.select(Present::as_select()).load(conn)?;
        let mut present: HashMap<(Id, Kind), Present> =
            present.into_iter().map(|one| ((one.assessment_id.clone(), one.kind), one)).collect();
        let (count, mut gone) = (found.len(), Vec::new());
        let (mut new, mut other) = (Vec::new(), Vec::new());
        for found in found {
            match present.remove(&(found.assessment.clone(), found.kind)) {
                None => new.push(found),
                Some(flag) if flag.rent != found.rent => {
                    gone.push(flag.id);
                    new.push(found);
                }
                Some(flag) if (&flag.reason, flag.distance) != (&found.reason, found.distance) => {
                    other.push((flag.id, found));
                }
                Some(_) => {}
            }
        }
        gone.extend(present.into_values().map(|flag| flag.id));
        Ok(Self { count, gone, new, other })
    }

    /// Writes it down. Whoever looks at a flag meanwhile comes before or after all of it.
    pub(crate) fn keep(&self, conn: &mut Conn) -> Result<()> {
        if !conn.is_sqlite() {
            sql_query("LOCK TABLE flags IN EXCLUSIVE MODE").execute(conn)?;
        }
        for some in self.gone.chunks(AT_ONCE) {
            diesel::delete(flags::table.filter(flags::id.eq_any(some))).execute(conn)?;
        }
        for some in self.other.chunks(AT_ONCE) {
            change(conn, some)?;
        }
        let now = Timestamp::now();
        for some in self.new.chunks(AT_ONCE) {
            add(conn, some, now)?;
        }
        Ok(())
    }
}

/// How many flags nobody has looked at.
pub(crate) fn open(conn: &mut Conn) -> Result<i64> {
    Ok(flags::table.filter(flags::looked.eq(false)).count().get_result(conn)?)
}

/// `($1, $2), ($3, $4)`.
fn rows(count: usize, columns: usize) -> String {
    let row = |row: usize| {
        let values: Vec<String> =
            (1..=columns).map(|column| format!("${}", row * columns + column)).collect();
        format!("({})", values.join(", "))
    };
    (0..count).map(row).collect::<Vec<_>>().join(", ")
}

fn change(conn: &mut Conn, some: &[(Id, Found)]) -> Result<()> {
    let mut statement = sql_query(format!(
        "UPDATE flags SET reason = other.column2, distance = other.column3 \
         FROM (VALUES {}) AS other WHERE flags.id = other.column1",
        rows(some.len(), 3)
    ))
    .into_boxed::<Db>();
    for (id, found) in some {
        statement = statement
            .bind::<Text, _>(id)
            .bind::<Text, _>(&found.reason)
            .bind::<Double, _>(found.distance);
    }
    statement.execute(conn)?;
    Ok(())
}

/// Adds flags of those figures that are still there, with what the figure says of its unit.
fn add(conn: &mut Conn, some: &[Found], now: Timestamp) -> Result<()> {
    let mut statement = sql_query(format!(
        "INSERT INTO flags (id, assessment_id, unit_id, project_id, agent_id, kind, rent, reason, \
         distance, looked, created_at, updated_at) \
         SELECT new.column1, assessments.id, assessments.unit_id, assessments.project_id, \
         assessments.agent_id, new.column3, new.column4, new.column5, new.column6, FALSE, \
         new.column7, new.column7 \
         FROM (VALUES {}) AS new JOIN assessments ON assessments.id = new.column2",
        rows(some.len(), 7)
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
            .bind::<Moment, _>(now);
    }
    statement.execute(conn)?;
    Ok(())
}
