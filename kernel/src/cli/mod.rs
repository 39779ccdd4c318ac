//! The commands of the product's one binary, a file for each noun.

mod audit;
mod backups;
mod change_sets;
mod config;
mod database;
mod demo;
mod document;
pub(crate) mod image_sweep;
pub(crate) mod jobs;
pub(crate) mod kernel_module;
mod keys;
pub(crate) mod mailing;
mod mappings;
mod of_modules;
mod policy;
pub(crate) mod retention;
mod serve;
mod tables;
mod taken;
mod upgrade;
mod user;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::product::kernel::Kernel;
use crate::product::plan::{Plan, Product};
use audit::Audit;
use change_sets::ChangeSets;
use demo::Demo;
use keys::Keys;
use policy::Policy;
use taken::Taken;
use upgrade::Upgrade;
use user::User;

/// Mizan: a back-office drawn from its own API, and the property desk built on it.
///
/// Settings come from the environment, MIZAN_LISTEN and the like, and from mizan.toml in the folder
/// that the process is started in. `mizan config` lists them all. Each command explains itself.
///
/// Examples:
///   mizan serve --demo
///   mizan policy explain --help
#[derive(Parser)]
#[command(version, name = "mizan", verbatim_doc_comment, after_long_help = EXIT)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The exit codes of every command.
const EXIT: &str = "Exit code: 0 when it is done, 1 with a sentence on standard error when it is \
                    not, 2 when the\ncommand cannot be understood.";

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Migrate(database::Migrate),
    Upgrade(Upgrade),
    /// Look after accounts
    #[command(subcommand)]
    User(User),
    /// Look after the demo data
    #[command(subcommand)]
    Demo(Demo),
    Import(tables::Import),
    Export(tables::Export),
    /// Look at change sets, apply, undo and discard them
    #[command(subcommand)]
    Changes(ChangeSets),
    Mappings(mappings::Mappings),
    /// Verify the history and the audit events
    #[command(subcommand)]
    Audit(Audit),
    Backup(backups::Backup),
    Restore(backups::Restore),
    Openapi(document::Openapi),
    /// Show, check, compare and explain who may do what
    #[command(subcommand)]
    Policy(Policy),
    /// Look after the keys that access tokens are signed with
    #[command(subcommand)]
    Keys(Keys),
    Config(config::Show),
    Taken(Taken),
}

impl Command {
    /// Returns the exit code of a failure; 1 of a comparison says that there are differences.
    fn failed(&self) -> ExitCode {
        match self {
            Self::Upgrade(_) | Self::Policy(Policy::Diff(_)) => ExitCode::from(2),
            _ => ExitCode::FAILURE,
        }
    }

    /// Returns whether it opens the database for writing.
    fn writes(&self) -> bool {
        !matches!(
            self,
            Self::Upgrade(_)
                | Self::Audit(_)
                | Self::Openapi(_)
                | Self::Policy(_)
                | Self::Config(_)
                | Self::Taken(_)
        )
    }
}

/// Checkpoints the write-ahead log of an SQLite database, so that it is one file that can be
/// copied.
fn checkpoint(product: &Product) -> Result<()> {
    crate::db::checkpoint(&Config::load(&kernel_module::settings(product))?.database)
}

/// Runs the command that the process was started with.
pub fn run(product: &Product) -> ExitCode {
    use_small_pages();
    let matches = of_modules::add(product, Cli::command()).get_matches();
    actix_web::rt::System::new().block_on(async {
        let (done, wrote, failed) = match of_modules::typed(product, &matches) {
            Some(command) => {
                let done = of_modules::run(product, command).await;
                (done.map(|()| ExitCode::SUCCESS), true, ExitCode::FAILURE)
            }
            None => {
                let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
                let (wrote, failed) = (cli.command.writes(), cli.command.failed());
                (execute(product, cli.command).await, wrote, failed)
            }
        };
        // Also after a failed command.
        let whole = if wrote { checkpoint(product) } else { Ok(()) };
        match done.and_then(|code| whole.map(|()| code)) {
            Ok(code) => code,
            Err(error) => {
                // An internal error is hidden from API clients, but shown to operators.
                match &error {
                    Error::Internal(what) | Error::Unreachable(what) => eprintln!("mizan: {what}"),
                    other => eprintln!("mizan: {other}"),
                }
                failed
            }
        }
    })
}

/// Has Linux map memory in small pages. The allocator asks for pages of 2 MiB, of which an idle process keeps many
/// for a little each; no benchmark was faster with them.
fn use_small_pages() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::debug!(%error, "memory is mapped in large pages");
    }
}

async fn execute(product: &Product, command: Command) -> Result<ExitCode> {
    let done = match command {
        Command::Upgrade(upgrade) => return upgrade.run(product).await,
        Command::Serve(serve) => serve.run(product).await,
        Command::Migrate(migrate) => migrate.run(product).await,
        Command::User(User::Create(create)) => create.run(product).await,
        Command::User(User::ResetFactors(reset)) => reset.run(product).await,
        Command::Demo(Demo::End(end)) => end.run(product).await,
        Command::Import(import) => import.run(product).await,
        Command::Export(export) => export.run(product).await,
        Command::Changes(changes) => changes.run(product).await,
        Command::Mappings(mappings) => mappings.run(product).await,
        Command::Audit(Audit::Verify(verify)) => verify.run(product).await,
        Command::Audit(Audit::Head(head)) => head.run(product).await,
        Command::Backup(backup) => backup.run(product).await,
        Command::Restore(restore) => restore.run(product).await,
        Command::Openapi(openapi) => openapi.run(product).await,
        Command::Policy(Policy::Show(show)) => show.run(product).await,
        Command::Policy(Policy::Check(check)) => check.run(product).await,
        Command::Policy(Policy::Explain(explain)) => explain.run(product).await,
        Command::Policy(Policy::Who(who)) => who.run(product).await,
        Command::Policy(Policy::Diff(diff)) => return diff.run(product).await,
        Command::Keys(Keys::Rotate(rotate)) => rotate.run(product).await,
        Command::Config(show) => show.run(product),
        Command::Taken(taken) => taken.run(product).await,
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// Loads the settings, and the product under the policy that they name.
async fn plan(product: &Product) -> Result<(Plan, Config)> {
    let config = Config::load(&kernel_module::settings(product))?;
    let plan = kernel_module::plan(product, config.policy.as_deref()).await?;
    Ok((plan, config))
}

/// Opens the product on its database, and migrates it when `migrate` is set.
async fn open(product: &Product, migrate: bool) -> Result<Arc<Kernel>> {
    let (plan, config) = plan(product).await?;
    Ok(Arc::new(Kernel::open(plan, config, migrate).await?))
}

/// Prints a document. A reader that closes the pipe early is no error.
fn print(text: &str) -> Result<()> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::internal(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists a command and its subcommands, each with the words that call it.
    fn commands(command: &clap::Command, words: &str) -> Vec<(String, clap::Command)> {
        let words = format!("{words} {}", command.get_name()).trim().to_owned();
        let below = command.get_subcommands().flat_map(|below| commands(below, &words));
        std::iter::once((words.clone(), command.clone())).chain(below).collect()
    }

    #[test]
    fn every_command_explains_itself_with_an_example_and_its_exit_codes() {
        Cli::command().debug_assert();
        let all = commands(&Cli::command(), "");
        let leaves = all.iter().filter(|(_, command)| !command.has_subcommands());
        for (words, command) in leaves {
            let help = command.clone().render_long_help().to_string();
            assert!(help.contains(&format!("  {words}")), "{words} has no example:\n{help}");
            assert!(help.contains("Exit code: 0"), "{words} does not say how it ends:\n{help}");
            let about = command.get_long_about().map(ToString::to_string).unwrap_or_default();
            assert!(about.lines().all(|line| line.chars().count() <= 100), "{words}:\n{about}");
        }
    }
}
