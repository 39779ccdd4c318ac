//! `mizan policy`: shows, checks and compares policies, and explains permissions.

mod diff;
mod explain;
mod who;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;

use super::{EXIT, plan, print};
use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::cli::kernel_module;
use crate::engine::policy::{self, Source};
use crate::product::plan::Plan;
use crate::product::plan::Product;

#[derive(Subcommand)]
pub(super) enum Policy {
    Show(Show),
    Check(Check),
    Explain(explain::Explain),
    Who(who::Who),
    Diff(diff::Diff),
}

/// Print who may call what: every operation and the roles that may
///
/// One operation a line, one role a column; `nobody` is a visitor who is not signed in. With --lines
/// it prints the casbin lines from which that follows, to begin a policy of one's own with: save
/// them, change them, check them, and name the file by the setting policy. That file then stands
/// instead of all that the product brings. Opens no database.
///
/// Settings: policy.
///
/// Examples:
///   mizan policy show | grep unit_
///   mizan policy show --lines > policy.csv
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Show {
    /// Print the casbin lines instead
    #[arg(long)]
    lines: bool,
}

impl Show {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let (plan, _) = plan(product).await?;
        if self.lines {
            return print(&plan.policy.lines());
        }
        print(&policy::matrix(&plan.policy, &plan.document.operations))
    }
}

/// Check a policy file, and say what it would change
///
/// Reads the file as a starting process would, and says which line is wrong, if one is. When all
/// are right, it says what each role would gain (+) and lose (-): of a FILE against the policy that
/// the settings name, or that the product brings when they name none; of the configured file
/// against the product's own. Needs no running process and opens no database.
///
/// A running process takes a changed file within two seconds, as it is: write a copy, check it, and
/// move it into place.
///
/// Settings: policy, the file that is checked when none is named.
///
/// Examples:
///   mizan policy check new-policy.csv && mv new-policy.csv policy.csv
///   MIZAN_POLICY=policy.csv mizan policy check
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Check {
    /// The file; without it the one that the setting policy names
    file: Option<PathBuf>,
}

impl Check {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let configured = Config::load(&kernel_module::settings(product))?.policy;
        let own = kernel_module::plan(product, None).await?;
        let Some(file) = self.file.as_ref().or(configured.as_ref()) else {
            return Err(Error::startup(
                "Name a file to check: here, or by the setting policy (MIZAN_POLICY)",
            ));
        };
        let policy = evaluated(&own, file).await?;
        let (mut other, mut before) = ("the product's own policy".to_owned(), &*own.policy);
        let in_force;
        if let Some(path) = configured.as_ref().filter(|path| !same(path, file)) {
            match evaluated(&own, path).await {
                Ok(evaluated) => {
                    other = path.display().to_string();
                    in_force = evaluated;
                    before = &in_force;
                }
                Err(error) => eprintln!("The policy of the settings does not hold. {error}"),
            }
        }
        let name = file.display().to_string();
        print(&policy::report(&name, &policy, &other, before, &own.document.operations))
    }
}

fn same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    one == other || real(one).is_some_and(|one| real(other) == Some(one))
}

async fn evaluated(plan: &Plan, file: &Path) -> Result<policy::Policy> {
    let lines = policy::read(file)?;
    let sources = [Source::file(file, &lines)];
    policy::Policy::names(&sources)?;
    policy::Policy::evaluate(&sources, &plan.document.permissions, plan.records.clone()).await
}

/// Prints a value as JSON.
fn print_json(value: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(value).map_err(Error::internal)?;
    print(&(text + "\n"))
}
