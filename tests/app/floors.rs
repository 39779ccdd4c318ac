//! The floors of the kernel. The table is the map: a file imports from its own folder and from folders
//! of the floors below it. Folders on one floor do not know each other, and no two rooms (the files and
//! folders of one folder) import each other in a loop.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// From the ground up.
const FLOORS: &[&[&str]] = &[
    // Errors, identifiers, points in time, settings, addresses of clients.
    &["base"],
    // Connections, the writer, migrations, indexes.
    &["db"],
    // Lists, schemas, the policy, rate limits, caches, metrics: of any table.
    &["engine"],
    // Resources, who acts on their records in which request, changes and revisions, images.
    &["records"],
    // Accounts and sign-in; questions about figures; tables in and out.
    &["auth", "explore", "transfer"],
    // What a module brings, the document, what is put together and checked at the start.
    &["product"],
    // What every request passes, the standard operations, the server; everything in one file.
    &["backup", "http"],
    // What an operator types, periodic jobs, the kernel's own part of the product.
    &["cli"],
];

/// An import: the file and the line, the room it stands in, and the path it names.
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

/// Every `crate::folder::room` of the kernel that is no test's.
fn imports() -> Vec<Import> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernel/src");
    let mut found = Vec::new();
    for folder in FLOORS.concat() {
        files(&source.join(folder), &mut found);
    }
    let mut imports = Vec::new();
    for file in found {
        let room = file.strip_prefix(&source).unwrap().with_extension("");
        let room: Vec<String> =
            room.iter().take(2).map(|one| one.to_string_lossy().into_owned()).collect();
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for (number, line) in code.lines().enumerate() {
            let line = line.split("//").next().unwrap();
            for path in line.split("crate::").skip(1) {
                let path = path.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
                let path = path.filter(|part| !part.is_empty()).take(2).map(str::to_owned);
                let at = format!("{}:{}", file.display(), number + 1);
                imports.push(Import { at, room: room.clone(), path: path.collect() });
            }
        }
    }
    imports.retain(|import| import.path.first().is_some_and(|folder| floor(folder).is_some()));
    imports
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
    // What leans on nothing that is left is taken away, until only loops and what leans on them are.
    let mut left = rooms.clone();
    loop {
        let free = |room: &&[String]| leans.get(room).is_none_or(|below| below.is_disjoint(&left));
        let taken: Vec<&[String]> = left.iter().copied().filter(|room| free(room)).collect();
        if taken.is_empty() {
            break;
        }
        left.retain(|room| !taken.contains(room));
    }
    let looped: Vec<String> = left.iter().map(|room| room.join("::")).collect();
    assert!(looped.is_empty(), "in a loop, or above one: {}", looped.join(", "));
}
