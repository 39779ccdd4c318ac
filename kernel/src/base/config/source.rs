//! Where settings come from: the environment and the file, and a setting as it stands then.

use std::collections::BTreeMap;

use toml::Table;

use crate::base::error::{Error, Result};
use crate::base::suggestions::did_you_mean;

/// The variables of the process whose names begin with `MIZAN_`.
pub(super) type Variables = BTreeMap<String, String>;

/// A setting as it stands, for `mizan config`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EffectiveSetting {
    /// Its key; of a provider `oidc.`, its identifier and its key.
    pub(crate) name: String,
    /// Its value, with secrets hidden.
    pub(crate) value: String,
    /// Where that was found.
    pub(crate) source: String,
    /// What it would be if nobody set it; nothing when it has to be set.
    pub(crate) default: Option<String>,
    /// What it is for.
    pub(crate) purpose: &'static str,
}

/// Fails when a key of the file is no setting.
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
