//! The estimators of the demo, and their skill.

use kernel::prelude::*;
use users::Users;

/// First name, last name and e-mail address of the colleagues of the estimator whom the product has.
const COLLEAGUES: [(&str, &str, &str); 7] = [
    ("Layla", "Farouk", "layla@demo.test"),
    ("Daniel", "Mensah", "daniel@demo.test"),
    ("Priya", "Raman", "priya@demo.test"),
    ("Khalid", "Al Suwaidi", "khalid@demo.test"),
    ("Elena", "Petrova", "elena@demo.test"),
    ("Marco", "Bianchi", "marco@demo.test"),
    ("Noor", "Siddiqui", "noor@demo.test"),
];

/// Creates their accounts.
pub(super) fn create(seed: &mut Seed<'_>) -> Result<()> {
    for (first_name, last_name, email) in COLLEAGUES {
        seed.account::<Users>((first_name, last_name), email, "estimations")?;
    }
    Ok(())
}

/// How a person estimates.
pub(super) struct Skill {
    pub(super) email: &'static str,
    /// The bias of all estimates (a logarithm).
    pub(super) bias: f64,
    /// Their standard deviation (a logarithm).
    pub(super) scatter: f64,
    /// The multiple that typed estimates are rounded to, in AED.
    pub(super) rounded_to: i64,
    /// The share of estimates entered with the percentage buttons only.
    pub(super) percentages: f64,
    /// The share of estimates that are the unchanged base of the buttons.
    pub(super) copies: f64,
    /// The share of projects in which some units in a row get the same estimate.
    pub(super) repeats: f64,
    /// Whether a keyboard is used.
    pub(super) keyboard: bool,
    /// The typical seconds for a unit.
    pub(super) pace: f64,
    /// The share of the open rotation that is done.
    pub(super) share_of_open: f64,
}

const USUAL: Skill = Skill {
    email: "",
    bias: 0.0,
    scatter: 0.07,
    rounded_to: 1000,
    percentages: 0.3,
    copies: 0.0,
    repeats: 0.0,
    keyboard: false,
    pace: 30.0,
    share_of_open: 1.0,
};

/// The first one, with whose account demos sign in as an estimator, has the most left to do.
pub(super) const PEOPLE: [Skill; 8] = [
    Skill { email: "estimator@demo.test", bias: 0.015, share_of_open: 0.42, ..USUAL },
    Skill {
        email: "layla@demo.test",
        bias: 0.005,
        scatter: 0.035,
        rounded_to: 500,
        keyboard: true,
        pace: 38.0,
        share_of_open: 0.88,
        ..USUAL
    },
    Skill { email: "daniel@demo.test", bias: -0.03, scatter: 0.05, share_of_open: 0.84, ..USUAL },
    Skill {
        email: "priya@demo.test",
        scatter: 0.06,
        percentages: 0.6,
        share_of_open: 0.8,
        pace: 24.0,
        ..USUAL
    },
    Skill {
        email: "khalid@demo.test",
        bias: 0.06,
        scatter: 0.08,
        rounded_to: 5000,
        share_of_open: 0.74,
        ..USUAL
    },
    Skill {
        email: "elena@demo.test",
        bias: -0.01,
        scatter: 0.1,
        keyboard: true,
        share_of_open: 0.66,
        ..USUAL
    },
    Skill {
        email: "marco@demo.test",
        bias: -0.08,
        scatter: 0.13,
        rounded_to: 5000,
        repeats: 0.15,
        pace: 16.0,
        share_of_open: 0.62,
        ..USUAL
    },
    Skill {
        email: "noor@demo.test",
        bias: 0.02,
        scatter: 0.17,
        percentages: 0.5,
        copies: 0.12,
        repeats: 0.05,
        pace: 18.0,
        share_of_open: 0.55,
        ..USUAL
    },
];
