//! Projects by the water: Dubai Marina, Palm Jumeirah, Jumeirah Lake Towers.

use super::developers::{BAHR_STONE, DHOW_LANE, LULWA_BAY, NAWRAS, QAMAR_LINE, RAYHAN, ZUMURRUD};
use super::{APARTMENTS, SERVICED, Site};

const MARINA: &str = "Dubai Marina";
const PALM: &str = "Palm Jumeirah";
const LAKES: &str = "Jumeirah Lake Towers";

pub(super) const SITES: &[Site] = &[
    Site {
        name: "Marsa Lantern Tower",
        developer: NAWRAS,
        location: MARINA,
        kind: APARTMENTS,
        units: 64,
        handover: (2008, 11, 30),
        place: (25.0772, 55.1367),
        amenities: &["Swimming pool", "Gym", "Sauna", "Marina promenade", "Covered parking"],
        description: "One of the first towers on the southern basin, a few steps from the \
            promenade and the water bus. The apartments are larger than those built since, with \
            closed kitchens and deep balconies; lobby and lifts were renewed in 2022.",
    },
    Site {
        name: "Nawras Quay",
        developer: NAWRAS,
        location: MARINA,
        kind: APARTMENTS,
        units: 72,
        handover: (2016, 4, 17),
        place: (25.0846, 55.1431),
        amenities: &[
            "Infinity pool",
            "Gym",
            "Children's pool",
            "Concierge",
            "Cafés at the quay",
            "Covered parking",
        ],
        description: "A slender tower at the northern bend of the marina, with cafés at the foot \
            and berths in front. The tram stops around the corner, and the beach is ten minutes \
            away on foot.",
    },
    Site {
        name: "Burj Al Marsa Al Hadi · برج المرسى الهادئ",
        developer: RAYHAN,
        location: MARINA,
        kind: SERVICED,
        units: 56,
        handover: (2021, 9, 12),
        place: (25.0801, 55.1386),
        amenities: &[
            "Rooftop pool",
            "Gym",
            "Spa",
            "Reception around the clock",
            "Housekeeping",
            "Valet parking",
        ],
        description: "The Quiet Marina Tower stands in the second row, away from the traffic, and \
            is run as a hotel. Owners may live in their apartment or leave the letting to the \
            operator; everything is furnished, down to the linen.",
    },
    Site {
        name: "Lulwa Shore Residences",
        developer: LULWA_BAY,
        location: PALM,
        kind: APARTMENTS,
        units: 48,
        handover: (2009, 6, 21),
        place: (25.1071, 55.1478),
        amenities: &["Private beach", "Swimming pool", "Gym", "Beach club", "Covered parking"],
        description: "A mid-rise block on the trunk of the Palm with a beach of its own on the \
            eastern side. Families have stayed here for years: the plans are generous, the gardens \
            are grown, and shops are across the road.",
    },
    Site {
        name: "Tidal Garden",
        developer: LULWA_BAY,
        location: PALM,
        kind: APARTMENTS,
        units: 42,
        handover: (2020, 2, 9),
        place: (25.1138, 55.1396),
        amenities: &[
            "Infinity pool",
            "Private beach",
            "Gym",
            "Paddle court",
            "Residents' lounge",
            "Valet parking",
        ],
        description: "Terraced apartments around a garden that falls towards the beach, near the \
            middle of the trunk. The monorail and the mall are a short walk away, and most living \
            rooms look over the fronds.",
    },
    Site {
        name: "Qasr Al Mawj · قصر الموج",
        developer: BAHR_STONE,
        location: PALM,
        kind: APARTMENTS,
        units: 36,
        handover: (2028, 6, 30),
        place: (25.1213, 55.1531),
        amenities: &[
            "Private beach",
            "Lagoon pool",
            "Spa",
            "Cinema",
            "Private marina",
            "Butler service",
            "Valet parking",
        ],
        description: "The Palace of the Wave is rising on the eastern crescent, between the open \
            sea and the lagoon. There are few homes on each floor, most of them facing water on two \
            sides; the handover is planned for the summer of 2028.",
    },
    Site {
        name: "Lakelight Tower",
        developer: QAMAR_LINE,
        location: LAKES,
        kind: APARTMENTS,
        units: 62,
        handover: (2010, 3, 14),
        place: (25.0748, 55.1462),
        amenities: &["Swimming pool", "Gym", "Squash court", "Lake walk", "Covered parking"],
        description: "A well-kept tower in the northern clusters, next to the lake walk and five \
            minutes from the metro. The one-bedroom apartments are popular with people who work \
            in the offices around.",
    },
    Site {
        name: "Zumurrud Lakeside",
        developer: ZUMURRUD,
        location: LAKES,
        kind: APARTMENTS,
        units: 54,
        handover: (2014, 10, 5),
        place: (25.0689, 55.1409),
        amenities: &["Swimming pool", "Gym", "Steam room", "Playground", "Covered parking"],
        description: "Bright corner apartments above a small park, with supermarkets and \
            restaurants on the ground floors of the cluster. Both the metro and the footbridge to \
            the marina are close.",
    },
    Site {
        name: "Anqa Tower",
        developer: DHOW_LANE,
        location: LAKES,
        kind: APARTMENTS,
        units: 48,
        handover: (2027, 9, 30),
        place: (25.0652, 55.1377),
        amenities: &[
            "Rooftop pool",
            "Gym",
            "Co-working floor",
            "Sky garden",
            "Electric car chargers",
            "Covered parking",
        ],
        description: "The last free plot at the southern lake becomes a tower for people who work \
            from home: one floor is shared desks and meeting rooms, another a garden in the open \
            air. The structure has reached the twelfth floor.",
    },
];
