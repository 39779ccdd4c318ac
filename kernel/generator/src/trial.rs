//! A throw-away product of a module and those that it needs, with a test that calls the conformance kit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use toml::Table;

use crate::product::{CARGO_CONFIG, FRONT_ENDS, PROFILES, VERSION, patches};
use crate::tree::File;

/// What a module is checked with: the framework that it is built on.
pub struct Trial {
    /// The module and those that it needs, in the order of the product.
    modules: Vec<PathBuf>,
    /// The folder of the kernel's crate, where it is not from the registry.
    kernel: Option<PathBuf>,
    version: String,
    /// The folder whose versions and settings of the build serve: that of the workspace that the module is in, or that of the
    /// framework.
    workspace: PathBuf,
    /// The section of a manifest that takes the framework's crates from a folder, where one was named.
    patches: String,
    /// Where Cargo builds it, so that nothing is built twice.
    pub target: PathBuf,
}

/// A crate as a dependency: the name of its library, and the line of a manifest.
struct Dependency {
    library: String,
    /// Where it is, if it is in a folder.
    folder: PathBuf,
    line: String,
}

impl Trial {
    /// Reads what the module in the last of these folders is built on, unless the framework is to be taken `from` a folder.
    ///
    /// # Errors
    /// When one is no folder of a crate, or depends on no kernel.
    pub fn of(modules: Vec<PathBuf>, from: Option<PathBuf>) -> Result<Self, String> {
        let folder = modules.last().ok_or("There is no module to check")?;
        let manifest = folder.join("Cargo.toml");
        if let Some(from) = from {
            let module = local(folder)?.folder;
            let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
            return Ok(Self {
                kernel: None,
                version: VERSION.to_owned(),
                patches: patches(&from, |name| name != FRONT_ENDS)?,
                target: target.unwrap_or_else(|| module.join("target")),
                workspace: from,
                modules,
            });
        }
        let output = Command::new("cargo")
            .args(["metadata", "--format-version", "1", "--manifest-path"])
            .arg(&manifest)
            .output()
            .map_err(|error| format!("cargo cannot be run: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        let metadata: Value = serde_json::from_slice(&output.stdout)
            .map_err(|error| format!("cargo metadata cannot be read: {error}"))?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let packages = metadata["packages"].as_array().into_iter().flatten();
        let is_kernel = |one: &&Value| {
            let mut targets = one["targets"].as_array().into_iter().flatten();
            targets.any(|target| target["name"] == "kernel" && target["kind"][0] == "lib")
        };
        let kernel = packages.clone().find(is_kernel);
        let kernel =
            kernel.ok_or_else(|| format!("{} depends on no kernel", manifest.display()))?;
        let path = PathBuf::from(text(&kernel["manifest_path"]));
        // A crate of the registry is one that others name by its version.
        let is_local = kernel["source"].is_null();
        Ok(Self {
            modules,
            kernel: path.parent().filter(|_| is_local).map(Path::to_owned),
            version: text(&kernel["version"]),
            workspace: PathBuf::from(text(&metadata["workspace_root"])),
            patches: String::new(),
            target: PathBuf::from(text(&metadata["target_directory"])),
        })
    }

    /// Returns the files of the product.
    ///
    /// # Errors
    /// When a manifest cannot be read.
    pub fn files(&self) -> Result<Vec<File>, String> {
        let kernel = self.of_framework("", "kernel")?;
        let kit = self.of_framework("conformance", "conformance")?;
        let users = self.of_framework("../modules/users", "users")?;
        let modules: Vec<Dependency> =
            self.modules.iter().map(|folder| local(folder)).collect::<Result<_, _>>()?;
        let mut manifest =
            "[workspace]\n\n[package]\nname = \"module-check\"\nversion = \"0.0.0\"\n\
                            edition = \"2024\"\npublish = false\n\n[dependencies]\n"
                .to_owned();
        let (mut list, mut lines) = (String::new(), vec![kernel.line, kit.line]);
        for module in std::iter::once(users).chain(modules) {
            if !lines.contains(&module.line) {
                list += &format!("    {}::MODULE,\n", module.library);
                lines.push(module.line);
            }
        }
        manifest += &lines.concat();
        manifest += &self.settings();
        manifest += &self.patches;
        let test = format!(
            "//! The promises of the framework, for one module.\n\n\
             const MODULES: &[kernel::module::Module] = &[\n{list}];\n\n\
             conformance::tests!(conformance::product_of(MODULES));\n"
        );
        let mut files = vec![
            ("Cargo.toml".to_owned(), manifest),
            ("src/lib.rs".to_owned(), String::new()),
            ("tests/conformance.rs".to_owned(), test),
        ];
        // The same versions and settings of the build, so that what is built already serves.
        let lock = fs::read_to_string(self.workspace.join("Cargo.lock"));
        files.extend(lock.ok().map(|text| ("Cargo.lock".to_owned(), text)));
        let config = fs::read_to_string(self.workspace.join(".cargo/config.toml"));
        files.push((".cargo/config.toml".to_owned(), config.unwrap_or(CARGO_CONFIG.to_owned())));
        Ok(files)
    }

    /// Returns a crate of the framework: that in this folder below the kernel's, or of the kernel's version.
    fn of_framework(&self, folder: &str, name: &str) -> Result<Dependency, String> {
        let folder = self.kernel.as_ref().map(|kernel| kernel.join(folder));
        if let Some(folder) = folder.filter(|folder| folder.join("Cargo.toml").is_file()) {
            return local(&folder);
        }
        let version = &self.version;
        let line = format!("{name} = {{ package = \"mizan-{name}\", version = \"{version}\" }}\n");
        Ok(Dependency { library: name.to_owned(), folder: PathBuf::new(), line })
    }

    /// Returns the profiles of the workspace, with which its dependencies are built already, and where it takes crates from.
    fn settings(&self) -> String {
        let manifest = fs::read_to_string(self.workspace.join("Cargo.toml"));
        let text = manifest.unwrap_or(PROFILES.to_owned());
        let is_wanted = |part: &&str| {
            part.starts_with("profile.") || part.starts_with("patch.") && self.patches.is_empty()
        };
        text.split("\n[").filter(is_wanted).map(|part| format!("\n[{part}")).collect()
    }
}

/// Returns the crate in a folder.
fn local(folder: &Path) -> Result<Dependency, String> {
    let manifest = folder.join("Cargo.toml");
    let at = manifest.display();
    let text = fs::read_to_string(&manifest).map_err(|error| format!("{at}: {error}"))?;
    let table: Table = text.parse().map_err(|error| format!("{at}: {error}"))?;
    let name = |part: &str| table.get(part)?.get("name")?.as_str().map(str::to_owned);
    let package = name("package").ok_or_else(|| format!("{at} has no package"))?;
    let library = name("lib").unwrap_or_else(|| package.replace('-', "_"));
    let folder = folder.canonicalize().map_err(|error| format!("{at}: {error}"))?;
    let path = folder.display();
    let line = format!("{library} = {{ package = \"{package}\", path = \"{path}\" }}\n");
    Ok(Dependency { library, line, folder })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn product_of_a_module_has_the_users_and_what_the_module_needs() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folders = ["modules/units", "modules/users", "tests/berths"];
        let trial = Trial::of(folders.map(|folder| root.join(folder)).into(), None);
        let files = trial.and_then(|trial| trial.files()).unwrap_or_else(|error| panic!("{error}"));
        let text = |path: &str| {
            let file = files.iter().find(|(name, _)| name == path);
            file.map(|(_, text)| text.as_str()).unwrap_or_default()
        };
        assert!(text("tests/conformance.rs").contains(
            "&[\n    users::MODULE,\n    units::MODULE,\n    berths::MODULE,\n];\n\nconformance::tests!"
        ));
        for name in ["kernel", "conformance", "users", "units", "berths"] {
            let lines = text("Cargo.toml").lines();
            assert_eq!(lines.filter(|line| line.starts_with(&format!("{name} = {{"))).count(), 1);
        }
        assert!(text("Cargo.toml").contains("[profile.dev]") && !text("Cargo.lock").is_empty());
        let elsewhere = Trial::of(vec![root.join("tests")], None).err().unwrap_or_default();
        assert!(elsewhere.contains("Cargo.toml"), "{elsewhere}");
    }

    #[test]
    fn framework_is_taken_from_the_folder_that_is_named() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let trial = Trial::of(vec![root.join("tests/berths")], Some(root));
        let files = trial.and_then(|trial| trial.files()).unwrap_or_else(|error| panic!("{error}"));
        let manifest = &files[0].1;
        for line in [
            &format!("kernel = {{ package = \"mizan-kernel\", version = \"{VERSION}\" }}"),
            "[patch.crates-io]",
            "mizan-kernel = { path = ",
            "mizan-users = { path = ",
        ] {
            assert!(manifest.contains(&format!("\n{line}")), "{line}\n\n{manifest}");
        }
        assert!(!manifest.contains(FRONT_ENDS), "{manifest}");
    }
}
