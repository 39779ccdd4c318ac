//! The users of the demo data: colleagues of the estimator that the kernel creates.

use kernel::prelude::*;

use crate::Users;

/// First name, last name and e-mail address of each.
const ESTIMATORS: [(&str, &str, &str); 7] = [
    ("Layla", "Farouk", "layla@demo.test"),
    ("Daniel", "Mensah", "daniel@demo.test"),
    ("Priya", "Raman", "priya@demo.test"),
    ("Khalid", "Al Suwaidi", "khalid@demo.test"),
    ("Elena", "Petrova", "elena@demo.test"),
    ("Marco", "Bianchi", "marco@demo.test"),
    ("Noor", "Siddiqui", "noor@demo.test"),
];

pub(crate) fn seed(seed: &mut Seed<'_>) -> Result<()> {
    for (first_name, last_name, email) in ESTIMATORS {
        seed.account::<Users>((first_name, last_name), email, "estimations")?;
    }
    Ok(())
}
