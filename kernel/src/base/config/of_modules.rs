//! Settings that modules declare: integers, in one table of `mizan.toml` per group.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use toml::{Table, Value};

use super::source::{EffectiveSetting, Variables, known_keys};
use crate::base::error::{Error, Result};

/// An integer setting of a module.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its group and name, such as `estimation.minimum_estimators`. In `mizan.toml` this is a key
    /// of the table `[estimation]`, in the environment `MIZAN_ESTIMATION_MINIMUM_ESTIMATORS`.
    pub key: &'static str,
    /// What it is for, as `mizan config` shows it.
    pub purpose: &'static str,
    /// Its value when the operator does not set it.
    pub default: i64,
    /// The minimum value.
    pub least: i64,
    /// The maximum value.
    pub most: i64,
}

impl Setting {
    /// Splits the key into group and name.
    pub(super) fn place(&self) -> (&'static str, &'static str) {
        self.key.split_once('.').unwrap_or(("", self.key))
    }
}

/// The values of the settings that modules declare.
#[derive(Clone, Debug, Default)]
pub struct Settings(Arc<HashMap<&'static str, i64>>);

impl Settings {
    /// Returns the value of `setting`.
    pub fn whole(&self, setting: &Setting) -> i64 {
        self.0.get(setting.key).copied().unwrap_or(setting.default)
    }

    /// Validates and stores a setting, and returns it for `mizan config`.
    pub(super) fn take(
        &mut self,
        setting: &Setting,
        variables: &Variables,
        groups: &Groups,
    ) -> Result<EffectiveSetting> {
        let variable = variable(setting);
        let (text, source) = match (variables.get(&variable), groups.get(setting)) {
            (Some(text), _) => (text.clone(), variable.clone()),
            (None, Some(value)) => (plain(value), groups.file.clone()),
            (None, None) => (setting.default.to_string(), "default".into()),
        };
        let number = text.parse().ok();
        let Some(number) = number.filter(|number| (setting.least..=setting.most).contains(number))
        else {
            let named =
                if source == variable { variable } else { format!("{} in {source}", setting.key) };
            let Setting { least, most, .. } = setting;
            let shown: String = text.chars().take(80).collect();
            return Err(Error::startup(format!(
                "{named} is \"{shown}\"; it must be a number from {least} to {most}"
            )));
        };
        Arc::make_mut(&mut self.0).insert(setting.key, number);
        Ok(EffectiveSetting {
            name: setting.key.into(),
            value: number.to_string(),
            source,
            default: Some(setting.default.to_string()),
            purpose: setting.purpose,
        })
    }

    /// Returns a copy with another value, for tests.
    #[cfg(any(test, feature = "testing"))]
    pub fn with(mut self, setting: &Setting, value: i64) -> Self {
        Arc::make_mut(&mut self.0).insert(setting.key, value);
        self
    }
}

/// Returns the environment variable of a setting.
pub(super) fn variable(setting: &Setting) -> String {
    format!("MIZAN_{}", setting.key.to_uppercase().replace('.', "_"))
}

fn plain(value: &Value) -> String {
    let number = value.as_integer().map(|number| number.to_string());
    number.or_else(|| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The tables of the settings file that belong to modules.
pub(super) struct Groups {
    file: String,
    tables: BTreeMap<&'static str, Table>,
}

impl Groups {
    /// Removes the tables of modules from the file's table. Fails on a key that no module declared.
    pub(super) fn take(table: &mut Table, settings: &[Setting], file: &str) -> Result<Self> {
        let mut tables = BTreeMap::new();
        for setting in settings {
            let (group, _) = setting.place();
            let Some(found) = table.remove(group) else { continue };
            let Value::Table(found) = found else {
                return Err(Error::startup(format!(
                    "{group} in {file} is written otherwise; it must be a table [{group}]"
                )));
            };
            let keys = settings.iter().map(Setting::place).filter(|(other, _)| *other == group);
            known_keys(&found, keys.map(|(_, key)| key), &format!("[{group}] in {file}"), "")?;
            tables.insert(group, found);
        }
        Ok(Self { file: file.to_owned(), tables })
    }

    fn get(&self, setting: &Setting) -> Option<&Value> {
        let (group, key) = setting.place();
        self.tables.get(group)?.get(key)
    }
}
