//! The list of all changes: one entry for each request and resource, or for each record of a request.
//!
//! The index `changes_listed` holds the revisions by time with all that they can be filtered by. A page
//! reads it backwards until it has seen enough entries; their number is one pass over the revisions
//! that meet the filter.

use std::collections::HashSet;

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::BigInt;

use super::{RevisionRow, changes};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, Db};
use crate::engine::list::{Cond, Fields, Node};

/// How many revisions one statement reads.
const AT_ONCE: i64 = 500;

/// The columns by which changes are filtered. `field` holds all names of a change.
pub(crate) fn fields() -> Fields<changes::table> {
    Fields::new("record", changes::record_id)
        .exact("actor", changes::actor_id)
        .exact("resource", changes::resource)
        .exact("requestId", changes::request_id)
        .exact("field", changes::changed)
        .field("at", changes::at)
}

/// Which entries are wanted.
pub(crate) struct ListedQuery {
    /// Of these resources.
    pub(crate) resources: Vec<&'static str>,
    /// Of the revisions that meet this.
    pub(crate) condition: Node,
    /// Whether each record of a request is an entry of its own.
    pub(crate) each_record: bool,
}

/// An entry: the last revision in it, and how many records it has.
pub(crate) struct Entry {
    pub(crate) last: RevisionRow,
    pub(crate) count: i64,
}

/// A revision, as the index has it.
#[derive(Queryable)]
struct Listed {
    at: Timestamp,
    number: i64,
    resource: String,
    request_id: Option<String>,
    record_id: Id,
}

/// The number of rows of a query.
struct Counted<Q>(Q);

impl<Q: QueryFragment<Db>> QueryFragment<Db> for Counted<Q> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        out.unsafe_to_cache_prepared();
        out.push_sql("SELECT COUNT(*) FROM (");
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(") AS counted");
        Ok(())
    }
}

impl<Q> Query for Counted<Q> {
    type SqlType = BigInt;
}

impl<Q> QueryId for Counted<Q> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q> RunQueryDsl<Conn> for Counted<Q> {}

impl ListedQuery {
    /// Selects the revisions that meet the condition.
    fn revisions(&self) -> changes::BoxedQuery<'_, Db> {
        let of = changes::resource.eq_any(&self.resources);
        changes::table.filter(of).filter(Cond::new(self.condition.clone())).into_boxed()
    }

    /// Counts the entries: one pass over the index, which is most of what a page costs.
    pub(crate) fn total(&self, conn: &mut Conn) -> Result<i64> {
        let alone = self.revisions().filter(changes::request_id.is_null());
        let alone: i64 = alone.count().get_result(conn)?;
        let of_requests = self.revisions().filter(changes::request_id.is_not_null());
        let of_requests: i64 = match self.each_record {
            false => {
                let entries = of_requests.select((changes::resource, changes::request_id));
                Counted(entries.distinct()).get_result(conn)?
            }
            true => {
                let entry = (changes::resource, changes::request_id, changes::record_id);
                Counted(of_requests.select(entry).distinct()).get_result(conn)?
            }
        };
        Ok(alone + of_requests)
    }

    /// Reads the entries from `offset` on, the newest first: as many revisions of the index as these
    /// entries and those before them have.
    pub(crate) fn page(&self, conn: &mut Conn, limit: usize, offset: usize) -> Result<Vec<Entry>> {
        let (mut seen, mut found) = (HashSet::new(), Vec::new());
        let mut after: Option<(Timestamp, i64)> = None;
        let mut entries = 0;
        'reading: loop {
            let mut revisions = self.revisions();
            if let Some((at, number)) = after {
                let below = changes::at.lt(at).or(changes::number.lt(number));
                revisions = revisions.filter(changes::at.le(at)).filter(below);
            }
            let some: Vec<Listed> = revisions
                .order((changes::at.desc(), changes::number.desc()))
                .limit(AT_ONCE)
                .select((
                    changes::at,
                    changes::number,
                    changes::resource,
                    changes::request_id,
                    changes::record_id,
                ))
                .load(conn)?;
            let Some(last) = some.last() else { break };
            after = Some((last.at, last.number));
            for one in some {
                if let Some(request) = &one.request_id {
                    let record = self.each_record.then(|| one.record_id.clone());
                    if !seen.insert((one.resource.clone(), request.clone(), record)) {
                        continue;
                    }
                }
                entries += 1;
                if entries > offset {
                    found.push(one);
                }
                if found.len() == limit {
                    break 'reading;
                }
            }
        }
        found.into_iter().map(|one| self.entry(conn, &one)).collect()
    }

    fn entry(&self, conn: &mut Conn, listed: &Listed) -> Result<Entry> {
        let row = changes::table.filter(changes::number.eq(listed.number));
        let last = row.select(RevisionRow::as_select()).first(conn)?;
        let count = match &listed.request_id {
            Some(request) if !self.each_record => self
                .revisions()
                .filter(changes::resource.eq(&listed.resource))
                .filter(changes::request_id.eq(request))
                .select(sql::<BigInt>("COUNT(DISTINCT record_id)"))
                .get_result(conn)?,
            _ => 1,
        };
        Ok(Entry { last, count })
    }
}
