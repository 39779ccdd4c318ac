//! Projects in the middle of town: Downtown Dubai, Business Bay, Dubai Creek Harbour, Meydan.

use super::developers::{
    BAHR_STONE, DHOW_LANE, FALAJ, GHAF_GROVE, MIZWALA, NAWRAS, QAMAR_LINE, RAYHAN,
};
use super::{APARTMENTS, SERVICED, Site, VILLAS};

const DOWNTOWN: &str = "Downtown Dubai";
const BAY: &str = "Business Bay";
const CREEK: &str = "Dubai Creek Harbour";
const MEYDAN: &str = "Meydan";

pub(super) const SITES: &[Site] = &[
    Site {
        name: "Saffron Court Downtown",
        developer: MIZWALA,
        location: DOWNTOWN,
        kind: APARTMENTS,
        units: 46,
        handover: (2009, 12, 13),
        place: (25.1908, 55.2769),
        amenities: &["Swimming pool", "Gym", "Courtyard garden", "Barbecue area", "Library"],
        description: "A tower in sand-coloured stone between two courtyards, in the old quarter \
            of Downtown. The boulevard is two minutes away and yet hardly heard, and the courtyards \
            are cool until noon.",
    },
    Site {
        name: "Qamar Twelve",
        developer: QAMAR_LINE,
        location: DOWNTOWN,
        kind: APARTMENTS,
        units: 50,
        handover: (2018, 5, 6),
        place: (25.1961, 55.2715),
        amenities: &[
            "Infinity pool",
            "Gym",
            "Yoga deck",
            "Residents' lounge",
            "Concierge",
            "Valet parking",
        ],
        description: "A tower on the boulevard with full-height windows and a pool deck from which \
            the fountain can be seen. The mall is reached through an air-conditioned bridge.",
    },
    Site {
        name: "Fawanees Al Boulevard · فوانيس البوليفارد",
        developer: RAYHAN,
        location: DOWNTOWN,
        kind: SERVICED,
        units: 50,
        handover: (2027, 12, 15),
        place: (25.1934, 55.2791),
        amenities: &[
            "Rooftop pool",
            "Spa",
            "Gym",
            "All-day restaurant",
            "Housekeeping",
            "Valet parking",
        ],
        description: "The Lanterns of the Boulevard take their name from the brass screens that \
            shade each terrace and glow at night. The homes come furnished and serviced; the \
            operator guarantees owners four weeks of their own stay a year.",
    },
    Site {
        name: "Canal Thread Tower",
        developer: FALAJ,
        location: BAY,
        kind: APARTMENTS,
        units: 80,
        handover: (2017, 1, 22),
        place: (25.1867, 55.2622),
        amenities: &["Swimming pool", "Gym", "Running track", "Café", "Covered parking"],
        description: "On the water's edge of the canal, with a running track that starts at the \
            door and ends at the sea. The plans are compact and well thought out, and most of the \
            smaller apartments are let to people who work nearby.",
    },
    Site {
        name: "Mizwala Heights",
        developer: MIZWALA,
        location: BAY,
        kind: APARTMENTS,
        units: 60,
        handover: (2013, 8, 25),
        place: (25.1829, 55.2734),
        amenities: &["Swimming pool", "Gym", "Sauna", "Prayer room", "Covered parking"],
        description: "Named after the sundial on its forecourt, this tower stands where the bay \
            meets Downtown. The upper floors see the skyline on one side and the canal on the \
            other; service charges have been stable for years.",
    },
    Site {
        name: "Sarab Bayline · سراب",
        developer: FALAJ,
        location: BAY,
        kind: SERVICED,
        units: 60,
        handover: (2028, 3, 31),
        place: (25.1796, 55.2689),
        amenities: &[
            "Rooftop pool",
            "Gym",
            "Co-working floor",
            "Cinema",
            "Housekeeping",
            "Electric car chargers",
        ],
        description: "Sarab, the mirage, is a mirrored building, mostly of studios and one-bedroom \
            homes, for short and long stays. Sixty homes share a cinema, a floor of desks and a roof with \
            a pool; construction began in the spring of 2026.",
    },
    Site {
        name: "Heron Point",
        developer: NAWRAS,
        location: CREEK,
        kind: APARTMENTS,
        units: 58,
        handover: (2019, 11, 10),
        place: (25.2049, 55.3437),
        amenities: &[
            "Infinity pool",
            "Gym",
            "Marina promenade",
            "Playground",
            "Barbecue area",
            "Covered parking",
        ],
        description: "At the tip of the island district, opposite the bird sanctuary, where herons \
            and flamingos are part of the view. The promenade with its restaurants passes right in \
            front of both buildings.",
    },
    Site {
        name: "Khor Al Fajr · خور الفجر",
        developer: DHOW_LANE,
        location: CREEK,
        kind: APARTMENTS,
        units: 58,
        handover: (2023, 6, 18),
        place: (25.2003, 55.3492),
        amenities: &["Swimming pool", "Gym", "Central park", "Kids' club", "Covered parking"],
        description: "Two buildings on a shared podium beside the central park, turned so that the \
            bedrooms get the morning light over the creek. School, supermarket and ferry are all \
            within a ten-minute walk.",
    },
    Site {
        name: "Mangrove Steps",
        developer: BAHR_STONE,
        location: CREEK,
        kind: APARTMENTS,
        units: 50,
        handover: (2029, 3, 31),
        place: (25.2081, 55.3528),
        amenities: &[
            "Lagoon pool",
            "Gym",
            "Canal beach",
            "Cycle path",
            "Pet park",
            "Electric car chargers",
        ],
        description: "Two buildings of planted steps that lead down to the mangroves and a small \
            beach on the canal. Buyers pay sixty per cent during construction and the rest at the \
            handover in 2029.",
    },
    Site {
        name: "Furusiya Villas · فروسية",
        developer: GHAF_GROVE,
        location: MEYDAN,
        kind: VILLAS,
        units: 36,
        handover: (2017, 10, 8),
        place: (25.1519, 55.2964),
        amenities: &[
            "Clubhouse",
            "Swimming pool",
            "Bridle path",
            "Tennis court",
            "Playground",
            "Gated entrance",
        ],
        description: "A gated street of detached villas near the racecourse, whose bridle path \
            runs behind the back gardens. The villas have a maid's room and a double garage each, \
            and plots that are large enough for a pool.",
    },
    Site {
        name: "Paddock Lagoon Residences",
        developer: QAMAR_LINE,
        location: MEYDAN,
        kind: APARTMENTS,
        units: 52,
        handover: (2027, 5, 31),
        place: (25.1612, 55.3047),
        amenities: &[
            "Lagoon beach",
            "Swimming pool",
            "Gym",
            "Cycle path",
            "Kids' club",
            "Covered parking",
        ],
        description: "Mid-rise apartments along a swimming lagoon with a beach of white sand, ten \
            minutes by car from Downtown. Façades are finished and fit-out is under way; the first \
            keys are due in May 2027.",
    },
];
