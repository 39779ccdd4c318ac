//! The values of the product that front ends and integrators read: made once at the start, written into the document and into
//! the head of every page, so that no page needs a request for them.

use std::collections::BTreeMap;

use chrono::Weekday;
use serde::{Serialize, Serializer};
use text::suggestions::{did_you_mean, with_full_stop};

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
    #[serde(serialize_with = "by_theme", skip_serializing_if = "is_empty")]
    pub(crate) colours: Colours,
}

/// The values as pages hold them.
#[derive(Serialize)]
struct OnPages<'a> {
    #[serde(flatten)]
    values: &'a ProductValues,
    /// Whether the server sends mail. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    mail: bool,
}

/// Colours in place of tokens: the name of each, its value in the light theme, and in the dark one.
type Colours = &'static [(&'static str, &'static str, &'static str)];

/// The names of colours, as `Palette` of `ui-kit/src/tokens.ts` has them.
const COLOURS: [&str; 21] = [
    "page",
    "surface",
    "raised",
    "sunken",
    "line",
    "control",
    "ink",
    "muted",
    "accent",
    "accentHover",
    "accentSoft",
    "onAccent",
    "focus",
    "warn",
    "warnSoft",
    "danger",
    "dangerSoft",
    "onDanger",
    "done",
    "doneSoft",
    "backdrop",
];

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
        for (colour, light, dark) in self.colours {
            if !COLOURS.contains(colour) {
                let meant = did_you_mean(colour, COLOURS);
                return wrong(with_full_stop(format!("there is no colour {colour:?}{meant}")));
            }
            if let Some(value) = [light, dark].into_iter().find(|value| !is_colour(value)) {
                return wrong(format!(
                    "{value:?}, the colour {colour}, is not written as \"#0d5c59\"."
                ));
            }
        }
        Ok(self)
    }

    /// Returns the colour of what leads on, and of what stands on it, in the light theme.
    pub(crate) fn accent(&self) -> (&'static str, &'static str) {
        let of = |name: &str| self.colours.iter().find(|(colour, ..)| *colour == name);
        let light = |name, default| of(name).map_or(default, |(_, light, _)| *light);
        (light("accent", "#0d5c59"), light("onAccent", "#ffffff"))
    }

    /// Returns what the head of every page has of the product: its name as the title, until a script sets that of the screen, and
    /// the element with all values, and whether the server sends mail.
    ///
    /// # Errors
    ///
    /// Never, as these values can be written as JSON.
    pub(crate) fn head(&self, mail: bool) -> Result<String> {
        let json =
            serde_json::to_string(&OnPages { values: self, mail }).map_err(Error::internal)?;
        let (name, values) = (escaped(self.name), escaped(&json));
        Ok(format!("<title>{name}</title><meta name=\"product\" content='{values}'>"))
    }
}

/// Returns a text as it is written in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('\'', "&#39;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns whether a value is a colour in hexadecimal digits, with or without its opacity.
fn is_colour(value: &str) -> bool {
    value.strip_prefix('#').is_some_and(|digits| {
        matches!(digits.len(), 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

fn is_empty(colours: &Colours) -> bool {
    colours.is_empty()
}

/// Writes colours as an object for each theme.
fn by_theme<S: Serializer>(colours: &Colours, serializer: S) -> Result<S::Ok, S::Error> {
    let of = |dark: bool| {
        let values =
            colours.iter().map(|&(name, light, other)| (name, if dark { other } else { light }));
        values.collect::<BTreeMap<_, _>>()
    };
    serializer.collect_map([("light", of(false)), ("dark", of(true))])
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
