//! The readings of a rule, without HTTP: of the database, of the columns in memory, of the explorer, and of each record in
//! hand.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use super::{TestApp, done};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::engine::list::{Filter, ListQuery, Memory, Origin, Sight};
use crate::records::actor::Actor;
use crate::records::in_hand::Reading;

/// More records than a test has: memory answers pages only.
const MOST: i64 = 10_000;

/// The identifiers of the records that meet a rule, by each way to read it.
#[derive(Debug, PartialEq)]
pub struct Readings {
    /// By SQL.
    pub in_database: BTreeSet<String>,
    /// By the columns in memory; `None` where memory cannot tell.
    pub in_memory: Option<BTreeSet<String>>,
    /// Of each record by itself.
    pub in_hand: BTreeSet<String>,
}

impl TestApp {
    /// Returns which records of a resource meet the filter of a rule, by each way to read it. The columns must have been
    /// loaded.
    ///
    /// # Errors
    /// What is wrong with the filter.
    pub async fn readings(&self, resource: &str, filter: &Value) -> Result<Readings, String> {
        let records = Arc::clone(&self.kernel.plan.records);
        let registered = records.get(resource).ok_or("There is no such resource")?;
        let filter = Filter::of(filter, &records.filterable(registered, &|_, _| true))
            .map_err(|wrong| wrong.sentence)?;
        let columns = Arc::clone(&self.kernel.core.columns);
        let resource = resource.to_owned();
        let read = self.kernel.core.db.read(move |conn| {
            let entry = records.get(&resource).ok_or(Error::NotFound)?;
            let (read, by) = (entry.registration.read, Actor::operator());
            let sort = entry.info().sort;
            let all = ListQuery::all(sort)?;
            let rows = Some(filter.clone());
            let under = ListQuery { limit: Some(MOST), ..ListQuery::all(sort)? };
            let under = under.seen_as(Some(Arc::new(Sight { rows, ..Sight::default() })));
            let texts = |ids: Vec<Id>| ids.iter().map(Id::to_string).collect();
            let in_database = texts(read.ids(conn, &under, &by)?);
            let memory = Memory::of(&columns);
            let page = read.page(conn, Origin::Memory(&memory), &under, &by)?;
            let in_memory = page.map(|page| {
                let ids = page.items.iter().filter_map(|item| item[entry.info().id].as_str());
                ids.map(str::to_owned).collect()
            });
            let every = read.ids(conn, &all, &by)?;
            let views = read.these(conn, &every)?;
            let mut reading = Reading::new(conn, &records);
            let mut in_hand = BTreeSet::new();
            for view in views {
                let view = Arc::new(view);
                if reading.meets(entry, &view, &filter)? {
                    in_hand.insert(view[entry.info().id].as_str().unwrap_or_default().to_owned());
                }
            }
            Ok(Readings { in_database, in_memory, in_hand })
        });
        Ok(done(read.await))
    }
}
