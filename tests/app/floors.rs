//! The floors of the kernel, which are the layers of its architecture. The table is the map: a file
//! imports from its own folder and from folders of the floors below it. Folders on one floor do not
//! import each other, and no two modules (the files and folders of one folder) import each other in
//! a cycle.

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
    // Resources, actors and their requests, changes and revisions, images.
    &["records"],
    // Accounts and sign-in; the explorer; imports and exports.
    &["auth", "explore", "transfer"],
    // What a module declares, the document, and their validation at startup.
    &["product"],
    // The middleware of every request, the standard operations, the server; backups.
    &["backup", "http"],
    // The command line, periodic jobs, the kernel's own part of the product.
    &["cli"],
];

/// An import: its file and line, the module that contains it, and the path that it names.
struct Import {
    at: String,
    room: Vec<String>,
    path: Vec<String>,
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

/// Returns every path of the kernel that begins with `crate` or `super`, outside tests.
fn imports() -> Vec<Import> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernel/src");
    let mut found = Vec::new();
    for folder in FLOORS.concat() {
        files(&source.join(folder), &mut found);
    }
    let mut imports = Vec::new();
    for file in found {
        let module = file.strip_prefix(&source).unwrap().with_extension("");
        let module: Vec<&str> = module.iter().map(|one| one.to_str().unwrap()).collect();
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let lines = code.lines().map(|line| line.split("//").next().unwrap());
        let code = lines.collect::<Vec<_>>().join("\n");
        let own = module.strip_suffix(&["mod"]).unwrap_or(&module);
        for (base, start) in ["crate::", "super::"]
            .iter()
            .flat_map(|base| code.match_indices(base).map(move |(at, _)| (*base, at)))
        {
            let rest = &code[start + base.len()..];
            // Of several `super::`, the last one counts all.
            let before = code[..start].trim_end_matches("super::").len();
            let levels = (start - before) / "super::".len() + 1;
            let prefix = match base {
                "super::" if rest.starts_with("super::") || levels > own.len() => continue,
                "super::" => &own[..own.len() - levels],
                _ => &[],
            };
            let at = format!("{}:{}", file.display(), code[..start].lines().count());
            for named in named(rest) {
                let path = prefix.iter().copied().chain(named.split("::")).take(2);
                let path = path.map(|part| part.trim().to_owned()).collect();
                let room = module.iter().take(2).map(|part| (*part).to_owned()).collect();
                imports.push(Import { at: at.clone(), room, path });
            }
        }
    }
    imports.retain(|import| import.path.first().is_some_and(|folder| floor(folder).is_some()));
    imports
}

/// Returns the paths that follow `crate::` or `super::`: one, or those in braces.
fn named(rest: &str) -> Vec<&str> {
    let is_of_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    match rest.strip_prefix('{') {
        Some(list) => list.split('}').next().unwrap().split(',').map(str::trim).collect(),
        None => rest.split(|letter| !is_of_path(letter)).take(1).collect(),
    }
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
    let broken: Vec<String> = imports()
        .iter()
        .filter(|Import { room, path, .. }| {
            room[0] != path[0] && floor(&path[0]) >= floor(&room[0])
        })
        .map(|Import { at, room, path }| {
            format!(
                "{at}: {} (floor {}) imports crate::{} (floor {})",
                room[0],
                floor(&room[0]).unwrap(),
                path.join("::"),
                floor(&path[0]).unwrap()
            )
        })
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn modules_of_the_kernel_have_no_import_cycles() {
    let imports = imports();
    let mut leans: BTreeMap<&[String], BTreeSet<&[String]>> = BTreeMap::new();
    let rooms: BTreeSet<&[String]> = imports.iter().map(|import| &import.room[..]).collect();
    for Import { room, path, .. } in &imports {
        if rooms.contains(&path[..]) && room != path {
            leans.entry(room).or_default().insert(path);
        }
    }
    // Modules that import no remaining module, or that none imports, are removed, until only cycles
    // and what leads from one to another remain.
    let mut left = rooms.clone();
    loop {
        let is_free = |room: &&[String]| {
            let imported =
                left.iter().any(|one| leans.get(one).is_some_and(|all| all.contains(room)));
            !imported || leans.get(room).is_none_or(|below| below.is_disjoint(&left))
        };
        let taken: Vec<&[String]> = left.iter().copied().filter(is_free).collect();
        if taken.is_empty() {
            break;
        }
        left.retain(|room| !taken.contains(room));
    }
    let looped: Vec<String> = left.iter().map(|room| room.join("::")).collect();
    assert!(looped.is_empty(), "in a cycle, or between two: {}", looped.join(", "));
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

/// Whether the text is the name of an area of the product, which is not that of the module.
fn is_area(path: &Path, name: &str) -> bool {
    name == "analytics" && path.ends_with("records/resource/info.rs")
}
