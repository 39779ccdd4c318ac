//! `mizan policy diff`: what a policy file would change, in numbers of the data as it is.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{plan, print, print_json};
use crate::base::error::Result;
use crate::engine::policy::{self, FieldChange, Source};
use crate::http::policy::diff::{ActionRowDiff, PolicyDiff, RoleDiff, RowDiff};
use crate::product::kernel::Kernel;
use crate::product::plan::Product;
use crate::records::actor::Actor;
use crate::records::row_changes::CountedRecords;

/// Say what a policy file would change, counted in the data as it is
///
/// Compares FILE with the policy that the settings name, or that the product brings when they name
/// none: by role the operations, the records that its users could read and those that they could read
/// no more, each with a number and three examples, and the fields. Warns where a role lifts what
/// another one restricts. Changes nothing.
///
/// Settings: policy, database_url.
///
/// Examples:
///   mizan policy diff new-policy.csv
///   mizan policy diff new-policy.csv --json
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = ENDS)]
pub(in crate::cli) struct Diff {
    /// The policy file
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const ENDS: &str = "Exit code: 0 when nothing widens, 1 when some role could do or see more, 2 with a \
                    sentence on\nstandard error when the file is refused, and when the command cannot be \
                    understood.";

impl Diff {
    pub(in crate::cli) async fn run(self, product: &Product) -> Result<ExitCode> {
        let (plan, config) = plan(product).await?;
        let lines = policy::read(&self.file)?;
        let comparison = plan.policy.compared_with(Source::file(&self.file, &lines)).await?;
        let kernel = Kernel::open(plan, config, false).await?;
        let (auth, records, policy) =
            (kernel.auth.clone(), kernel.plan.records.clone(), kernel.plan.policy.clone());
        let document = kernel.plan.document.clone();
        let read = kernel.core.db.read_patiently(move |conn| {
            let compared = (&*records, &*document.operations);
            PolicyDiff::of(conn, &comparison, compared, (&auth, &policy), &Actor::operator())
        });
        let diff = read.await?;
        match self.json {
            true => print_json(&diff)?,
            false => print(&described(&diff))?,
        }
        Ok(if diff.widens { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

fn described(diff: &PolicyDiff) -> String {
    let mut text = String::new();
    for RoleDiff { role, operations, rows, rows_of_actions, fields } in &diff.roles {
        text += &format!("{role}\n");
        for operation in &operations.gained {
            text += &format!("  + {operation}\n");
        }
        for operation in &operations.lost {
            text += &format!("  - {operation}\n");
        }
        for rows in rows {
            text += &described_rows(rows, "read");
        }
        for ActionRowDiff { action, rows } in rows_of_actions {
            text += &described_rows(rows, action);
        }
        for FieldChange { resource, field, from, to, widens } in fields {
            let sign = if *widens { '+' } else { '-' };
            text += &format!("  {sign} {resource}, field {field}: {from}, then {to}\n");
        }
    }
    for warning in &diff.warnings {
        text += &format!("Warning: {}\n", warning.text);
    }
    text += match (diff.widens, diff.roles.is_empty()) {
        (true, _) => "Some role could do or see more.\n",
        (false, true) => "Nothing changes.\n",
        (false, false) => "No role could do or see more.\n",
    };
    text
}

fn described_rows(RowDiff { resource, gained, lost }: &RowDiff, action: &str) -> String {
    let of = |sign: char, CountedRecords { count, examples }: &CountedRecords| {
        if *count == 0 {
            return String::new();
        }
        let titles: Vec<&str> = examples.iter().map(|one| one.title.as_str()).collect();
        format!("  {sign} {resource}, {action}: {count} records, such as {}\n", titles.join("; "))
    };
    of('+', gained) + of('-', lost).as_str()
}
