//! `mizan new module`: writes a module into the source tree of the product.
//!
//! Everything is checked before anything is written. `words` writes names in each language; `fields` and
//! `draft` read the command line; `taken` knows what the product has already; `files`, `library` and
//! `records` are the texts; `tree` reads and changes the source tree.

mod draft;
mod fields;
mod files;
mod library;
mod records;
mod taken;
mod tree;
mod words;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use clap::{Args, Subcommand};

use self::draft::Draft;
use self::fields::Field;
use self::tree::Tree;
use super::{EXIT, print};
use crate::base::error::{Error, Result};
use crate::cli::kernel_module;
use crate::product::plan::Product;

#[derive(Subcommand)]
pub(super) enum New {
    Module(NewModule),
}

impl New {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        match self {
            Self::Module(module) => module.run(product).await,
        }
    }
}

/// Write a module into the source code of the product, to be edited from there
///
/// A module is a crate with one kind of record: its table, its lists, forms and permissions. Writes
/// four files in modules/NAME, and names the crate in Cargo.toml and src/main.rs. Run it in the folder
/// of the product's source code. Writes all of it or nothing, and opens no database.
///
/// A field is NAME:TYPE, with ! at its end when every record must have it. A type is
///   text        up to 200 characters
///   long        up to 5,000 characters, on several lines
///   integer     a whole number
///   number      with fractions
///   boolean     yes or no
///   date        a day
///   a|b|c       one of these values, the first unless another one is chosen
///   units       a record of that resource; any of the product's, as it was built last
///
/// Examples:
///   mizan new module leases --field "tenant:text!" --field "unit:units!" --field "starts:date!" \
///     --field "ends:date" --field "rent:integer!" --field "status:draft|signed|ended!"
///   mizan new module staff --singular employee --field "name:text!"
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct NewModule {
    /// The word for several records, such as `leases` or `parking_spaces`
    name: String,
    /// The word for one record, where it does not follow from the name
    #[arg(long)]
    singular: Option<String>,
    /// A field; repeat it for several
    #[arg(long = "field")]
    fields: Vec<String>,
}

impl NewModule {
    async fn run(self, product: &Product) -> Result<()> {
        let tree = Tree::open(Path::new("."))?;
        let plan = kernel_module::plan(product, None).await?;
        let fields =
            Field::read_all(&self.fields, &taken::targets(&plan)).map_err(Error::startup)?;
        let module = Draft::new(self.name, self.singular, fields).map_err(Error::startup)?;
        let name = &module.name;
        if let Some(what) = taken::conflict(&plan, &module).or_else(|| tree.conflict(name)) {
            return Err(Error::startup(format!("There is {what} already; take another name")));
        }
        let version = taken::next_version(&plan, tree.versions());
        let migration = format!("migrations/{version}_{name}.sql");
        let files = [
            ("Cargo.toml".to_owned(), files::manifest(&module)),
            ("policy.csv".to_owned(), files::policy(&module)),
            (migration, files::migration(&module)),
            ("src/lib.rs".to_owned(), formatted(library::library(&module))),
        ];
        tree.write(name, &files)?;
        let written: String =
            files.iter().map(|(path, _)| format!("Written: modules/{name}/{path}\n")).collect();
        print(&format!(
            "{written}Changed: Cargo.toml and src/main.rs, which name the crate\n\n\
             Next: `make generate` updates the document, its types and the permissions; `make run` serves \
             it.\ndocs/tutorial.md goes on from there: a field, a rule, a verb.\n"
        ))
    }
}

/// Formats Rust code by rustfmt, where that is installed.
fn formatted(code: String) -> String {
    let run = || {
        let mut child = Command::new("rustfmt")
            .args(["--edition", "2024", "--config-path", "."])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        child.stdin.take()?.write_all(code.as_bytes()).ok()?;
        let output = child.wait_with_output().ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok().filter(|text| !text.is_empty())
    };
    run().unwrap_or(code)
}
