//! The product: its modules, one line each, its policy and its front ends.

pub(crate) mod ui;

use std::process::ExitCode;

use kernel::Product;

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
    model: include_str!("../policies/model.conf"),
    roles: include_str!("../policies/roles.csv"),
    ui: ui::UI,
};

fn main() -> ExitCode {
    kernel::run(&PRODUCT)
}
