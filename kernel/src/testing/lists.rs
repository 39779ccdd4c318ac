//! Lists without HTTP: their query plans, and the same list from memory and from the database.

use std::sync::Arc;
use std::time::Duration;

use diesel::connection::{Connection, InstrumentationEvent};
use parking_lot::Mutex;
use serde_json::Value;

use super::{TestApp, TestDatabase, done};
use crate::base::error::{Error, Result};
use crate::db::{self, Conn};
use crate::engine::list::{Breakdown, ListQuery, Memory, Origin, Parameters, breakdown_field};
use crate::product::kernel::Kernel;
use crate::records::RegisteredResource;
use crate::records::actor::Actor;

/// The lists of an app, on a connection of their own: for requests by the million, one after the other.
pub struct Lists {
    kernel: Arc<Kernel>,
    conn: Conn,
    _database: TestDatabase,
}

impl Lists {
    /// Reads the query string of a list, and returns what it says.
    ///
    /// # Errors
    /// Those of the request.
    pub fn read(&self, resource: &str, query: &str) -> Result<String> {
        let query = query_of(&self.kernel, resource, query)?;
        Ok(format!(
            "{:?}",
            (query.page, query.limit, query.search, query.sort, query.descending, query.filter)
        ))
    }

    /// Returns a page, from the database.
    ///
    /// # Errors
    /// Those of the request.
    pub fn page(&mut self, resource: &str, query: &str) -> Result<Value> {
        let registered = self.kernel.plan.records.get(resource).ok_or(Error::NotFound)?;
        let query = query_of(&self.kernel, resource, query)?;
        let (records, by) = (registered.registration.read, Actor::operator());
        let page =
            records.list(&mut self.conn, Origin::Database, &query, &by)?.ok_or(Error::NotFound)?;
        serde_json::from_slice(&page).map_err(Error::internal)
    }
}

fn query_of(kernel: &Kernel, resource: &str, query: &str) -> Result<ListQuery> {
    let registered = kernel.plan.records.get(resource).ok_or(Error::NotFound)?;
    let parameters = actix_web::web::Query::<Parameters>::from_query(query)
        .map_err(|error| Error::Malformed(error.to_string()))?;
    let definitions = kernel.plan.records.filterable(registered, &|_, _| true);
    ListQuery::read(parameters.into_inner(), registered.info().sort, &definitions)
}

/// Returns what answers a list with these parameters: with its page, or with its breakdown when they have a
/// `by`.
fn answer_to(
    query: &str,
) -> impl Fn(&mut Conn, &RegisteredResource, Origin<'_>, &ListQuery) -> Result<Option<Value>>
+ Send
+ Sync
+ 'static {
    let by = query.split('&').find_map(|one| one.strip_prefix("by=")).map(str::to_owned);
    move |conn, registered, from, query| {
        let (registration, operator) = (&registered.registration, Actor::operator());
        let Some(by) = &by else {
            let page = registration.read.list(conn, from, query, &operator)?;
            return page
                .map(|page| serde_json::from_slice(&page).map_err(Error::internal))
                .transpose();
        };
        let field = breakdown_field(Some(by), registered.definitions.iter())?;
        let values = registration.read.values(conn, from, query, field.key, &operator)?;
        let breakdown = values.map(|values| serde_json::to_value(Breakdown::of(field, values)));
        breakdown.transpose().map_err(Error::internal)
    }
}

impl TestApp {
    /// Opens the lists for requests without HTTP.
    pub fn lists(&self) -> Lists {
        let conn = done(db::open(&self.database.url));
        Lists { kernel: Arc::clone(&self.kernel), conn, _database: self.database() }
    }

    /// Returns the query plans of a list of `resource` with these parameters, or of its breakdown
    /// when they have a `by`: one plan per statement.
    pub async fn plans(&self, resource: &str, query: &str) -> Vec<String> {
        let url = self.database.url.clone();
        let answer = answer_to(query);
        let run = move |conn: &mut Conn, registered: &RegisteredResource, query: ListQuery| {
            answer(conn, registered, Origin::Database, &query).map(drop)
        };
        let ((), statements) = self.recorded(resource, query, run).await;
        let plans = move || {
            let mut own = db::open(&url)?;
            statements.iter().map(|statement| db::plans::of(&mut own, statement)).collect()
        };
        let plans: Result<Vec<String>> = plans();
        done(plans)
    }

    /// Returns a page, or a breakdown when the parameters have a `by`, from the columns in memory or from the
    /// database alone, and the statements that were executed.
    pub async fn listed(
        &self,
        resource: &str,
        query: &str,
        from_memory: bool,
    ) -> (Value, Vec<String>) {
        let columns = Arc::clone(&self.kernel.core.columns);
        let answer = answer_to(query);
        let run = move |conn: &mut Conn, registered: &RegisteredResource, query: ListQuery| {
            let found = match from_memory {
                true => answer(conn, registered, Origin::Memory(&Memory::of(&columns)), &query)?,
                false => None,
            };
            match found {
                Some(found) => Ok(found),
                None => Ok(answer(conn, registered, Origin::Database, &query)?.unwrap_or_default()),
            }
        };
        self.recorded(resource, query, run).await
    }

    /// Answers a list as a request does, and returns where an answer was looked for, one after the other: `memory` or
    /// `database`.
    pub async fn origins(&self, resource: &str, query: &str) -> (Value, Vec<&'static str>) {
        let parsed = done(query_of(&self.kernel, resource, query));
        let (kernel, resource) = (Arc::clone(&self.kernel), resource.to_owned());
        let origins = Arc::new(Mutex::new(Vec::new()));
        let (notes, answer) = (Arc::clone(&origins), answer_to(query));
        let slow = parsed.is_slow();
        let work = move |conn: &mut Conn, from: Origin<'_>| {
            let of = match from {
                Origin::Memory(_) => "memory",
                Origin::Database => "database",
            };
            notes.lock().push(of);
            let registered = kernel.plan.records.get(&resource).ok_or(Error::NotFound)?;
            answer(conn, registered, from, &parsed)
        };
        let found = self.kernel.core.listed(slow, work).await;
        let origins = std::mem::take(&mut *origins.lock());
        (done(found), origins)
    }

    /// Returns whether lists lack columns that are not being loaded yet.
    pub fn lacks_columns(&self) -> bool {
        self.kernel.core.columns.is_lacking()
    }

    /// Limits the memory of columns. Those that no question has needed for `rest`, or for a while, make way for others.
    pub fn limit_columns(&self, bytes: usize, rest: Option<Duration>) {
        self.kernel.core.columns.limit(bytes, rest);
    }

    /// Has the columns loaded that the product declares, as a process does that starts to serve.
    pub fn note_declared_columns(&self) {
        self.kernel.core.columns.note_declared(self.kernel.plan.declared_columns());
    }

    /// Returns how many bytes columns take in memory, and how many columns were evicted or found no room.
    pub fn columns(&self) -> (usize, u64) {
        let columns = &self.kernel.core.columns;
        (columns.bytes().iter().map(|(_, bytes)| bytes).sum(), columns.evicted())
    }

    /// Loads the columns that lists of large tables have lacked, as serving processes do.
    pub async fn load_columns(&self) {
        assert!(self.try_to_load_columns().await, "columns cannot be loaded");
    }

    /// Does the same, and returns whether all were loaded.
    pub async fn try_to_load_columns(&self) -> bool {
        let columns = Arc::clone(&self.kernel.core.columns);
        self.kernel.core.db.read_apart(move |conn| columns.load_lacking(conn)).await.is_ok()
    }

    /// Runs `work` on a connection; returns the statements that it executed, too.
    async fn recorded<T: Send + 'static>(
        &self,
        resource: &str,
        query: &str,
        work: impl FnOnce(&mut Conn, &RegisteredResource, ListQuery) -> Result<T> + Send + 'static,
    ) -> (T, Vec<String>) {
        let query = done(query_of(&self.kernel, resource, query));
        let (kernel, resource) = (Arc::clone(&self.kernel), resource.to_owned());
        let read = self.kernel.core.db.read(move |conn| {
            let registered = kernel.plan.records.get(&resource).ok_or(Error::NotFound)?;
            let statements = Arc::new(Mutex::new(Vec::new()));
            let recorder = Arc::clone(&statements);
            conn.set_instrumentation(move |event: InstrumentationEvent<'_>| {
                if let InstrumentationEvent::StartQuery { query, .. } = event {
                    recorder.lock().push(query.to_string());
                }
            });
            let done = work(conn, registered, query);
            conn.set_instrumentation(|_: InstrumentationEvent<'_>| {});
            let statements = std::mem::take(&mut *statements.lock());
            Ok((done?, statements))
        });
        done(read.await)
    }
}
