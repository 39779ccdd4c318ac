//! Queries for a caller's own estimates, and for the consensus that follows from them.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use diesel::dsl::{exists, max};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{self, Text, Timestamptz};
use kernel::prelude::*;
use kernel::{db, on_each};

use super::{Assessment, Entry};
use crate::consensus::Consensus;
use crate::estimate::{EstimateValues, NumberedUnit};
use crate::estimations::Estimation;
use crate::tables::{accounts, assessments, consensus, leaderboard_runs, projects, units};

/// What saving needs of a unit.
#[derive(Clone, Debug, Queryable)]
pub(super) struct Place {
    pub(super) unit_id: Id,
    pub(super) unit_number: String,
    pub(super) project_id: Id,
    pub(super) project_name: Option<String>,
    /// The name of the estimator.
    pub(super) agent_name: Option<String>,
}

/// An estimate of a unit.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = assessments)]
pub(super) struct EstimateRow {
    pub(super) id: Id,
    pub(super) unit_id: Id,
    pub(super) agent_id: Id,
    pub(super) log_rent: f64,
    #[diesel(embed)]
    pub(super) values: EstimateValues,
    pub(super) created_at: Timestamp,
    pub(super) updated_at: Timestamp,
}

/// Returns the existing ones of these units, and the time after they were locked: everything that is saved later in
/// this transaction has no earlier time.
///
/// Until this transaction ends they cannot be deleted or moved to another project, and no other transaction saves
/// estimates for them: each save locks the rows of the consensus, which it writes last, in the order of the units'
/// identifiers, and none before all of them are there: who inserts one waits for others that do. SQLite has a single
/// writer anyway. It is queried for each unit separately: that statement stays prepared, one with a list of them does
/// not.
pub(super) fn places(
    conn: &mut Conn,
    ids: &[Id],
    agent: &Id,
) -> Result<(BTreeMap<Id, Place>, Moment)> {
    let now = Timestamp::now();
    // Not joined: a join would lock the project and the account as well.
    let project = projects::table.find(units::project_id).select(projects::name).single_value();
    let agent = accounts::table.find(agent).select(accounts::name).single_value();
    let columns = (units::id, units::unit_number, units::project_id, project, agent);
    let latest = leaderboard_runs::table.select(max(leaderboard_runs::week));
    let by_unit = |places: Vec<Place>| {
        places.into_iter().map(|place| (place.unit_id.clone(), place)).collect()
    };
    let conn = match conn {
        Conn::Pg(conn) => conn,
        Conn::Sqlite(conn) => {
            let mut place = |id| units::table.find(id).select(columns).first(conn).optional();
            let places = ids.iter().filter_map(|id| place(id).transpose());
            let places = by_unit(places.collect::<QueryResult<_>>()?);
            return Ok((places, Moment { now, frozen: latest.first(conn)? }));
        }
    };
    // The same statement reads the clock, because another one would be another round trip.
    let clock = at_time_zone("UTC", clock_timestamp());
    let these = units::table
        .inner_join(consensus::table.on(consensus::unit_id.eq(units::id)))
        .filter(units::id.eq_any(ids))
        .order(units::id)
        .select((columns, clock, latest.single_value()));
    let there = theirs.filter(theirs.field(consensus::unit_id).eq_any(ids)).count().single_value();
    let wanted = i64::try_from(ids.len()).map_err(Error::internal)?;
    let all = Locking(these.clone().filter(there.eq(wanted)));
    let mut locked: Vec<(Place, Timestamp, Option<NaiveDate>)> = all.load(conn)?;
    if locked.len() < ids.len() {
        insert_missing(conn, ids, now)?;
        // Also when none is missing any more: another save has inserted it meanwhile.
        locked = Locking(these).load(conn)?;
    }
    let last = locked.iter().map(|(_, now, frozen)| (*now, *frozen)).max();
    let (now, frozen) = last.unwrap_or((now, None));
    let places = by_unit(locked.into_iter().map(|(place, ..)| place).collect());
    Ok((places, Moment { now, frozen }))
}

diesel::alias!(consensus as theirs: Theirs);

/// A query of units with their consensus that locks both.
#[derive(Clone, QueryId)]
struct Locking<Q>(Q);

impl<Q: Query> Query for Locking<Q> {
    type SqlType = Q::SqlType;
}
impl<Q> RunQueryDsl<PgConnection> for Locking<Q> {}

impl<Q: QueryFragment<Pg>> QueryFragment<Pg> for Locking<Q> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(" FOR KEY SHARE OF units FOR NO KEY UPDATE OF consensus");
        Ok(())
    }
}

/// Inserts the rows of the consensus that the existing ones of these units lack. The units are locked before, all of
/// them in their order, as they are deleted.
fn insert_missing(conn: &mut PgConnection, ids: &[Id], now: Timestamp) -> Result<()> {
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

/// Returns whether there is such a project.
pub(super) fn is_project(conn: &mut Conn, id: &Id) -> Result<bool> {
    let found: Option<Id> = projects::table.find(id).select(projects::id).first(conn).optional()?;
    Ok(found.is_some())
}

/// The time of a save, by the clock of the database.
pub(super) struct Moment {
    pub(super) now: Timestamp,
    /// The latest week whose leaderboard is stored.
    pub(super) frozen: Option<NaiveDate>,
}

diesel::define_sql_function! {
    /// The time of PostgreSQL now, and not when the transaction began.
    fn clock_timestamp() -> Timestamptz;
}
diesel::define_sql_function! {
    /// PostgreSQL: a time without its zone, as of the clocks in `zone`.
    #[sql_name = "timezone"]
    fn at_time_zone(zone: Text, time: Timestamptz) -> sql_types::Timestamp;
}

/// Locks the consensus rows of these units, in the one order that all transactions use, so that
/// they cannot deadlock.
pub(crate) fn lock_rows<'a>(
    conn: &mut PgConnection,
    units: impl Iterator<Item = &'a Id>,
) -> Result<()> {
    consensus::table
        .filter(consensus::unit_id.eq_any(units))
        .order(consensus::unit_id)
        .select(consensus::unit_id)
        .for_no_key_update()
        .load::<Id>(conn)?;
    Ok(())
}

/// Returns the estimates of all estimators for these units. SQLite is queried for each unit
/// separately, as in `places`.
pub(super) fn estimates(conn: &mut Conn, units: &[Id]) -> Result<Vec<EstimateRow>> {
    let estimates = match conn {
        Conn::Pg(conn) => {
            let these = assessments::table.filter(assessments::unit_id.eq_any(units));
            these.select(EstimateRow::as_select()).load(conn)?
        }
        Conn::Sqlite(conn) => {
            let mut estimates = Vec::new();
            for unit in units {
                let of_unit = assessments::table.filter(assessments::unit_id.eq(unit));
                estimates
                    .extend(of_unit.select(EstimateRow::as_select()).load::<EstimateRow>(conn)?);
            }
            estimates
        }
    };
    Ok(estimates)
}

pub(super) fn insert(conn: &mut Conn, one: &Estimation, entry: Option<&Entry>) -> Result<()> {
    let values = (
        assessments::id.eq(&one.id),
        assessments::unit_id.eq(&one.unit.id),
        assessments::project_id.eq(&one.project.id),
        assessments::agent_id.eq(&one.agent.id),
        one.values,
        assessments::log_rent.eq(one.values.log_rent()),
        entered(entry),
        assessments::created_at.eq(one.created_at),
        assessments::updated_at.eq(one.updated_at),
    );
    on_each!(conn, |conn| diesel::insert_into(assessments::table).values(values).execute(conn))?;
    Ok(())
}

pub(super) fn replace(conn: &mut Conn, one: &Estimation, entry: Option<&Entry>) -> Result<()> {
    let values = (
        one.values,
        assessments::log_rent.eq(one.values.log_rent()),
        entered(entry),
        assessments::updated_at.eq(one.updated_at),
    );
    let own = assessments::table.find(&one.id);
    match on_each!(conn, |conn| db::update(own).set_all(values).execute(conn))? {
        1 => Ok(()),
        _ => Err(Error::NotFound),
    }
}

/// The stored columns about how an estimate was entered.
type Entered = (
    diesel::dsl::Eq<assessments::base_source, Option<super::BaseSource>>,
    diesel::dsl::Eq<assessments::base_value, Option<i64>>,
    diesel::dsl::Eq<assessments::taps, Option<i32>>,
    diesel::dsl::Eq<assessments::typed, Option<bool>>,
    diesel::dsl::Eq<assessments::seconds, Option<f64>>,
);

/// Returns these columns; all null when it is unknown.
fn entered(entry: Option<&Entry>) -> Entered {
    (
        assessments::base_source.eq(entry.map(|entry| entry.base_source)),
        assessments::base_value.eq(entry.and_then(|entry| entry.base_value)),
        assessments::taps.eq(entry.and_then(|entry| entry.taps)),
        assessments::typed.eq(entry.and_then(|entry| entry.typed)),
        assessments::seconds.eq(entry.and_then(|entry| entry.seconds)),
    )
}

/// Stores the consensus of a unit. The columns that runs compute are not changed. There is no
/// concurrent writer: PostgreSQL has locked the row, SQLite has a single writer.
pub(super) fn renew(
    conn: &mut Conn,
    unit: &Id,
    estimators: i32,
    of: &Consensus,
    now: Timestamp,
) -> Result<()> {
    let values = (
        consensus::estimators.eq(estimators),
        consensus::low.eq(of.low),
        consensus::middle.eq(of.middle),
        consensus::high.eq(of.high),
        consensus::rent.eq(of.rent()),
        consensus::spread.eq(of.spread),
        consensus::half_width.eq(of.half_width()),
        consensus::confidence.eq(of.confidence()),
        consensus::updated_at.eq(now),
    );
    on_each!(conn, |conn| {
        if db::update(consensus::table.find(unit)).set_all(values).execute(conn)? == 0 {
            let first = (consensus::unit_id.eq(unit), values);
            diesel::insert_into(consensus::table).values(first).execute(conn)?;
        }
    });
    Ok(())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = assessments)]
struct OwnRow {
    id: Id,
    unit_id: Id,
    #[diesel(select_expression = units::unit_number)]
    unit_number: String,
    project_id: Id,
    #[diesel(embed)]
    values: EstimateValues,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// Returns the person's own estimates of a project, in the natural order of the unit numbers.
pub(super) fn own(conn: &mut Conn, agent: &Id, project: &Id) -> Result<Vec<Assessment>> {
    let rows = assessments::table
        .inner_join(units::table)
        .filter(assessments::agent_id.eq(agent).and(assessments::project_id.eq(project)))
        .order((units::unit_number_order, units::id))
        .select(OwnRow::as_select())
        .load::<OwnRow>(conn)?;
    Ok(rows.into_iter().map(Assessment::from).collect())
}

impl From<OwnRow> for Assessment {
    fn from(row: OwnRow) -> Self {
        Self {
            id: row.id,
            unit: NumberedUnit { id: row.unit_id.clone(), unit_number: row.unit_number },
            project_id: row.project_id,
            unit_id: row.unit_id,
            values: row.values,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}
