//! Likely duplicates: records of a resource whose titles or keys are spellings of each other.
//!
//! One pass reads each record once. Memory holds its identifier and a hash for its title and each of its keys, which are
//! then sorted; only the records of the requested page are read again.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use text::spellings::same_spelling;

use super::gate::Gate;
use super::{Records, RegisteredResource};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::Conn;
use crate::db::check_waited_for;
use crate::engine::list::{ListQuery, Page};
use crate::engine::policy::Policy;
use crate::records::actor::Actor;

/// How many records one statement reads.
const AT_ONCE: usize = 500;

/// Records that are likely one.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DuplicateGroup {
    /// The records, the oldest first.
    records: Vec<DuplicateRecord>,
    /// What they have in common, but for its spelling.
    because: Vec<String>,
}

/// A record that is likely the same as another one.
#[derive(Debug, Serialize, JsonSchema)]
struct DuplicateRecord {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// Its title.
    title: String,
    /// The number of references to it from records that the caller may all read.
    #[schemars(range(min = 0))]
    references: i64,
}

/// What records of a resource are compared by: their title, and the fields of each key.
struct Criterion {
    because: String,
    /// The pointers into the input; none for the title.
    fields: Vec<&'static str>,
}

impl Criterion {
    fn all(entry: &RegisteredResource) -> Vec<Self> {
        let title = Self { because: "title".to_owned(), fields: Vec::new() };
        let info = entry.info();
        let keys = std::iter::once(info.key).chain(info.unique.iter().map(|unique| unique.on));
        let mut all = vec![title];
        for key in keys.filter(|key| !key.is_empty()) {
            let fields: Vec<&str> = key.iter().map(|(pointer, _)| *pointer).collect();
            if all.iter().all(|one| one.fields != fields) {
                let names = fields.iter().filter_map(|field| field.split('/').nth(1));
                let names: Vec<&str> = names.map(|name| entry.shown_as(name)).collect();
                all.push(Self { because: names.join(", "), fields });
            }
        }
        all
    }

    /// Returns a hash of what a record is compared by; `None` when it has no such text.
    fn hash(&self, entry: &RegisteredResource, view: &Value) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        if self.fields.is_empty() {
            let title = same_spelling(&entry.titles.of(view)?);
            (!title.is_empty()).then(|| title.hash(&mut hasher))?;
            return Some(hasher.finish());
        }
        let input = entry.input_of(view);
        for field in &self.fields {
            let part = match input.pointer(field)? {
                Value::String(text) => same_spelling(text),
                Value::Null => return None,
                other => other.to_string(),
            };
            (!part.is_empty()).then(|| part.hash(&mut hasher))?;
        }
        Some(hasher.finish())
    }
}

impl Records {
    /// Returns a page of groups of likely duplicates among the records that a user may read, in the order of their oldest
    /// records.
    pub(crate) fn duplicates(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        (page, limit): (i64, i64),
        (policy, by): (&Policy, &Actor),
    ) -> Result<Page<DuplicateGroup>> {
        let criteria = Criterion::all(entry);
        let query = ListQuery::all(entry.info().sort)?;
        let query = self.seen_query(entry, query, &by.access);
        let mut ids = entry.registration.read.ids(conn, &query, by)?;
        ids.sort();
        let mut hashes: Vec<(usize, u64, usize)> = Vec::with_capacity(ids.len());
        for (some, from) in ids.chunks(AT_ONCE).zip((0..).step_by(AT_ONCE)) {
            check_waited_for()?;
            let mut views = self.views_seen(conn, entry, some, by)?;
            for (at, id) in some.iter().enumerate() {
                let Some(view) = views.remove(id) else { continue };
                for (of, criterion) in criteria.iter().enumerate() {
                    let hash = criterion.hash(entry, &view);
                    hashes.extend(hash.map(|hash| (of, hash, from + at)));
                }
            }
        }
        hashes.sort_unstable();
        let mut groups: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
        for same in hashes.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
            if let [first, _, ..] = same {
                let members = same.iter().map(|(_, _, at)| *at).collect();
                groups.entry(members).or_default().push(first.0);
            }
        }
        let total = i64::try_from(groups.len()).unwrap_or(i64::MAX);
        let offset = usize::try_from((page - 1) * limit).unwrap_or(usize::MAX);
        let shown = groups.into_iter().skip(offset).take(usize::try_from(limit).unwrap_or(0));
        let items = shown.map(|(members, of)| {
            let members: Vec<Id> = members.into_iter().map(|at| ids[at].clone()).collect();
            let because = of.into_iter().map(|of| criteria[of].because.clone()).collect();
            Ok(DuplicateGroup {
                records: self.described(conn, entry, &members, (policy, by))?,
                because,
            })
        });
        let items = items.collect::<Result<_>>()?;
        Ok(Page { items, total, page, limit, total_pages: (total + limit - 1) / limit })
    }

    /// Reads records as a user sees them.
    fn views_seen(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        ids: &[Id],
        by: &Actor,
    ) -> Result<std::collections::HashMap<Id, Value>> {
        let views = entry.views(conn, ids)?;
        if !self.narrows(&by.access, entry) {
            return Ok(views);
        }
        let mut gate = Gate::new(conn, self, &by.access);
        let seen = views.into_iter().map(|(id, view)| Ok((id, gate.shown(entry, view)?)));
        let seen = seen.collect::<Result<Vec<(Id, Option<Value>)>>>()?;
        Ok(seen.into_iter().filter_map(|(id, view)| Some((id, view?))).collect())
    }

    fn described(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        ids: &[Id],
        (policy, by): (&Policy, &Actor),
    ) -> Result<Vec<DuplicateRecord>> {
        let views = self.views_seen(conn, entry, ids, by)?;
        let mut records = Vec::with_capacity(ids.len());
        for id in ids {
            let Some(view) = views.get(id) else { continue };
            let references = self.count_referring(conn, entry, id, (policy, by))?;
            records.push(DuplicateRecord { id: id.clone(), title: entry.title(view), references });
        }
        Ok(records)
    }
}
