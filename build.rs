//! Makes the folders of the built front ends, empty where nothing was built yet, so that the
//! server alone compiles on a fresh clone; and has the binary be small and need nothing but the C library.

use std::fs;
use std::path::Path;

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    for folder in ["admin-ui/dist", "admin-ui/dist-desk", "estimator-ui/dist", "openapi/dist-docs"]
    {
        let folder = Path::new(&root).join(folder);
        fs::create_dir_all(&folder).expect("the folder of a built front end can be made");
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    link_unwinder_statically();
    link_compactly();
}

/// Has the linker keep one of several functions whose code is the same, and the addresses to be adjusted at the start
/// in their short form: a tenth of the binary. Where it is another linker than the toolchain's own, it may know neither.
fn link_compactly() {
    let is_known = std::env::var("TARGET").is_ok_and(|target| target == "x86_64-unknown-linux-gnu");
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    if is_known && !flags.contains("link") {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all,-z,pack-relative-relocs");
    }
}

/// The standard library asks for gcc's shared unwinder; a linker script of its name hands out the
/// static one, which every gcc has beside it.
fn link_unwinder_statically() {
    let linux = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux");
    let gnu = std::env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|env| env == "gnu");
    if linux && gnu {
        let out = std::env::var("OUT_DIR").expect("cargo says where to write");
        let script = Path::new(&out).join("libgcc_s.so");
        fs::write(script, "INPUT(-lgcc_eh -lgcc)\n").expect("the linker script can be written");
        println!("cargo::rustc-link-search=native={out}");
    }
}
