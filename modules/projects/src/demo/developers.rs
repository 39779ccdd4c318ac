//! The developers. Every name is made up.

pub(super) const BAHR_STONE: &str = "Bahr Stone Properties";
pub(super) const DHOW_LANE: &str = "Dhow Lane Estates";
pub(super) const FALAJ: &str = "Falaj Urban Development";
pub(super) const GHAF_GROVE: &str = "Ghaf Grove Communities";
pub(super) const LULWA_BAY: &str = "Lulwa Bay Developments";
pub(super) const MASHRABIYA: &str = "Mashrabiya Homes";
pub(super) const MIZWALA: &str = "Mizwala Real Estate";
pub(super) const NAWRAS: &str = "Nawras Waterfront";
pub(super) const QAMAR_LINE: &str = "Qamar Line Developers";
pub(super) const RAYHAN: &str = "دار الريحان للتطوير العقاري";
pub(super) const SAMR_SIDR: &str = "Samr & Sidr Developments";
pub(super) const ZUMURRUD: &str = "Zumurrud Living";

pub(super) const ALL: [&str; 12] = [
    BAHR_STONE, DHOW_LANE, FALAJ, GHAF_GROVE, LULWA_BAY, MASHRABIYA, MIZWALA, NAWRAS, QAMAR_LINE,
    RAYHAN, SAMR_SIDR, ZUMURRUD,
];
