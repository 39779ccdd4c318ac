//! The built front ends, embedded in the binary.

use kernel::ui::{Ui, file};
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/admin-ui/dist"]
struct Admin;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/estimator-ui/dist"]
struct Shell;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/openapi/dist-docs"]
struct Docs;

/// The front ends of the product.
pub(crate) const UI: Ui = Ui { admin: file::<Admin>, shell: file::<Shell>, docs: file::<Docs> };
