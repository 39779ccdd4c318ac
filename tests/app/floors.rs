//! The floors of the kernel, which are the layers of its architecture. The table is the map: a file
//! imports from its own folder and from folders of the floors below it. Folders on one floor do not
//! import each other, and in no crate do files or folders of one folder, by whatever way: an import counts as one
//! of the file that defines what it names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// From the lowest floor to the highest.
const FLOORS: &[&[&str]] = &[
    // Errors, identifiers, times, settings, client addresses.
    &["base"],
    // Connections, the writer, migrations, indexes.
    &["db"],
    // Lists, schemas, the policy, rate limits, caches, metrics: independent of any table.
    &["engine"],
    // What is sent to users, and the server that sends it.
    &["mail"],
    // Resources, actors and their requests, changes and revisions, images.
    &["records"],
    // What is said to a user.
    &["inbox"],
    // Accounts and sign-in; the explorer; imports and exports.
    &["auth", "explore", "transfer"],
    // What a module declares, the document, and their validation at startup.
    &["product"],
    // The middleware of every request, the standard operations, the server; backups; changes sent to others.
    &["backup", "http", "webhooks"],
    // The command line, periodic jobs, the kernel's own part of the product.
    &["cli"],
];

/// Circles of files or folders that still stand: in each the names of one folder that import each other. One
/// that is resolved is deleted here.
const KNOWN_CIRCLES: &[&str] = &[];

/// A path of a module, such as `records::revisions::queries`.
type Module = Vec<String>;

/// A file: the module that it is, and its code without comments and tests.
struct Source {
    path: PathBuf,
    module: Module,
    code: String,
}

/// An import: its file and line, the module that contains it, the path that it names, and the module of that.
struct Import {
    at: String,
    from: Module,
    path: Vec<String>,
    to: Module,
}

/// A crate of the workspace: its files, and what the modules among them import.
struct Imports {
    name: String,
    sources: Vec<Source>,
    /// By module and name, the path that the name stands for there.
    named: BTreeMap<(Module, String), Vec<String>>,
}

fn floor(folder: &str) -> Option<usize> {
    FLOORS.iter().position(|folders| folders.contains(&folder))
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match path.is_dir() {
            true => files(&path, found),
            false if name.ends_with("tests.rs") || name == "testing.rs" => {}
            false if name.ends_with(".rs") => found.push(path),
            false => {}
        }
    }
}

impl Imports {
    /// Reads the crate in this folder of the workspace.
    fn of(folder: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("src");
        let mut paths = Vec::new();
        files(&root, &mut paths);
        let sources = paths.into_iter().map(|path| {
            let module = path.strip_prefix(&root).unwrap().with_extension("");
            let mut module: Module =
                module.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            module.pop_if(|last| last == "mod" || last == "lib");
            let text = std::fs::read_to_string(&path).unwrap();
            let lines = text.split("\nmod tests {").next().unwrap().lines();
            let code = lines.map(|line| line.split("//").next().unwrap());
            let code = code.collect::<Vec<_>>().join("\n");
            Source { path, module, code }
        });
        let mut imports =
            Self { name: folder.to_owned(), sources: sources.collect(), named: BTreeMap::new() };
        for Source { module, code, .. } in &imports.sources {
            for (start, _) in code.match_indices("use ").filter(|(at, _)| is_statement(code, *at)) {
                let tree = code[start + 4..].split(';').next().unwrap();
                for path in leaves(tree) {
                    let name = path.last().unwrap().clone();
                    if let Some(path) = imports.absolute(module, path) {
                        imports.named.insert((module.clone(), name), path);
                    }
                }
            }
        }
        imports
    }

    fn has(&self, module: &[String]) -> bool {
        self.sources.iter().any(|source| source.module == module)
    }

    /// Returns a path of `module` from the root of the crate. `None` when another crate has it.
    fn absolute(&self, module: &[String], path: Vec<String>) -> Option<Vec<String>> {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let (base, rest) = match path[0].as_str() {
            "crate" => (&[][..], &path[1..]),
            "self" => (module, &path[1..]),
            "super" => (&module[..module.len().checked_sub(supers)?], &path[supers..]),
            child if self.has(&[module, &[child.to_owned()]].concat()) => (module, &path[..]),
            _ => return None,
        };
        Some([base, rest].concat())
    }

    /// Returns the module that defines what a path names, through what other modules export again.
    fn target(&self, path: &[String]) -> Option<Module> {
        let length = (1..=path.len()).rev().find(|length| self.has(&path[..*length]))?;
        let (module, rest) = path.split_at(length);
        let exported =
            rest.first().and_then(|name| self.named.get(&(module.to_vec(), name.clone())));
        match exported.filter(|exported| !exported.starts_with(path)) {
            Some(exported) => self.target(exported),
            None => Some(module.to_vec()),
        }
    }

    /// Returns every import of a module of this crate by another one.
    fn all(&self) -> Vec<Import> {
        let mut all = Vec::new();
        for Source { path: file, module, code } in &self.sources {
            for start in ["crate::", "super::", "self::"].iter().flat_map(|base| {
                code.match_indices(base).map(|(at, _)| at).filter(|at| begins(code, *at))
            }) {
                for path in leaves(&code[start..]) {
                    let Some(path) = self.absolute(module, path) else { continue };
                    let Some(to) = self.target(&path).filter(|to| to != module) else { continue };
                    let at = format!("{}:{}", file.display(), code[..start].lines().count());
                    all.push(Import { at, from: module.clone(), path, to });
                }
            }
        }
        all
    }

    /// Returns the circles of imports among the files and folders of each folder, with an import for each step.
    fn circles(&self) -> BTreeMap<String, Vec<String>> {
        let mut leans: BTreeMap<Module, BTreeMap<String, BTreeMap<String, String>>> =
            BTreeMap::new();
        for Import { at, from, to, .. } in self.all() {
            let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
            // A folder is one with all that is in it.
            let (Some(one), Some(other)) = (from.get(shared), to.get(shared)) else { continue };
            let folder = leans.entry(from[..shared].to_vec()).or_default();
            let to = folder.entry(one.clone()).or_default();
            to.entry(other.clone()).or_insert_with(|| format!("{at} imports {other}"));
        }
        let mut circles = BTreeMap::new();
        for (folder, leans) in leans {
            let reach = |from: &String| {
                let (mut found, mut next) = (BTreeSet::new(), vec![from]);
                while let Some(one) = next.pop() {
                    let below = leans.get(one).into_iter().flat_map(BTreeMap::keys);
                    next.extend(below.filter(|one| found.insert((*one).clone())));
                }
                found
            };
            let reached: BTreeMap<&String, BTreeSet<String>> =
                leans.keys().map(|one| (one, reach(one))).collect();
            for (one, below) in &reached {
                let is_with =
                    |other: &&String| reached.get(other).is_some_and(|back| back.contains(*one));
                let circle: Vec<&String> = below.iter().filter(is_with).collect();
                if circle.is_empty() {
                    continue;
                }
                let names: Vec<&str> = circle.iter().map(|one| one.as_str()).collect();
                let place = [&[self.name.replace('/', "::")], &folder[..]].concat().join("::");
                let steps = circle.iter().flat_map(|one| &leans[*one]);
                let steps =
                    steps.filter(|(other, _)| circle.contains(other)).map(|(_, at)| at.clone());
                circles.insert(format!("{place}: {}", names.join(", ")), steps.collect());
            }
        }
        circles
    }
}

/// Returns whether a name, such as `crate`, begins at this place.
fn begins(code: &str, at: usize) -> bool {
    let before = code[..at].chars().next_back();
    before.is_none_or(|letter| !letter.is_alphanumeric() && !matches!(letter, '_' | ':' | '$'))
}

/// Returns whether a statement `use` begins at this place.
fn is_statement(code: &str, at: usize) -> bool {
    let line = code[..at].rsplit('\n').next().unwrap().trim();
    line.is_empty() || line.starts_with("pub")
}

/// Returns the paths of a tree of imports, such as `a::{b, c::{self, D as E}}`, which ends where no path goes on.
fn leaves(tree: &str) -> Vec<Vec<String>> {
    fn read<'t>(mut rest: &'t str, prefix: &[String], found: &mut Vec<Vec<String>>) -> &'t str {
        let mut path = prefix.to_vec();
        loop {
            rest = rest.trim_start();
            if let Some(list) = rest.strip_prefix('{') {
                rest = list.trim_start();
                while !rest.is_empty() && !rest.starts_with('}') {
                    let after = read(rest, &path, found);
                    let after = after.trim_start_matches(|letter| !matches!(letter, ',' | '}'));
                    rest = after.strip_prefix(',').unwrap_or(after).trim_start();
                }
                return rest.strip_prefix('}').unwrap_or(rest);
            }
            let length = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let (name, after) = rest.split_at(length.unwrap_or(rest.len()));
            let is_folder = name == "self" && !path.is_empty();
            if !name.is_empty() && !is_folder {
                path.push(name.to_owned());
            }
            match after.strip_prefix("::").filter(|_| !name.is_empty()) {
                Some(below) => rest = below,
                None => {
                    if !path.is_empty() {
                        found.push(path);
                    }
                    return after;
                }
            }
        }
    }
    let mut found = Vec::new();
    read(tree, &[], &mut found);
    found
}

#[test]
fn every_folder_of_the_kernel_has_a_floor() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernel/src");
    let folders = source.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let names = folders
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned());
    let lost: Vec<String> =
        names.filter(|name| name != "testing" && floor(name).is_none()).collect();
    assert!(lost.is_empty(), "give these folders of kernel/src a floor: {lost:?}");
}

#[test]
fn no_file_of_the_kernel_imports_from_its_floor_or_one_above() {
    let broken: Vec<String> = Imports::of("kernel")
        .all()
        .iter()
        .filter_map(|Import { at, from, path, .. }| {
            let (room, folder) = (from.first()?, &path[0]);
            let (own, other) = (floor(room)?, floor(folder)?);
            (room != folder && other >= own).then(|| {
                format!(
                    "{at}: {room} (floor {own}) imports crate::{} (floor {other})",
                    path.join("::")
                )
            })
        })
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn no_files_or_folders_of_a_crate_import_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let below = |folder: &str| {
        let entries = root.join(folder).read_dir().unwrap().map(|entry| entry.unwrap());
        let crates = entries.filter(|entry| entry.path().join("Cargo.toml").exists());
        let names = crates.map(|entry| format!("{folder}/{}", entry.file_name().to_string_lossy()));
        names.collect::<Vec<_>>()
    };
    let crates = [vec!["kernel".to_owned()], below("kernel"), below("modules")].concat();
    assert!(crates.len() >= 12, "{crates:?}");
    let circles: BTreeMap<String, Vec<String>> =
        crates.iter().flat_map(|folder| Imports::of(folder).circles()).collect();
    let new = circles.iter().filter(|(circle, _)| !KNOWN_CIRCLES.contains(&circle.as_str()));
    let new: Vec<String> =
        new.map(|(circle, steps)| format!("{circle}:\n  {}", steps.join("\n  "))).collect();
    assert!(new.is_empty(), "files or folders import each other. {}", new.join("\n"));
    let resolved: Vec<&&str> =
        KNOWN_CIRCLES.iter().filter(|circle| !circles.contains_key(**circle)).collect();
    assert!(resolved.is_empty(), "delete these from the known circles: {resolved:?}");
}

#[test]
fn imports_are_read_as_whole_paths() {
    let read = |tree: &str| leaves(tree).iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(
        read("crate::a::{self, b::{C, d::E as F}, G};"),
        ["crate::a", "crate::a::b::C", "crate::a::b::d::E", "crate::a::G"]
    );
    assert_eq!(read("super::super::x::y(1)"), ["super::super::x::y"]);
    assert_eq!(read("crate::base::time::{\n    Timestamp,\n}"), ["crate::base::time::Timestamp"]);
}

#[test]
fn the_kernel_names_no_module() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let modules = root.join("modules").read_dir().unwrap().flatten();
    let modules = modules.filter(|entry| entry.path().join("Cargo.toml").exists());
    let modules: Vec<String> =
        modules.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    assert!(modules.len() >= 5, "{modules:?}");
    let mut sources = Vec::new();
    files(&root.join("kernel/src"), &mut sources);
    let mut named = Vec::new();
    for path in sources {
        let text = std::fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code =
            text.lines().enumerate().filter(|(_, text)| !text.trim_start().starts_with("//"));
        for (line, text) in code {
            let is_named = |module: &&String| {
                text.contains(&format!("modules/{module}"))
                    || text.contains(&format!(" {module}::"))
                    || (text.contains(&format!("\"{module}\"")) && !is_area(&path, module))
            };
            if let Some(module) = modules.iter().find(is_named) {
                named.push(format!("{}:{} names {module}", path.display(), line + 1));
            }
        }
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
}

/// Whether the text is the name of an area of the product, which is not that of the module: where areas are declared, and in
/// the explorer, whose operations are in one.
fn is_area(path: &Path, name: &str) -> bool {
    let declares = ["records/resource/info.rs", "cli/kernel_module.rs"];
    let is_explorer = path.parent().is_some_and(|folder| folder.ends_with("http/explorer"));
    name == "analytics" && (is_explorer || declares.iter().any(|file| path.ends_with(file)))
}
