//! The built front ends, embedded in the binary. The API reference is that of the framework.

use kernel::ui::{Ui, file};
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/dist/admin"]
struct Admin;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/dist/shell"]
struct Shell;

/// The front ends of the product.
pub(crate) const UI: Ui = Ui {
    admin: file::<Admin>,
    shell: file::<Shell>,
    ..front_ends::UI
};
