//! The built front ends, embedded in the binary.

use kernel::ui::{File, Ui};
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

/// The file at this path; of the folder itself, the paths of all its files.
pub(crate) fn file<Folder: Embed>(path: &str) -> Option<File> {
    if path.is_empty() {
        let paths = Folder::iter().collect::<Vec<_>>().join("\n");
        return Some(File { bytes: paths.into_bytes().into(), digest: [0; 32] });
    }
    let file = Folder::get(path)?;
    Some(File { digest: file.metadata.sha256_hash(), bytes: file.data })
}

/// The front ends of the product.
pub(crate) const UI: Ui = Ui { admin: file::<Admin>, shell: file::<Shell>, docs: file::<Docs> };
