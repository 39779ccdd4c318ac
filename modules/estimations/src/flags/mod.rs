//! Flags: estimates worth a look, and the findings of analysts.
//!
//! `rules` finds them, `reason` explains them, `renew` merges the flags of a run with the stored
//! ones. As a resource they are read like any other; only the fields of `FlagFields` can be
//! changed.

pub(crate) mod counts;
mod queries;
mod reason;
mod renew;
mod rules;

use diesel::prelude::*;
use kernel::list::Fields;
use kernel::prelude::*;
use kernel::resource::{self, Area, Disclosure, Reference, Writable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::estimate::NumberedUnit;
use crate::tables::flags;

pub(crate) use reason::{rent_per_area as reason_of_rent_per_area, repeated as reason_of_repeated};
pub(crate) use renew::{Found, Renewal, open};
pub(crate) use rules::{EstimateContext, of, repeated, usual};

kernel::text_enum! {
    /// Why an estimate is worth a look.
    #[derive(PartialOrd, Ord, Hash)]
    pub(crate) enum FlagKind {
        // It is far from the median of its unit.
        Outlier = ("outlier", "Far off"),
        // It is about ten times the consensus, or a tenth of it.
        DigitSlip = ("digit_slip", "Digit slip"),
        // It is about a twelfth of the consensus, as a month's rent is.
        Monthly = ("monthly", "A month's rent"),
        // The unit's price would bring a gross yield below 2 or above 15 %.
        GrossYield = ("gross_yield", "Unusual yield"),
        // Its AED per square foot are among the least or the most of its project and bedrooms.
        RentPerArea = ("rent_per_area", "Unusual rent per sq ft"),
        // It is the value that its entry started from, which no estimator is shown.
        UntouchedBase = ("untouched_base", "Unchanged start"),
        // It is one of five or more equal values that the estimator saved in a row.
        Repeated = ("repeated", "Repeated"),
    }
}

/// An estimate worth a look.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Flag {
    #[serde(rename = "_id")]
    id: Id,
    /// The rule that found the estimate.
    #[schemars(title = "FlagKind")]
    kind: FlagKind,
    /// What is unusual, in a sentence.
    reason: String,
    unit: NumberedUnit,
    project: Named,
    /// The estimator.
    #[schemars(title = crate::ESTIMATOR)]
    agent: Named,
    /// The estimate, rent for one year.
    #[schemars(title = "Estimate", extend("x-unit" = units::AED))]
    #[serde(rename = "estimatedYearlyRentInAED")]
    rent: i64,
    /// The distance of the estimate from the consensus of its unit: 25 is a quarter above it.
    #[schemars(title = "Off the consensus", extend("x-unit" = "%"))]
    distance_percentage: f64,
    /// How many times the larger of estimate and consensus is the smaller: a tenth of the consensus
    /// is as far off as ten times of it.
    #[schemars(title = "Times apart", extend("x-unit" = "×"))]
    times_apart: f64,
    #[serde(flatten)]
    fields: FlagFields,
    /// The user who looked at it.
    #[schemars(title = "Looked at by")]
    looked_by: Option<Named>,
    /// When the user looked at it.
    #[schemars(title = "Looked at on")]
    looked_at: Option<Timestamp>,
    /// When the flag was found.
    #[schemars(title = "Since")]
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// The findings of an analyst: the fields that are read and written alike.
#[derive(Clone, Debug, Queryable, Selectable, Serialize, Deserialize, JsonSchema)]
#[diesel(table_name = flags)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FlagFields {
    /// Whether an analyst has looked at it.
    #[schemars(title = "Looked at", extend("x-labels" = { "false": "Open", "true": "Looked at" }))]
    looked: bool,
    /// The findings, and what was done about them.
    #[schemars(
        length(max = 2000),
        extend("x-normalize" = ["trim"], "x-widget" = "textarea")
    )]
    note: Option<String>,
}

/// The input of an analyst for a flag.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Flag")]
pub(crate) struct FlagInput {
    #[serde(flatten)]
    fields: FlagFields,
}

/// The resource.
pub(crate) struct Flags;

impl Resource for Flags {
    type View = Flag;
    type Table = flags::table;
    type Source = queries::Source;

    const INFO: Info = Info {
        name: "flags",
        singular: "flag",
        label: "Flags",
        description: "Estimates worth a look: why, how far off, and the result of the review.",
        area: Area::Analytics,
        table: "flags",
        title: "{unit} · {project} · {agent}",
        hint: "{reason}",
        icon: "flag",
        groups: &[
            Group::new(
                "What is unusual",
                &["kind", "reason", "distancePercentage", "timesApart", "createdAt"],
            ),
            Group::new("Estimate", &["unit", "project", "agent", "estimatedYearlyRentInAED"]),
            Group::new("Review", &["looked", "note", "lookedBy", "lookedAt"]),
        ],
        columns: &["kind", "timesApart", "reason", "unit", "agent", "looked", "createdAt"],
        sort: "timesApart:desc",
        key: &[],
        references: &[
            Reference::read_only("unit", "unit_id", "units"),
            Reference::read_only("project", "project_id", "projects"),
            Reference::read_only("agent", "agent_id", "users"),
            Reference::read_only("lookedBy", "looked_by_id", "users"),
        ],
        // A sentence about a yield names the price.
        discloses: &[Disclosure { field: "reason", of: "unit", values: &["purchasePriceInAED"] }],
        ..Info::DEFAULT
    };

    fn fields() -> Fields<Self::Table, Self::Source> {
        queries::fields()
    }

    kernel::rows!(flags: queries::joined() => queries::FlagRow);

    const COMPLETE: Option<resource::Complete<Flag>> = Some(queries::name_those_who_looked);
}

impl Writable for Flags {
    type Input = FlagInput;

    fn update(conn: &mut Conn, id: &Id, was: &FlagInput, is: FlagInput, by: &Actor) -> Result<()> {
        queries::update(conn, id, &was.fields, &is.fields, by)
    }
}
