//! Computes prices, rents, service charges and availability of units.

use super::plans::Plan;
use super::{Age, Building, Kind, PROJECT};
use crate::Status;
use kernel::seeded::{SeededRandom, weighted};

/// Computes purchase price and listed yearly rent in AED, both rounded to a thousand.
pub(super) fn of(building: &Building, plan: &Plan, random: &mut SeededRandom) -> (i64, i64) {
    let price = plan.area * price_per_sq_ft(building, plan) * random.around_one(0.03);
    let rent = price * gross_yield(building, plan) * random.around_one(0.08) * asking(random);
    (thousands(price), thousands(rent))
}

/// Computes service charges, AED per sq ft and year. All units of a project have one rate, as the
/// regulator approves it.
pub(super) fn service_charges(building: &Building) -> f64 {
    let rate = building.random(PROJECT, 0).between(building.market.charges);
    let rate = match building.kind {
        Kind::Apartments => rate,
        Kind::Serviced => rate + 4.0,
        Kind::Townhouses | Kind::Villas => rate * 0.65,
    };
    (rate.clamp(8.0, 25.0) * 100.0).round() / 100.0
}

pub(super) fn status(age: Age, random: &mut SeededRandom) -> Status {
    use Status::{Available, Rented, Reserved, Sold};
    let shares: &[(Status, f64)] = match age {
        Age::OffPlan => &[(Available, 52.0), (Sold, 30.0), (Reserved, 18.0)],
        Age::Old | Age::Recent => {
            &[(Rented, 62.0), (Available, 26.0), (Sold, 8.0), (Reserved, 4.0)]
        }
    };
    weighted(random.fraction(), shares)
}

fn price_per_sq_ft(building: &Building, plan: &Plan) -> f64 {
    let project = building.random(PROJECT, 1).between((0.93, 1.07));
    let age = match building.age {
        Age::Old => 0.9,
        Age::Recent => 1.0,
        Age::OffPlan => 1.06,
    };
    let kind = match building.kind {
        Kind::Apartments => 1.0,
        Kind::Serviced => 1.08,
        Kind::Townhouses => 0.95,
        Kind::Villas => 1.05,
    };
    let view = [1.08, 1.03, 1.0, 0.97][plan.view_rank.min(3)];
    let height = 1.0 + 0.004 * f64::from(plan.floor.unwrap_or(0));
    // Small homes cost more per sq ft.
    let size = [1.07, 1.02, 1.0, 0.99, 1.0][usize::try_from(plan.bedrooms).unwrap_or(0).min(4)];
    building.market.price * project * age * kind * view * height * size
}

fn gross_yield(building: &Building, plan: &Plan) -> f64 {
    let bedrooms = match plan.bedrooms {
        0 => 0.005,
        1 => 0.002,
        2 => 0.0,
        3 => -0.003,
        _ => -0.005,
    };
    let kind = match building.kind {
        Kind::Apartments => 0.0,
        Kind::Serviced => 0.004,
        Kind::Townhouses => -0.006,
        Kind::Villas => -0.004,
    };
    (building.market.gross_yield + bedrooms + kind).clamp(0.047, 0.083)
}

/// Returns the ratio of the listed to the usual rent. A few owners ask far too much, and a few
/// tenants pay what was agreed years ago: analysts are to find these.
fn asking(random: &mut SeededRandom) -> f64 {
    weighted(random.fraction(), &[(1.0, 95.0), (1.18, 3.0), (0.84, 2.0)])
}

fn thousands(amount: f64) -> i64 {
    (amount / 1000.0).round() as i64 * 1000
}
