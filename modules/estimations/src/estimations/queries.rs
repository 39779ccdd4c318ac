//! Queries for estimations.

use diesel::dsl::{InnerJoin, InnerJoinQuerySource};
use diesel::prelude::*;
use kernel::prelude::*;

use crate::tables::{accounts, assessments, projects, units};

/// The query source of lists of estimations.
pub(crate) type Source = InnerJoinQuerySource<
    InnerJoinQuerySource<InnerJoinQuerySource<assessments::table, units::table>, projects::table>,
    accounts::table,
>;

pub(crate) type Joined = InnerJoin<
    InnerJoin<InnerJoin<assessments::table, units::table>, projects::table>,
    accounts::table,
>;

pub(crate) fn joined() -> Joined {
    assessments::table
        .inner_join(units::table)
        .inner_join(projects::table)
        .inner_join(accounts::table)
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
