//! What an operator sets, from `mizan.toml` and the environment. The only place that reads either.
//!
//! `values` are the settings of a running product. `settings` and `media_settings` declare each of them
//! once, in the words of `declared`; `load` reads them from their `source`. `of_modules` is what modules
//! declare of their own, `retention` how long rows are kept.

mod database;
mod declared;
mod load;
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
pub use media::{MediaSettings, S3Settings};
pub use of_modules::{Setting, Settings};
pub use oidc::ProviderConfig as OidcProvider;
pub(crate) use source::EffectiveSetting;
pub use values::Config;
pub(crate) use values::{LONG_READ_SECONDS, processors};

/// The PostgreSQL server that tests make their databases on; none when they run on SQLite.
#[cfg(feature = "testing")]
pub(crate) fn test_server() -> Option<String> {
    std::env::var("MIZAN_TEST_DATABASE_URL").ok()
}
