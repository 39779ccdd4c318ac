//! The source tree of the product: its manifest, its list of modules, and the folder of a new one.

use std::fs;
use std::path::{Path, PathBuf};

use toml::Table;

/// The message for the user when something is not as it must be.
type Result<T> = std::result::Result<T, String>;

/// What the list of modules begins with, in `src/main.rs`.
const LIST: &str = "modules: &[";

/// The source tree of the product, as far as a new module changes it.
pub struct Tree {
    folder: PathBuf,
    /// The text of the root `Cargo.toml`.
    manifest: String,
    /// The text of `src/main.rs`.
    main: String,
}

/// A file of the new module: its path in the module's folder, and its text.
pub type File = (String, String);

impl Tree {
    /// Reads the tree in this folder.
    ///
    /// # Errors
    /// When the product's source tree is elsewhere.
    pub fn open(folder: &Path) -> Result<Self> {
        let elsewhere = |what: &str| {
            format!(
                "{what} here: run this in the folder of the product's source code, where the Cargo.toml \
                 of the workspace is"
            )
        };
        let read = |path: &str| fs::read_to_string(folder.join(path)).ok();
        let manifest = read("Cargo.toml").ok_or_else(|| elsewhere("There is no Cargo.toml"))?;
        let parsed: Table =
            manifest.parse().map_err(|error| format!("Cargo.toml cannot be read: {error}"))?;
        let members = parsed
            .get("workspace")
            .and_then(|workspace| workspace.get("members")?.as_array())
            .ok_or_else(|| elsewhere("Cargo.toml lists no members of a workspace"))?;
        if !members.iter().any(|member| member.as_str() == Some("modules/*")) {
            return Err(elsewhere("Cargo.toml does not have the members modules/*"));
        }
        let main = read("src/main.rs").ok_or_else(|| elsewhere("There is no src/main.rs"))?;
        if list_of_modules(&main).is_none() {
            return Err(elsewhere("src/main.rs has no list that begins with `modules: &[`"));
        }
        if !folder.join("modules").is_dir() {
            return Err(elsewhere("There is no folder modules"));
        }
        Ok(Self { folder: folder.to_owned(), manifest, main })
    }

    /// Returns what the tree has by this name, if it has anything.
    pub fn conflict(&self, name: &str) -> Option<String> {
        if self.module(name).exists() {
            return Some(format!("a folder modules/{name}"));
        }
        if dependencies(&self.manifest).any(|(one, _)| one == name) {
            return Some(format!("a crate {name} in Cargo.toml"));
        }
        let (at, end) = list_of_modules(&self.main)?;
        let is_listed = self.main[at..end].contains(&format!("{name}::MODULE"));
        is_listed.then(|| format!("a module {name} in src/main.rs"))
    }

    /// Returns the versions of the modules' migrations, those of modules that are not built yet among
    /// them.
    pub fn versions(&self) -> Vec<String> {
        let entries = |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().flatten();
        let folders = entries(self.folder.join("modules")).map(|one| one.path().join("migrations"));
        let names =
            folders.flat_map(entries).filter_map(|file| file.file_name().into_string().ok());
        names.filter_map(|name| Some(name.split_once('_')?.0.to_owned())).collect()
    }

    /// Writes the files of a new module, and names its crate in `Cargo.toml` and in `src/main.rs`. When
    /// that fails the tree is as it was.
    pub fn write(&self, name: &str, files: &[File]) -> Result<()> {
        let written = self.write_all(name, files);
        if written.is_err() {
            // The error of the write is the one to report.
            let _ = fs::remove_dir_all(self.module(name));
            let _ = fs::write(self.folder.join("Cargo.toml"), &self.manifest);
            let _ = fs::write(self.folder.join("src/main.rs"), &self.main);
        }
        written.map_err(|error| format!("Nothing was written: {error}"))
    }

    /// Lists a module whose crate is among the dependencies already; `name` is that of the crate in code.
    ///
    /// # Errors
    /// When it is listed already, or the file cannot be written.
    pub fn list(&self, name: &str) -> Result<()> {
        let listed = list_of_modules(&self.main).is_some_and(|(at, end)| {
            self.main[at..end].split([',', '\n', ' ']).any(|one| one == format!("{name}::MODULE"))
        });
        if listed {
            return Err(format!("There is a module {name} in src/main.rs already"));
        }
        fs::write(self.folder.join("src/main.rs"), with_module(&self.main, name))
            .map_err(|error| format!("src/main.rs could not be written: {error}"))
    }

    /// Returns the text of the root `Cargo.toml` as it was read.
    pub fn manifest(&self) -> &str {
        &self.manifest
    }

    fn write_all(&self, name: &str, files: &[File]) -> std::io::Result<()> {
        for (path, text) in files {
            let path = self.module(name).join(path);
            fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
            fs::write(path, text)?;
        }
        fs::write(self.folder.join("Cargo.toml"), with_dependency(&self.manifest, name))?;
        fs::write(self.folder.join("src/main.rs"), with_module(&self.main, name))
    }

    fn module(&self, name: &str) -> PathBuf {
        self.folder.join("modules").join(name)
    }
}

/// Returns where the list of modules is: after its opening bracket, and at its closing one.
fn list_of_modules(main: &str) -> Option<(usize, usize)> {
    let at = main.find(LIST)? + LIST.len();
    Some((at, at + main[at..].find(']')?))
}

/// Adds a module at the end of the list.
fn with_module(main: &str, name: &str) -> String {
    let (at, end) = list_of_modules(main).unwrap_or_default();
    let listed = main[at..end].trim_end();
    let entry = match listed.rsplit_once('\n') {
        None if listed.is_empty() => format!("{name}::MODULE"),
        None => format!(", {name}::MODULE"),
        Some((_, last)) => {
            let indent = &last[..last.len() - last.trim_start().len()];
            let comma = if last.ends_with(',') || last.contains("//") { "" } else { "," };
            format!("{comma}\n{indent}{name}::MODULE,")
        }
    };
    let (before, after) = main.split_at(at + listed.len());
    format!("{before}{entry}{after}")
}

/// Adds a crate to the dependencies of the workspace and of the product, among those of the product's
/// own crates.
fn with_dependency(manifest: &str, name: &str) -> String {
    let own: Vec<String> = dependencies(manifest)
        .filter(|(_, line)| line.contains("path = "))
        .map(|(name, _)| name.to_owned())
        .collect();
    let line = format!("{name} = {{ path = \"modules/{name}\" }}");
    let of_workspace = |_: &str, line: &str| line.contains("path = \"modules/");
    let manifest = insert(manifest, "[workspace.dependencies]", name, &line, of_workspace);
    let of_product = |name: &str, _: &str| own.iter().any(|one| one == name);
    insert(&manifest, "[dependencies]", name, &format!("{name}.workspace = true"), of_product)
}

/// Inserts a line into a section, in alphabetical order among the lines of its group.
fn insert(
    manifest: &str,
    section: &str,
    name: &str,
    line: &str,
    is_of_group: impl Fn(&str, &str) -> bool,
) -> String {
    let lines: Vec<&str> = manifest.lines().collect();
    let start = lines.iter().position(|one| one.trim() == section).map_or(lines.len(), |at| at + 1);
    let length = lines[start..].iter().take_while(|one| !one.starts_with('[')).count();
    let group = (start..start + length).filter_map(|at| {
        let key = key(lines[at])?;
        is_of_group(key, lines[at]).then_some((at, key))
    });
    let group: Vec<(usize, &str)> = group.collect();
    let next = group.iter().find(|(_, key)| *key > name).map(|(at, _)| *at);
    let at = next.or(group.last().map(|(at, _)| at + 1)).unwrap_or(start);
    let (before, after) = lines.split_at(at);
    [before, &[line], after].concat().join("\n") + "\n"
}

/// Returns the lines of all sections of dependencies, each with its key.
fn dependencies(manifest: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut within = false;
    manifest.lines().filter_map(move |line| {
        if line.starts_with('[') {
            within = line.trim_end().ends_with("dependencies]");
            return None;
        }
        key(line).filter(|_| within).map(|key| (key, line))
    })
}

/// Returns the key of a line of a manifest: of `units.workspace = true` it is `units`.
fn key(line: &str) -> Option<&str> {
    let key = line.split_once('=')?.0.split('.').next()?.trim();
    (!key.is_empty() && !key.starts_with('#')).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "[workspace]\nmembers = [\"modules/*\"]\n\n[workspace.dependencies]\n\
        kernel = { path = \"kernel\" }\nimages = { path = \"kernel/images\" }\n\
        cars = { path = \"modules/cars\" }\ntrees = { path = \"modules/trees\" }\n\n\
        actix-web = \"4\"\n\n[dependencies]\ncars.workspace = true\nkernel.workspace = true\n\
        trees.workspace = true\nmimalloc.workspace = true\n\n[lints]\nworkspace = true\n";

    #[test]
    fn crate_is_named_in_alphabetical_order_among_the_modules() {
        for (name, before, after) in [
            ("boats", ("images = { path = \"kernel/images\" }", "[dependencies]"), "cars"),
            ("leases", ("cars = { path = \"modules/cars\" }", "kernel.workspace = true"), "trees"),
            (
                "zones",
                ("trees = { path = \"modules/trees\" }", "trees.workspace = true"),
                "mimalloc",
            ),
        ] {
            let manifest = with_dependency(MANIFEST, name);
            let line = format!("{}\n{name} = {{ path = \"modules/{name}\" }}\n", before.0);
            assert!(manifest.contains(&line), "{manifest}");
            let line = format!("{}\n{name}.workspace = true\n{after}.", before.1);
            assert!(manifest.contains(&line), "{manifest}");
            assert_eq!(manifest.lines().count(), MANIFEST.lines().count() + 2);
        }
    }

    #[test]
    fn module_is_the_last_of_the_list() {
        for (main, with) in [
            (
                "Product {\n    modules: &[\n        cars::MODULE,\n    ],\n}",
                "Product {\n    modules: &[\n        cars::MODULE,\n        leases::MODULE,\n    ],\n}",
            ),
            (
                "modules: &[\n    cars::MODULE, // first\n],",
                "modules: &[\n    cars::MODULE, // first\n    leases::MODULE,\n],",
            ),
            ("modules: &[cars::MODULE],", "modules: &[cars::MODULE, leases::MODULE],"),
            ("modules: &[],", "modules: &[leases::MODULE],"),
        ] {
            assert_eq!(with_module(main, "leases"), with);
        }
    }
}
