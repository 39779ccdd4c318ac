//! The command `mizan`.

use std::process::ExitCode;

fn main() -> ExitCode {
    mizan_cli::run()
}
