//! Pages of lists as their readers see them: as texts, so that the fields that the reader sees whole are not read.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Map, Value};

use super::{Gate, Levels, MASKED};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::engine::list::{ListQuery, Memory, Origin};
use crate::engine::policy::FieldLevel;
use crate::records::change::Records;
use crate::records::registered::RegisteredResource;
use crate::records::resource::RecordTexts;

impl<'a> Gate<'a> {
    /// Returns the records of a list, which has only those that the reader may read, as the reader sees them: a JSON list. Of
    /// records that they refer to the columns in memory say whether the reader may read them, as far as they can, with all
    /// commits from before `requested_at`.
    pub(crate) fn all_listed(
        &mut self,
        entry: &'a RegisteredResource,
        from: (Origin<'_>, Instant),
        mut records: RecordTexts,
    ) -> Result<Vec<u8>> {
        let Some(levels) = self.levels_of_one_role(entry) else {
            let shown = self.all_shown(entry, records.values()?)?;
            return serde_json::to_vec(&shown).map_err(Error::internal);
        };
        for (at, refers_to_whole) in self.refer_to_whole(entry, from, &records)?.iter().enumerate()
        {
            match refers_to_whole {
                true => take_fields(&levels, &mut records, at)?,
                false => self.take_unseen_of(entry, &levels, &mut records, at)?,
            }
        }
        Ok(records.joined())
    }

    /// Returns of each record whether nothing is taken away of the records that it refers to.
    fn refer_to_whole(
        &mut self,
        entry: &'a RegisteredResource,
        from: (Origin<'_>, Instant),
        records: &RecordTexts,
    ) -> Result<Vec<bool>> {
        let mut are_whole = vec![true; records.len()];
        for &(reference, to) in &*self.narrowed(entry) {
            let texts: Vec<_> =
                (0..are_whole.len()).map(|at| records.text(at, reference.view)).collect();
            let mut referred: HashMap<&[u8], Vec<Id>> = HashMap::new();
            for text in texts.iter().flatten() {
                if !referred.contains_key(text) {
                    referred.insert(text, RecordTexts::identifiers(text)?);
                }
            }
            self.decide(to, from, referred.values().flatten())?;
            let mut whole = HashMap::with_capacity(referred.len());
            for (text, ids) in referred {
                whole.insert(text, ids.into_iter().all(|id| self.shows_whole(to, id)));
            }
            for (is_whole, text) in are_whole.iter_mut().zip(texts) {
                *is_whole &= text.is_none_or(|text| whole[text]);
            }
        }
        Ok(are_whole)
    }

    /// Decides of records that others refer to, or reads them to decide.
    fn decide<'i>(
        &mut self,
        to: &'a RegisteredResource,
        (from, requested_at): (Origin<'_>, Instant),
        ids: impl Iterator<Item = &'i Id>,
    ) -> Result<()> {
        let name = to.info().name;
        let mut ids: Vec<Id> = ids.cloned().collect();
        ids.sort();
        ids.dedup();
        ids.retain(|id| !self.decided.contains_key(&(name, id.clone())));
        if ids.is_empty() {
            return Ok(());
        }
        if let Origin::Memory(memory) = from
            && let Some(levels) = self.levels_of_one_role(to)
            && let Some(found) = self.readable_in_memory(to, (memory, requested_at), &ids)?
        {
            let levels: Arc<[(&'a str, FieldLevel)]> = levels.into();
            for (id, is_readable) in ids.into_iter().zip(found) {
                self.decided.insert((name, id), is_readable.then(|| Arc::clone(&levels)));
            }
            return Ok(());
        }
        self.reading.read_all(to, &ids)
    }

    fn readable_in_memory(
        &mut self,
        to: &RegisteredResource,
        (memory, requested_at): (&Memory<'_>, Instant),
        ids: &[Id],
    ) -> Result<Option<Vec<bool>>> {
        let records: &'a Records = self.reading.records;
        let query = ListQuery::all(to.info().sort)?.seen_as(records.sight(to, self.access));
        let query = ListQuery { requested_at, ..query };
        to.registration.read.matching(self.reading.conn, memory, &query, ids)
    }

    /// Returns how much the reader sees of the fields of every record that the reader may read; `None` when that depends on the
    /// record.
    fn levels_of_one_role(&self, entry: &RegisteredResource) -> Option<Levels<'a>> {
        let Some(access) = self.access.of(entry.info().name) else { return Some(Vec::new()) };
        match access.roles.as_slice() {
            [role] if role.reads().is_some() => Some(role.levels().collect()),
            _ => None,
        }
    }

    /// Takes from a record what the reader does not see of it, also of the records that it refers to.
    fn take_unseen_of(
        &mut self,
        entry: &'a RegisteredResource,
        levels: &[(&str, FieldLevel)],
        records: &mut RecordTexts,
        at: usize,
    ) -> Result<()> {
        let narrowed = self.narrowed(entry);
        let disclosing = entry.info().discloses.iter().map(|one| one.field);
        let names = levels.iter().map(|(field, _)| *field).chain(disclosing);
        let names: Vec<&str> =
            names.chain(narrowed.iter().map(|(reference, _)| reference.view)).collect();
        let mut fields = Map::new();
        for name in &names {
            if let Some(value) = records.value(at, name)? {
                fields.insert((*name).to_owned(), value);
            }
        }
        self.take_unseen(entry, levels, &mut fields, true)?;
        for name in names.into_iter().filter(|name| !fields.contains_key(*name)) {
            records.remove(at, name);
        }
        fields.iter().try_for_each(|(name, value)| records.set(at, name, value))
    }

    /// Returns whether nothing of a record is taken away when it is shown in another one.
    fn shows_whole(&mut self, entry: &RegisteredResource, id: Id) -> bool {
        let decided = self.decided.get(&(entry.info().name, id));
        matches!(decided, Some(Some(levels)) if levels.is_empty())
            && self.narrowed(entry).is_empty()
    }
}

/// Takes from a record the fields that the reader does not see.
fn take_fields(levels: &[(&str, FieldLevel)], records: &mut RecordTexts, at: usize) -> Result<()> {
    let mut masked: Vec<Value> = Vec::new();
    for (field, level) in levels {
        match level {
            FieldLevel::Hidden => records.remove(at, field),
            FieldLevel::Masked if records.text(at, field).is_some() => {
                records.set(at, field, &Value::Null)?;
                masked.push((*field).into());
            }
            _ => {}
        }
    }
    if masked.is_empty() { Ok(()) } else { records.set(at, MASKED, &masked.into()) }
}
