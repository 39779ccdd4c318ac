//! A new module of a product: unless the product has something by its names already, its files, and its line in the list of
//! modules. Everything is checked before anything is written.

use serde::Deserialize;

use crate::draft::Draft;
use crate::fields::{Field, Target};
use crate::tree::Tree;

/// What a product has, as its hidden command `taken` prints it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Taken {
    /// The currency of its amounts.
    pub currency: String,
    /// The resources that can be referred to.
    pub targets: Vec<Target>,
    modules: Vec<String>,
    tables: Vec<String>,
    /// Its resources, and all that permissions are about.
    resources: Vec<String>,
    operations: Vec<String>,
    paths: Vec<String>,
    schemas: Vec<String>,
    /// The versions of migrations.
    versions: Vec<String>,
}

/// A new module as the command line describes it.
#[derive(Clone, Debug)]
pub struct NewModule {
    /// The word for several records.
    pub name: String,
    /// The word for one record, where it does not follow.
    pub singular: Option<String>,
    /// The fields: `fee:integer!`.
    pub fields: Vec<String>,
}

impl Taken {
    /// Reads what the command prints.
    ///
    /// # Errors
    /// When the product is built on another version of the framework.
    pub fn read(printed: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(printed).map_err(|error| {
            format!("The product says of itself what cannot be read ({error}); is this command of its version?")
        })
    }

    /// Returns what the product has by a name that the module would take, if it has anything.
    fn conflict(&self, module: &Draft) -> Option<String> {
        let Draft { name, singular, .. } = module;
        let resource = module.resource();
        let is_name = |one: &String| one == name || *one == resource;
        if self.modules.iter().any(is_name) {
            return Some(format!("a module {name}"));
        }
        if self.tables.contains(name) {
            return Some(format!("a table {name}"));
        }
        if self.resources.iter().any(is_name) {
            return Some(format!("a resource {resource}"));
        }
        let path = format!("/api/backoffice/{resource}");
        let is_at = |one: &&String| **one == path || one.starts_with(&format!("{path}/"));
        if self.paths.iter().any(|one| is_at(&one)) {
            return Some(format!("operations at {path}"));
        }
        let ids =
            ["list", "view", "create", "update", "delete"].map(|verb| format!("{singular}_{verb}"));
        if let Some(one) = self.operations.iter().find(|one| ids.contains(one)) {
            return Some(format!("an operation {one}"));
        }
        let record = module.record();
        let schemas = ["", "Input", "Patch", "Page"].map(|end| format!("{record}{end}"));
        let schema = schemas.iter().find(|name| self.schemas.contains(name))?;
        Some(format!("a schema {schema}"))
    }

    /// Returns a version for a migration that is higher than those of all others, of which `written` are in the source
    /// tree: the current time `now`, `20261124093000`, unless one is later.
    fn next_version(&self, written: Vec<String>, now: &str) -> String {
        let versions = self.versions.iter().chain(&written);
        let latest = versions.filter_map(|version| version.parse::<u64>().ok()).max();
        match latest {
            Some(latest) if now.parse().is_ok_and(|now: u64| now <= latest) => {
                (latest + 1).to_string()
            }
            _ => now.to_owned(),
        }
    }
}

impl NewModule {
    /// Writes the module into the tree of the product; `now` is the time, `20261124093000`. Returns what was written, a line
    /// for each file.
    ///
    /// # Errors
    /// The message for what cannot be; then nothing is written.
    pub fn write(self, tree: &Tree, product: &Taken, now: &str) -> Result<String, String> {
        let fields = Field::read_all(&self.fields, &product.targets)?;
        let module = Draft::new(self.name, self.singular, fields, &product.currency)?;
        let name = &module.name;
        if let Some(what) = product.conflict(&module).or_else(|| tree.conflict(name)) {
            return Err(format!("There is {what} already; take another name"));
        }
        let files = crate::files(&module, &product.next_version(tree.versions(), now));
        tree.write(name, &files)?;
        let written: String =
            files.iter().map(|(path, _)| format!("Written: modules/{name}/{path}\n")).collect();
        Ok(written + "Changed: Cargo.toml and src/main.rs, which name the crate\n")
    }
}
