//! Queries for estimations.

use diesel::dsl::{InnerJoin, InnerJoinQuerySource};
use diesel::prelude::*;
use kernel::on_each;
use kernel::prelude::*;

use super::Estimation;
use crate::estimate::{EstimateValues, NumberedUnit};
use crate::tables::{accounts, assessments, projects, units};

/// The query source of lists of estimations.
pub(crate) type Source = InnerJoinQuerySource<
    InnerJoinQuerySource<InnerJoinQuerySource<assessments::table, units::table>, projects::table>,
    accounts::table,
>;

type Joined = InnerJoin<
    InnerJoin<InnerJoin<assessments::table, units::table>, projects::table>,
    accounts::table,
>;

fn joined() -> Joined {
    assessments::table
        .inner_join(units::table)
        .inner_join(projects::table)
        .inner_join(accounts::table)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = assessments)]
struct EstimationRow {
    id: Id,
    unit_id: Id,
    #[diesel(select_expression = units::unit_number)]
    unit_number: String,
    project_id: Id,
    #[diesel(select_expression = projects::name)]
    project_name: String,
    agent_id: Id,
    #[diesel(select_expression = accounts::name)]
    agent_name: String,
    #[diesel(embed)]
    values: EstimateValues,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<EstimationRow> for Estimation {
    fn from(row: EstimationRow) -> Self {
        Self {
            id: row.id,
            unit: NumberedUnit { id: row.unit_id, unit_number: row.unit_number },
            project: Named { id: row.project_id, name: row.project_name },
            agent: Named { id: row.agent_id, name: row.agent_name },
            values: row.values,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

pub(crate) fn fields() -> Fields<assessments::table, Source> {
    Fields::new("_id", assessments::id)
        .named("unit", assessments::unit_id, units::unit_number)
        .naturally(units::unit_number_order)
        .searched()
        .named("project", assessments::project_id, projects::name)
        .searched()
        .named("agent", assessments::agent_id, accounts::name)
        .searched()
        .field("estimatedYearlyRentInAED", assessments::estimated_yearly_rent_in_aed)
        .field(
            "estimatedCapitalAppreciationPercentage",
            assessments::estimated_capital_appreciation_percentage,
        )
        .field("confidenceScore", assessments::confidence_score)
        .field("createdAt", assessments::created_at)
        .field("updatedAt", assessments::updated_at)
}

pub(crate) fn list(conn: &mut Conn, query: &ListQuery) -> Result<Page<Estimation>> {
    let rows = joined().select(EstimationRow::as_select()).into_boxed::<Db>();
    Ok(query.page(conn, &fields(), rows)?.map(Estimation::from))
}

pub(crate) fn find(conn: &mut Conn, id: &Id) -> Result<Estimation> {
    let row: EstimationRow = on_each!(conn, |conn| joined()
        .filter(assessments::id.eq(id))
        .select(EstimationRow::as_select())
        .first(conn))?;
    Ok(row.into())
}
