//! Projects further inland: Dubai Hills Estate, Al Furjan, Jumeirah Village Circle, Arjan, Motor
//! City, Dubai Silicon Oasis, Town Square, Dubai South.

use super::developers::{
    DHOW_LANE, FALAJ, GHAF_GROVE, LULWA_BAY, MASHRABIYA, MIZWALA, QAMAR_LINE, RAYHAN, SAMR_SIDR,
    ZUMURRUD,
};
use super::{APARTMENTS, Site, TOWNHOUSES, VILLAS};

const HILLS: &str = "Dubai Hills Estate";
const FURJAN: &str = "Al Furjan";
const CIRCLE: &str = "Jumeirah Village Circle";
const ARJAN: &str = "Arjan";
const MOTOR_CITY: &str = "Motor City";
const OASIS: &str = "Dubai Silicon Oasis";
const TOWN_SQUARE: &str = "Town Square";
const SOUTH: &str = "Dubai South";

pub(super) const SITES: &[Site] = &[
    Site {
        name: "Parkline Terraces",
        developer: LULWA_BAY,
        location: HILLS,
        kind: APARTMENTS,
        units: 50,
        handover: (2020, 12, 6),
        place: (25.1042, 55.2397),
        amenities: &["Swimming pool", "Gym", "Park", "Playground", "Covered parking"],
        description: "Two mid-rise buildings between the central park and the mall, with terraces \
            that step back on the upper floors. Everything a family needs is within reach of a \
            pushchair.",
    },
    Site {
        name: "Ghaf Fairway Villas",
        developer: GHAF_GROVE,
        location: HILLS,
        kind: VILLAS,
        units: 34,
        handover: (2019, 3, 24),
        place: (25.1137, 55.2538),
        amenities: &["Golf course", "Clubhouse", "Swimming pool", "Tennis court", "Gated entrance"],
        description: "Detached villas along the back nine of the golf course, each with a garden \
            shaded by ghaf trees that were there before. Kitchens are double, for show and for \
            cooking, and every bedroom has its own bathroom.",
    },
    Site {
        name: "Rahba Lane Townhouses",
        developer: GHAF_GROVE,
        location: HILLS,
        kind: TOWNHOUSES,
        units: 38,
        handover: (2027, 3, 31),
        place: (25.1191, 55.2619),
        amenities: &["Swimming pool", "Cycle path", "Playground", "Dog park", "Community centre"],
        description: "A lane without through traffic, lined with townhouses in pairs and a green \
            in the middle. The homes are in their final inspection; the schools of the estate are \
            at the end of the lane.",
    },
    Site {
        name: "Dar Al Zaytoun Townhouses",
        developer: MASHRABIYA,
        location: FURJAN,
        kind: TOWNHOUSES,
        units: 42,
        handover: (2014, 2, 16),
        place: (25.0297, 55.1529),
        amenities: &["Swimming pool", "Playground", "Mosque", "Community shops", "Gated entrance"],
        description: "Townhouses with wooden screens and olive trees at the door, in the older \
            half of Al Furjan. Many owners have extended their kitchens, and the metro is a few \
            minutes away by bicycle.",
    },
    Site {
        name: "Olive Gate",
        developer: MASHRABIYA,
        location: FURJAN,
        kind: APARTMENTS,
        units: 52,
        handover: (2022, 7, 3),
        place: (25.0253, 55.1447),
        amenities: &["Rooftop pool", "Gym", "Playground", "Barbecue area", "Covered parking"],
        description: "A mid-rise building opposite the metro station, with shops on the ground \
            floor. The apartments come with fitted kitchens and a parking space each; those at the \
            back look over the villas towards the marina.",
    },
    Site {
        name: "Tamarind Circle",
        developer: SAMR_SIDR,
        location: CIRCLE,
        kind: APARTMENTS,
        units: 56,
        handover: (2015, 5, 10),
        place: (25.0567, 55.2058),
        amenities: &["Swimming pool", "Gym", "Playground", "Covered parking"],
        description: "A quiet building on one of the inner rings, beside a neighbourhood park. \
            Rooms are larger than in the newer blocks around, and tenants tend to renew.",
    },
    Site {
        name: "Ghaf Corner",
        developer: SAMR_SIDR,
        location: CIRCLE,
        kind: APARTMENTS,
        units: 48,
        handover: (2021, 3, 28),
        place: (25.0619, 55.2131),
        amenities: &["Rooftop pool", "Gym", "Paddle court", "Pet park", "Covered parking"],
        description: "The corner building at the eastern gate, named after the tree that the \
            architects drew the plan around. Studios and one-bedroom apartments let within days, \
            most of them to people in their first job.",
    },
    Site {
        name: "Noor Al Hai · نور الحي",
        developer: RAYHAN,
        location: CIRCLE,
        kind: APARTMENTS,
        units: 48,
        handover: (2027, 7, 31),
        place: (25.0648, 55.2049),
        amenities: &[
            "Rooftop pool",
            "Gym",
            "Outdoor cinema",
            "Co-working floor",
            "Electric car chargers",
        ],
        description: "Light of the Neighbourhood is a building of white brick and deep windows, \
            with an outdoor cinema on the roof. One per cent is paid each month, also after the \
            handover in 2027.",
    },
    Site {
        name: "Petalstone Residences",
        developer: ZUMURRUD,
        location: ARJAN,
        kind: APARTMENTS,
        units: 50,
        handover: (2019, 8, 4),
        place: (25.0611, 55.2412),
        amenities: &["Swimming pool", "Gym", "Sauna", "Playground", "Covered parking"],
        description: "Within sight of the flower garden that Arjan is known for. Apartments have \
            balconies on the shaded side, and the main road to the coast is two minutes away.",
    },
    Site {
        name: "Bayt Al Rayhan · بيت الريحان",
        developer: RAYHAN,
        location: ARJAN,
        kind: APARTMENTS,
        units: 44,
        handover: (2024, 10, 20),
        place: (25.0579, 55.2361),
        amenities: &["Rooftop pool", "Gym", "Herb garden", "Kids' club", "Covered parking"],
        description: "The House of Basil has a herb garden on every second floor, tended by the \
            residents. The kitchens are open, the storerooms are real, and the school run is done \
            on foot.",
    },
    Site {
        name: "Chicane Apartments",
        developer: FALAJ,
        location: MOTOR_CITY,
        kind: APARTMENTS,
        units: 48,
        handover: (2010, 9, 26),
        place: (25.0472, 55.2411),
        amenities: &["Swimming pool", "Gym", "Community park", "Café", "Covered parking"],
        description: "Four storeys around a green, within walking distance of the racetrack and \
            far enough away to sleep. The apartments are unusually wide, with storage, laundry and \
            balconies that fit a table for six.",
    },
    Site {
        name: "Green Apex",
        developer: FALAJ,
        location: MOTOR_CITY,
        kind: TOWNHOUSES,
        units: 36,
        handover: (2012, 4, 29),
        place: (25.0431, 55.2349),
        amenities: &["Swimming pool", "Tennis court", "Cycle path", "Playground", "Dog park"],
        description: "Rows of townhouses under tall trees at the green end of Motor City. Back \
            gardens open to a shared lawn, and the cycle path to the desert starts behind the last \
            row.",
    },
    Site {
        name: "Circuit Park Residences",
        developer: QAMAR_LINE,
        location: OASIS,
        kind: APARTMENTS,
        units: 52,
        handover: (2011, 6, 12),
        place: (25.1246, 55.3812),
        amenities: &["Swimming pool", "Gym", "Running track", "Covered parking"],
        description: "A practical building next to the technology park, with large apartments at \
            fair rents. Engineers of the offices nearby make up most of the tenants, and the pool \
            is busiest at seven in the morning.",
    },
    Site {
        name: "Wahat Al Ilm · واحة العلم",
        developer: MIZWALA,
        location: OASIS,
        kind: APARTMENTS,
        units: 48,
        handover: (2018, 1, 14),
        place: (25.1179, 55.3874),
        amenities: &["Swimming pool", "Gym", "Library", "Study rooms", "Covered parking"],
        description: "The Oasis of Learning is close to two universities and has study rooms and a \
            library in place of a lobby bar. Studios go to students, the larger apartments to \
            those who teach them.",
    },
    Site {
        name: "Silica Gardens",
        developer: ZUMURRUD,
        location: OASIS,
        kind: APARTMENTS,
        units: 46,
        handover: (2025, 5, 25),
        place: (25.1221, 55.3728),
        amenities: &[
            "Swimming pool",
            "Gym",
            "Roof garden",
            "Playground",
            "Electric car chargers",
            "Covered parking",
        ],
        description: "New mid-rise apartments around a long garden, with solar panels that pay for \
            the lifts and the light in the corridors. The building was handed over in 2025 and \
            filled within a season.",
    },
    Site {
        name: "Nakhla Row Townhouses",
        developer: MASHRABIYA,
        location: TOWN_SQUARE,
        kind: TOWNHOUSES,
        units: 44,
        handover: (2018, 9, 16),
        place: (25.0047, 55.2903),
        amenities: &["Swimming pool", "Skate park", "Cycle path", "Playground", "Community shops"],
        description: "Townhouses in rows of six, with a palm for each front garden and a door from \
            the kitchen to the play street. Town Square's park, with its open-air screen, is \
            around the corner.",
    },
    Site {
        name: "Barza Court",
        developer: DHOW_LANE,
        location: TOWN_SQUARE,
        kind: APARTMENTS,
        units: 48,
        handover: (2022, 11, 27),
        place: (25.0093, 55.2868),
        amenities: &["Swimming pool", "Gym", "Central park", "Barbecue area", "Covered parking"],
        description: "Apartments around a raised court, made for first-time buyers and honest about \
            it: simple finishes, low charges, good light. The central park and its shops lie \
            across the street.",
    },
    Site {
        name: "Basateen Al Nada · بساتين الندى",
        developer: SAMR_SIDR,
        location: TOWN_SQUARE,
        kind: APARTMENTS,
        units: 48,
        handover: (2028, 9, 30),
        place: (25.0016, 55.2951),
        amenities: &["Lagoon pool", "Gym", "Orchard", "Kids' club", "Electric car chargers"],
        description: "The Orchards of Dew put two buildings into a grove of lemon and pomegranate \
            trees that is already being planted. The foundations are in; buyers pay in twelve \
            equal parts until the autumn of 2028.",
    },
    Site {
        name: "Mada South Residences",
        developer: MIZWALA,
        location: SOUTH,
        kind: APARTMENTS,
        units: 46,
        handover: (2023, 2, 19),
        place: (24.8662, 55.1449),
        amenities: &["Swimming pool", "Gym", "Community park", "Playground", "Covered parking"],
        description: "Calm, wide streets and new apartments, fifteen minutes from the airport that \
            Dubai is building around its second runway. Crews and logistics people rent here, \
            often for several years.",
    },
    Site {
        name: "Rimal Gate Townhouses",
        developer: SAMR_SIDR,
        location: SOUTH,
        kind: TOWNHOUSES,
        units: 40,
        handover: (2029, 10, 31),
        place: (24.8587, 55.1532),
        amenities: &["Swimming pool", "Clubhouse", "Cycle path", "Playground", "Gated entrance"],
        description: "Townhouses in the colour of the dunes beside the golf course of the south, \
            launched in 2026. Each has a family room under the roof and a terrace from which the \
            desert begins.",
    },
];
