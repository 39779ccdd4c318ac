//! Lists without HTTP: their query plans, and the same list from memory and from the database.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use diesel::connection::{Connection, InstrumentationEvent};
use serde_json::Value;

use super::{TestApp, TestDatabase};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::{self, Conn};
use crate::engine::list::{ListQuery, Parameters, breakdown_field};
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
        let page = (registered.registration.list)(&mut self.conn, &query, &Actor::operator())?;
        serde_json::from_slice(&page).map_err(Error::internal)
    }
}

fn query_of(kernel: &Kernel, resource: &str, query: &str) -> Result<ListQuery> {
    let registered = kernel.plan.records.get(resource).ok_or(Error::NotFound)?;
    let parameters = actix_web::web::Query::<Parameters>::from_query(query)
        .map_err(|error| Error::Malformed(error.to_string()))?;
    let definitions = registered.definitions_for(|_, _| true);
    ListQuery::read(parameters.into_inner(), registered.info().sort, &definitions)
}

impl TestApp {
    /// Opens the lists for requests without HTTP.
    pub fn lists(&self) -> Lists {
        let conn = db::open(&self.database.url).unwrap_or_else(|error| panic!("{error}"));
        Lists { kernel: Arc::clone(&self.kernel), conn, _database: self.database() }
    }

    /// Returns the query plans of a list of `resource` with these parameters, or of its breakdown
    /// when they have a `by`: one plan per statement.
    pub async fn plans(&self, resource: &str, query: &str) -> Vec<String> {
        let by = query.split('&').find_map(|one| one.strip_prefix("by=")).map(str::to_owned);
        let url = self.database.url.clone();
        let run = move |conn: &mut Conn, registered: &RegisteredResource, query: ListQuery| {
            let (registration, operator) = (&registered.registration, Actor::operator());
            match by {
                None => (registration.list)(conn, &query, &operator).map(drop),
                Some(by) => breakdown_field(Some(&by), &registered.definitions).and_then(|field| {
                    (registration.values)(conn, &query, field.key, &operator).map(drop)
                }),
            }
        };
        let ((), statements) = self.recorded(resource, query, run).await;
        let plans = move || {
            let mut own = db::open(&url)?;
            statements.iter().map(|statement| db::plans::of(&mut own, statement)).collect()
        };
        let plans: Result<Vec<String>> = plans();
        plans.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns a page, from the columns in memory or from the database alone, and the statements that
    /// were executed.
    pub async fn listed(
        &self,
        resource: &str,
        query: &str,
        from_memory: bool,
    ) -> (Value, Vec<String>) {
        let columns = Arc::clone(&self.kernel.core.columns);
        let run = move |conn: &mut Conn, registered: &RegisteredResource, query: ListQuery| {
            let (registration, operator) = (&registered.registration, Actor::operator());
            let cached = match from_memory {
                true => (registration.list_in_memory)(conn, &columns, &query, &operator)?,
                false => None,
            };
            let page = match cached {
                Some(page) => page,
                None => (registration.list)(conn, &query, &operator)?,
            };
            serde_json::from_slice(&page).map_err(Error::internal)
        };
        self.recorded(resource, query, run).await
    }

    /// Reads a record from memory, as a request does, and returns the statements of that, too. `None` when the
    /// database has to answer.
    pub async fn viewed(&self, resource: &str, id: &str) -> (Option<Value>, Vec<String>) {
        let columns = Arc::clone(&self.kernel.core.columns);
        let id = Id::parse(id).unwrap_or_else(|| panic!("{id} is no identifier"));
        let run = move |conn: &mut Conn, registered: &RegisteredResource, _| {
            let rendered = registered.registration.rendered;
            let text = rendered(conn, (&columns, Instant::now()), &id)?;
            let view = text.map(|text| serde_json::from_str(text.json.get())).transpose();
            view.map_err(Error::internal)
        };
        self.recorded(resource, "", run).await
    }

    /// Loads the columns that lists of large tables have lacked, as serving processes do.
    pub async fn load_columns(&self) {
        let columns = Arc::clone(&self.kernel.core.columns);
        let loaded = self.kernel.core.db.read_long(move |conn| columns.load_lacking(conn)).await;
        loaded.unwrap_or_else(|error| panic!("{error}"));
    }

    /// Runs `work` on a connection; returns the statements that it executed, too.
    async fn recorded<T: Send + 'static>(
        &self,
        resource: &str,
        query: &str,
        work: impl FnOnce(&mut Conn, &RegisteredResource, ListQuery) -> Result<T> + Send + 'static,
    ) -> (T, Vec<String>) {
        let query = query_of(&self.kernel, resource, query);
        let query = query.unwrap_or_else(|error| panic!("{error}"));
        let (kernel, resource) = (Arc::clone(&self.kernel), resource.to_owned());
        let done = self.kernel.core.db.read(move |conn| {
            let registered = kernel.plan.records.get(&resource).ok_or(Error::NotFound)?;
            let statements = Arc::new(Mutex::new(Vec::new()));
            let recorder = Arc::clone(&statements);
            conn.set_instrumentation(move |event: InstrumentationEvent<'_>| {
                if let InstrumentationEvent::StartQuery { query, .. } = event
                    && let Ok(mut recorder) = recorder.lock()
                {
                    recorder.push(query.to_string());
                }
            });
            let done = work(conn, registered, query);
            conn.set_instrumentation(|_: InstrumentationEvent<'_>| {});
            let statements = std::mem::take(&mut *statements.lock().map_err(Error::internal)?);
            Ok((done?, statements))
        });
        done.await.unwrap_or_else(|error| panic!("{error}"))
    }
}
