//! Figures as they stood: what the table no longer has is read from the history.

use std::collections::HashMap;

use kernel::prelude::*;
use kernel::revisions;
use serde::Deserialize;
use serde_json::Value;

use crate::estimations::Estimations;

/// A figure as it stood at some moment.
#[derive(Clone, Debug)]
pub struct PastFigure {
    /// Which one it is.
    pub id: Id,
    /// The unit.
    pub unit: Id,
    /// Whose figure it is.
    pub agent: Id,
    /// The natural logarithm of the rent.
    pub x: f64,
    /// When it was first saved.
    pub created_at: Timestamp,
    /// When it was saved.
    pub saved_at: Timestamp,
}

/// What these records said at the moment `at`, before whatever was saved at it or since; those that
/// were not there yet are left out. All of them have to have been saved again since.
pub fn figures_before(conn: &mut Conn, records: &[Id], at: Timestamp) -> Result<Vec<PastFigure>> {
    let states = revisions::at::<Estimations>(conn, records, at)?;
    states.into_values().flatten().map(figure).collect()
}

/// All that was saved of these records from `from` on and before `until`, of each in the order in
/// which it was saved.
pub(crate) fn saves_between(
    conn: &mut Conn,
    records: &[Id],
    from: Timestamp,
    until: Timestamp,
) -> Result<HashMap<Id, Vec<PastFigure>>> {
    let mut saves: HashMap<Id, Vec<PastFigure>> = HashMap::new();
    for state in revisions::since::<Estimations>(conn, records, from)? {
        let figure = figure(state)?;
        if (from..until).contains(&figure.saved_at) {
            saves.entry(figure.id.clone()).or_default().push(figure);
        }
    }
    Ok(saves)
}

/// A figure as a version holds it.
fn figure(state: Value) -> Result<PastFigure> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct State {
        #[serde(rename = "_id")]
        id: Id,
        unit: Referred,
        agent: Referred,
        #[serde(rename = "estimatedYearlyRentInAED")]
        rent: i64,
        created_at: Timestamp,
        updated_at: Timestamp,
    }
    let state: State = serde_json::from_value(state).map_err(Error::internal)?;
    Ok(PastFigure {
        id: state.id,
        unit: state.unit.id,
        agent: state.agent.id,
        x: (state.rent as f64).ln(),
        created_at: state.created_at,
        saved_at: state.updated_at,
    })
}

/// A record as versions of others name it.
#[derive(Deserialize)]
pub(crate) struct Referred {
    #[serde(rename = "_id")]
    pub(crate) id: Id,
}
