//! `mizan mappings`: lists the mappings, and explains their grammar.

use clap::Args;

use super::{EXIT, print};
use crate::base::error::{Error, Result};
use crate::cli::kernel_module;
use crate::product::plan::Product;
use crate::transfer::{GRAMMAR, Named};

/// List the mappings that imports know by name, show one, or explain how they are written
///
/// A mapping says what the columns of a table mean. Each line of the list is a name for
/// `mizan import --mapping`, the resource that it is for, and which table it reads. Needs no
/// database.
///
/// Examples:
///   mizan mappings
///   mizan mappings dld-projects
///   mizan mappings --grammar
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Mappings {
    /// Print this one, as a file to begin another one with
    #[arg(conflicts_with = "grammar")]
    name: Option<String>,
    /// Print everything that a mapping may say
    #[arg(long)]
    grammar: bool,
}

impl Mappings {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        if self.grammar {
            return print(GRAMMAR);
        }
        let plan = kernel_module::plan(product, None).await?;
        let mappings = &plan.mappings;
        let all: Vec<&Named> = mappings.all().collect();
        match self.name {
            None => print(&list(&all)),
            Some(name) => match all.iter().find(|named| named.name == name) {
                Some(named) => print(named.text),
                None => Err(Error::startup(mappings.unknown(&name, "mapping"))),
            },
        }
    }
}

/// Formats one line for each mapping: name, resource, and description.
fn list(all: &[&Named]) -> String {
    let width = |column: fn(&Named) -> &str| all.iter().map(|one| column(one).len()).max();
    let names = width(|one| one.name).unwrap_or_default();
    let resources = width(|one| &one.mapping.resource).unwrap_or_default();
    let line = |one: &&Named| {
        format!("{:names$}  {:resources$}  {}\n", one.name, one.mapping.resource, one.about())
    };
    all.iter().map(line).collect()
}
