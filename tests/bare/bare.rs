//! A product with users alone: without a module or an area of its own, it has the shell as it is. The browser tests sign in
//! to it.

#[path = "../../src/ui.rs"]
mod ui;

use std::process::ExitCode;

use kernel::Product;
use kernel::ui::Ui;
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/shell/dist"]
struct Shell;

const PRODUCT: Product = Product {
    modules: &[users::MODULE],
    model: include_str!("../../policies/model.conf"),
    roles: "g, admin, user\np, admin, backoffice, enter\n",
    name: "Practice",
    areas: &[],
    demo: &[],
    ui: Ui { shell: ui::file::<Shell>, ..ui::UI },
};

fn main() -> ExitCode {
    kernel::run(&PRODUCT)
}
