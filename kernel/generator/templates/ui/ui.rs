//! The built front ends, embedded in the binary. The API reference is that of the framework.

use kernel::ui::Ui;
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/dist/admin"]
struct Admin;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/dist/shell"]
struct Shell;

/// The front ends of the product.
pub(crate) const UI: Ui = Ui {
    admin: front_ends::file::<Admin>,
    shell: front_ends::file::<Shell>,
    ..front_ends::UI
};
