//! Unsafe Rust is in one crate, and what it has of it is counted.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

#[test]
fn unsafe_code_is_forbidden_in_all_crates_but_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| read_to_string(path).unwrap_or_default();
    let workspace = read(&root.join("Cargo.toml"));
    assert!(workspace.contains("[workspace.lints.rust]\nunsafe_code = \"forbid\"\n"));
    let inside = ["kernel", "modules"].map(|folder| root.join(folder).read_dir().unwrap());
    let mut folders: Vec<PathBuf> =
        inside.into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    folders.extend([root.into(), root.join("kernel"), root.join("bench/torture/fuzz")]);
    let manifests = folders.iter().map(|folder| (folder, read(&folder.join("Cargo.toml"))));
    let crates: Vec<_> = manifests.filter(|(_, text)| text.contains("[package]")).collect();
    assert!(crates.len() > 12, "{crates:?}");
    let differ = crates.iter().filter(|(_, text)| !text.contains("\n[lints]\nworkspace = true\n"));
    let differ: Vec<_> = differ.map(|(folder, _)| folder.strip_prefix(root).unwrap()).collect();
    assert_eq!(differ, [Path::new("kernel/sqlite-progress")]);
    let code = read(&root.join("kernel/sqlite-progress/src/lib.rs"));
    assert_eq!(code.matches("unsafe {").count(), 2);
}
