//! `mizan upgrade --plan`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use super::{kernel_module, print};
use crate::base::config::Config;
use crate::base::error::Result;
use crate::db::{self, Pending};
use crate::product::outline::{Change, Difference, Installed, Outline, VERSION};
use crate::product::plan::{Plan, Product};

/// The exit codes of a comparison.
const EXIT: &str = "Exit code: 0 when nothing would change, 1 when something would, 2 with a sentence on \
                    standard\nerror when that cannot be found out.";

/// Say what this version would change for the configured database, and change nothing
///
/// Compares this version, with the modules that it was built with, with the one that brought the
/// database up to date last: the migrations that `mizan migrate` or the next start applies, with the
/// tables that they change; lines of the product's own policy; operations; the fields of records and
/// forms, and what lists are filtered by. A policy file of one's own that this version would refuse
/// is named with the line.
///
/// Settings: database_url, which may be one that is being served; policy.
///
/// Examples:
///   mizan upgrade --plan
///   mizan upgrade --plan --json
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Upgrade {
    /// Only say what would change; `mizan migrate` or the next start applies it
    #[arg(long, required = true)]
    plan: bool,
    /// Print JSON, with all that is known of what is added and removed
    #[arg(long)]
    json: bool,
}

/// What an upgrade changes.
struct Changes {
    migrations: Vec<Pending>,
    /// The versions of migrations that were applied, and that no module has: their tables stay as they are.
    unknown: Vec<String>,
    /// The policy file of the settings, and why this version refuses it, if it does.
    policy_file: Option<(String, Option<String>)>,
    /// The version before, and what is different in this one. None when it has stored no outline.
    since: Option<(Installed, Vec<(&'static str, Difference)>)>,
}

impl Upgrade {
    pub(super) async fn run(self, product: &Product) -> Result<ExitCode> {
        let config = Config::load(&kernel_module::settings(product))?;
        let (plan, refused) = plan_in_force(product, config.policy.as_deref()).await?;
        let file = config.policy.as_ref().map(|path| path.display().to_string());
        let changes = Changes::of(&plan, &config, file.map(|file| (file, refused)))?;
        match self.json {
            true => print(&format!("{:#}\n", changes.to_json()))?,
            false => print(&changes.to_text())?,
        }
        Ok(ExitCode::from(u8::from(!changes.is_empty())))
    }
}

/// Returns the product under the policy file of the settings; when that is refused, under its own policy, and why.
async fn plan_in_force(product: &Product, file: Option<&Path>) -> Result<(Plan, Option<String>)> {
    match kernel_module::plan(product, file).await {
        Err(error) if file.is_some() => {
            Ok((kernel_module::plan(product, None).await?, Some(error.to_string())))
        }
        planned => Ok((planned?, None)),
    }
}

impl Changes {
    fn of(
        plan: &Plan,
        config: &Config,
        policy_file: Option<(String, Option<String>)>,
    ) -> Result<Self> {
        config.database.check_exists()?;
        let conn = &mut db::open_to_read(&config.database)?;
        let applied = db::applied_migrations(conn)?;
        let migrations = db::pending_migrations(conn, &plan.migrations(), &applied);
        // An older version has no table for it.
        let installed = match migrations.iter().any(|one| one.name == Outline::MIGRATION) {
            true => None,
            false => Outline::installed(conn)?,
        };
        let since = installed.map(|before| {
            let differences = Outline::of(plan).differences(&before.outline);
            (before, differences)
        });
        let unknown = plan.unknown(&applied).cloned().collect();
        Ok(Self { migrations, unknown, policy_file, since })
    }

    /// Returns whether this version is known to change nothing.
    fn is_empty(&self) -> bool {
        let is_same = |(_, differences): &(Installed, Vec<(&str, Difference)>)| {
            differences.iter().all(|(_, difference)| difference.is_empty())
        };
        let is_refused = self.policy_file.as_ref().is_some_and(|(_, refused)| refused.is_some());
        self.migrations.is_empty() && !is_refused && self.since.as_ref().is_some_and(is_same)
    }

    fn to_json(&self) -> Value {
        let migrations = self
            .migrations
            .iter()
            .map(|one| json!({ "module": one.module, "name": one.name, "changes": one.changes }));
        let file = self.policy_file.as_ref();
        let differences = self.since.iter().flat_map(|(_, differences)| differences);
        let parts: BTreeMap<_, _> = differences.map(|(part, one)| (part, one)).collect();
        json!({
            "changes": !self.is_empty(),
            "version": VERSION,
            "since": self.since.as_ref().map(|(before, _)| {
                json!({ "version": before.version, "installedAt": before.at })
            }),
            "migrations": migrations.collect::<Vec<_>>(),
            "unknownMigrations": self.unknown,
            "policyFile": file.map(|(path, refused)| json!({ "path": path, "refused": refused })),
            "parts": parts,
        })
    }

    fn to_text(&self) -> String {
        let mut text = String::new();
        if !self.migrations.is_empty() {
            text += "Migrations to apply:\n";
        }
        for Pending { module, name, changes } in &self.migrations {
            let changes =
                if changes.is_empty() { "no table".to_owned() } else { changes.join(", ") };
            text += &format!("  {module}  {name}: {changes}\n");
        }
        if !self.unknown.is_empty() {
            let unknown = self.unknown.join(", ");
            text += &format!(
                "Migrations that were applied, and that no module of this version has: {unknown}\n"
            );
        }
        if self.is_empty() {
            return text + "Nothing would change.\n";
        }
        if let Some((path, refused)) = &self.policy_file {
            text += &match refused {
                Some(why) => format!("{path} would be refused, and nothing served: {why}\n"),
                None => format!(
                    "{path} is in force in place of the product's own policy, and stays so.\n"
                ),
            };
        }
        let Some((before, differences)) = &self.since else {
            return text
                + "The version before has left nothing to compare policy, operations and resources with. \
                   This one will.\n";
        };
        let day = before.at.day();
        let heading = format!("Since Mizan {}, which was installed on {day}", before.version);
        match differences.iter().all(|(_, one)| one.is_empty()) {
            true => text += &format!("{heading}, nothing else.\n"),
            false => text += &format!("{heading}:\n"),
        }
        for (part, difference) in differences.iter().filter(|(_, one)| !one.is_empty()) {
            text += &format!("{part}:\n");
            add_part(&mut text, part, difference);
        }
        text
    }
}

/// Writes a part: `+` for what this version has only, `-` for what the one before has only, `~` for what both have and
/// differs.
fn add_part(text: &mut String, part: &str, difference: &Difference) {
    let Difference { added, removed, changed } = difference;
    for (sign, names) in [("+", added), ("-", removed)] {
        for (name, said) in names {
            let rest = match (part, said.split_first()) {
                // Each line names its role.
                ("policy", _) => {
                    said.iter().for_each(|line| *text += &format!("  {sign} {line}\n"));
                    continue;
                }
                ("operations", Some((call, _))) => format!("  {call}"),
                _ => String::new(),
            };
            *text += &format!("  {sign} {name}{rest}\n");
            if part == "resources" {
                said.iter().for_each(|one| *text += &format!("      {sign} {one}\n"));
            }
        }
    }
    for (name, Change { added, removed }) in changed {
        let margin = if part == "policy" { "  " } else { "      " };
        if part != "policy" {
            *text += &format!("  ~ {name}\n");
        }
        for (sign, said) in [("+", added), ("-", removed)] {
            said.iter().for_each(|one| *text += &format!("{margin}{sign} {one}\n"));
        }
    }
}
