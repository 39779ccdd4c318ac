//! Prices, yields, charges and building layouts of each area. Orders of magnitude, not quotations.

/// An area.
pub(super) struct Market {
    pub(super) location: &'static str,
    /// AED per sq ft of a recent apartment.
    pub(super) price: f64,
    /// Yearly rent of a two-bedroom apartment divided by its price.
    pub(super) gross_yield: f64,
    /// AED per sq ft and year, from the plainest building to the finest.
    pub(super) charges: (f64, f64),
    pub(super) layout: Layout,
    /// Views from apartments, the most expensive first.
    pub(super) views: &'static [&'static str],
    /// Views from townhouses and villas, the most expensive first.
    pub(super) house_views: &'static [&'static str],
}

/// The layout of an apartment building.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// The number of buildings of a project; with two, unit numbers begin with A or B.
    pub(super) blocks: usize,
    pub(super) homes_per_floor: usize,
    /// The lowest floor with homes.
    pub(super) first_floor: usize,
}

const fn layout(blocks: usize, homes_per_floor: usize, first_floor: usize) -> Layout {
    Layout { blocks, homes_per_floor, first_floor }
}

pub(super) fn of(location: &str) -> Option<&'static Market> {
    MARKETS.iter().find(|market| market.location == location)
}

pub(super) const MARKETS: [Market; 15] = [
    Market {
        location: "Dubai Marina",
        price: 2000.0,
        gross_yield: 0.063,
        charges: (14.0, 19.0),
        layout: layout(1, 3, 5),
        views: &["Sea view, Marina view", "Marina view", "Sea view", "City view"],
        house_views: &["Marina view"],
    },
    Market {
        location: "Palm Jumeirah",
        price: 3300.0,
        gross_yield: 0.053,
        charges: (16.0, 24.5),
        layout: layout(1, 4, 1),
        views: &["Sea view", "Sea view, Skyline view", "Palm view", "Garden view"],
        house_views: &["Sea view"],
    },
    Market {
        location: "Jumeirah Lake Towers",
        price: 1600.0,
        gross_yield: 0.070,
        charges: (13.0, 17.0),
        layout: layout(1, 4, 2),
        views: &["Lake view, Marina view", "Lake view", "Golf course view", "City view"],
        house_views: &["Lake view"],
    },
    Market {
        location: "Downtown Dubai",
        price: 2700.0,
        gross_yield: 0.057,
        charges: (18.0, 24.0),
        layout: layout(1, 3, 4),
        views: &[
            "Burj Khalifa view, Fountain view",
            "Burj Khalifa view",
            "Boulevard view",
            "City view",
        ],
        house_views: &["Boulevard view"],
    },
    Market {
        location: "Business Bay",
        price: 2050.0,
        gross_yield: 0.065,
        charges: (15.0, 19.0),
        layout: layout(1, 4, 3),
        views: &["Burj Khalifa view, Canal view", "Canal view", "Skyline view", "City view"],
        house_views: &["Canal view"],
    },
    Market {
        location: "Dubai Creek Harbour",
        price: 2250.0,
        gross_yield: 0.060,
        charges: (14.0, 18.0),
        layout: layout(2, 4, 1),
        views: &["Creek view, Skyline view", "Creek view", "Park view", "City view"],
        house_views: &["Creek view"],
    },
    Market {
        location: "Meydan",
        price: 1900.0,
        gross_yield: 0.059,
        charges: (12.0, 16.0),
        layout: layout(1, 6, 1),
        views: &["Lagoon view, Skyline view", "Lagoon view", "Racecourse view", "Community view"],
        house_views: &["Racecourse view", "Park view", "Community view"],
    },
    Market {
        location: "Dubai Hills Estate",
        price: 2150.0,
        gross_yield: 0.058,
        charges: (13.0, 17.0),
        layout: layout(2, 5, 1),
        views: &["Golf course view, Skyline view", "Park view", "Boulevard view", "Community view"],
        house_views: &["Golf course view", "Park view", "Garden view"],
    },
    Market {
        location: "Al Furjan",
        price: 1450.0,
        gross_yield: 0.070,
        charges: (11.0, 14.0),
        layout: layout(1, 8, 1),
        views: &["Marina view", "Pool view", "Garden view", "Community view"],
        house_views: &["Park view", "Garden view", "Community view"],
    },
    Market {
        location: "Jumeirah Village Circle",
        price: 1350.0,
        gross_yield: 0.074,
        charges: (11.0, 15.0),
        layout: layout(1, 6, 1),
        views: &["Park view, Skyline view", "Pool view", "Park view", "Community view"],
        house_views: &["Park view", "Community view"],
    },
    Market {
        location: "Arjan",
        price: 1400.0,
        gross_yield: 0.073,
        charges: (11.0, 14.0),
        layout: layout(1, 6, 1),
        views: &["Garden view, Skyline view", "Pool view", "Garden view", "Community view"],
        house_views: &["Garden view", "Community view"],
    },
    Market {
        location: "Motor City",
        price: 1200.0,
        gross_yield: 0.072,
        charges: (10.0, 13.5),
        layout: layout(2, 6, 1),
        views: &["Park view", "Pool view", "Racetrack view", "Community view"],
        house_views: &["Park view", "Garden view", "Community view"],
    },
    Market {
        location: "Dubai Silicon Oasis",
        price: 1050.0,
        gross_yield: 0.077,
        charges: (10.0, 13.0),
        layout: layout(1, 8, 1),
        views: &["Park view", "Pool view", "City view", "Community view"],
        house_views: &["Park view", "Community view"],
    },
    Market {
        location: "Town Square",
        price: 1150.0,
        gross_yield: 0.073,
        charges: (9.0, 12.0),
        layout: layout(2, 6, 1),
        views: &["Park view", "Pool view", "Boulevard view", "Community view"],
        house_views: &["Park view", "Garden view", "Community view"],
    },
    Market {
        location: "Dubai South",
        price: 1250.0,
        gross_yield: 0.069,
        charges: (9.0, 12.0),
        layout: layout(1, 6, 1),
        views: &["Park view", "Pool view", "Boulevard view", "Community view"],
        house_views: &["Golf course view", "Desert view", "Community view"],
    },
];
