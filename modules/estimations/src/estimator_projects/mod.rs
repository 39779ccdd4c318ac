//! The estimators' view of projects: everything of a project, the progress of the caller and the
//! others, and its units without listed rents.

mod queries;
pub(crate) mod routes;

pub(crate) use queries::unit_counts;

use ::projects::Project;
use kernel::Shown;
use kernel::list::Page;
use kernel::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use units::{
    AED, AED_PER_SQ_FT, BALCONY_AREA, PURCHASE_PRICE, SERVICE_CHARGES, SQ_FT, Status, TOTAL_AREA,
};

/// A project with the caller's progress.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProjectForEstimators {
    #[serde(flatten)]
    pub(crate) project: Shown<Project>,
    /// Number of estimators who have assessed every unit.
    #[schemars(range(min = 0))]
    pub(crate) agents_completed_count: i64,
    /// Number of units that the caller has assessed.
    #[schemars(range(min = 0))]
    pub(crate) completed_units_count: i64,
    /// Number of units to assess.
    #[schemars(range(min = 0))]
    pub(crate) units_count: i64,
    /// Whether the project is in this week's rotation.
    pub(crate) is_this_week: bool,
}

/// One page of projects.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProjectForEstimatorsPage {
    /// The projects of this page; none when the page is past the end.
    items: Vec<ProjectForEstimators>,
    /// How many projects match in all, exactly.
    #[schemars(range(min = 0))]
    total: i64,
    /// The number of this page, from 1.
    #[schemars(range(min = 0))]
    page: i64,
    /// How many projects a page has.
    #[schemars(range(min = 0))]
    limit: i64,
    /// How many pages there are.
    #[schemars(range(min = 0))]
    total_pages: i64,
}

impl From<Page<ProjectForEstimators>> for ProjectForEstimatorsPage {
    fn from(page: Page<ProjectForEstimators>) -> Self {
        let Page { items, total, page, limit, total_pages } = page;
        Self { items, total, page, limit, total_pages }
    }
}

/// A project and its units, as estimators see them.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProjectWithUnitsForEstimators {
    #[serde(flatten)]
    pub(crate) project: Shown<Project>,
    /// The units, in natural order of their numbers.
    pub(crate) units: Vec<Shown<UnitForEstimators>>,
}

/// A unit, as estimators see it: without the listed rent, which is not shown before the estimator
/// has saved an estimate.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-shows" = "units"))]
pub(crate) struct UnitForEstimators {
    #[serde(rename = "_id")]
    pub(crate) id: Id,
    pub(crate) unit_number: String,
    pub(crate) project: Named,
    pub(crate) developer: Named,
    /// 0 for a studio.
    pub(crate) bedrooms: i32,
    pub(crate) floor: Option<i32>,
    /// Includes the balcony area.
    #[schemars(title = TOTAL_AREA, extend("x-unit" = SQ_FT))]
    #[serde(rename = "totalAreaInSqFt")]
    pub(crate) total_area_in_sq_ft: f64,
    /// Part of the total area.
    #[schemars(title = BALCONY_AREA, extend("x-unit" = SQ_FT))]
    #[serde(rename = "balconyAreaInSqFt")]
    pub(crate) balcony_area_in_sq_ft: Option<f64>,
    pub(crate) view: Option<String>,
    #[schemars(title = PURCHASE_PRICE, extend("x-unit" = AED))]
    #[serde(rename = "purchasePriceInAED")]
    pub(crate) purchase_price_in_aed: i64,
    /// Billed yearly on the total area.
    #[schemars(title = SERVICE_CHARGES, extend("x-unit" = AED_PER_SQ_FT))]
    pub(crate) service_charges_per_sq_ft: f64,
    /// Of this unit alone, for example a maid's room.
    pub(crate) amenities: TextList,
    /// Whether it is available, reserved or taken.
    pub(crate) status: Status,
    /// The value that the percentage buttons start from when the field is empty and no unit before
    /// this one has been assessed: the listed rent, where the unit has one. Do not show it.
    #[schemars(title = "Percentage base", extend("x-unit" = AED))]
    #[serde(rename = "percentageBaseInAED")]
    pub(crate) percentage_base_in_aed: i64,
}

/// A filter of projects by the caller's progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    ThisWeek,
    /// The caller has no estimate in it.
    NotStarted,
    /// Some of its units have the caller's estimate.
    InProgress,
    /// All its units have one, and there is at least one unit.
    Completed,
}

impl Which {
    const WORDS: [(&str, Self); 5] = [
        ("all", Self::All),
        ("this-week", Self::ThisWeek),
        ("not-started", Self::NotStarted),
        ("in-progress", Self::InProgress),
        ("completed", Self::Completed),
    ];

    fn read(word: Option<&str>) -> Result<Self> {
        let Some(word) = word else { return Ok(Self::All) };
        let known = Self::WORDS.into_iter().find(|(known, _)| *known == word);
        known.map(|(_, which)| which).ok_or_else(|| {
            let words = Self::WORDS.map(|(word, _)| format!("`{word}`")).join(", ");
            Error::Malformed(format!("`filter` is one of {words}"))
        })
    }
}

/// Computes the start value of the percentage buttons, in whole AED: the listed rent; without one,
/// 100 per square foot; without an area either, the value for 1,000 square feet.
pub(crate) fn percentage_base(yearly_rent: i64, area: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "an area has at most ten digits")]
    let by_area = (100.0 * area).round() as i64;
    match (yearly_rent, by_area) {
        (rent @ 1.., _) => rent,
        (_, by_area @ 1..) => by_area,
        _ => 100_000,
    }
}

#[cfg(test)]
mod tests {
    use super::percentage_base;

    #[test]
    fn percentages_start_from_the_listed_rent_else_from_the_area_else_from_a_hundred_thousand() {
        assert_eq!(percentage_base(87_000, 900.0), 87_000);
        assert_eq!(percentage_base(0, 812.345), 81_235);
        assert_eq!(percentage_base(0, 0.0), 100_000);
    }
}
