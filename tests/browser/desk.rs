//! The product with two additional modules: one that no front end knows, and one with a front end of
//! its own. The browser tests run against it.

#[path = "../app/inspections.rs"]
#[expect(dead_code, reason = "its second version is used by another test")]
mod inspections;
#[path = "../../src/main.rs"]
#[expect(dead_code, reason = "this binary uses the product, and not its start")]
mod product;
#[path = "../app/viewings.rs"]
mod viewings;

use std::process::ExitCode;

use kernel::Product;
use kernel::module::Module;
use kernel::ui::{Ui, file};
use product::PRODUCT;
use rust_embed::Embed;

const TEST_MODULES: [Module; 2] = [inspections::first::MODULE, viewings::MODULE];

const MODULES: [Module; PRODUCT.modules.len() + TEST_MODULES.len()] = {
    let mut modules = [inspections::first::MODULE; PRODUCT.modules.len() + TEST_MODULES.len()];
    let mut at = 0;
    while at < modules.len() {
        modules[at] = match at < PRODUCT.modules.len() {
            true => PRODUCT.modules[at],
            false => TEST_MODULES[at - PRODUCT.modules.len()],
        };
        at += 1;
    }
    modules
};

/// The back-office with the screens of the modules under `tests/browser/`.
#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/admin-ui/dist-desk"]
struct Admin;

const BROWSER_PRODUCT: Product =
    Product { modules: &MODULES, ui: Ui { admin: file::<Admin>, ..PRODUCT.ui }, ..PRODUCT };

fn main() -> ExitCode {
    kernel::run(&BROWSER_PRODUCT)
}
