//! Sources of settings: the environment and the file; and the effective setting that results.

use std::collections::BTreeMap;

use text::suggestions::did_you_mean;
use toml::Table;

use crate::base::error::{Error, Result};

/// The environment variables of the process whose names begin with `MIZAN_`.
pub(super) type Variables = BTreeMap<String, String>;

/// An effective setting, for `mizan config`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EffectiveSetting {
    /// Its key; for a provider `oidc.`, its identifier and its key.
    pub(crate) name: String,
    /// Its value, with secrets masked.
    pub(crate) value: String,
    /// Where the value was set.
    pub(crate) source: String,
    /// Its default; `None` for a required setting.
    pub(crate) default: Option<String>,
    /// What it is for.
    pub(crate) purpose: &'static str,
}

/// Fails when a key of the table is no setting.
pub(super) fn known_keys(
    table: &Table,
    mut keys: impl Iterator<Item = &'static str> + Clone,
    place: &str,
    hint: &str,
) -> Result<()> {
    match table.keys().find(|key| !keys.clone().any(|known| known == key.as_str())) {
        None => Ok(()),
        Some(key) => {
            let meant = did_you_mean(key, &mut keys);
            let hint = if meant.is_empty() { hint } else { &meant };
            let hint =
                if hint.is_empty() { "; `mizan config` lists those there are" } else { hint };
            Err(Error::startup(format!("{key} in {place} is no setting{hint}")))
        }
    }
}
