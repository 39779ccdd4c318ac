//! The front ends of a product that has files of its own in them: what it is made of, and a further module in it.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// Its files, by their paths in the folder of the product.
pub(crate) const FILES: [(&str, &str); 8] = [
    ("package.json", include_str!("../templates/ui/package.json")),
    ("tsconfig.json", include_str!("../templates/ui/tsconfig.json")),
    ("vite.config.ts", include_str!("../templates/ui/vite.config.ts")),
    (MODULES, include_str!("../templates/ui/modules.ts")),
    ("ui/shell.ts", include_str!("../templates/ui/shell.ts")),
    ("ui/theme.tsx", include_str!("../templates/ui/theme.tsx")),
    ("build.rs", include_str!("../templates/ui/build.rs")),
    ("src/ui.rs", include_str!("../templates/ui/ui.rs")),
];

/// The list of the front ends of modules.
const MODULES: &str = "ui/modules.ts";

/// The packages of the framework that the front ends of a product are built from.
const PACKAGES: [&str; 6] = ["admin-ui", "kernel", "openapi", "shell", "ui-kit", "users"];

/// A place in the other files of a product: its name, and the text there with front ends of its own, and without.
const PLACES: [(&str, &str, &str); 11] = [
    ("needs", " front-ends", ""),
    (
        "dev",
        "work on it: server and pages are built again after each change; pages on http://localhost:5173",
        "serve it, and build and serve it again after every change of the source code",
    ),
    ("start", "node_modules/.bin/vite & pages=$$!; ", ""),
    ("stop", " $$pages", ""),
    ("targets", include_str!("../templates/ui/targets.mk"), ""),
    ("phony", " front-ends generate", ""),
    ("parts", "mod ui;\n\n", ""),
    ("ui", "ui::UI", "front_ends::UI"),
    (
        "embed",
        "rust-embed = { version = \"8.13\", features = [\"debug-embed\", \"interpolate-folder-path\"] }\n",
        "",
    ),
    ("embedded", "rust-embed.workspace = true\n", ""),
    ("ignored", "/dist\nnode_modules\n", ""),
];

/// What the README says of them.
const README: &str = "- `ui/` is what the front ends have of the product: the modules with a front end, texts, areas, the logo. `npm run check` \
                      checks them\n  by the types of the product's records, which `make generate` writes into `openapi/`.\n";

/// Returns the texts at those places.
pub(crate) fn places<'text>(is_own: bool) -> impl Iterator<Item = (&'text str, &'text str)> {
    let places = PLACES.into_iter().chain([("front_ends", README, "")]);
    places.map(move |(name, own, built)| (name, if is_own { own } else { built }))
}

/// Returns the dependencies on the framework's packages: of this version, or the packed ones in a folder, which is its source tree
/// or has them beside its crates.
///
/// # Errors
/// When the folder does not have one of them.
pub(crate) fn packages(version: &str, from: Option<&Path>) -> Result<String, String> {
    let line = |name: &str| -> Result<String, String> {
        let Some(from) = from else {
            return Ok(format!("    \"@mizan/{name}\": \"^{version}\""));
        };
        let file = format!("mizan-{name}-{version}.tgz");
        let folders = [from.join("target/packages"), from.to_owned()];
        let found = folders.iter().find_map(|folder| folder.join(&file).canonicalize().ok());
        let found = found.ok_or_else(|| {
            format!("{} has no {file}; `npm run packages` there makes it", from.display())
        })?;
        Ok(format!("    \"@mizan/{name}\": {:?}", format!("file:{}", found.display())))
    };
    Ok(PACKAGES.map(line).into_iter().collect::<Result<Vec<_>, _>>()?.join(",\n"))
}

/// Adds the front end of a module to those of the product: its package, which is in the folder of its crate, to `package.json`,
/// and a line to the list. `at` is where the product finds the package, when that is no registry. Returns whether both have a
/// front end.
///
/// # Errors
/// When a file is not as it was written.
pub fn add(product: &Path, name: &str, of_crate: &Path, at: Option<&str>) -> Result<bool, String> {
    let [list, manifest] = [MODULES, "package.json"].map(|file| product.join(file));
    let files = [&of_crate.join("package.json"), &list, &manifest].map(fs::read_to_string);
    let [Ok(package), Ok(modules), Ok(packages)] = files else {
        return Ok(false);
    };
    let package: Value = serde_json::from_str(&package)
        .map_err(|error| format!("The package.json of {name} cannot be read: {error}"))?;
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    let at = at.map_or_else(|| format!("^{}", text("version")), |at| format!("file:{at}"));
    let package = text("name");
    let dependency = format!("    \"{package}\": {at:?},\n");
    let packages = inserted(&packages, "\"dependencies\": {", "\n", &dependency);
    let packages = packages.ok_or("package.json has no dependencies to add one to")?;
    let line = format!("    {{ name: '{name}', load: () => import('{package}') }},\n");
    let modules = inserted(&modules, "modules: [", "\n  ]", &line)
        .ok_or_else(|| format!("{MODULES} has no list that begins with `modules: [`"))?;
    let written = fs::write(&manifest, packages).and_then(|()| fs::write(&list, modules));
    written.map_err(|error| format!("The front end of {name} was not added: {error}"))?;
    Ok(true)
}

/// Inserts a line after the first end of a line that begins `end`, behind `start`.
fn inserted(text: &str, start: &str, end: &str, line: &str) -> Option<String> {
    let from = text.find(start)?;
    let at = from + text[from..].find(end)? + 1;
    Some([&text[..at], line, &text[at..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_end_of_a_module_is_added_where_both_have_one() {
        let folder = std::env::temp_dir().join(format!("mizan-front-end-{}", std::process::id()));
        let (product, module) = (folder.join("clinic"), folder.join("recalls"));
        for (path, text) in [
            (module.join("package.json"), r#"{ "version": "0.3.1", "name": "@health/recalls" }"#),
            (
                product.join("package.json"),
                "{\n  \"dependencies\": {\n    \"@mizan/users\": \"^0.1.0\"\n  }\n}\n",
            ),
            (product.join(MODULES), FILES[3].1),
        ] {
            let above = path.parent().map(fs::create_dir_all);
            assert!(above.is_some_and(|made| made.is_ok()) && fs::write(path, text).is_ok());
        }
        assert_eq!(add(&product, "recalls", &product.join("ui"), None), Ok(false));
        assert_eq!(add(&product, "recalls", &module, Some("../recalls")), Ok(true));
        let read = |path: &str| fs::read_to_string(product.join(path)).unwrap_or_default();
        assert!(read("package.json").contains(
            "{\n    \"@health/recalls\": \"file:../recalls\",\n    \"@mizan/users\": \"^0.1.0\"\n"
        ));
        assert!(read(MODULES).contains(
            "@mizan/users') },\n    { name: 'recalls', load: () => import('@health/recalls') },\n  ],"
        ));
        assert_eq!(add(&product, "calls", &module, None), Ok(true));
        assert!(read("package.json").contains("\"@health/recalls\": \"^0.3.1\","));
        let _ = fs::remove_dir_all(folder);
    }
}
