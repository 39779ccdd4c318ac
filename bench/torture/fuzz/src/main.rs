//! The program: the target named by `FUZZ_TARGET`, under libFuzzer, which reads the command line. With `FUZZ_SEEDS` it first
//! writes the seeds and the words of the target into that folder.

#![no_main]

use std::env;
use std::path::Path;
use std::sync::OnceLock;

use fuzz::{TARGETS, Target};
use libfuzzer_sys::fuzz_target;

static TARGET: OnceLock<&Target> = OnceLock::new();

fn target() -> &'static Target {
    TARGET.get_or_init(|| {
        let name = env::var("FUZZ_TARGET").unwrap_or_default();
        let named = TARGETS.iter().find(|target| target.name == name);
        named.unwrap_or_else(|| panic!("FUZZ_TARGET is no target of this build: {name:?}"))
    })
}

fn write_seeds() {
    if let Some(folder) = env::var_os("FUZZ_SEEDS") {
        target().write(Path::new(&folder)).unwrap_or_else(|error| panic!("no seeds: {error}"));
    }
}

fuzz_target!(init: write_seeds(), |bytes: &[u8]| (target().run)(bytes));
