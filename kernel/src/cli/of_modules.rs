//! The commands of modules, such as `mizan figures rebuild`.

use clap::ArgMatches;

use super::{EXIT, open, print};
use crate::base::error::Result;
use crate::product::module::Command;
use crate::product::plan::Product;

/// Adds the commands of the product's modules to its own, each noun once.
pub(super) fn add(product: &Product, mut all: clap::Command) -> clap::Command {
    for Command { words: (noun, verb), about, explanation, .. } in commands(product) {
        let leaf = clap::Command::new(*verb)
            .about(*about)
            .long_about(format!("{about}\n\n{explanation}"))
            .after_long_help(EXIT);
        let known = all.find_subcommand(noun).is_some();
        all = if known {
            all.mut_subcommand(noun, |group| group.subcommand(leaf))
        } else {
            let group = clap::Command::new(*noun).about(*about).subcommand_required(true);
            all.subcommand(group.arg_required_else_help(true).subcommand(leaf))
        };
    }
    all
}

/// Returns the command of a module that was typed, if any.
pub(super) fn typed(product: &Product, matches: &ArgMatches) -> Option<&'static Command> {
    let (noun, below) = matches.subcommand()?;
    let verb = below.subcommand_name()?;
    commands(product).find(|command| command.words == (noun, verb))
}

/// Runs the command and prints its result.
pub(super) async fn run(product: &Product, command: &'static Command) -> Result<()> {
    let output = open(product, false).await?.perform(command.work).await?;
    print(&format!("{output}\n"))
}

fn commands(product: &Product) -> impl Iterator<Item = &'static Command> {
    product.modules.iter().flat_map(|module| module.commands)
}
