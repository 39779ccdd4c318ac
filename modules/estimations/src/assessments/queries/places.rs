//! Looks up the units of saves, and locks them with their consensus.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use diesel::dsl::{exists, max};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{self, Array, Nullable, Text};
use kernel::prelude::*;

use crate::tables::{accounts, consensus, leaderboard_runs, projects, units};

/// What saving needs of a unit.
#[derive(Clone, Debug, Queryable)]
pub(in crate::assessments) struct Place {
    pub(in crate::assessments) unit_id: Id,
    pub(in crate::assessments) unit_number: String,
    pub(in crate::assessments) project_id: Id,
    pub(in crate::assessments) project_name: Option<String>,
    /// The name of the estimator.
    pub(in crate::assessments) agent_name: Option<String>,
}

/// The time of a save, by the clock of the database.
pub(in crate::assessments) struct Moment {
    pub(in crate::assessments) now: Timestamp,
    /// The latest week whose leaderboard is stored.
    pub(in crate::assessments) frozen: Option<NaiveDate>,
}

/// Returns the existing ones of these units, each with the estimator who saves, and the time after they were locked:
/// everything that is saved later in this transaction has no earlier time.
///
/// Until this transaction ends they cannot be deleted or moved to another project, and no other transaction saves
/// estimates for them: each save locks the rows of the consensus, which it writes last, in the order of the units'
/// identifiers. What another transaction has locked is waited for or left out, and so is a unit without a
/// consensus. SQLite has a single writer anyway. It is queried for each unit separately: that statement stays
/// prepared, one with a list of them does not.
pub(in crate::assessments) fn places(
    conn: &mut Conn,
    wanted: &[(Id, Id)],
    waits: bool,
) -> Result<(BTreeMap<Id, Place>, Moment)> {
    let now = Timestamp::now();
    match conn {
        Conn::Pg(conn) => {
            // Before any lock is taken: two saves would else wait for each other.
            if waits {
                insert_missing(conn, wanted, now)?;
            }
            let (units, agents) = wanted.iter().map(|(unit, agent)| (unit, agent)).unzip();
            let locked: Vec<(Place, Timestamp, Option<NaiveDate>)> =
                LockedPlaces { units, agents, waits }.load(conn)?;
            let last = locked.iter().map(|(_, now, frozen)| (*now, *frozen)).max();
            let (now, frozen) = last.unwrap_or((now, None));
            let by_unit = |(place, ..): (Place, _, _)| (place.unit_id.clone(), place);
            Ok((locked.into_iter().map(by_unit).collect(), Moment { now, frozen }))
        }
        Conn::Sqlite(conn) => {
            let mut places = BTreeMap::new();
            for (unit, agent) in wanted {
                let project = projects::table.find(units::project_id).select(projects::name);
                let agent = accounts::table.find(agent).select(accounts::name);
                let named = (project.single_value(), agent.single_value());
                let columns = (units::id, units::unit_number, units::project_id, named.0, named.1);
                let found: Option<Place> =
                    units::table.find(unit).select(columns).first(conn).optional()?;
                places.extend(found.map(|place| (unit.clone(), place)));
            }
            let latest = leaderboard_runs::table.select(max(leaderboard_runs::week));
            Ok((places, Moment { now, frozen: latest.first(conn)? }))
        }
    }
}

/// A query of units with their consensus that locks both, and reads the clock, because another statement would be
/// another round trip. Project and account are not joined, so that they are not locked.
struct LockedPlaces<'a> {
    units: Vec<&'a Id>,
    agents: Vec<&'a Id>,
    waits: bool,
}

impl Query for LockedPlaces<'_> {
    type SqlType = (
        (Text, Text, Text, Nullable<Text>, Nullable<Text>),
        sql_types::Timestamp,
        Nullable<sql_types::Date>,
    );
}
impl QueryId for LockedPlaces<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}
impl RunQueryDsl<PgConnection> for LockedPlaces<'_> {}

impl QueryFragment<Pg> for LockedPlaces<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT units.id, units.unit_number, units.project_id, \
             (SELECT name FROM projects WHERE id = units.project_id), \
             (SELECT name FROM accounts WHERE id = wanted.agent), \
             clock_timestamp() AT TIME ZONE 'UTC', (SELECT max(week) FROM leaderboard_runs) \
             FROM unnest(",
        );
        out.push_bind_param::<Array<Text>, _>(&self.units)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.agents)?;
        out.push_sql(
            ") AS wanted (unit, agent) JOIN units ON units.id = wanted.unit \
             JOIN consensus ON consensus.unit_id = units.id ORDER BY units.id ",
        );
        out.push_sql(match self.waits {
            true => "FOR KEY SHARE OF units FOR NO KEY UPDATE OF consensus",
            false => {
                "FOR KEY SHARE OF units SKIP LOCKED FOR NO KEY UPDATE OF consensus SKIP LOCKED"
            }
        });
        Ok(())
    }
}

/// Inserts the rows of the consensus that the existing ones of these units lack. The units are locked before, all of
/// them in their order, as they are deleted.
fn insert_missing(conn: &mut PgConnection, wanted: &[(Id, Id)], now: Timestamp) -> Result<()> {
    let ids = wanted.iter().map(|(unit, _)| unit);
    let existing: Vec<(Id, bool)> = units::table
        .filter(units::id.eq_any(ids))
        .order(units::id)
        .select((units::id, exists(consensus::table.find(units::id))))
        .for_key_share()
        .load(conn)?;
    // One by one, in their order: that statement stays prepared, one with a list of them does not.
    for (unit, _) in existing.iter().filter(|(_, has_row)| !has_row) {
        let missing = (
            consensus::unit_id.eq(unit),
            consensus::estimators.eq(0),
            consensus::low.eq(0.0),
            consensus::middle.eq(0.0),
            consensus::high.eq(0.0),
            consensus::rent.eq(0.0),
            consensus::updated_at.eq(now),
        );
        let insert = diesel::insert_into(consensus::table).values(missing);
        insert.on_conflict_do_nothing().execute(conn)?;
    }
    Ok(())
}
