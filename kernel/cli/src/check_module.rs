//! `mizan module check`: the conformance kit on a crate that is a module, in a product made for the time of the check.

use std::path::PathBuf;

use clap::Args;
use generator::{Trial, product};

use crate::cargo;

/// Check that a module keeps what Mizan promises of every module
///
/// Builds a product of the users, the module and those named by --with in a temporary folder, and
/// runs the conformance kit on it: permissions, document, migrations, records, constraints,
/// filters, tables, forms. Each promise that does not hold is named, with what was expected and
/// what came. On PostgreSQL when MIZAN_TEST_DATABASE_URL names a server.
///
/// Examples:
///   mizan module check ../leases
///   mizan module check ../leases --with ../boats --from ../mizan
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Check {
    /// The folder of the crate
    path: PathBuf,
    /// The folder of a module that it refers to; repeat it for several, in their order
    #[arg(long)]
    with: Vec<PathBuf>,
    /// A folder to take the framework's crates from, where the module does not say it: its source code,
    /// or its packed crates unpacked
    #[arg(long)]
    from: Option<PathBuf>,
}

impl Check {
    pub(crate) fn run(self) -> Result<(), String> {
        let path = self.path.display().to_string();
        let mut modules = self.with;
        modules.push(self.path);
        let trial = Trial::of(modules, self.from)?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        product::write(folder.path(), &trial.files()?)?;
        let status = cargo()
            .args(["test", "--quiet", "--test", "conformance", "--target-dir"])
            .arg(&trial.target)
            // A broken promise is of the module, and not of a line of the kit.
            .env("RUST_BACKTRACE", "0")
            .current_dir(folder.path())
            .status()
            .map_err(|error| format!("cargo could not be started: {error}"))?;
        match status.success() {
            true => println!("{path} keeps all promises"),
            false => return Err(format!("{path} does not keep all promises, see above")),
        }
        Ok(())
    }
}
