//! Reads the input of a run once, from one snapshot.

use std::collections::HashMap;

use kernel::prelude::*;

use super::queries;
use crate::assessments::BaseSource;
use crate::flags::{self, EstimateContext, FlagKind};
use crate::reliability::LogEstimate;

/// All estimates, and what follows from each as soon as it is read.
#[derive(Default)]
pub(super) struct RunInput {
    /// The units with estimates, in the order of their identifiers, each with its stored weighted
    /// rent.
    pub(super) units: Vec<(Id, Option<f64>)>,
    /// The estimators; estimates refer to them by index.
    pub(super) agents: Vec<Id>,
    /// The estimates unit by unit, and the details of each at the same index.
    pub(super) estimates: Vec<LogEstimate>,
    pub(super) details: Vec<EstimateDetails>,
    /// The estimates of each project and number of bedrooms.
    pub(super) cells: Vec<Cell>,
    /// The estimates that are worth a look by themselves and their unit, by index, with the reason.
    pub(super) flagged: Vec<(usize, FlagKind, String)>,
}

/// The estimates of a project and number of bedrooms.
#[derive(Default)]
pub(super) struct Cell {
    pub(super) bedrooms: i32,
    /// Their indexes, with AED per square foot.
    pub(super) values: Vec<(usize, f64)>,
}

/// The details of an estimate in addition to its logarithm.
pub(super) struct EstimateDetails {
    pub(super) id: Id,
    pub(super) saved_at: Timestamp,
    /// AED per year.
    pub(super) rent: i64,
    /// Its distance from the median of its unit, in percent, to a tenth.
    pub(super) distance: f64,
}

impl RunInput {
    pub(super) fn read(conn: &mut Conn) -> Result<Self> {
        let mut all = Self::default();
        let mut agents: HashMap<Id, u32> = HashMap::new();
        let mut cells: HashMap<(Id, i32), usize> = HashMap::new();
        loop {
            let units = queries::units(conn, all.units.last().map(|(unit, _)| unit))?;
            let (Some(first), Some(last)) = (units.first(), units.last()) else { return Ok(all) };
            let estimates = queries::estimates(conn, &first.id, &last.id)?;
            let mut estimates = estimates.into_iter().peekable();
            for unit in units {
                let number = u32::try_from(all.units.len()).map_err(Error::internal)?;
                let next = cells.len();
                let cell = *cells.entry((unit.project_id.clone(), unit.bedrooms)).or_insert(next);
                if cell == all.cells.len() {
                    all.cells.push(Cell { bedrooms: unit.bedrooms, ..Cell::default() });
                }
                while let Some(estimate) = estimates.next_if(|next| next.unit_id == unit.id) {
                    let agent = match agents.get(&estimate.agent_id) {
                        Some(agent) => *agent,
                        None => {
                            let agent = u32::try_from(agents.len()).map_err(Error::internal)?;
                            agents.insert(estimate.agent_id.clone(), agent);
                            all.agents.push(estimate.agent_id.clone());
                            agent
                        }
                    };
                    all.add(&unit, (number, agent, cell), estimate);
                }
                all.units.push((unit.id, unit.weighted_rent));
            }
        }
    }

    /// Adds an estimate of `unit`.
    fn add(
        &mut self,
        unit: &queries::Unit,
        (number, agent, cell): (u32, u32, usize),
        estimate: queries::EstimateRow,
    ) {
        let queries::EstimateRow { id, rent, x, saved_at, .. } = estimate;
        let context = EstimateContext {
            rent,
            x,
            middle: unit.middle,
            spread: unit.spread,
            price: unit.price,
            base: estimate.base_value.filter(|_| {
                matches!(estimate.base_source, Some(BaseSource::Previous | BaseSource::Unit))
            }),
        };
        let place = self.details.len();
        self.flagged.extend(flags::of(&context).map(|(kind, reason)| (place, kind, reason)));
        if unit.area > 0.0
            && let Some(cell) = self.cells.get_mut(cell)
        {
            cell.values.push((place, rent as f64 / unit.area));
        }
        self.estimates.push(LogEstimate { unit: number, agent, x });
        let distance = ((x - unit.middle).exp_m1() * 1_000.0).round() / 10.0;
        self.details.push(EstimateDetails { id, saved_at, rent, distance });
    }
}
