//! The product with one module more, which no front end knows: what the browser tests act on.

#[path = "../app/inspections.rs"]
#[expect(dead_code, reason = "its second form is for a test of its own")]
mod inspections;
#[path = "../../src/main.rs"]
#[expect(dead_code, reason = "only the product is of interest here, not how it is started")]
mod product;

use std::process::ExitCode;

use kernel::Product;

const DESK: Product = Product {
    modules: &[
        users::MODULE,
        companies::MODULE,
        projects::MODULE,
        units::MODULE,
        inspections::first::MODULE,
    ],
    ..product::PRODUCT
};

fn main() -> ExitCode {
    kernel::run(&DESK)
}
