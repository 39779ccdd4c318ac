//! The built front ends of a product that has none of its own: the back-office with what the kernel and the users bring, the
//! shell (start page, sign-in, home), and the API reference.

use kernel::ui::{Ui, file};
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/dist/admin"]
struct Admin;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/dist/shell"]
struct Shell;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/dist/docs"]
struct Docs;

/// The front ends, for the field `ui` of a product.
pub const UI: Ui = Ui { admin: file::<Admin>, shell: file::<Shell>, docs: file::<Docs> };
