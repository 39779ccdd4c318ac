//! `mizan module add`.

use std::path::Path;
use std::process::Output;

use clap::Args;
use generator::Tree;
use serde_json::Value;

use crate::cargo;

/// Add a module from elsewhere to the product in this folder
///
/// Names its crate in Cargo.toml, and the module at the end of the list in src/main.rs; it may be moved
/// there, behind those that it depends on. The crate says which versions of the kernel it is written
/// for. When the product's is none of them, Cargo says so, and nothing is changed. Its tables are made
/// when the product starts.
///
/// Examples:
///   mizan module add ../leases
///   mizan module add mizan-invoices@0.2
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Add {
    /// The folder of its crate, or the crate's name in the registry, with or without a version
    module: String,
}

impl Add {
    pub(crate) fn run(self) -> Result<(), String> {
        let folder = Path::new(".");
        let tree = Tree::open(folder)?;
        let lock = std::fs::read(folder.join("Cargo.lock")).ok();
        let added = self.added(&tree);
        if added.is_err() {
            // The error of the command is the one to report.
            let _ = std::fs::write(folder.join("Cargo.toml"), tree.manifest());
            let _ = match lock {
                Some(lock) => std::fs::write(folder.join("Cargo.lock"), lock),
                None => std::fs::remove_file(folder.join("Cargo.lock")),
            };
        }
        let name = added?;
        println!("Changed: Cargo.toml and src/main.rs, which name {name}\n\nNext: make run");
        Ok(())
    }

    /// Names the crate in both files, and returns its name in code.
    fn added(&self, tree: &Tree) -> Result<String, String> {
        let before = dependencies()?;
        let is_folder = Path::new(&self.module).join("Cargo.toml").exists();
        let mut add = cargo();
        add.args(["add", "--quiet"]);
        if is_folder {
            add.arg("--path");
        }
        done(add.arg(&self.module).output())?;
        let mut after = dependencies()?;
        after.retain(|name| !before.contains(name));
        let [name] = after.as_slice() else {
            return Err(format!("The product has {} already", self.module));
        };
        tree.list(name)?;
        Ok(name.clone())
    }
}

/// Returns the names in code of the crates that the product depends on. Cargo resolves their versions for it.
fn dependencies() -> Result<Vec<String>, String> {
    let output = done(cargo().args(["metadata", "--format-version", "1"]).output())?;
    let metadata: Value = serde_json::from_slice(&output)
        .map_err(|error| format!("What cargo says cannot be read: {error}"))?;
    let resolve = &metadata["resolve"];
    let root = resolve["nodes"]
        .as_array()
        .and_then(|nodes| nodes.iter().find(|node| node["id"] == resolve["root"]));
    let names = root.and_then(|root| root["deps"].as_array()).into_iter().flatten();
    Ok(names.filter_map(|one| Some(one["name"].as_str()?.to_owned())).collect())
}

/// Returns what a command of cargo's printed.
fn done(output: std::io::Result<Output>) -> Result<Vec<u8>, String> {
    let output = output.map_err(|error| format!("cargo could not be started: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("Nothing was changed: {}", String::from_utf8_lossy(&output.stderr).trim()))
}
