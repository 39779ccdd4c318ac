//! Makes the folders of the built front ends, empty where nothing was built yet, so that the server alone compiles.

use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    for name in ["admin", "shell"] {
        let folder = format!("{root}/dist/{name}");
        fs::create_dir_all(&folder)?;
        println!("cargo::rerun-if-changed={folder}");
    }
    Ok(())
}
