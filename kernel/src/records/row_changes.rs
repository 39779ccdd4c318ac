//! Counts the records that meet filters, with examples of them, in SQL.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::change::Records;
use super::gate::Gate;
use super::registered::RegisteredResource;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::list::{Filter, ListQuery, Origin};
use crate::records::actor::Actor;

/// How many examples are shown.
const EXAMPLES: usize = 3;

/// How many filters one statement has: SQLite limits the depth of an expression.
const MOST_FILTERS: usize = 40;

/// How many records there are, with examples.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct CountedRecords {
    /// The exact number.
    #[schemars(range(min = 0))]
    pub(crate) count: i64,
    /// Three of them at most, in the order of the resource.
    pub(crate) examples: Vec<ExampleRecord>,
}

/// A record as an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct ExampleRecord {
    /// The identifier.
    #[serde(rename = "_id")]
    id: String,
    /// Its title.
    pub(crate) title: String,
}

impl Records {
    /// Counts the records of a resource that meet one of these filters, of those that `by` may read.
    pub(crate) fn counted(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        filters: &[Filter],
        by: &Actor,
    ) -> Result<CountedRecords> {
        let read = entry.registration.read;
        let query = |filters: &[Filter]| {
            let filter = Some(Filter::Any(filters.to_vec()));
            let limit = i64::try_from(EXAMPLES).ok();
            let query = ListQuery { filter, limit, ..ListQuery::all(entry.info().sort)? };
            Ok::<_, crate::base::error::Error>(query.seen_as(self.sight(entry, &by.access)))
        };
        if filters.is_empty() {
            return Ok(CountedRecords::default());
        }
        if filters.len() <= MOST_FILTERS {
            let page = read.page(conn, Origin::Database, &query(filters)?, by)?;
            let (views, count) = page.map(|page| (page.items, page.total)).unwrap_or_default();
            return Ok(CountedRecords { count, examples: self.examples(conn, entry, views, by)? });
        }
        let mut ids: BTreeSet<Id> = BTreeSet::new();
        for some in filters.chunks(MOST_FILTERS) {
            ids.extend(read.ids(conn, &query(some)?, by)?);
        }
        let count = i64::try_from(ids.len()).unwrap_or(i64::MAX);
        let first: Vec<Id> = ids.into_iter().take(EXAMPLES).collect();
        let views = read.these(conn, &first)?;
        Ok(CountedRecords { count, examples: self.examples(conn, entry, views, by)? })
    }

    fn examples(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        views: Vec<Value>,
        by: &Actor,
    ) -> Result<Vec<ExampleRecord>> {
        let views = Gate::new(conn, self, &by.access).all_shown(entry, views)?;
        let examples = views.iter().map(|view| {
            let id = view[entry.info().id].as_str().unwrap_or_default().to_owned();
            ExampleRecord { id, title: entry.title(view) }
        });
        Ok(examples.collect())
    }
}
