//! `mizan module check`: the conformance kit on a crate that is a module, outside of any product.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use clap::{Args, Subcommand};
use generator::Trial;

use super::{EXIT, print};
use crate::base::error::{Error, Result};

#[derive(Subcommand)]
pub(super) enum Module {
    Check(CheckModule),
}

/// Check that a module keeps what Mizan promises of every module
///
/// Builds a product of the users, the module and those named by --with in a temporary folder, and
/// runs the conformance kit on it: permissions, document, migrations, records, constraints,
/// filters, tables, forms. Each promise that does not hold is named, with what was expected and
/// what came. Needs Cargo. On PostgreSQL when MIZAN_TEST_DATABASE_URL names a server.
///
/// Examples:
///   mizan module check ../leases
///   mizan module check tests/berths --with modules/companies --with modules/projects \
///     --with modules/units
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct CheckModule {
    /// The folder of the crate
    path: PathBuf,
    /// The folder of a module that it refers to; repeat it for several, in their order
    #[arg(long)]
    with: Vec<PathBuf>,
}

impl CheckModule {
    pub(super) fn run(self) -> Result<()> {
        let path = self.path.display().to_string();
        let mut modules = self.with;
        modules.push(self.path);
        let trial = Trial::of(modules).map_err(Error::startup)?;
        let folder = tempfile::tempdir().map_err(Error::internal)?;
        for (file, text) in trial.files().map_err(Error::startup)? {
            let file = folder.path().join(file);
            let above = file.parent().unwrap_or(folder.path());
            let written = fs::create_dir_all(above).and_then(|()| fs::write(&file, text));
            written.map_err(Error::internal)?;
        }
        let status = Command::new("cargo")
            .args(["test", "--quiet", "--test", "conformance", "--target-dir"])
            .arg(&trial.target)
            .current_dir(folder.path())
            .status()
            .map_err(|error| Error::startup(format!("cargo cannot be run: {error}")))?;
        match status.success() {
            true => print(&format!("{path} keeps all promises\n")),
            false => Err(Error::startup(format!("{path} does not keep all promises, see above"))),
        }
    }
}
