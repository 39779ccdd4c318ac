//! Rows of `assessments` and `consensus`, as saves and the demo data store them.

use diesel::prelude::*;
use kernel::prelude::*;

use crate::assessments::{BaseSource, Entry};
use crate::consensus::Consensus;
use crate::estimations::Estimation;
use crate::tables::{assessments, consensus};

/// A row of `assessments`.
#[derive(Insertable)]
#[diesel(table_name = assessments, treat_none_as_default_value = false)]
pub(crate) struct AssessmentRow<'a> {
    pub(crate) id: &'a Id,
    pub(crate) unit_id: &'a Id,
    pub(crate) project_id: &'a Id,
    pub(crate) agent_id: &'a Id,
    pub(crate) estimated_yearly_rent_in_aed: i64,
    pub(crate) log_rent: f64,
    pub(crate) estimated_capital_appreciation_percentage: f64,
    pub(crate) confidence_score: f64,
    pub(crate) base_source: Option<BaseSource>,
    pub(crate) base_value: Option<i64>,
    pub(crate) taps: Option<i32>,
    pub(crate) typed: Option<bool>,
    pub(crate) seconds: Option<f64>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
}

impl<'a> AssessmentRow<'a> {
    /// Returns the row of an estimate, and how it was entered, where that is known.
    pub(crate) fn of(estimate: &'a Estimation, entry: Option<&Entry>) -> Self {
        let values = estimate.values;
        Self {
            id: &estimate.id,
            unit_id: &estimate.unit.id,
            project_id: &estimate.project.id,
            agent_id: &estimate.agent.id,
            estimated_yearly_rent_in_aed: values.estimated_yearly_rent_in_aed,
            log_rent: values.log_rent(),
            estimated_capital_appreciation_percentage: values
                .estimated_capital_appreciation_percentage,
            confidence_score: values.confidence_score,
            base_source: entry.map(|entry| entry.base_source),
            base_value: entry.and_then(|entry| entry.base_value),
            taps: entry.and_then(|entry| entry.taps),
            typed: entry.and_then(|entry| entry.typed),
            seconds: entry.and_then(|entry| entry.seconds),
            created_at: estimate.created_at,
            updated_at: estimate.updated_at,
        }
    }
}

/// A row of `consensus`, without the column that runs compute.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = consensus, primary_key(unit_id))]
#[diesel(treat_none_as_null = true, treat_none_as_default_value = false)]
pub(crate) struct ConsensusRow<'a> {
    pub(crate) unit_id: &'a Id,
    pub(crate) estimators: i32,
    pub(crate) low: f64,
    pub(crate) middle: f64,
    pub(crate) high: f64,
    pub(crate) rent: f64,
    pub(crate) spread: Option<f64>,
    pub(crate) half_width: Option<f64>,
    pub(crate) confidence: Option<f64>,
    pub(crate) updated_at: Timestamp,
}

impl<'a> ConsensusRow<'a> {
    pub(crate) fn of(unit: &'a Id, of: &Consensus, at: Timestamp) -> Result<Self> {
        Ok(Self {
            unit_id: unit,
            estimators: i32::try_from(of.estimators).map_err(Error::internal)?,
            low: of.low,
            middle: of.middle,
            high: of.high,
            rent: of.rent(),
            spread: of.spread,
            half_width: of.half_width(),
            confidence: of.confidence(),
            updated_at: at,
        })
    }
}
