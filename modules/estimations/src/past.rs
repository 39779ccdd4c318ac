//! Figures as they stood: what the table no longer has is read from the history.

use kernel::changes;
use kernel::prelude::*;
use serde::Deserialize;

use crate::estimations::Estimations;

/// A figure as it stood at some moment.
#[derive(Clone, Debug)]
pub struct PastFigure {
    /// The unit.
    pub unit: Id,
    /// Whose figure it is.
    pub agent: Id,
    /// The natural logarithm of the rent.
    pub x: f64,
    /// When it was saved.
    pub saved_at: Timestamp,
}

/// What these records said at the moment `at`, before whatever was saved at it or since; those that
/// were not there yet are left out. All of them have to have been saved again since.
pub fn figures_before(conn: &mut Conn, records: &[Id], at: Timestamp) -> Result<Vec<PastFigure>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct State {
        unit: Referred,
        agent: Referred,
        #[serde(rename = "estimatedYearlyRentInAED")]
        rent: i64,
        updated_at: Timestamp,
    }
    let states = changes::at::<Estimations>(conn, records, at)?;
    let figure = |state| {
        let state: State = serde_json::from_value(state).map_err(Error::internal)?;
        Ok(PastFigure {
            unit: state.unit.id,
            agent: state.agent.id,
            x: (state.rent as f64).ln(),
            saved_at: state.updated_at,
        })
    };
    states.into_values().flatten().map(figure).collect()
}

/// A record as versions of others name it.
#[derive(Deserialize)]
pub(crate) struct Referred {
    #[serde(rename = "_id")]
    pub(crate) id: Id,
}
