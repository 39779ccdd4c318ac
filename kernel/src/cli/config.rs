//! `mizan config`.

use clap::Args;

use super::{EXIT, print};
use crate::base::config::{Config, EffectiveSetting};
use crate::base::error::Result;
use crate::cli::kernel_module;
use crate::product::plan::Product;

/// List the settings: what each is, where that comes from, and what it is for
///
/// Each can be set in the environment, as MIZAN_ and its name in capitals, or by its name in
/// mizan.toml. The environment wins. mizan.toml is looked for in the folder that the process is
/// started in; MIZAN_CONFIG names another file. Relative paths begin in that folder too. In the
/// environment a list is separated by commas. Secrets are not shown.
///
/// Identity providers stand in the file, a block for each, below all else:
///   listen = "0.0.0.0:8080"
///   trusted_proxies = ["10.0.0.0/8"]
///
///   [[oidc]]
///   id = "keycloak"
///   name = "Keycloak"
///   issuer = "https://id.example.com/realms/desk"
///   client_id = "desk"
///   roles_claim = "/realm_access/roles"
///
/// Its client_secret may stand there, or in MIZAN_OIDC_KEYCLOAK_CLIENT_SECRET.
///
/// A setting that is wrong or that there is not ends every command with a sentence about it.
///
/// Examples:
///   mizan config
///   MIZAN_CONFIG=/etc/mizan.toml mizan config
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Show {}

impl Show {
    pub(super) fn run(self, product: &Product) -> Result<()> {
        print(&table(&Config::effective(&kernel_module::settings(product))?))
    }
}

/// Formats the settings as a table.
fn table(settings: &[EffectiveSetting]) -> String {
    let shown = |text: &str| if text.is_empty() { "(none)".to_owned() } else { text.to_owned() };
    let head = ["setting", "value", "from", "default", "what it is for"].map(str::to_owned);
    let rows = settings.iter().map(|setting| {
        let default = setting.default.as_deref().map_or("(needed)".to_owned(), shown);
        let purpose = setting.purpose.to_owned();
        [setting.name.clone(), shown(&setting.value), setting.source.clone(), default, purpose]
    });
    let rows: Vec<[String; 5]> = std::iter::once(head).chain(rows).collect();
    let width = |column: usize| {
        rows.iter().map(|row: &[String; 5]| row[column].chars().count()).max().unwrap_or_default()
    };
    let widths = [width(0), width(1), width(2), width(3)];
    let line = |row: &[String; 5]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}  "));
        format!("{}{}\n", cells.collect::<String>(), row[4])
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_aligned_and_shows_missing_values() {
        let setting = |name: &str, value: &str, default: Option<&str>| EffectiveSetting {
            name: name.into(),
            value: value.into(),
            source: "default".into(),
            default: default.map(str::to_owned),
            purpose: "what it is good for",
        };
        let settings = [setting("policy", "", Some("")), setting("oidc.x.client_id", "désk", None)];
        assert_eq!(
            table(&settings),
            "setting           value   from     default   what it is for\n\
             policy            (none)  default  (none)    what it is good for\n\
             oidc.x.client_id  désk    default  (needed)  what it is good for\n"
        );
    }
}
