//! The product: its modules, one line each, and the values that its pages, documents and days follow.

{{parts}}use std::process::ExitCode;

use kernel::time::Weekday;
use kernel::{DemoPerson, Product};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Everything the product consists of. Modules that others rely on come first.
pub(crate) const PRODUCT: Product = Product {
    modules: &[users::MODULE, {{module}}::MODULE],
    roles: include_str!("../policies/roles.csv"),
    name: "{{title}}",
    currency: "{{currency}}",
    time_zone: "{{time_zone}}",
    languages: &["{{language}}"],
    first_day_of_week: Weekday::{{first_day}},
    areas: &[],
    start_pages: &[("admin", "/backoffice/{{resource}}")],
    // The name of each, its value in the light theme, and in the dark one.
    colours: &[
        ("accent", "#1f4e9c", "#8ab4f8"),
        ("accentHover", "#173f80", "#a8c7fa"),
        ("accentSoft", "#e4ecf8", "#1d2b44"),
        ("onAccent", "#ffffff", "#0b1c36"),
        ("focus", "#2f6fd0", "#8ab4f8"),
    ],
    demo: &[
        DemoPerson::new("admin@demo.test", "admin", ("Alex", "Morgan")),
        DemoPerson::new("user@demo.test", "user", ("Robin", "Taylor")),
    ],
    ui: {{ui}},
};

fn main() -> ExitCode {
    kernel::run(&PRODUCT)
}
