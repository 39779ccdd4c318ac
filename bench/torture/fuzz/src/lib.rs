//! Fuzz targets: what of the product parses texts and files of clients. libFuzzer makes the inputs, guided by the coverage of
//! the code; `bench/torture/fuzz.mjs` builds and runs it. A target panics where something does not hold.
//!
//! | file | holds |
//! |---|---|
//! | `csv`, `xlsx`, `mapping`, `filters` | one target each: what it parses, and what holds of it |
//! | `table` | reading a table, for `csv` and `xlsx` |
//! | `main` | the program |

mod csv;
#[cfg(feature = "filters")]
mod filters;
mod mapping;
mod table;
mod xlsx;

use std::fs;
use std::io;
use std::path::Path;

/// A parser, and the inputs to begin with.
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// Parses one input.
    pub run: fn(&[u8]),
    /// Inputs that get far, from which others are made.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Words that inputs are made of.
    pub words: &'static [&'static str],
}

/// All targets.
pub const TARGETS: &[Target] = &[
    csv::TARGET,
    xlsx::TARGET,
    mapping::TARGET,
    #[cfg(feature = "filters")]
    filters::TARGET,
];

impl Target {
    /// Writes the seeds, each into a file in `folder`, and the words into `folder.words`, as libFuzzer reads them.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        for (number, seed) in (self.seeds)().iter().enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
        let words = self.words.iter().map(|word| {
            let escaped: String = word.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
            format!("\"{escaped}\"\n")
        });
        fs::write(folder.with_extension("words"), words.collect::<String>())
    }
}

/// Asserts that a message can be shown: it says something, and has no control characters but line breaks and tabs.
fn assert_readable(message: &str) {
    let is_control = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    assert!(!message.trim().is_empty(), "an error has no message");
    assert!(!message.contains(is_control), "a message has control characters: {message:?}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_passes_its_target() {
        for target in TARGETS {
            let seeds = (target.seeds)();
            assert!(seeds.len() > 3, "{}", target.name);
            for seed in seeds {
                (target.run)(&seed);
            }
        }
    }
}
