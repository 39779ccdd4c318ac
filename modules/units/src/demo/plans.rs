//! Generates numbers, floors and floor plans. In a building the homes of one line have the same
//! plan on eight consecutive floors, and a row of houses repeats a few types.

use super::{Age, Building, Kind, PLAN};
use kernel::seeded::{SeededRandom, weighted};

/// A unit without its price.
pub(super) struct Plan {
    pub(super) number: String,
    pub(super) floor: Option<i32>,
    pub(super) bedrooms: i32,
    /// In whole sq ft, including the balcony.
    pub(super) area: f64,
    pub(super) balcony: Option<f64>,
    pub(super) view: &'static str,
    /// 0 for the most expensive view of the area.
    pub(super) view_rank: usize,
}

/// Numbers of bedrooms with their weights.
type Mix = [(i32, f64)];

const FINE: &Mix = &[(0, 4.0), (1, 32.0), (2, 38.0), (3, 20.0), (4, 6.0)];
const MIDDLE: &Mix = &[(0, 14.0), (1, 40.0), (2, 30.0), (3, 14.0), (4, 2.0)];
const PLAIN: &Mix = &[(0, 28.0), (1, 42.0), (2, 23.0), (3, 7.0)];
const SERVICED: &Mix = &[(0, 38.0), (1, 45.0), (2, 17.0)];
const TOWNHOUSES: &Mix = &[(2, 12.0), (3, 55.0), (4, 33.0)];
const VILLAS: &Mix = &[(3, 20.0), (4, 42.0), (5, 28.0), (6, 10.0)];

/// The number of consecutive floors with the same plan.
const FLOORS_OF_A_PLAN: usize = 8;

/// The number of types of houses that a row repeats.
const HOUSE_TYPES: usize = 9;

impl Plan {
    pub(super) fn of(building: &Building, index: usize) -> Self {
        match building.kind {
            Kind::Apartments | Kind::Serviced => apartment(building, index),
            Kind::Townhouses => house(building, index, "TH"),
            Kind::Villas => house(building, index, "V"),
        }
    }

    /// Draws the amenities of the unit, at most six.
    pub(super) fn amenities(
        &self,
        building: &Building,
        random: &mut SeededRandom,
    ) -> Vec<&'static str> {
        let mut all = vec!["Built-in wardrobes"];
        if self.balcony.is_some() {
            all.push("Balcony");
        }
        match building.kind {
            Kind::Apartments => all.push("Covered parking"),
            Kind::Serviced => all.extend(["Furnished", "Kitchenette"]),
            Kind::Townhouses => all.extend(["Private garden", "Two parking spaces"]),
            Kind::Villas => all.extend(["Private garden", "Double garage", "Maid's room"]),
        }
        let often: &[(&str, bool, f64)] = &[
            ("Private pool", building.kind == Kind::Villas, 0.45),
            ("Maid's room", building.kind != Kind::Villas && self.bedrooms >= 3, 0.6),
            ("Walk-in closet", self.bedrooms >= 2, 0.35),
            ("Study", (1..=3).contains(&self.bedrooms), 0.18),
            ("Laundry room", self.bedrooms >= 2, 0.3),
            ("Kitchen appliances", building.kind != Kind::Serviced, 0.55),
            ("Furnished", building.kind == Kind::Apartments && self.bedrooms <= 1, 0.2),
            ("Smart home", building.age != Age::Old, 0.25),
        ];
        for &(amenity, possible, share) in often {
            // Drawn in any case, so that no result shifts later random numbers.
            let falls = random.falls(share);
            if possible && falls && all.len() < 6 {
                all.push(amenity);
            }
        }
        all
    }
}

fn apartment(building: &Building, index: usize) -> Plan {
    let layout = building.market.layout;
    let first_block = building.units.div_ceil(layout.blocks);
    let (block, within) = (index / first_block, index % first_block);
    let floors = first_block.div_ceil(layout.homes_per_floor);
    let (storey, line) = (within / layout.homes_per_floor, within % layout.homes_per_floor);
    let floor = layout.first_floor + storey;
    let digits = floor * 100 + line + 1;
    let number = match (layout.blocks, block) {
        (1, _) => digits.to_string(),
        (_, 0) => format!("A-{digits}"),
        _ => format!("B-{digits}"),
    };

    let column = block * layout.homes_per_floor + line;
    let zone = storey / FLOORS_OF_A_PLAN;
    let type_number = zone * layout.homes_per_floor * layout.blocks + column;
    let mut random = building.random(PLAN, type_number);
    let is_penthouse =
        building.kind == Kind::Apartments && storey + 1 == floors && layout.homes_per_floor <= 4;
    let bedrooms =
        if is_penthouse { 3 + (line % 2) as i32 } else { bedrooms(building, type_number) };
    let range = match bedrooms {
        0 => (400.0, 540.0),
        1 => (670.0, 930.0),
        2 => (1080.0, 1480.0),
        3 => (1600.0, 2150.0),
        _ => (2350.0, 3150.0),
    };
    let size = match building.age {
        Age::Old => 1.1,
        Age::Recent => 1.0,
        Age::OffPlan => 0.95,
    };
    let finish = if building.market.price > 2500.0 { 1.12 } else { 1.0 };
    let serviced = if building.kind == Kind::Serviced { 0.92 } else { 1.0 };
    let penthouse = if is_penthouse { 1.2 } else { 1.0 };
    let area = (random.between(range) * size * finish * serviced * penthouse).round();
    let share = random.between((0.06, 0.13));
    let balcony =
        random.falls(if bedrooms == 0 { 0.6 } else { 0.92 }).then(|| (area * share).round());

    // The view of the lowest third is obstructed.
    let views = building.market.views;
    let column_view = (building.random(PLAN, 1000).fraction() * 4.0) as usize + column;
    let lower = usize::from(storey * 3 < floors);
    let view_rank =
        if is_penthouse { 0 } else { (column_view % views.len() + lower).min(views.len() - 1) };
    Plan {
        number,
        floor: i32::try_from(floor).ok(),
        bedrooms,
        area,
        balcony,
        view: views[view_rank],
        view_rank,
    }
}

fn house(building: &Building, index: usize, letters: &str) -> Plan {
    let type_number = index % HOUSE_TYPES;
    let mut random = building.random(PLAN, type_number);
    let bedrooms = bedrooms(building, type_number);
    let range = match (building.kind, bedrooms) {
        (Kind::Townhouses, ..=2) => (1450.0, 1700.0),
        (Kind::Townhouses, 3) => (1900.0, 2300.0),
        (Kind::Townhouses, _) => (2350.0, 2850.0),
        (_, ..=3) => (2700.0, 3150.0),
        (_, 4) => (3300.0, 4200.0),
        (_, 5) => (4400.0, 5700.0),
        _ => (6100.0, 7900.0),
    };
    let area = random.between(range).round();
    let share = random.between((0.03, 0.06));
    let balcony = random.falls(0.7).then(|| (area * share).round());
    let views = building.market.house_views;
    // Neighbours have the same view: the row is divided into as many sections as there are views.
    let view_rank = index * views.len() / building.units.max(1);
    let number = format!("{letters}-{}", index + 1);
    Plan { number, floor: None, bedrooms, area, balcony, view: views[view_rank], view_rank }
}

/// Returns the bedrooms of a plan. Steps of the golden ratio keep even a few plans close to the
/// mix.
fn bedrooms(building: &Building, type_number: usize) -> i32 {
    let mix = match building.kind {
        Kind::Townhouses => TOWNHOUSES,
        Kind::Villas => VILLAS,
        Kind::Serviced => SERVICED,
        Kind::Apartments if building.market.price > 2500.0 => FINE,
        Kind::Apartments if building.market.price > 1500.0 => MIDDLE,
        Kind::Apartments => PLAIN,
    };
    let start = building.random(PLAN, 1001).fraction();
    weighted((start + type_number as f64 * 0.618_033_988_749_894_9).fract(), mix)
}
