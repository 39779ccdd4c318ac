//! Writes a new module: a crate with one kind of record, as the command line describes it, into the source tree
//! of the product. What it writes for a field of each type is `tests/berths`. And a new product with such a module.
//!
//! `fields` and `draft` read the description; `files`, `library` and `records` are the texts, `words` the
//! words in them; `product` is the workspace around a first module, `front_end` what it has of its own in front ends, `codes`
//! checks its currency, language and time zone; `module` adds another one, and `tree` reads and changes the source tree;
//! `trial` writes a product to check a module in.

mod codes;
mod draft;
mod fields;
mod files;
pub mod front_end;
mod library;
pub mod module;
pub mod product;
mod records;
mod tree;
mod trial;
mod words;

use std::io::Write;
use std::process::{Command, Stdio};

pub use draft::Draft;
pub use fields::{Field, Target};
pub use tree::{File, Tree};
pub use trial::Trial;

/// Returns the files of a module, whose migration has this version.
fn files(module: &Draft, version: &str) -> [File; 4] {
    [
        ("Cargo.toml".to_owned(), files::manifest(module)),
        ("policy.csv".to_owned(), files::policy(module)),
        (format!("migrations/{version}_{}.sql", module.name), files::migration(module)),
        ("src/lib.rs".to_owned(), formatted(library::library(module))),
    ]
}

/// Formats Rust code by rustfmt, where that is installed.
fn formatted(code: String) -> String {
    let run = || {
        let mut child = Command::new("rustfmt")
            .args(["--edition", "2024", "--config-path", "."])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        child.stdin.take()?.write_all(code.as_bytes()).ok()?;
        let output = child.wait_with_output().ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok().filter(|text| !text.is_empty())
    };
    run().unwrap_or(code)
}
