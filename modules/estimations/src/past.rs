//! Reads past estimates: replaced ones come from the history.

use std::collections::HashMap;

use chrono::NaiveDate;
use kernel::prelude::*;
use kernel::revisions;
use serde::Deserialize;
use serde_json::Value;

use crate::estimations::Estimations;

/// An estimate as it was at some time.
#[derive(Clone, Debug)]
pub struct PastEstimate {
    /// Its identifier.
    pub id: Id,
    /// The unit.
    pub unit: Id,
    /// The estimator.
    pub agent: Id,
    /// The natural logarithm of the rent, AED per year.
    pub x: f64,
    /// When it was first saved.
    pub created_at: Timestamp,
    /// When it was saved.
    pub saved_at: Timestamp,
}

/// Returns these estimates as they were just before `at`; those that did not exist yet are left
/// out. Every one must have been saved again since.
pub fn estimates_before(
    conn: &mut Conn,
    records: &[Id],
    at: Timestamp,
) -> Result<Vec<PastEstimate>> {
    let versions = revisions::at::<Estimations>(conn, records, at)?;
    versions.into_values().flatten().map(past_estimate).collect()
}

/// Returns all saves of these estimates before `until`, as far as the history reaches back, those of
/// each in the order of their saves.
pub(crate) fn saves_before(
    conn: &mut Conn,
    records: &[Id],
    until: Timestamp,
) -> Result<HashMap<Id, Vec<PastEstimate>>> {
    let mut saves: HashMap<Id, Vec<PastEstimate>> = HashMap::new();
    for version in
        revisions::since::<Estimations>(conn, records, Timestamp::start_of(NaiveDate::default()))?
    {
        let estimate = past_estimate(version)?;
        if estimate.saved_at < until {
            saves.entry(estimate.id.clone()).or_default().push(estimate);
        }
    }
    Ok(saves)
}

/// Parses a version of an estimate.
fn past_estimate(version: Value) -> Result<PastEstimate> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Version {
        #[serde(rename = "_id")]
        id: Id,
        unit: Referred,
        agent: Referred,
        #[serde(rename = "estimatedYearlyRentInAED")]
        rent: i64,
        created_at: Timestamp,
        updated_at: Timestamp,
    }
    let version: Version = serde_json::from_value(version).map_err(Error::internal)?;
    Ok(PastEstimate {
        id: version.id,
        unit: version.unit.id,
        agent: version.agent.id,
        x: (version.rent as f64).ln(),
        created_at: version.created_at,
        saved_at: version.updated_at,
    })
}

/// A reference to a record in versions of other records.
#[derive(Deserialize)]
pub(crate) struct Referred {
    #[serde(rename = "_id")]
    pub(crate) id: Id,
}
