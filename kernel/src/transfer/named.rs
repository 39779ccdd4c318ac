//! The mappings that modules bring, by name, and parsing of a mapping that a caller names or
//! writes.

use std::collections::BTreeMap;

use text::suggestions::did_you_mean;

use super::mapping::{Mapping, quote};
use super::targets::faults;
use crate::base::error::{Error, Result};
use crate::records::Records;

/// A mapping that a module brings.
pub(crate) struct Named {
    pub(crate) name: &'static str,
    pub(crate) mapping: Mapping,
    /// The source text of the mapping.
    pub(crate) text: &'static str,
}

/// All mappings that modules bring, by name.
#[derive(Default)]
pub(crate) struct Mappings(BTreeMap<&'static str, Named>);

impl Mappings {
    /// Parses what modules declare: the module, and the name and the text of each mapping.
    ///
    /// # Errors
    /// A startup error for a mapping that cannot be parsed, that does not fit its resource, or
    /// whose name is taken.
    pub(crate) fn of<'a>(
        declared: impl Iterator<Item = (&'a str, &'static str, &'static str)>,
        records: &Records,
    ) -> Result<Self> {
        let mut mappings = BTreeMap::new();
        for (module, name, text) in declared {
            let wrong = |message: &str| {
                Error::startup(format!("Mapping {name} of module {module}: {message}"))
            };
            let mapping = Mapping::from_toml(text).map_err(|message| wrong(&message))?;
            if let Some(fault) = faults(records, &mapping).first() {
                return Err(wrong(&fault.message));
            }
            if mappings.insert(name, Named { name, mapping, text }).is_some() {
                return Err(Error::startup(format!(
                    "Module {module} brings a mapping named {name}, and so does another. Rename one."
                )));
            }
        }
        Ok(Self(mappings))
    }

    /// Iterates over all mappings, by name.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Named> {
        self.0.values()
    }

    /// Returns the mapping of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&Named> {
        self.0.get(name)
    }

    /// Returns a mapping by its name, or parses one from TOML or JSON. The error is a message for
    /// its author.
    pub(crate) fn find(&self, text: &str) -> Result<Mapping, String> {
        let text = text.trim_start_matches('\u{feff}').trim();
        if let Some(named) = self.get(text) {
            return Ok(named.mapping.clone());
        }
        // A name has none of these characters; a mapping sets at least one key.
        if !text.contains(['\n', '=', '{']) {
            return Err(self.unknown(text, "mapping"));
        }
        Mapping::from_text(text)
    }

    /// Writes the message for an unknown name.
    pub(crate) fn unknown(&self, name: &str, what: &str) -> String {
        let meant = did_you_mean(name, self.0.keys().copied());
        let known = || {
            let known: Vec<String> = self
                .all()
                .map(|named| format!("{} (for {})", named.name, named.mapping.resource))
                .collect();
            match known.is_empty() {
                true => String::new(),
                false => format!("; there are: {}", known.join(", ")),
            }
        };
        let rest = if meant.is_empty() { known() } else { meant };
        format!("There is no {what} {}{rest}", quote(name))
    }
}

impl Named {
    /// Returns the first sentence of the comment that its file begins with.
    pub(crate) fn about(&self) -> String {
        let comment = self.text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
        let comment = comment.collect::<Vec<_>>().join(" ");
        let end = [": ", ". "].iter().filter_map(|end| comment.find(end)).min();
        let summary = end.map_or(comment.as_str(), |end| &comment[..end]);
        summary.trim_end_matches(['.', ':']).to_owned()
    }
}
