//! The built front ends of a product that has none of its own: the back-office with what the kernel and the users bring, the
//! shell (start page, sign-in, home), and the API reference.

use kernel::ui::{File, Ui};
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

/// Returns the file of an embedded folder at this path; of the folder itself, the paths of all its files.
pub fn file<Folder: Embed>(path: &str) -> Option<File> {
    if path.is_empty() {
        let paths = Folder::iter().collect::<Vec<_>>().join("\n");
        return Some(File { bytes: paths.into_bytes().into(), digest: [0; 32] });
    }
    let file = Folder::get(path)?;
    Some(File { digest: file.metadata.sha256_hash(), bytes: file.data })
}

/// The front ends, for the field `ui` of a product.
pub const UI: Ui = Ui { admin: file::<Admin>, shell: file::<Shell>, docs: file::<Docs> };
