//! Loads the settings: the environment takes precedence over the file, the file over the defaults.
//! An invalid setting ends the start with one message, which names the setting, where it was set,
//! and what its value must be.
//!
//! Written by hand and not with `figment`, of which version 0.10.19 was read:
//!
//! - **Secrets.** Its messages show the value that is wrong. A variable has the type that its text
//!   looks like: the password `007` is the number 7, and refused with that number in the message.
//! - **Declarations.** It fills a struct. Here settings are values, also those of modules, from which
//!   defaults that depend on other settings, messages and `mizan config` follow.
//! - **Size.** It brings a second parser of TOML: `toml` 0.8, beside the 0.9 that is used here.

use std::io::ErrorKind;

use text::suggestions::did_you_mean;
use toml::{Table, Value};

use super::OidcProvider;
use super::declared::{Form, Setting};
use super::of_modules::Setting as ModuleSetting;
use super::of_modules::{self, Groups};
use super::settings::{PROVIDER, SECRET, all};
use super::source::{EffectiveSetting, Variables, known_keys};
use super::values::Config;
use crate::base::error::{Error, Result};

/// The environment variable that names the settings file.
pub(super) const FILE_VARIABLE: &str = "MIZAN_CONFIG";

/// The default name of the settings file.
pub(super) const FILE: &str = "mizan.toml";

/// The key of the `[[oidc]]` blocks.
const OIDC: &str = "oidc";

/// Variables that are no settings of the product: those of its tests, and those that Kubernetes
/// sets in every container for a service called mizan.
const NOT_OURS: [&str; 3] = ["MIZAN_TEST_", "MIZAN_SERVICE_", "MIZAN_PORT_"];
const NOT_OURS_EITHER: [&str; 5] =
    ["MIZAN_CHROMIUM", "MIZAN_DATA", "MIZAN_PORT", "MIZAN_PROJECT", "MIZAN_URL"];

/// The settings file as it was found.
pub(super) struct File {
    pub(super) name: String,
    /// `None` when the file does not exist.
    pub(super) text: Option<String>,
}

/// Where a value was set.
enum Source<'a> {
    Default,
    Variable(String),
    /// A location in the file: `mizan.toml`, or `[[oidc]] keycloak in mizan.toml`.
    File(&'a str),
}

/// Reads and validates all settings.
pub(super) fn read(
    variables: &Variables,
    file: &File,
    of_modules: &[ModuleSetting],
) -> Result<(Config, Vec<EffectiveSetting>)> {
    let mut table = parse(file)?;
    let providers = providers(&mut table, &file.name)?;
    let groups = Groups::take(&mut table, of_modules, &file.name)?;
    known_keys(&table, all().map(|setting| setting.key), &file.name, "")?;
    known_variables(variables, &providers, of_modules)?;

    let mut effective = vec![EffectiveSetting {
        name: FILE_VARIABLE.into(),
        value: match file.text {
            Some(_) => file.name.clone(),
            None => format!("{} (not there)", file.name),
        },
        source: match variables.get(FILE_VARIABLE) {
            Some(_) => FILE_VARIABLE.into(),
            None => "default".into(),
        },
        default: Some(FILE.into()),
        purpose: "the file of settings; this one is a variable only",
    }];
    let mut config = Config::blank();
    for setting in all() {
        let variable = setting.variable();
        let found = match (variables.get(&variable), table.get(setting.key)) {
            (Some(text), _) => Some((text.clone(), Source::Variable(variable))),
            (None, Some(value)) => Some(from_file(setting, value, &file.name)?),
            (None, None) => None,
        };
        effective.push(take(&mut config, setting, found, "", || {
            Error::internal(format!("the setting {} has no default", setting.key))
        })?);
    }
    config.media.check()?;
    config.mail.check()?;
    for setting in of_modules {
        effective.push(config.of_modules.take(setting, variables, &groups)?);
    }
    for Block { id, place, table } in &providers {
        let mut provider = OidcProvider::default();
        let variable = secret_variable(id);
        for setting in PROVIDER {
            let secret = variables.get(&variable).filter(|_| setting.key == SECRET);
            let found = match (secret, table.get(setting.key)) {
                (Some(text), _) => Some((text.clone(), Source::Variable(variable.clone()))),
                (None, Some(value)) => Some(from_file(setting, value, place)?),
                (None, None) => None,
            };
            let name = format!("{OIDC}.{id}.");
            effective.push(take(&mut provider, setting, found, &name, || {
                let also = match setting.key {
                    SECRET => format!(", here or in {variable}"),
                    _ => String::new(),
                };
                Error::startup(format!(
                    "{} is missing in {place}; it must be {}{also}",
                    setting.key,
                    setting.must()
                ))
            })?);
        }
        config.oidc.push(provider);
    }
    if providers.is_empty() {
        effective.push(EffectiveSetting {
            name: OIDC.into(),
            value: String::new(),
            source: "default".into(),
            default: Some(String::new()),
            purpose: "identity providers, a block [[oidc]] in the file for each",
        });
    }
    Ok((config, effective))
}

/// Stores a setting from the value found, or from its default.
fn take<T>(
    place: &mut T,
    setting: &Setting<T>,
    found: Option<(String, Source<'_>)>,
    prefix: &str,
    missing: impl FnOnce() -> Error,
) -> Result<EffectiveSetting> {
    let default = setting.default.map(|default| default(place));
    let (text, source) = match (found, &default) {
        (Some(found), _) => found,
        (None, Some(default)) => (default.clone(), Source::Default),
        (None, None) => return Err(missing()),
    };
    setting
        .store(place, &text)
        .ok_or_else(|| setting_error(setting, &source, &described(setting, &text)))?;
    Ok(EffectiveSetting {
        name: format!("{prefix}{}", setting.key),
        value: (setting.show)(place),
        source: match source {
            Source::Default => "default".into(),
            Source::Variable(name) => name,
            Source::File(place) => {
                match place.strip_prefix("[[").and_then(|rest| rest.split_once(" in ")) {
                    Some((_, file)) => file.to_owned(),
                    None => place.to_owned(),
                }
            }
        },
        default,
        purpose: setting.purpose,
    })
}

/// Builds the error message for an invalid setting.
fn setting_error<T>(setting: &Setting<T>, source: &Source<'_>, is: &str) -> Error {
    let (key, must) = (setting.key, setting.must());
    let list = setting.form == Form::List;
    Error::startup(match source {
        Source::Variable(name) if list => {
            format!("{name} {is}; it must be {must}, separated by commas")
        }
        Source::Variable(name) => format!("{name} {is}; it must be {must}"),
        Source::File(place) if list => {
            format!("{key} in {place} {is}; it must be a list of {must}")
        }
        Source::File(place) => format!("{key} in {place} {is}; it must be {must}"),
        Source::Default => format!("{key} {is} by default; it must be {must}"),
    })
}

/// Describes an invalid value, as far as it may appear in a message.
fn described<T>(setting: &Setting<T>, text: &str) -> String {
    if text.is_empty() {
        return "is empty".into();
    }
    if setting.secret {
        return "cannot be used".into();
    }
    // An operator who mistakes one setting for another may have put a password here.
    let shown = text.split('?').next().unwrap_or(text);
    let shown = match (shown.split_once("://"), shown.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, place))) => format!("{scheme}://…@{place}"),
        _ => shown.to_owned(),
    };
    format!("is \"{}\"", shown.chars().take(80).collect::<String>())
}

fn from_file<'a, T>(
    setting: &Setting<T>,
    value: &Value,
    place: &'a str,
) -> Result<(String, Source<'a>)> {
    let plain = |item: &Value| item.as_str().filter(|item| !item.contains(',')).map(str::to_owned);
    let (text, form) = match setting.form {
        Form::Text => (value.as_str().map(str::to_owned), "is not text in quotes"),
        Form::Number(..) => {
            (value.as_integer().map(|number| number.to_string()), "is not a number")
        }
        Form::List => {
            let items = value.as_array().map(|items| items.iter().map(plain));
            (
                items
                    .and_then(|items| items.collect::<Option<Vec<_>>>())
                    .map(|items| items.join(",")),
                "is not a list of texts in quotes",
            )
        }
    };
    let source = Source::File(place);
    match text {
        Some(text) => Ok((text, source)),
        None => Err(setting_error(setting, &source, form)),
    }
}

fn parse(file: &File) -> Result<Table> {
    let text = file.text.as_deref().unwrap_or_default();
    text.parse::<Table>().map_err(|error| {
        // The parser's own report repeats the line, which may contain a secret.
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = before.lines().count().max(1);
        Error::startup(format!("{}, line {line}: {}", file.name, error.message()))
    })
}

/// An `[[oidc]]` block.
struct Block {
    id: String,
    place: String,
    table: Table,
}

/// Removes the `[[oidc]]` blocks from the table and returns them.
fn providers(table: &mut Table, file: &str) -> Result<Vec<Block>> {
    let Some(value) = table.remove(OIDC) else { return Ok(Vec::new()) };
    let tables: Option<Vec<Table>> = match value {
        Value::Array(items) => items.into_iter().map(|item| item.try_into().ok()).collect(),
        _ => None,
    };
    let Some(tables) = tables else {
        return Err(Error::startup(format!(
            "{OIDC} in {file} is written otherwise; it must be a block [[oidc]] for each provider"
        )));
    };
    let mut blocks: Vec<Block> = Vec::new();
    for (number, table) in tables.into_iter().enumerate() {
        let id = table.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        if blocks.iter().any(|other| other.id == id && !id.is_empty()) {
            return Err(Error::startup(format!(
                "id in [[oidc]] block {} in {file} is \"{id}\", and so is another one; it must be \
                 its own",
                number + 1
            )));
        }
        let place = match id.as_str() {
            "" => format!("[[oidc]] block {} in {file}", number + 1),
            id => format!("[[oidc]] {id} in {file}"),
        };
        let hint = "; what is not of a provider stands above the first [[oidc]]";
        known_keys(&table, PROVIDER.iter().map(|setting| setting.key), &place, hint)?;
        blocks.push(Block { id, place, table });
    }
    Ok(blocks)
}

/// Fails when an environment variable has the prefix of a setting and names none.
fn known_variables(
    variables: &Variables,
    providers: &[Block],
    of_modules: &[ModuleSetting],
) -> Result<()> {
    let mut known: Vec<String> = all().map(Setting::variable).collect();
    known.push(FILE_VARIABLE.into());
    known.extend(of_modules.iter().map(of_modules::variable));
    known.extend(providers.iter().map(|block| secret_variable(&block.id)));
    let ours = |name: &&String| {
        !NOT_OURS.iter().any(|prefix| name.starts_with(prefix))
            && !NOT_OURS_EITHER.contains(&name.as_str())
    };
    match variables.keys().filter(ours).find(|name| !known.contains(name)) {
        None => Ok(()),
        Some(name) => {
            let meant = did_you_mean(name, known.iter().map(String::as_str));
            let hint = match meant.as_str() {
                "" => "; `mizan config` lists those there are",
                meant => meant,
            };
            Err(Error::startup(format!("{name} is set, but there is no such setting{hint}")))
        }
    }
}

/// Returns the environment variable of a provider's client secret.
fn secret_variable(id: &str) -> String {
    format!("MIZAN_OIDC_{}_CLIENT_SECRET", id.to_uppercase().replace('-', "_"))
}

impl Config {
    /// Reads the settings of a product with these modules: the environment takes precedence over
    /// `mizan.toml`, which takes precedence over the defaults.
    pub(crate) fn load(of_modules: &[ModuleSetting]) -> Result<Self> {
        Ok(read_process_settings(of_modules)?.0)
    }

    /// Returns every setting with its value, its source and its purpose.
    pub(crate) fn effective(of_modules: &[ModuleSetting]) -> Result<Vec<EffectiveSetting>> {
        Ok(read_process_settings(of_modules)?.1)
    }

    /// Returns the default settings on `database`, for tests.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn on(database: super::DatabaseUrl) -> Self {
        use super::media::{MediaSettings, default_folder};

        let file = File { name: FILE.into(), text: None };
        let defaults = read(&Variables::new(), &file, &[]);
        let (defaults, _) = defaults.unwrap_or_else(|error| panic!("{error}"));
        let media = MediaSettings { folder: default_folder(&database), ..defaults.media };
        Self { connections: database.connections(), database, drain_seconds: 0, media, ..defaults }
    }
}

/// Reads the settings from the environment and the settings file of this process.
fn read_process_settings(of_modules: &[ModuleSetting]) -> Result<(Config, Vec<EffectiveSetting>)> {
    let mut variables = Variables::new();
    for (name, value) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("MIZAN_") {
            let value = value.into_string();
            let value = value.map_err(|_| Error::startup(format!("{name} is not UTF-8")))?;
            variables.insert(name.into_owned(), value);
        }
    }
    let named = variables.get(FILE_VARIABLE);
    let name = named.map_or(FILE, String::as_str).to_owned();
    let text = match std::fs::read_to_string(&name) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == ErrorKind::NotFound && named.is_none() => None,
        Err(error) => return Err(Error::startup(format!("{name} cannot be read: {error}"))),
    };
    read(&variables, &File { name, text }, of_modules)
}
