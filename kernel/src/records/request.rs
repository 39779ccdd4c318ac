//! A call as a handler gets it: who makes it, the database, and, when it changes something, what it
//! requires of the record and whether it may have been made before.

use std::future::{Ready, ready};
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::{Method, StatusCode, header};
use actix_web::web::{self, Bytes};
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::Serialize;
use serde_json::Value;

use crate::base::client_address;
use crate::base::config::Settings;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, engine};
use crate::engine::list::{ListQuery, Parameters};
use crate::engine::rate_limits::{Limits, digest};
use crate::records::actor::Actor;
use crate::records::core::Core;
use crate::records::idempotency::{Answer, IdempotentRequest};
use crate::records::resource::Resource;
use crate::records::{Records, RegisteredResource};

/// A call. A handler takes it as an argument.
pub struct RequestContext {
    pub(crate) core: Arc<Core>,
    pub(crate) by: Actor,
    if_match: Option<String>,
    /// Method, path and query.
    asked: String,
    key: Option<String>,
}

impl FromRequest for RequestContext {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let by = Actor::from_request(request, payload).into_inner();
        ready(by.and_then(|by| Self::of(request, by)))
    }
}

/// A call of somebody who has not signed in, on an operation that is public.
pub struct PublicRequestContext {
    context: RequestContext,
    address: String,
    network: Option<String>,
}

impl FromRequest for PublicRequestContext {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let from = client_address::of(request);
        let (address, network) =
            (client_address::counted(from), client_address::counted_network(from));
        let context = RequestContext::of(request, Actor::visitor());
        ready(context.map(|context| Self { context, address, network }))
    }
}

impl PublicRequestContext {
    /// What is set of modules.
    pub fn settings(&self) -> &Settings {
        self.context.settings()
    }

    /// Does `work` as one transaction, once, as [`RequestContext::write`] does; no more often than `limits`
    /// say. A call that comes again is not counted, nor one that is refused. Transactions under the
    /// same limits run one after the other.
    pub async fn write<F>(self, limits: Limits, body: &Value, work: F) -> Result<HttpResponse>
    where
        F: FnOnce(&mut WriteContext<'_>) -> Result<Answer> + Send + 'static,
    {
        let Self { context, address, network } = self;
        // Of two strangers who send the same key, each has their own.
        let context = RequestContext {
            key: context.key.map(|key| digest(&format!("{address} {key}"))),
            ..context
        };
        context
            .write(body, move |writing| {
                limits.address.count(writing.conn, &address)?;
                if let Some(network) = &network {
                    limits.network.count(writing.conn, network)?;
                }
                limits.all.count(writing.conn, "")?;
                work(writing)
            })
            .await
    }
}

impl RequestContext {
    fn of(request: &HttpRequest, by: Actor) -> Result<Self> {
        let core = request.app_data::<web::Data<Core>>();
        let core = core.ok_or_else(|| Error::internal("the application has no kernel"))?;
        let if_match = match request.headers().get(header::IF_MATCH) {
            None => None,
            Some(value) => Some(
                value
                    .to_str()
                    .map_err(|_| Error::Malformed("`If-Match` cannot be read".into()))?
                    .to_owned(),
            ),
        };
        let key = match *request.method() {
            Method::POST => IdempotentRequest::key(request.headers())?,
            _ => None,
        };
        let holds = match *request.method() {
            Method::GET | Method::HEAD => Vec::new(),
            _ => core.policy.held(&by.roles),
        };
        Ok(Self {
            core: Arc::clone(core),
            by: Actor { holds, ..by },
            if_match,
            asked: format!("{} {}", request.method(), request.uri()),
            key,
        })
    }

    /// What is set of modules.
    pub fn settings(&self) -> &Settings {
        &self.core.config.of_modules
    }

    /// Who makes it.
    pub fn by(&self) -> &Actor {
        &self.by
    }

    /// Whether this call may come again: it has an `Idempotency-Key`.
    pub fn has_idempotency_key(&self) -> bool {
        self.key.is_some()
    }

    /// Reads the standard parameters of a list of `R` out of the query string, for a handler of a
    /// module's own. Parameters that are the handler's own it reads by itself.
    pub fn list_query<R: Resource>(&self, query: &str) -> Result<ListQuery> {
        let parameters = web::Query::<Parameters>::from_query(query)
            .map_err(|error| Error::Malformed(format!("The query cannot be read: {error}")))?;
        let definitions = &self.core.records.of::<R>()?.definitions;
        ListQuery::read(parameters.into_inner(), R::INFO.sort, definitions)
    }

    /// Reads with `work` from the database, as it is at one moment.
    pub async fn read<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.core.db.answer(|conn| engine::snapshot(conn, work)).await
    }

    /// Reads as [`RequestContext::read`] does what may take long, such as figures of all records: only as many
    /// of these run at the same time as is set. Who finds no room within some seconds, or is not
    /// answered in time, gets a 503.
    pub async fn read_long<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.core.db.read_long(|conn| engine::snapshot(conn, work)).await
    }

    /// Reads as [`RequestContext::read_long`] does, and keeps what was found, as JSON, for those who ask the
    /// same under the same `key`: while nothing is written through this process, and for a second at
    /// most. It must be what everybody may see who may make this call.
    pub async fn remembered<T, F>(&self, key: &str, work: F) -> Result<Bytes>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Serialize,
    {
        // Counted before anything is read: what is committed meanwhile is not missed.
        let commits = self.core.db.commits();
        let compute = self.read_long(move |conn| {
            let found = work(conn)?;
            serde_json::to_vec(&found).map(Bytes::from).map_err(Error::internal)
        });
        self.core.responses.get(key, commits, compute).await
    }

    /// Has `work` put down, as one transaction, what follows from what is there already and is
    /// needed for the answer, such as the result of a long computation. It is no change of a record,
    /// so nobody's, and a call that only reads may ask for it.
    pub async fn store_derived<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.core.db.write(work).await
    }

    /// Does `work` as one transaction, once: a `POST` that comes again with the same
    /// `Idempotency-Key` is given the first answer. `body` is what was asked beside the path,
    /// without its secrets.
    pub async fn write<F>(self, body: &Value, work: F) -> Result<HttpResponse>
    where
        F: FnOnce(&mut WriteContext<'_>) -> Result<Answer> + Send + 'static,
    {
        Ok(self.perform(body, work).await?.respond())
    }

    /// Does the same and returns the answer before it is sent, for what must not be stored in it.
    pub(crate) async fn perform<F>(self, body: &Value, work: F) -> Result<Answer>
    where
        F: FnOnce(&mut WriteContext<'_>) -> Result<Answer> + Send + 'static,
    {
        let once = self.once(body.to_string().as_bytes());
        let Self { core, by, if_match, .. } = self;
        let inner = Arc::clone(&core);
        core.db
            .write(move |conn| {
                let records = &inner.records;
                let work = |conn: &mut Conn| {
                    work(&mut WriteContext {
                        conn,
                        records,
                        by: &by,
                        if_match: if_match.as_deref(),
                    })
                };
                match &once {
                    Some(once) => once.perform(conn, work),
                    None => work(conn),
                }
            })
            .await
    }

    /// Returns the idempotency key, as the client sent it.
    pub(crate) fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Keeps the answer under another idempotency key than the one that was sent.
    pub(crate) fn under(self, key: Option<String>) -> Self {
        Self { key, ..self }
    }

    /// Returns whether an answer is kept for the idempotency key, whatever was asked with it.
    pub(crate) async fn is_answered(&self) -> Result<bool> {
        let Some(key) = self.key.clone() else { return Ok(false) };
        let account = self.by.id.clone();
        self.core.db.read(move |conn| IdempotentRequest::is_answered(conn, &account, &key)).await
    }

    /// The key that this came with, for what was asked with `body`.
    pub(crate) fn once(&self, body: &[u8]) -> Option<IdempotentRequest> {
        let key = self.key.clone()?;
        Some(IdempotentRequest::new(&self.by.id, key, &[self.asked.as_bytes(), body]))
    }
}

/// A change on its way, inside its transaction.
pub struct WriteContext<'a> {
    pub(crate) conn: &'a mut Conn,
    pub(crate) records: &'a Records,
    pub(crate) by: &'a Actor,
    pub(crate) if_match: Option<&'a str>,
}

impl<'a> WriteContext<'a> {
    /// The connection, for what is no record of a resource, or to read.
    pub fn conn(&mut self) -> &mut Conn {
        self.conn
    }

    /// Who does it.
    pub fn by(&self) -> &'a Actor {
        self.by
    }

    /// Has `work` make the record `id` of a resource in a way of its own, and notes that in the
    /// history.
    pub fn add<R: Resource>(
        &mut self,
        id: &Id,
        work: impl FnOnce(&mut Conn) -> Result<()>,
    ) -> Result<()> {
        let entry = self.records.of::<R>()?;
        self.records.add(self.conn, entry, id, self.by, work)
    }

    /// Has `work` put a record in the place of `former`, or make it where there was none, and notes
    /// that in the history. For what is done so often that it must not be read for that: whoever
    /// calls holds the record, and says how it was and is read, and by which clock it was done.
    /// `If-Match` is not looked at.
    pub fn upsert<R: Resource>(
        &mut self,
        id: &Id,
        former: Option<&R::View>,
        view: &R::View,
        at: Timestamp,
        work: impl FnOnce(&mut Conn) -> Result<()>,
    ) -> Result<()> {
        let entry = self.records.of::<R>()?;
        self.records.upsert(self.conn, entry, id, (former, view), self.by, at, work)
    }

    /// Has `work` change the record `id` in a way of its own, and records a revision when `work` returns
    /// that it did. Returns the record. Honours `If-Match`.
    pub fn perform_verb<R: Resource>(
        &mut self,
        id: &Id,
        verb: &str,
        work: impl FnOnce(&mut WriteContext<'_>) -> Result<bool>,
    ) -> Result<Answer> {
        let resource = self.records.of::<R>()?;
        self.perform_verb_of(resource, id, verb, work)
    }

    /// Does the same of a resource that is known.
    pub(crate) fn perform_verb_of(
        &mut self,
        resource: &RegisteredResource,
        id: &Id,
        verb: &str,
        work: impl FnOnce(&mut WriteContext<'_>) -> Result<bool>,
    ) -> Result<Answer> {
        let (records, by) = (self.records, self.by);
        let record =
            records.perform_verb(self.conn, resource, (id, verb), self.if_match, by, |conn| {
                work(&mut WriteContext { conn, records, by, if_match: None })
            })?;
        Answer::record(StatusCode::OK, &record)
    }
}
