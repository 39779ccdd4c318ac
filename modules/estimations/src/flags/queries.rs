//! Queries for reading flags and for changing their findings.

use std::collections::HashMap;

use diesel::dsl::{InnerJoin, InnerJoinQuerySource};
use diesel::prelude::*;
use kernel::db;
use kernel::list::Fields;
use kernel::prelude::*;

use super::{Flag, FlagFields, FlagKind};
use crate::estimate::NumberedUnit;
use crate::tables::{accounts, flags, projects, units};

/// The query source of lists of flags.
pub(super) type Source = InnerJoinQuerySource<
    InnerJoinQuerySource<InnerJoinQuerySource<flags::table, units::table>, projects::table>,
    accounts::table,
>;

pub(super) type Joined =
    InnerJoin<InnerJoin<InnerJoin<flags::table, units::table>, projects::table>, accounts::table>;

pub(super) fn joined() -> Joined {
    flags::table.inner_join(units::table).inner_join(projects::table).inner_join(accounts::table)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = flags)]
pub(crate) struct FlagRow {
    id: Id,
    kind: FlagKind,
    reason: String,
    unit_id: Id,
    #[diesel(select_expression = units::unit_number)]
    unit_number: String,
    project_id: Id,
    #[diesel(select_expression = projects::name)]
    project_name: String,
    agent_id: Id,
    #[diesel(select_expression = accounts::name)]
    agent_name: String,
    rent: i64,
    distance: f64,
    times_apart: f64,
    #[diesel(embed)]
    fields: FlagFields,
    looked_by_id: Option<Id>,
    looked_at: Option<Timestamp>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<FlagRow> for Flag {
    fn from(row: FlagRow) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            reason: row.reason,
            unit: NumberedUnit { id: row.unit_id, unit_number: row.unit_number },
            project: Named { id: row.project_id, name: row.project_name },
            agent: Named { id: row.agent_id, name: row.agent_name },
            rent: row.rent,
            distance_percentage: row.distance,
            times_apart: (row.times_apart * 100.0).round() / 100.0,
            fields: row.fields,
            looked_by: row.looked_by_id.map(|id| Named { id, name: String::new() }),
            looked_at: row.looked_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

pub(super) fn fields() -> Fields<flags::table, Source> {
    Fields::new("_id", flags::id)
        .field("kind", flags::kind)
        .named("unit", flags::unit_id, units::unit_number)
        .naturally(units::unit_number_order)
        .searched()
        .named("project", flags::project_id, projects::name)
        .searched()
        .named("agent", flags::agent_id, accounts::name)
        .searched()
        .field("estimatedYearlyRentInAED", flags::rent)
        .field("distancePercentage", flags::distance)
        .field("timesApart", flags::times_apart)
        .field("looked", flags::looked)
        .field("lookedAt", flags::looked_at)
        .field("createdAt", flags::created_at)
        .field("updatedAt", flags::updated_at)
}

/// Reads the names of the accounts that looked, with one statement.
pub(super) fn name_those_who_looked(conn: &mut Conn, flags: &mut [Flag]) -> Result<()> {
    let mut looked: Vec<&mut Named> =
        flags.iter_mut().filter_map(|flag| flag.looked_by.as_mut()).collect();
    if looked.is_empty() {
        return Ok(());
    }
    let mut ids: Vec<&Id> = looked.iter().map(|by| &by.id).collect();
    ids.sort_unstable();
    ids.dedup();
    let these = accounts::table.filter(accounts::id.eq_any(ids));
    let names: HashMap<Id, String> =
        these.select((accounts::id, accounts::name)).load(conn)?.into_iter().collect();
    for by in &mut looked {
        by.name = names.get(&by.id).cloned().unwrap_or_default();
    }
    Ok(())
}

/// Stores the findings of `by`. The user who looked, and when, does not change when only the note
/// does.
pub(super) fn update(
    conn: &mut Conn,
    id: &Id,
    was: &FlagFields,
    is: &FlagFields,
    by: &Actor,
) -> Result<()> {
    let now = Timestamp::now();
    if was.looked != is.looked {
        // The operator at the command line has no account.
        let known: Option<Id> =
            accounts::table.find(&by.id).select(accounts::id).first(conn).optional()?;
        let by = known.filter(|_| is.looked);
        db::update(flags::table.find(id))
            .set((flags::looked_by_id.eq(by), flags::looked_at.eq(is.looked.then_some(now))))
            .execute(conn)?;
    }
    db::update(flags::table.find(id))
        .set((
            flags::looked.eq(is.looked),
            flags::note.eq(is.note.clone()),
            flags::updated_at.eq(now),
        ))
        .execute(conn)?;
    Ok(())
}
