//! What a run is made from, read once from one snapshot.

use std::collections::HashMap;

use kernel::prelude::*;

use super::queries;
use crate::assessments::BaseSource;
use crate::flags::{self, Kind, Looked};
use crate::reliability::Said;

/// All figures, and what is known of each as soon as it is read.
#[derive(Default)]
pub(super) struct Everything {
    /// The units that have figures, in the order of their identifiers, each with the weighted rent
    /// that is there.
    pub(super) units: Vec<(Id, Option<f64>)>,
    /// Who says something; figures name them by their place here.
    pub(super) agents: Vec<Id>,
    /// The figures unit by unit, and more of each at the same place.
    pub(super) said: Vec<Said>,
    pub(super) figures: Vec<Figure>,
    /// The figures of each project and number of bedrooms.
    pub(super) cells: Vec<Cell>,
    /// The figures that are worth a look by themselves and their unit, by their places, with the
    /// reason.
    pub(super) flagged: Vec<(usize, Kind, String)>,
}

/// The figures of a project and number of bedrooms.
#[derive(Default)]
pub(super) struct Cell {
    pub(super) bedrooms: i32,
    /// Their places, with AED per square foot.
    pub(super) figures: Vec<(usize, f64)>,
}

/// What is kept of a figure beside its logarithm.
pub(super) struct Figure {
    pub(super) id: Id,
    pub(super) saved_at: Timestamp,
    /// AED per year.
    pub(super) rent: i64,
    /// How far it is from the median of its unit, in percent, to a tenth of one.
    pub(super) distance: f64,
}

impl Everything {
    pub(super) fn read(conn: &mut Conn) -> Result<Self> {
        let mut all = Self::default();
        let mut agents: HashMap<Id, u32> = HashMap::new();
        let mut cells: HashMap<(Id, i32), usize> = HashMap::new();
        loop {
            let units = queries::units(conn, all.units.last().map(|(unit, _)| unit))?;
            let (Some(first), Some(last)) = (units.first(), units.last()) else { return Ok(all) };
            let figures = queries::figures(conn, &first.id, &last.id)?;
            let mut figures = figures.into_iter().peekable();
            for unit in units {
                let number = u32::try_from(all.units.len()).map_err(Error::internal)?;
                let next = cells.len();
                let cell = *cells.entry((unit.project_id.clone(), unit.bedrooms)).or_insert(next);
                if cell == all.cells.len() {
                    all.cells.push(Cell { bedrooms: unit.bedrooms, ..Cell::default() });
                }
                while let Some(figure) = figures.next_if(|figure| figure.unit_id == unit.id) {
                    let agent = match agents.get(&figure.agent_id) {
                        Some(agent) => *agent,
                        None => {
                            let agent = u32::try_from(agents.len()).map_err(Error::internal)?;
                            agents.insert(figure.agent_id.clone(), agent);
                            all.agents.push(figure.agent_id.clone());
                            agent
                        }
                    };
                    all.take(&unit, (number, agent, cell), figure);
                }
                all.units.push((unit.id, unit.weighted_rent));
            }
        }
    }

    /// Takes a figure of `unit`.
    fn take(
        &mut self,
        unit: &queries::Unit,
        (number, agent, cell): (u32, u32, usize),
        figure: queries::Figure,
    ) {
        let queries::Figure { id, rent, x, saved_at, .. } = figure;
        let looked = Looked {
            rent,
            x,
            middle: unit.middle,
            spread: unit.spread,
            price: unit.price,
            base: figure.base_value.filter(|_| {
                matches!(figure.base_source, Some(BaseSource::Previous | BaseSource::Unit))
            }),
        };
        let place = self.figures.len();
        self.flagged.extend(flags::of(&looked).map(|(kind, reason)| (place, kind, reason)));
        if unit.area > 0.0
            && let Some(cell) = self.cells.get_mut(cell)
        {
            cell.figures.push((place, rent as f64 / unit.area));
        }
        self.said.push(Said { unit: number, agent, x });
        let distance = ((x - unit.middle).exp_m1() * 1_000.0).round() / 10.0;
        self.figures.push(Figure { id, saved_at, rent, distance });
    }
}
