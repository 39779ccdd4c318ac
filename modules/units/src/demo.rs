//! Units of the demo data, generated from their project: its location, type, number of units and
//! handover date.
//!
//! Nothing depends on the clock, and random numbers are seeded, so that every run makes the same
//! units. `markets` has the order of magnitude of prices, yields and charges in each area (values
//! of 2026, rounded), `plans` numbers the units and draws their floor plans, `prices` computes
//! prices, rents and charges.

mod markets;
mod plans;
mod prices;

use kernel::prelude::*;
use kernel::seeded::{self, SeededRandom};
use projects::{Project, Projects};

use self::markets::Market;
use self::plans::Plan;
use crate::{UnitInput, Units};

pub(crate) fn seed(seed: &mut Seed<'_>) -> Result<()> {
    for id in seed.created::<Projects>().to_vec() {
        let project = Projects::find(seed.conn(), &id)?;
        for unit in units(&Building::of(project)?) {
            seed.create::<Units>(unit)?;
        }
    }
    Ok(())
}

/// The common properties of a project's units.
struct Building {
    project_id: Id,
    developer_id: Id,
    /// The seed of this project's random numbers.
    seed: u64,
    market: &'static Market,
    kind: Kind,
    age: Age,
    units: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Apartments,
    Serviced,
    Townhouses,
    Villas,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Age {
    /// Larger rooms and lower prices than in newer buildings.
    Old,
    Recent,
    OffPlan,
}

impl Building {
    fn of(project: Project) -> Result<Self> {
        let unknown = |what| Error::internal(format!("{}: no demo {what}", project.name));
        let kind = match project.project_type.as_deref() {
            Some("Apartments") => Kind::Apartments,
            Some("Serviced apartments") => Kind::Serviced,
            Some("Townhouses") => Kind::Townhouses,
            Some("Villas") => Kind::Villas,
            _ => return Err(unknown("units of its type")),
        };
        // Dates as yyyy-mm-dd compare as texts. The demo's own today is fixed.
        let handover = project.completion_date.map(|date| date.to_string());
        let age = match handover.as_deref() {
            Some(date) if date < "2016" => Age::Old,
            Some(date) if date < "2027" => Age::Recent,
            _ => Age::OffPlan,
        };
        Ok(Self {
            project_id: project.id,
            developer_id: project.developer.id,
            seed: seeded::seed_of(&project.name),
            market: markets::of(&project.location).ok_or_else(|| unknown("prices of its area"))?,
            kind,
            age,
            units: project.total_units.and_then(|units| units.try_into().ok()).unwrap_or(0),
        })
    }

    /// Returns the random numbers of one subject, such as `(UNIT, 17)`; those of other subjects are
    /// independent.
    fn random(&self, subject: u64, number: usize) -> SeededRandom {
        SeededRandom::new(self.seed, subject, number as u64)
    }
}

/// The subjects of random numbers.
const PROJECT: u64 = 1;
const PLAN: u64 = 2;
const UNIT: u64 = 3;

fn units(building: &Building) -> Vec<UnitInput> {
    (0..building.units).map(|index| unit(building, index)).collect()
}

fn unit(building: &Building, index: usize) -> UnitInput {
    let plan = Plan::of(building, index);
    let mut random = building.random(UNIT, index);
    let amenities = plan.amenities(building, &mut random);
    let (purchase_price_in_aed, yearly_rent_in_aed) = prices::of(building, &plan, &mut random);
    UnitInput {
        unit_number: plan.number,
        status: prices::status(building.age, &mut random),
        project_id: building.project_id.clone(),
        developer_id: building.developer_id.clone(),
        bedrooms: plan.bedrooms,
        floor: plan.floor,
        total_area_in_sq_ft: plan.area,
        balcony_area_in_sq_ft: plan.balcony,
        view: Some(plan.view.to_owned()),
        purchase_price_in_aed,
        yearly_rent_in_aed,
        service_charges_per_sq_ft: prices::service_charges(building),
        amenities: TextList(amenities.into_iter().map(str::to_owned).collect()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use kernel::id::Id;
    use kernel::seeded;

    use super::markets::MARKETS;
    use super::{Age, Building, Kind, units};
    use crate::{Status, UnitInput};

    fn buildings() -> impl Iterator<Item = Building> {
        let kinds = [Kind::Apartments, Kind::Serviced, Kind::Townhouses, Kind::Villas];
        MARKETS.iter().flat_map(move |market| {
            kinds.into_iter().flat_map(move |kind| {
                [Age::Old, Age::Recent, Age::OffPlan].map(|age| Building {
                    project_id: Id::new(),
                    developer_id: Id::new(),
                    seed: seeded::seed_of(&format!("{}{kind:?}{age:?}", market.location)),
                    market,
                    kind,
                    age,
                    units: 80,
                })
            })
        })
    }

    fn gross_yield(unit: &UnitInput) -> f64 {
        unit.yearly_rent_in_aed as f64 / unit.purchase_price_in_aed as f64
    }

    #[test]
    fn unit_numbers_are_unique_and_contain_the_floor() {
        for building in buildings() {
            let units = units(&building);
            let numbers: HashSet<_> = units.iter().map(|unit| &unit.unit_number).collect();
            assert_eq!(numbers.len(), 80);
            for unit in &units {
                match unit.floor {
                    Some(floor) => {
                        let digits = unit.unit_number.trim_start_matches(['A', 'B', '-']);
                        assert_eq!(digits.parse::<i32>().unwrap() / 100, floor);
                    }
                    None => {
                        assert!(unit.unit_number.contains("V-") || unit.unit_number.contains("TH-"))
                    }
                }
            }
        }
    }

    #[test]
    fn values_are_plausible_for_dubai() {
        for building in buildings() {
            for unit in units(&building) {
                let what = format!("{} {:?} {unit:?}", building.market.location, building.kind);
                assert!((0.035..0.105).contains(&gross_yield(&unit)), "{what}");
                assert!(unit.yearly_rent_in_aed % 1000 == 0, "{what}");
                assert!((20_000..2_500_000).contains(&unit.yearly_rent_in_aed), "{what}");
                assert!((8.0..=25.0).contains(&unit.service_charges_per_sq_ft), "{what}");
                assert!((350.0..10_000.0).contains(&unit.total_area_in_sq_ft), "{what}");
                let balcony = unit.balcony_area_in_sq_ft.unwrap_or(0.0);
                assert!(balcony < unit.total_area_in_sq_ft / 5.0, "{what}");
            }
        }
    }

    #[test]
    fn most_yields_are_between_four_and_a_half_and_eight_and_a_half_per_cent() {
        let yields: Vec<f64> = buildings()
            .flat_map(|building| units(&building))
            .map(|unit| gross_yield(&unit))
            .collect();
        let inside = yields.iter().filter(|one| (0.045..=0.085).contains(*one)).count();
        assert!(inside * 100 > yields.len() * 90, "{inside} of {}", yields.len());
    }

    #[test]
    fn off_plan_units_are_not_rented() {
        for building in buildings() {
            let units = units(&building);
            let rented = units.iter().filter(|unit| unit.status == Status::Rented).count();
            assert_eq!(rented == 0, building.age == Age::OffPlan);
        }
    }

    #[test]
    fn a_building_has_homes_of_several_sizes() {
        for building in buildings() {
            let sizes: BTreeSet<_> = units(&building).iter().map(|unit| unit.bedrooms).collect();
            assert!(
                sizes.len() >= 2,
                "{} {:?}: {sizes:?}",
                building.market.location,
                building.kind
            );
        }
    }

    #[test]
    fn units_of_a_project_are_reproducible() {
        for building in buildings() {
            assert_eq!(format!("{:?}", units(&building)), format!("{:?}", units(&building)));
        }
    }
}
