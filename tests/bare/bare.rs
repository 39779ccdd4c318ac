//! A product with users alone: without a module or an area of its own, it has the shell and the back-office as they are.
//! The browser tests sign in to it.

#[path = "../../src/ui.rs"]
#[expect(dead_code, reason = "the front ends of the other product")]
mod ui;

use std::process::ExitCode;

use kernel::Product;
use kernel::time::Weekday;
use kernel::ui::Ui;
use rust_embed::Embed;
use ui::file;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/tests/bare/dist/admin-ui/dist"]
struct Admin;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/tests/bare/dist/shell/dist"]
struct Shell;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/openapi/dist-docs"]
struct Docs;

const PRODUCT: Product = Product {
    modules: &[users::MODULE],
    model: include_str!("../../policies/model.conf"),
    roles: include_str!("roles.csv"),
    name: "Practice",
    currency: "EUR",
    time_zone: "Europe/Berlin",
    languages: &["en-DE"],
    first_day_of_week: Weekday::Mon,
    areas: &[],
    start_pages: &[("admin", "/backoffice")],
    demo: &[],
    ui: Ui { admin: file::<Admin>, shell: file::<Shell>, docs: file::<Docs> },
};

fn main() -> ExitCode {
    kernel::run(&PRODUCT)
}
