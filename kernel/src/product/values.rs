//! The values of the product that front ends and integrators read: made once at the start, written into the document and into
//! the head of every page, so that no page needs a request for them.

use chrono::Weekday;
use serde::{Serialize, Serializer};

use crate::base::error::{Error, Result};

/// The values of a product. They are public: they are in pages that are shown before anybody has signed in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductValues {
    pub(crate) name: &'static str,
    pub(crate) currency: &'static str,
    pub(crate) time_zone: &'static str,
    pub(crate) languages: &'static [&'static str],
    #[serde(serialize_with = "number_of")]
    pub(crate) first_day_of_week: Weekday,
    pub(crate) areas: &'static [&'static str],
    /// A role, and the path where it starts.
    #[serde(serialize_with = "named")]
    pub(crate) start_pages: &'static [(&'static str, &'static str)],
}

impl ProductValues {
    /// Checks the values; `is_role` and `is_page` return whether there is such a role and a page at a path. The time zone is
    /// checked where its rules are looked up.
    ///
    /// # Errors
    ///
    /// When a value has not the form that it must have, or names what is not there.
    pub(crate) fn checked(
        self,
        is_role: impl Fn(&str) -> bool,
        is_page: impl Fn(&str) -> bool,
    ) -> Result<Self> {
        let Self { name, currency, languages, .. } = self;
        let wrong = |what: String| Err(Error::startup(format!("The product {name}: {what}")));
        if currency.len() != 3 || !currency.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return wrong(format!("{currency:?} is no code of a currency such as \"EUR\"."));
        }
        let is_tag = |tag: &str| {
            tag.split('-').all(|part| {
                (1..=8).contains(&part.len())
                    && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
            })
        };
        if languages.is_empty() {
            return wrong("it has no language. Write one such as \"en-GB\".".into());
        }
        if let Some(tag) = languages.iter().find(|tag| !is_tag(tag)) {
            return wrong(format!("{tag:?} is no tag of a language such as \"en-GB\"."));
        }
        for (role, path) in self.start_pages {
            if !is_role(role) {
                return wrong(format!(
                    "the role {role:?}, which has a start page, does not exist."
                ));
            }
            if !is_page(path) {
                return wrong(format!("{path:?}, where the role {role} starts, is no page."));
            }
        }
        Ok(self)
    }

    /// Returns the element for the head of pages.
    ///
    /// # Errors
    ///
    /// Never, as these values can be written as JSON.
    pub(crate) fn element(&self) -> Result<String> {
        let json = serde_json::to_string(self).map_err(Error::internal)?;
        let escaped = json
            .replace('&', "&amp;")
            .replace('\'', "&#39;")
            .replace('<', "&lt;")
            .replace('>', "&gt;");
        Ok(format!("<meta name=\"product\" content='{escaped}'>"))
    }
}

/// Writes a day as ISO 8601 numbers it: 1 for Monday to 7 for Sunday.
fn number_of<S: Serializer>(day: &Weekday, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u32(day.number_from_monday())
}

/// Writes start pages as objects.
fn named<S: Serializer>(
    pages: &&'static [(&'static str, &'static str)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct StartPage {
        role: &'static str,
        path: &'static str,
    }
    serializer.collect_seq(pages.iter().map(|&(role, path)| StartPage { role, path }))
}
