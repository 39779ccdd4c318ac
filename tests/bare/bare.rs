//! A product with users alone: without a module or an area of its own, it has the shell and the back-office as they are.
//! The browser tests sign in to it.

use std::process::ExitCode;

use kernel::Product;
use kernel::time::Weekday;

const PRODUCT: Product = Product {
    modules: &[users::MODULE],
    roles: include_str!("roles.csv"),
    name: "Practice",
    currency: "EUR",
    time_zone: "Europe/Berlin",
    languages: &["en-DE"],
    first_day_of_week: Weekday::Mon,
    areas: &[],
    start_pages: &[("admin", "/backoffice")],
    colours: &[],
    demo: &[],
    ui: front_ends::UI,
};

fn main() -> ExitCode {
    kernel::run(&PRODUCT)
}
