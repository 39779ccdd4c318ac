//! Developers and projects of the demo data: made-up names in real places.
//!
//! The rows are split by area: `shore`, `centre` and `suburbs`. `facts` has further fields of some
//! projects, `drawing` their pictures. The units module creates their units from the fields of the
//! projects.

mod centre;
mod developers;
mod drawing;
mod facts;
mod shore;
mod suburbs;

use chrono::NaiveDate;
use kernel::media::ImageList;
use kernel::prelude::*;

use crate::project::DeveloperLink;
use crate::{Coordinates, DeveloperInput, Developers, PaymentPlan, ProjectInput, Projects};

/// A project with the columns of the tables below.
struct Site {
    name: &'static str,
    developer: &'static str,
    location: &'static str,
    kind: &'static str,
    /// The number of units. The units module creates exactly as many.
    units: i32,
    /// Year, month and day of the handover.
    handover: (i32, u32, u32),
    /// Latitude and longitude.
    place: (f64, f64),
    amenities: &'static [&'static str],
    description: &'static str,
}

const APARTMENTS: &str = "Apartments";
const SERVICED: &str = "Serviced apartments";
const TOWNHOUSES: &str = "Townhouses";
const VILLAS: &str = "Villas";

fn sites() -> impl Iterator<Item = &'static Site> {
    shore::SITES.iter().chain(centre::SITES).chain(suburbs::SITES)
}

pub(crate) fn seed(seed: &mut Seed<'_>) -> Result<()> {
    let mut developers = Vec::new();
    for name in developers::ALL {
        let id = seed.create::<Developers>(DeveloperInput { name: name.to_owned() })?;
        developers.push((name, id));
    }
    for site in sites() {
        let (_, developer) = developers
            .iter()
            .find(|(name, _)| *name == site.developer)
            .ok_or_else(|| Error::internal(format!("{} has no developer", site.name)))?;
        let mut project = site.input(developer);
        facts::add(seed, &mut project)?;
        seed.create::<Projects>(project)?;
    }
    Ok(())
}

fn texts(all: &[&str]) -> TextList {
    TextList(all.iter().map(|&one| one.to_owned()).collect())
}

impl Site {
    fn input(&self, developer: &Id) -> ProjectInput {
        let (year, month, day) = self.handover;
        let (latitude, longitude) = self.place;
        ProjectInput {
            name: self.name.to_owned(),
            developer: DeveloperLink { id: developer.clone() },
            location: self.location.to_owned(),
            project_type: Some(self.kind.to_owned()),
            coordinates: Some(Coordinates { latitude, longitude }),
            description: Some(self.description.to_owned()),
            total_units: Some(self.units),
            completion_date: NaiveDate::from_ymd_opt(year, month, day),
            amenities: texts(self.amenities),
            gallery: ImageList::default(),
            video_link: None,
            features: TextList::default(),
            floors: None,
            payment_plan: PaymentPlan::default(),
            financing: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use chrono::{Datelike, NaiveDate};

    use super::{developers, sites};

    #[test]
    fn forty_projects_hold_two_thousand_units() {
        assert_eq!(sites().count(), 40);
        assert_eq!(sites().map(|site| site.units).sum::<i32>(), 2000);
        assert!(sites().all(|site| (30..=80).contains(&site.units)));
    }

    #[test]
    fn names_descriptions_and_places_are_unique() {
        let names: HashSet<_> = sites().map(|site| site.name).collect();
        let descriptions: HashSet<_> = sites().map(|site| site.description).collect();
        let places: HashSet<_> = sites().map(|site| format!("{:?}", site.place)).collect();
        assert_eq!((names.len(), descriptions.len(), places.len()), (40, 40, 40));
    }

    #[test]
    fn every_developer_builds_and_every_area_has_two_or_three_projects() {
        let builders: HashSet<_> = sites().map(|site| site.developer).collect();
        assert_eq!(builders, HashSet::from(developers::ALL));
        let mut areas: HashMap<_, usize> = HashMap::new();
        for site in sites() {
            *areas.entry(site.location).or_default() += 1;
        }
        assert!(areas.values().all(|count| (2..=3).contains(count)), "{areas:?}");
    }

    #[test]
    fn projects_of_an_area_stand_within_four_kilometres_and_all_in_dubai() {
        for site in sites() {
            let (latitude, longitude) = site.place;
            assert!((24.80..25.35).contains(&latitude), "{}", site.name);
            assert!((54.95..55.55).contains(&longitude), "{}", site.name);
            for other in sites().filter(|other| other.location == site.location) {
                let north = (latitude - other.place.0) * 110.8;
                let east = (longitude - other.place.1) * 100.9;
                assert!(north.hypot(east) < 4.0, "{} and {}", site.name, other.name);
            }
        }
    }

    #[test]
    fn handovers_are_dates_from_2008_to_2029() {
        let dates: Vec<_> = sites()
            .map(|site| {
                let (year, month, day) = site.handover;
                NaiveDate::from_ymd_opt(year, month, day).unwrap()
            })
            .collect();
        assert_eq!(dates.iter().map(Datelike::year).min(), Some(2008));
        assert_eq!(dates.iter().map(Datelike::year).max(), Some(2029));
    }
}
