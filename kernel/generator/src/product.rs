//! A new product: a workspace with one module of its own, which depends on the framework by version.

use std::fs;
use std::path::{Path, PathBuf};

use text::words::capitalized;

use crate::codes;
use crate::draft::Draft;
use crate::front_end;
use crate::tree::File;
use crate::words::{is_snake_case, reserved_by};

/// The version of the framework that a new product depends on.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What the module's crate and the product depend on beside the framework, as the framework itself does.
pub const VERSIONS: &str = include_str!("../templates/versions.toml");

/// The profiles for builds. They are those of the framework, so that a product and the framework can share what is built.
pub const PROFILES: &str = include_str!("../templates/profiles.toml");

/// What SQLite is built with.
pub(crate) const CARGO_CONFIG: &str = include_str!("../templates/cargo-config.toml");

/// The crate of the built front ends, without which a product can be checked.
pub(crate) const FRONT_ENDS: &str = "mizan-front-ends";

/// The crates of the framework that a product is built from: the folder of each in the framework's source tree, for those that
/// it names itself.
const CRATES: [(&str, Option<&str>); 11] = [
    ("mizan-conformance", Some("kernel/conformance")),
    ("mizan-derive", None),
    (FRONT_ENDS, Some("kernel/front-ends")),
    ("mizan-handlers", None),
    ("mizan-images", None),
    ("mizan-kernel", Some("kernel")),
    ("mizan-oidc", None),
    ("mizan-sqlite-progress", None),
    ("mizan-tables", None),
    ("mizan-text", None),
    ("mizan-users", Some("modules/users")),
];

/// A new product.
#[derive(Debug)]
pub struct NewProduct {
    /// The name of its folder, crate and binary: `clinic`.
    pub name: String,
    /// Its name as people read it, where it does not follow.
    pub title: Option<String>,
    /// By ISO 4217.
    pub currency: String,
    /// In the IANA database.
    pub time_zone: String,
    /// By BCP 47.
    pub language: String,
    /// The first day of the week, in English.
    pub first_day: String,
    /// Its first module.
    pub module: Draft,
    /// Whether it has front ends of its own.
    pub ui: bool,
    /// Where the framework's crates and packages are, when they are not to come from the registries.
    pub from: Option<PathBuf>,
}

impl NewProduct {
    /// Returns its files, by their paths in the folder of the product.
    ///
    /// # Errors
    /// The message for a value that cannot be.
    pub fn files(&self, version: &str) -> Result<Vec<File>, String> {
        let Self { name, module, .. } = self;
        self.check()?;
        let title = self.title.clone().unwrap_or_else(|| capitalized(&name.replace('-', " ")));
        let modules = match module.name.as_str() < "users" {
            true => [module.name.as_str(), "users"],
            false => ["users", module.name.as_str()],
        };
        let modules = modules.map(|one| format!("{one}.workspace = true")).join("\n");
        let resource = module.resource();
        let values = [
            ("name", name.as_str()),
            ("title", &title),
            ("module", &module.name),
            ("modules", &modules),
            ("resource", &resource),
            ("version", VERSION),
            ("versions", VERSIONS),
            ("profiles", PROFILES),
            ("currency", &self.currency),
            ("time_zone", &self.time_zone),
            ("language", &self.language),
            ("first_day", &self.first_day[..3]),
        ];
        let packages = front_end::packages(VERSION, self.from.as_deref().filter(|_| self.ui))?;
        let values = values.into_iter().chain(front_end::places(self.ui));
        let values: Vec<_> = values.chain([("packages", packages.as_str())]).collect();
        let filled = |text: &str| {
            values.iter().fold(text.to_owned(), |text, (name, value)| {
                text.replace(&format!("{{{{{name}}}}}"), value)
            })
        };
        let patches = self
            .from
            .as_deref()
            .map(|from| patches(from, |_| true))
            .transpose()?
            .unwrap_or_default();
        let manifest = filled(include_str!("../templates/workspace.toml")) + &patches;
        let mut files = vec![
            ("Cargo.toml".to_owned(), manifest),
            ("src/main.rs".to_owned(), filled(include_str!("../templates/main.rs"))),
            (
                "tests/conformance.rs".to_owned(),
                include_str!("../templates/conformance.rs").to_owned(),
            ),
            ("policies/roles.csv".to_owned(), include_str!("../templates/roles.csv").to_owned()),
            ("Makefile".to_owned(), filled(include_str!("../templates/Makefile"))),
            ("README.md".to_owned(), filled(include_str!("../templates/README.md"))),
            (".cargo/config.toml".to_owned(), CARGO_CONFIG.to_owned()),
            (".gitignore".to_owned(), filled(include_str!("../templates/gitignore"))),
        ];
        if self.ui {
            let own = front_end::FILES.map(|(path, text)| (path.to_owned(), filled(text)));
            files.extend(own);
        }
        let of_module = crate::files(module, version).into_iter();
        files.extend(
            of_module.map(|(path, text)| (format!("modules/{}/{path}", module.name), text)),
        );
        Ok(files)
    }

    /// The kernel checks the form of these values again when the product starts.
    fn check(&self) -> Result<(), String> {
        let Self { name, module, currency, time_zone, language, first_day, .. } = self;
        if !is_snake_case(&name.replace('-', "_")) || reserved_by(name).is_some() || name == "test"
        {
            return Err(format!(
                "\"{name}\" is no name for a product; write it in lowercase words, such as clinic or \
                 car-park"
            ));
        }
        if ["conformance", "kernel", "users", "front-ends", "mimalloc", &module.name]
            .contains(&name.as_str())
        {
            return Err(format!(
                "{name} is the name of another crate of the product; take another word"
            ));
        }
        codes::check_currency(currency)?;
        codes::check_time_zone(time_zone)?;
        codes::check_language(language)?;
        if !DAYS.contains(&first_day.as_str()) {
            return Err(format!(
                "\"{first_day}\" is no day of the week; it is one of {}",
                DAYS.join(", ")
            ));
        }
        match &self.title {
            Some(title) if title.trim().is_empty() || title.contains(['"', '\\', '\n']) => {
                Err(format!("\"{title}\" is no title of a product"))
            }
            _ => Ok(()),
        }
    }
}

/// The days that a week may begin on.
pub const DAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Returns the section of a manifest that takes the framework's crates from a folder: its source tree, or one with its
/// packed crates, each unpacked; those that are wanted, as cargo warns of one that nothing depends on.
pub(crate) fn patches(from: &Path, is_wanted: impl Fn(&str) -> bool) -> Result<String, String> {
    let missing = |what: &str| format!("{} has no {what}", from.display());
    let folder = from.canonicalize().map_err(|_| missing("folder of that name"))?;
    let is_tree = folder.join("kernel/Cargo.toml").exists();
    let mut text =
        "\n# The framework's crates, from a folder and not from the registry.\n[patch.crates-io]\n"
            .to_owned();
    for (name, in_tree) in CRATES.into_iter().filter(|(name, _)| is_wanted(name)) {
        let path = match (is_tree, in_tree) {
            (true, Some(path)) => folder.join(path),
            (true, None) => continue,
            (false, _) => folder.join(format!("{name}-{VERSION}")),
        };
        if !path.join("Cargo.toml").exists() {
            return Err(missing(&format!("{name} {VERSION}")));
        }
        text.push_str(&format!("{name} = {{ path = {:?} }}\n", path.display().to_string()));
    }
    Ok(text)
}

/// Writes the files of a product into a folder that does not exist yet, or is empty.
///
/// # Errors
/// When the folder has something in it, or cannot be written to.
pub fn write(folder: &Path, files: &[File]) -> Result<(), String> {
    let is_used = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if is_used || folder.is_file() {
        return Err(format!("There is {} already; take another name", folder.display()));
    }
    let existed = folder.is_dir();
    let write_all = || -> std::io::Result<()> {
        for (path, text) in files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(path, text)?;
        }
        Ok(())
    };
    write_all().map_err(|error| {
        // The error of the write is the one to report.
        let _ = fs::remove_dir_all(folder);
        if existed {
            let _ = fs::create_dir(folder);
        }
        format!("Nothing was written: {error}")
    })
}
