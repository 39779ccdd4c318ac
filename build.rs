//! Makes the folders of the built front ends, empty where nothing was built yet, so that the
//! server alone compiles on a fresh clone; and has the binary be small and need nothing but the C library.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The folders of the product, and of those of the tests.
const FRONT_ENDS: [&str; 4] =
    ["admin-ui/dist", "estimator-ui/dist", "openapi/dist-docs", "admin-ui/dist-desk"];

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    for folder in FRONT_ENDS {
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
    let target = "x86_64-unknown-linux-gnu";
    let is_known =
        ["TARGET", "HOST"].iter().all(|name| std::env::var(name).is_ok_and(|one| one == target));
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    if !is_known || flags.contains("link") || std::env::var_os("RUSTC_LINKER").is_some() {
        return;
    }
    println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
    if glibc().is_some_and(|version| version >= (2, 36)) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Returns the version of this machine's C library, which reads short addresses from 2.36 on.
fn glibc() -> Option<(u32, u32)> {
    let printed = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?.stdout;
    let (major, minor) =
        str::from_utf8(&printed).ok()?.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
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
