//! Makes the folders of the built front ends, empty where nothing was built yet, so that the crate compiles on a fresh clone.

use std::fs;
use std::path::Path;

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    for name in ["admin", "shell", "docs"] {
        let folder = Path::new(&root).join("dist").join(name);
        fs::create_dir_all(&folder).expect("the folder of a built front end can be made");
        println!("cargo::rerun-if-changed={}", folder.display());
    }
}
