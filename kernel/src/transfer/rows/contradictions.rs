//! Finds cells of a row that contradict each other: an identifier, and next to it the name of
//! another record.

use serde_json::Value;

use super::super::mapping::{CellError, Empty, Record as Drafted, quote};
use super::Rows;
use super::decide::{identifier_of, written};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::records::Record;
use crate::records::resource::{Reference, called};

impl Rows<'_> {
    /// Returns an error for each cell that names another record than the identifier next to it.
    /// `found` is the record that the row updates.
    pub(super) fn contradictions(
        &mut self,
        conn: &mut Conn,
        line: u64,
        record: &Drafted,
        found: Option<&Record>,
    ) -> Result<Vec<CellError>> {
        let mut errors = Vec::new();
        for reference in self.entry.info().references {
            let Some(shown) = record.shown.iter().find(|shown| shown.field == reference.view)
            else {
                continue;
            };
            let pointer = identifier_of(reference);
            let mut ids = record.payload.pointer(pointer);
            let clears = found.is_none() || self.empty == Empty::Clear;
            if ids.is_none() && !clears {
                ids = found.and_then(|found| found.input.pointer(pointer));
            }
            let (ids, identifier) = (identifiers(ids), written(reference));
            let names = shown.names(reference.field.ends_with("/*"));
            let message = match (names.is_empty(), ids.is_empty()) {
                (true, true) => None,
                // A missing required identifier is reported at its own cell.
                (false, true) if self.requires(pointer) => None,
                (false, true) => {
                    Some(format!("{} contradicts {identifier}, which is empty", quote(&shown.text)))
                }
                (true, false) if found.is_none() || !clears => None,
                (true, false) => Some(format!("This is empty, which contradicts {identifier}")),
                (false, false) => self.misnamed(conn, reference, &ids, &names)?.map(|called| {
                    let whose = if called.is_empty() {
                        String::new()
                    } else {
                        format!(", which is that of {}", quote(&called))
                    };
                    format!("{} contradicts {identifier}{whose}", quote(&shown.text))
                }),
            };
            errors.extend(message.map(|message| CellError {
                line,
                column: shown.column.clone(),
                message,
            }));
        }
        Ok(errors)
    }

    /// Returns the names of the records with these identifiers, when they differ from `names`, in
    /// any order; empty without permission to read them. Unknown identifiers are reported
    /// elsewhere.
    fn misnamed(
        &mut self,
        conn: &mut Conn,
        reference: &Reference,
        ids: &[&str],
        names: &[String],
    ) -> Result<Option<String>> {
        let mut left: Vec<String> = names.iter().map(|name| ::text::comparable(name)).collect();
        let (mut called, mut agrees) = (Vec::new(), true);
        for id in ids {
            let all = self.names_of(conn, reference.to, id)?;
            let Some(first) = all.first() else { return Ok(None) };
            called.push(first.clone());
            match left
                .iter()
                .position(|name| all.iter().any(|one| ::text::comparable(one) == *name))
            {
                Some(at) => drop(left.swap_remove(at)),
                None => agrees = false,
            }
        }
        if agrees && left.is_empty() {
            return Ok(None);
        }
        let may_read = self.by.may(self.policy, reference.to, "read");
        Ok(Some(if may_read { called.join("; ") } else { String::new() }))
    }

    /// Returns the names that a record can have where only its name is shown; empty when there is
    /// no such record that the user may read.
    fn names_of(&mut self, conn: &mut Conn, resource: &str, id: &str) -> Result<Vec<String>> {
        let key = format!("{resource} {id}");
        if let Some(names) = self.called.get(&key) {
            return Ok(names.clone());
        }
        let (Some(entry), Some(parsed)) = (self.records.get(resource), Id::parse(id)) else {
            return Ok(Vec::new());
        };
        let names = match entry.view(conn, &parsed) {
            Err(Error::NotFound) => Vec::new(),
            view => {
                let (mut view, mut none) = (Some(view?), None);
                self.records.see_states(conn, entry, [&mut view, &mut none], self.by)?;
                let mut names =
                    view.as_ref().map(|view| entry.titles.any_of(view)).unwrap_or_default();
                // Who sees no part of its title is told of no other text in its place.
                if !names.is_empty() {
                    names.extend(view.as_ref().map(called));
                }
                names
            }
        };
        // Rows may rename records of their own resource, so these are not cached.
        if resource != self.entry.info().name {
            self.called.insert(key, names.clone());
        }
        Ok(names)
    }
}

fn identifiers(value: Option<&Value>) -> Vec<&str> {
    match value {
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(one)) => vec![one],
        _ => Vec::new(),
    }
}
