//! The command `mizan` of this crate, under a name that no other binary of the repository has.

use std::process::ExitCode;

fn main() -> ExitCode {
    mizan_cli::run()
}
