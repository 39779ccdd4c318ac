//! `mizan new module`.

use std::path::Path;

use clap::Args;
use generator::Tree;
use generator::module::{NewModule, Taken};

use crate::{cargo, now};

/// Write a module into the source code of the product in this folder, to be edited from there
///
/// A module is a crate with one kind of record: its table, its lists, forms and permissions. Writes
/// four files in modules/NAME, and names the crate in Cargo.toml and src/main.rs. Writes all of it or
/// nothing, and opens no database. The product is built before, so that its names are known.
///
/// A field is NAME:TYPE, with ! at its end when every record must have it. A type is
///   text        up to 200 characters
///   long        up to 5,000 characters, on several lines
///   integer     a whole number
///   number      with fractions
///   money       a whole amount in the product's currency
///   boolean     yes or no
///   date        a day
///   a|b|c       one of these values, the first unless another one is chosen
///   units       a record of that resource of the product
///
/// Examples:
///   mizan new module leases --field "tenant:text!" --field "unit:units!" --field "starts:date!" \
///     --field "ends:date" --field "fee:integer!" --field "status:draft|signed|ended!"
///   mizan new module staff --singular employee --field "name:text!"
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct New {
    /// The word for several records, such as `leases` or `parking_spaces`
    name: String,
    /// The word for one record, where it does not follow from the name
    #[arg(long)]
    singular: Option<String>,
    /// A field; repeat it for several
    #[arg(long = "field")]
    fields: Vec<String>,
}

impl New {
    pub(crate) fn run(self) -> Result<(), String> {
        let tree = Tree::open(Path::new("."))?;
        let output = cargo()
            .args(["run", "--quiet", "--", "taken"])
            .stderr(std::process::Stdio::inherit())
            .output()
            .map_err(|error| format!("cargo could not be started: {error}"))?;
        if !output.status.success() {
            return Err("Nothing was written, because the product could not be built".to_owned());
        }
        let Self { name, singular, fields } = self;
        let product = Taken::read(&output.stdout)?;
        let written = NewModule { name, singular, fields }.write(&tree, &product, &now())?;
        // A product without files made of its document has nothing to update.
        let next = match Path::new("openapi").is_dir() {
            true => {
                "`make generate` updates the document, its types and the permissions; `make run` serves it.\n\
                 docs/tutorial.md goes on from there: a field, a rule, a verb."
            }
            false => "`make run` serves it.",
        };
        println!("{written}\nNext: {next}");
        Ok(())
    }
}
