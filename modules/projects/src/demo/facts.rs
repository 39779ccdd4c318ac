//! Further fields of some demo projects: pictures, a film, distinguishing features, and the payment
//! plan.

use kernel::media::{Image, ImageList};
use kernel::prelude::*;

use super::drawing::{self, HEIGHT, Light, WIDTH};
use super::texts;
use crate::{Instalment, PaymentPlan, ProjectInput};

struct Facts {
    /// The name of the project.
    name: &'static str,
    floors: i32,
    video: Option<&'static str>,
    features: &'static [&'static str],
    /// Milestones, and percentages of the price.
    plan: &'static [(&'static str, f64)],
    financing: Option<&'static str>,
    /// The caption of each picture, and its time of day.
    pictures: &'static [(&'static str, Light)],
}

const FACTS: &[Facts] = &[
    Facts {
        name: "Marsa Lantern Tower",
        floors: 34,
        video: None,
        features: &["Closed kitchens", "Deep balconies", "Lobby and lifts renewed in 2022"],
        plan: &[],
        financing: Some("Mortgages of up to 80 % for residents, 60 % for buyers from abroad."),
        pictures: &[("From the southern basin", Light::Day), ("At sunset", Light::Dusk)],
    },
    Facts {
        name: "Nawras Quay",
        floors: 41,
        video: Some("https://example.com/nawras-quay/tour"),
        features: &["Berths in front", "Tram stop around the corner", "Beach in ten minutes"],
        plan: &[("On signing", 20.0), ("On transfer", 80.0)],
        financing: Some(
            "Mortgages of up to 80 % for residents. Three banks have valued the building.",
        ),
        pictures: &[
            ("From the promenade", Light::Day),
            ("From the water at dusk", Light::Dusk),
            ("The marina at night", Light::Night),
        ],
    },
    Facts {
        name: "Qasr Al Mawj · قصر الموج",
        floors: 12,
        video: Some("https://example.com/qasr-al-mawj/film"),
        features: &["Sea on three sides", "Private beach", "Smart-home controls"],
        plan: &[
            ("On booking", 20.0),
            ("When the structure is complete", 30.0),
            ("On handover", 40.0),
            ("One year after handover", 10.0),
        ],
        financing: Some(
            "The developer asks for no interest until the handover. Afterwards mortgages of up to \
             50 % of the price, as for all homes sold off-plan.",
        ),
        pictures: &[
            ("As it will be seen from the sea", Light::Dusk),
            ("The entrance, as planned", Light::Day),
        ],
    },
];

/// Fills in the further fields of a project, if it has any.
pub(super) fn add(seed: &mut Seed<'_>, project: &mut ProjectInput) -> Result<()> {
    let Some(facts) = FACTS.iter().find(|facts| facts.name == project.name) else {
        return Ok(());
    };
    let mut gallery = Vec::new();
    for (caption, light) in facts.pictures {
        let pixels = drawing::skyline(&format!("{} {caption}", facts.name), *light);
        let image = seed.image((WIDTH, HEIGHT), pixels)?;
        gallery.push(Image { caption: Some((*caption).to_owned()), ..image });
    }
    let instalment = |(milestone, percent): &(&str, f64)| Instalment {
        milestone: (*milestone).to_owned(),
        percent: *percent,
    };
    project.gallery = ImageList(gallery);
    project.video_link = facts.video.map(str::to_owned);
    project.features = texts(facts.features);
    project.floors = Some(facts.floors);
    project.payment_plan = PaymentPlan(facts.plan.iter().map(instalment).collect());
    project.financing = facts.financing.map(str::to_owned);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::sites;
    use super::{FACTS, drawing};

    #[test]
    fn facts_belong_to_sites_and_no_two_pictures_are_alike() {
        let mut pictures = std::collections::HashSet::new();
        for facts in FACTS {
            assert!(sites().any(|site| site.name == facts.name), "{}", facts.name);
            assert!(facts.plan.iter().map(|(_, percent)| percent).sum::<f64>() <= 100.0);
            for (caption, light) in facts.pictures {
                let drawn = drawing::skyline(&format!("{} {caption}", facts.name), *light);
                assert!(pictures.insert(drawn), "{caption}");
            }
        }
    }
}
