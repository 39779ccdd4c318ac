//! The product with one module more, which no front end knows: what the browser tests act on.

#[path = "../app/inspections.rs"]
#[expect(dead_code, reason = "its second form is for a test of its own")]
mod inspections;
#[path = "../../src/main.rs"]
#[expect(dead_code, reason = "only the product is of interest here, not how it is started")]
mod product;

use std::process::ExitCode;

use kernel::Product;
use kernel::module::Module;
use product::PRODUCT;

const MODULES: [Module; PRODUCT.modules.len() + 1] = {
    let mut modules = [inspections::first::MODULE; PRODUCT.modules.len() + 1];
    let mut at = 0;
    while at < PRODUCT.modules.len() {
        modules[at] = PRODUCT.modules[at];
        at += 1;
    }
    modules
};

const DESK: Product = Product { modules: &MODULES, ..PRODUCT };

fn main() -> ExitCode {
    kernel::run(&DESK)
}
