//! The mappings that modules bring, by name, and a mapping out of whatever a caller says.

use super::mapping::{Mapping, quote};
use crate::kernel::Plan;
use crate::near::did_you_mean;

/// A mapping that a module brings.
pub(crate) struct Named {
    pub(crate) name: &'static str,
    /// The resource that it is for.
    pub(crate) resource: String,
    /// The mapping as it is written.
    pub(crate) text: &'static str,
}

impl Named {
    /// All of them, by name.
    pub(crate) fn all(plan: &Plan) -> Vec<Self> {
        let mut all: Vec<Self> = plan
            .modules
            .iter()
            .flat_map(|module| module.mappings)
            .filter_map(|(name, text)| {
                let resource = plan.mappings.get(name)?.resource.clone();
                Some(Self { name, resource, text })
            })
            .collect();
        all.sort_by_key(|named| named.name);
        all
    }

    /// What it is for, in one line: the sentence that its file begins with.
    pub(crate) fn about(&self) -> String {
        let comment = self.text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
        let comment = comment.collect::<Vec<_>>().join(" ");
        let end = [": ", ". "].iter().filter_map(|end| comment.find(end)).min();
        let sentence = end.map_or(comment.as_str(), |end| &comment[..end]);
        sentence.trim_end_matches(['.', ':']).to_owned()
    }
}

/// The sentence for a name that no mapping has.
pub(crate) fn unknown(plan: &Plan, name: &str, what: &str) -> String {
    let all = Named::all(plan);
    let meant = did_you_mean(name, all.iter().map(|named| named.name));
    let known = || {
        let known: Vec<String> =
            all.iter().map(|named| format!("{} (for {})", named.name, named.resource)).collect();
        if known.is_empty() { String::new() } else { format!("; there are: {}", known.join(", ")) }
    };
    let rest = if meant.is_empty() { known() } else { meant };
    format!("There is no {what} {}{rest}", quote(name))
}

/// A mapping by its name, or one that the text itself is, as TOML or JSON. The error is for its
/// author.
pub(crate) fn mapping(plan: &Plan, text: &str) -> Result<Mapping, String> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Some(mapping) = plan.mappings.get(text) {
        return Ok(mapping.clone());
    }
    // A name is one word; a mapping sets at least one key.
    if !text.contains(['\n', '=', '{']) {
        return Err(unknown(plan, text, "mapping"));
    }
    Mapping::from_text(text)
}
