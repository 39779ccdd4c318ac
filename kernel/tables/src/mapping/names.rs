//! Resolves a name in a mapping: a column of the file, a value of the mapping, or a group that such
//! a value captures.

use super::compile::{Compiled, Compiler, Problem, Progress};
use super::plan::{Name, Piece};
use crate::cell_text::{comparable, quote};

/// The placeholder for an unresolved name. Its problem is reported, so that the plan never runs.
const NOWHERE: Name = Name::Column(0);

impl<'m> Compiler<'m> {
    /// Resolves a bare name: a value if the mapping has one, otherwise a column.
    pub(super) fn name(&mut self, path: &str, name: &str) -> Compiled<Name> {
        let Some(found) = self.value(path, name)? else {
            return self.column(path, name);
        };
        if self.header.is_some_and(|header| header.iter().any(|column| column == name)) {
            let message = format!(
                "{path}: {} is a value and also a column; give the value another name",
                quote(name)
            );
            self.problems.push(Problem { column: Some(name.to_owned()), message });
        }
        Ok(found)
    }

    /// Splits a template into its texts and names.
    pub(super) fn template(&mut self, path: &str, template: &str) -> Compiled<Vec<Piece>> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = template;
        while let Some(at) = rest.find(['{', '}']) {
            text.push_str(&rest[..at]);
            let (brace, after) = rest[at..].split_at(1);
            if let Some(after) = after.strip_prefix(brace) {
                text.push_str(brace);
                rest = after;
                continue;
            }
            let named = after.split_once('}').filter(|_| brace == "{");
            let (name, after) = named.ok_or_else(|| {
                format!("{path}.template: a brace is not closed or opened; one that is meant as text is doubled")
            })?;
            if !text.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
            }
            pieces.push(Piece::Name(self.name(&format!("{path}.template"), name)?));
            rest = after;
        }
        text.push_str(rest);
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Ok(pieces)
    }

    /// Finds a column by its exact name, otherwise ignoring case and spacing.
    pub(super) fn column(&mut self, path: &str, name: &str) -> Compiled<Name> {
        let Some(header) = self.header else {
            return Ok(NOWHERE);
        };
        let places = |same: &dyn Fn(&String) -> bool| -> Vec<usize> {
            (0..header.len()).filter(|place| same(&header[*place])).collect()
        };
        let mut found = places(&|column| column == name);
        if found.is_empty() {
            found = places(&|column| comparable(column) == comparable(name));
        }
        let message = match found.as_slice() {
            [place] => return Ok(Name::Column(*place)),
            [] => format!(
                "{path}: the file has no column {}; it has {}",
                quote(name),
                some_of(header)
            ),
            _ => format!("{path}: the file has more than one column {}", quote(name)),
        };
        self.problems.push(Problem { column: Some(name.to_owned()), message });
        Ok(NOWHERE)
    }

    /// Finds a value of the mapping, `name`, or a group of one, `name.group`.
    pub(super) fn value(&mut self, path: &str, name: &str) -> Compiled<Option<Name>> {
        if let Some(place) = self.make_value(path, name)? {
            return Ok(Some(Name::Value(place)));
        }
        let Some((value, group)) = name.rsplit_once('.') else {
            return Ok(None);
        };
        let Some(place) = self.make_value(path, value)? else {
            return Ok(None);
        };
        let Some(plan) = self.values.get(place) else {
            return Ok(Some(NOWHERE));
        };
        let known = plan.groups.iter().position(|known| known.as_deref() == Some(group));
        known.map(|known| Some(Name::Group(place, known))).ok_or_else(|| {
            format!("{path}: the value {} captures no group {}", quote(value), quote(group)).into()
        })
    }

    /// Returns the index of a value among those in use, and compiles it on first use.
    fn make_value(&mut self, path: &str, name: &str) -> Compiled<Option<usize>> {
        let specs = self.specs;
        let Some((name, spec)) = specs.get_key_value(name) else {
            return Ok(None);
        };
        match self.progress.get(name.as_str()) {
            Some(Progress::Done(place)) => {
                self.nesting.reach(path, *place)?;
                return Ok(Some(*place));
            }
            // Its own problem is reported already.
            Some(Progress::Failed) => return Ok(Some(usize::MAX)),
            Some(Progress::Begun) => {
                return Err(format!("{path}: the value {} is made of itself", quote(name)).into());
            }
            None => {}
        }
        self.progress.insert(name, Progress::Begun);
        let outside = self.nesting.begin();
        let plan = self.plan(&format!("values.{name}"), spec, None);
        let height = self.nesting.end(outside);
        let (progress, place) = match plan {
            Ok(plan) => {
                self.values.push(plan);
                self.nesting.heights.push(height);
                (Progress::Done(self.values.len() - 1), self.values.len() - 1)
            }
            Err(problem) => {
                self.problems.push(problem);
                (Progress::Failed, usize::MAX)
            }
        };
        self.progress.insert(name, progress);
        Ok(Some(place))
    }

    /// Finds the first column that a name is computed from.
    pub(super) fn origin(&self, name: Name) -> Option<usize> {
        match name {
            Name::Column(place) => Some(place),
            Name::Value(value) | Name::Group(value, _) => self.values.get(value)?.origin,
        }
    }
}

/// Lists the first 12 columns of a header, and their total number when there are more.
fn some_of(header: &[String]) -> String {
    const SHOWN: usize = 12;
    match header.get(..SHOWN) {
        Some(first) if header.len() > SHOWN => {
            format!("{}, … ({} in all)", first.join(", "), header.len())
        }
        _ => header.join(", "),
    }
}
