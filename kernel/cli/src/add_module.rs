//! `mizan module add`.

use std::path::{Path, PathBuf};
use std::process::Output;

use clap::Args;
use generator::{Tree, front_end};
use serde_json::Value;

use crate::cargo;

/// Add a module from elsewhere to the product in this folder
///
/// Names its crate in Cargo.toml, and the module at the end of the list in src/main.rs; it may be moved
/// there, behind those that it depends on. The crate says which versions of the kernel it is written
/// for. When the product's is none of them, Cargo says so, and nothing is changed. Its tables are made
/// when the product starts. Where the product has front ends of its own, that of the module, whose
/// package.json is in the folder of its crate, is named in package.json and ui/modules.ts.
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
        println!("Changed: Cargo.toml and src/main.rs, which name {name}");
        let at = self.is_folder().then_some(self.module.as_str());
        if front_end::add(folder, &name, &folder_of(&name)?, at)? {
            println!("Changed: package.json and ui/modules.ts, which name its front end");
        }
        println!("\nNext: make run");
        Ok(())
    }

    /// Names the crate in both files, and returns its name in code.
    fn added(&self, tree: &Tree) -> Result<String, String> {
        let before = dependencies()?;
        let mut add = cargo();
        add.args(["add", "--quiet"]);
        if self.is_folder() {
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

    fn is_folder(&self) -> bool {
        Path::new(&self.module).join("Cargo.toml").exists()
    }
}

/// Returns what Cargo says of the product and all crates that it depends on, whose versions it resolves for that.
fn metadata() -> Result<Value, String> {
    let output = done(cargo().args(["metadata", "--format-version", "1"]).output())?;
    serde_json::from_slice(&output)
        .map_err(|error| format!("What cargo says cannot be read: {error}"))
}

/// Returns the folder of a crate, by its name in code.
fn folder_of(name: &str) -> Result<PathBuf, String> {
    let metadata = metadata()?;
    let mut packages = metadata["packages"].as_array().into_iter().flatten();
    let is_named = |target: &Value| target["name"] == name && target["kind"][0] == "lib";
    let found = packages
        .find(|one| one["targets"].as_array().is_some_and(|targets| targets.iter().any(is_named)));
    let manifest = found.and_then(|one| one["manifest_path"].as_str()).unwrap_or_default();
    Ok(Path::new(manifest).parent().unwrap_or(Path::new("")).to_owned())
}

/// Returns the names in code of the crates that the product depends on.
fn dependencies() -> Result<Vec<String>, String> {
    let metadata = metadata()?;
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
