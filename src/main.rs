//! The product: its modules, one line each, its policy and its front ends.

mod ui;

use std::process::ExitCode;

use kernel::time::Weekday;
use kernel::{DemoPerson, Product};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Everything the product consists of. Those that others rely on come first.
pub(crate) const PRODUCT: Product = Product {
    modules: &[
        users::MODULE,
        companies::MODULE,
        projects::MODULE,
        units::MODULE,
        rotations::MODULE,
        estimations::MODULE,
        analytics::MODULE,
    ],
    roles: include_str!("../policies/roles.csv"),
    name: "Mizan",
    currency: "AED",
    time_zone: "Asia/Dubai",
    languages: &["en-AE"],
    first_day_of_week: Weekday::Mon,
    areas: &["estimations"],
    start_pages: &[],
    colours: &[],
    demo: &[
        DemoPerson::new("admin@demo.test", "admin", ("Amal", "Haddad")),
        DemoPerson::new("estimator@demo.test", "estimations", ("Omar", "Nasser")),
        DemoPerson::new("analyst@demo.test", "analytics", ("Sara", "Malik")),
        DemoPerson {
            email: "broker@demo.test",
            role: "broker",
            name: ("Hana", "Aziz"),
            attributes: &[("projects", &["Marsa Lantern Tower", "Nawras Quay"])],
        },
        DemoPerson::new("user@demo.test", "user", ("Yusuf", "Rahman")),
    ],
    ui: ui::UI,
};

fn main() -> ExitCode {
    kernel::run(&PRODUCT)
}
