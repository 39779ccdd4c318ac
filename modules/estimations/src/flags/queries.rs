//! Queries for reading flags and for changing their findings.

use std::collections::HashMap;

use diesel::dsl::{InnerJoin, InnerJoinQuerySource};
use diesel::prelude::*;
use kernel::prelude::*;
use kernel::{db, on_each};

use super::{Flag, FlagFields, Kind};
use crate::estimate::NumberedUnit;
use crate::tables::{accounts, flags, projects, units};

/// The query source of lists of flags.
pub(super) type Source = InnerJoinQuerySource<
    InnerJoinQuerySource<InnerJoinQuerySource<flags::table, units::table>, projects::table>,
    accounts::table,
>;

type Joined =
    InnerJoin<InnerJoin<InnerJoin<flags::table, units::table>, projects::table>, accounts::table>;

fn joined() -> Joined {
    flags::table.inner_join(units::table).inner_join(projects::table).inner_join(accounts::table)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = flags)]
struct FlagRow {
    id: Id,
    kind: Kind,
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
    #[diesel(embed)]
    fields: FlagFields,
    looked_by_id: Option<Id>,
    looked_at: Option<Timestamp>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl FlagRow {
    /// Makes the flag; `names` has the names of the accounts that looked.
    fn with(self, names: &HashMap<Id, String>) -> Flag {
        let looked_by =
            self.looked_by_id.and_then(|id| Some(Named { name: names.get(&id)?.clone(), id }));
        Flag {
            id: self.id,
            kind: self.kind,
            reason: self.reason,
            unit: NumberedUnit { id: self.unit_id, unit_number: self.unit_number },
            project: Named { id: self.project_id, name: self.project_name },
            agent: Named { id: self.agent_id, name: self.agent_name },
            rent: self.rent,
            distance_percentage: self.distance,
            fields: self.fields,
            looked_by,
            looked_at: self.looked_at,
            created_at: self.created_at,
            updated_at: self.updated_at,
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
        .field("looked", flags::looked)
        .field("lookedAt", flags::looked_at)
        .field("createdAt", flags::created_at)
        .field("updatedAt", flags::updated_at)
}

/// Returns a page of flags; one more statement reads the names of the accounts that looked.
pub(super) fn list(conn: &mut Conn, query: &ListQuery) -> Result<Page<Flag>> {
    let rows = joined().select(FlagRow::as_select()).into_boxed::<Db>();
    let page: Page<FlagRow> = query.page(conn, &fields(), rows)?;
    let names = names(conn, page.items.iter())?;
    Ok(page.map(|row| row.with(&names)))
}

pub(super) fn find(conn: &mut Conn, id: &Id) -> Result<Flag> {
    let row: FlagRow = on_each!(conn, |conn| joined()
        .filter(flags::id.eq(id))
        .select(FlagRow::as_select())
        .first(conn))?;
    let names = names(conn, [&row].into_iter())?;
    Ok(row.with(&names))
}

fn names<'a>(
    conn: &mut Conn,
    rows: impl Iterator<Item = &'a FlagRow>,
) -> Result<HashMap<Id, String>> {
    let mut ids: Vec<&Id> = rows.filter_map(|row| row.looked_by_id.as_ref()).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let these = accounts::table.filter(accounts::id.eq_any(ids));
    let names: Vec<(Id, String)> = these.select((accounts::id, accounts::name)).load(conn)?;
    Ok(names.into_iter().collect())
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
