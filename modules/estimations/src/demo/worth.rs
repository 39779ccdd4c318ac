//! Computes the true rents of the demo's units, which none of its people knows: mostly the listed
//! rent per square foot of homes of the same size in the same project, a little the unit's own
//! listed rent, and a random part.

use std::collections::HashMap;

use kernel::seeded::{SeededRandom, seed_of, weighted};

use super::Unit;
use crate::consensus::median;

/// The share of the unit's own listed rent.
const OWN: f64 = 0.15;

/// Returns the logarithms of the true yearly rents.
pub(super) fn of(units: &[Unit]) -> Vec<f64> {
    let mut cells: HashMap<(&str, i32), Vec<f64>> = HashMap::new();
    let rate = |unit: &Unit| (unit.listed.max(1) as f64 / unit.area.max(1.0)).ln();
    for unit in units {
        cells.entry((&unit.project.name, unit.bedrooms)).or_default().push(rate(unit));
    }
    let usual: HashMap<_, f64> =
        cells.into_iter().map(|(cell, rates)| (cell, median(&rates).unwrap_or_default())).collect();
    units
        .iter()
        .map(|unit| {
            let cell = (unit.project.name.as_str(), unit.bedrooms);
            let usual = usual.get(&cell).copied().unwrap_or_default();
            let own = rate(unit);
            let mut random =
                SeededRandom::new(seed_of(&unit.project.name), 1, number(&unit.number));
            unit.area.max(1.0).ln() + usual + OWN * (own - usual) + 0.03 * random.normal()
        })
        .collect()
}

/// Returns the relative uncertainty about a unit: in most projects homes are much alike, in some no
/// person is sure.
pub(super) fn doubt(unit: &Unit) -> f64 {
    let project = seed_of(&unit.project.name);
    let of_project = SeededRandom::new(project, 2, 0).fraction();
    let of_project = weighted(of_project, &[(0.7, 5.0), (1.2, 3.0), (2.4, 2.0)]);
    let is_odd = SeededRandom::new(project, 3, number(&unit.number)).falls(0.08);
    of_project * if is_odd { 1.8 } else { 1.0 }
}

/// Returns the seed of a unit of a project.
pub(super) fn number(unit: &str) -> u64 {
    seed_of(unit)
}
