//! The settings an operator configures, from `mizan.toml` and the environment. No other module
//! reads either.
//!
//! `values` holds the settings of a running product. `settings`, `media_settings` and `mail_settings` declare each
//! of them once, as the types of `declared`; `load` reads them from their `source`. `of_modules`
//! holds the settings that modules declare, `retention` how long rows are stored.

mod database;
mod declared;
mod load;
mod mail;
mod mail_settings;
mod media;
mod media_settings;
mod of_modules;
pub mod retention;
mod settings;
mod source;
#[cfg(test)]
mod tests;
mod values;

pub use database::DatabaseUrl;
pub use mail::{MailServer, MailSettings};
pub use media::{MediaSettings, S3Settings};
pub use of_modules::{Setting, Settings};
pub use oidc::ProviderConfig as OidcProvider;
pub(crate) use source::EffectiveSetting;
pub use values::Config;
pub(crate) use values::{LONG_READ_SECONDS, processors};

/// Returns the URL of the PostgreSQL server for test databases. `None` when tests run on SQLite.
#[cfg(feature = "testing")]
pub(crate) fn test_server() -> Option<String> {
    std::env::var("MIZAN_TEST_DATABASE_URL").ok()
}
