//! The command `mizan`: starts a product. In the folder of a product all other commands are those of its own binary, which
//! cargo brings up to date first.

mod add_module;
mod check_module;
mod new_module;
mod new_product;
mod questions;

use std::ffi::OsString;
use std::path::Path;
use std::process::{self, ExitCode};

use clap::{Parser, Subcommand};

use add_module::Add;
use check_module::Check;
use new_product::Start;

/// Starts a product on Mizan, and runs the commands of one
///
/// In the folder of a product every other command is one of its own binary, which is built before:
/// `mizan serve --demo`, `mizan policy explain`. `mizan help` lists them there.
///
/// Examples:
///   mizan new product clinic
///   mizan module add ../leases
///   mizan new module appointments --field "patient:patients!" --field "day:date!"
#[derive(Parser)]
#[command(version, name = "mizan", verbatim_doc_comment, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write source code
    #[command(subcommand)]
    New(New),
    /// Look after modules
    #[command(subcommand)]
    Module(Module),
    #[command(external_subcommand)]
    Own(Vec<OsString>),
}

#[derive(Subcommand)]
enum Module {
    Add(Add),
    Check(Check),
}

#[derive(Subcommand)]
enum New {
    Product(Box<Start>),
    Module(new_module::New),
}

/// Runs the command that the process was started with.
pub fn run() -> ExitCode {
    let done = match Cli::parse().command {
        Command::New(New::Product(start)) => start.run().map(|()| ExitCode::SUCCESS),
        Command::New(New::Module(module)) => module.run().map(|()| ExitCode::SUCCESS),
        Command::Module(Module::Add(add)) => add.run().map(|()| ExitCode::SUCCESS),
        Command::Module(Module::Check(check)) => check.run().map(|()| ExitCode::SUCCESS),
        Command::Own(words) => run_own(&words),
    };
    done.unwrap_or_else(|message| {
        eprintln!("mizan: {message}");
        ExitCode::FAILURE
    })
}

/// Runs a command of the product in this folder.
fn run_own(words: &[OsString]) -> Result<ExitCode, String> {
    if !Path::new("Cargo.toml").exists() || !Path::new("src/main.rs").exists() {
        return Err("There is no product in this folder. Start one with `mizan new product NAME`, or go to the \
                    folder of its Cargo.toml"
            .to_owned());
    }
    let status = cargo()
        .args(["run", "--quiet", "--"])
        .args(words)
        .status()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Returns the current time as migrations have it in their names.
fn now() -> String {
    chrono::Utc::now().format("%Y%m%d%H%M%S").to_string()
}

/// Returns the command `cargo`.
fn cargo() -> process::Command {
    process::Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn commands_are_declared_without_contradictions() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_other_command_is_of_the_product() {
        let words = ["mizan", "policy", "explain", "--help"];
        let Command::Own(own) = Cli::parse_from(words).command else {
            panic!("policy explain is no command of the product");
        };
        assert_eq!(own, ["policy", "explain", "--help"]);
    }
}
