//! A throw-away product of a module and those that it needs, with a test that calls the conformance kit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use toml::Table;

use crate::tree::File;

/// What a module is checked with: the framework that it is built on.
pub struct Trial {
    /// The module and those that it needs, in the order of the product.
    modules: Vec<PathBuf>,
    /// The folder of the kernel's crate.
    kernel: PathBuf,
    version: String,
    /// The folder of the workspace that the module is in, or its own.
    workspace: PathBuf,
    /// Where Cargo builds it, so that nothing is built twice.
    pub target: PathBuf,
}

/// A crate as a dependency: the name of its library, and the line of a manifest.
struct Dependency {
    library: String,
    line: String,
}

impl Trial {
    /// Reads what the module in the last of these folders is built on.
    ///
    /// # Errors
    /// When one is no folder of a crate, or depends on no kernel.
    pub fn of(modules: Vec<PathBuf>) -> Result<Self, String> {
        let folder = modules.last().ok_or("There is no module to check")?;
        let manifest = folder.join("Cargo.toml");
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
        Ok(Self {
            modules,
            kernel: path.parent().unwrap_or(&path).to_owned(),
            version: text(&kernel["version"]),
            workspace: PathBuf::from(text(&metadata["workspace_root"])),
            target: PathBuf::from(text(&metadata["target_directory"])),
        })
    }

    /// Returns the files of the product.
    ///
    /// # Errors
    /// When a manifest cannot be read.
    pub fn files(&self) -> Result<Vec<File>, String> {
        let kernel = local(&self.kernel)?;
        let kit = self.of_framework(&self.kernel.join("conformance"), "conformance")?;
        let users = match self.kernel.parent() {
            Some(above) => self.of_framework(&above.join("modules/users"), "users")?,
            None => self.of_framework(Path::new("users"), "users")?,
        };
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
        manifest += &self.profiles();
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
        for name in ["Cargo.lock", ".cargo/config.toml"] {
            let text = fs::read_to_string(self.workspace.join(name));
            files.extend(text.ok().map(|text| (name.to_owned(), text)));
        }
        Ok(files)
    }

    /// Returns a crate of the framework: that in this folder, or of the kernel's version.
    fn of_framework(&self, folder: &Path, name: &str) -> Result<Dependency, String> {
        if folder.join("Cargo.toml").is_file() {
            return local(folder);
        }
        let version = &self.version;
        let line = format!("{name} = {{ package = \"mizan-{name}\", version = \"{version}\" }}\n");
        Ok(Dependency { library: name.to_owned(), line })
    }

    /// Returns the profiles of the workspace, with which its dependencies are built already.
    fn profiles(&self) -> String {
        let text = fs::read_to_string(self.workspace.join("Cargo.toml")).unwrap_or_default();
        let profiles = text.split("\n[").filter(|part| part.starts_with("profile."));
        profiles.map(|part| format!("\n[{part}")).collect()
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
    Ok(Dependency { library, line })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn product_of_a_module_has_the_users_and_what_the_module_needs() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folders = ["modules/units", "modules/users", "tests/berths"];
        let trial = Trial::of(folders.map(|folder| root.join(folder)).into());
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
        let elsewhere = Trial::of(vec![root.join("tests")]).err().unwrap_or_default();
        assert!(elsewhere.contains("Cargo.toml"), "{elsewhere}");
    }
}
