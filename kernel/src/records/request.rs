//! The context of a request, as a handler takes it: the actor, the database and, for a change,
//! `If-Match` and the idempotency key.

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::http::{Method, header};
use actix_web::web::{self, Data};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::base::client_address;
use crate::base::config::Settings;
use crate::base::error::{Error, Result};
use crate::base::from_request::from_request;
use crate::base::id::Id;
use crate::db::{Conn, statements};
use crate::engine::rate_limits::Limits;
use crate::engine::slices::Slices;
use crate::mail::NO_MAIL;
use crate::records::actor::Actor;
use crate::records::change::WriteContext;
use crate::records::core::Core;
use crate::records::idempotency::{Answer, IdempotentRequest};
use crate::records::together::{Shared, Sharing, Waited};
use crate::records::update::Change;
use crate::records::{MOST_SELECTED, RegisteredResource, Selection};

/// The context of a request. A handler takes it as an argument.
pub struct RequestContext {
    pub(crate) core: Arc<Core>,
    pub(crate) by: Actor,
    if_match: Option<String>,
    /// Method, path and query.
    target: String,
    key: Option<String>,
    /// Whether the user may only propose what is requested.
    pub(crate) is_proposal: bool,
}

/// Marks a request of a user who may only propose what is requested, among its extensions.
pub(crate) struct Proposal;

from_request!(RequestContext, |request| Self::of(request, Actor::extract(request).into_inner()?));

/// The context of a request on a public operation, by a client that is not signed in.
pub struct PublicRequestContext {
    context: RequestContext,
    from: Option<IpAddr>,
}

from_request!(PublicRequestContext, |request| {
    let context = RequestContext::of(request, Actor::visitor())?;
    Ok(Self { context, from: client_address::of(request) })
});

impl PublicRequestContext {
    /// Returns the settings of the modules.
    pub fn settings(&self) -> &Settings {
        self.context.settings()
    }

    /// Returns whether the server sends mail.
    pub(crate) fn sends_mail(&self) -> bool {
        self.context.sends_mail()
    }

    /// Does `work` as one idempotent transaction, as [`RequestContext::write`] does, within the
    /// rate limits `limits`. Repeated idempotent requests and rejected requests do not count. The
    /// idempotency key alone says that a request is repeated, from whichever address, because a phone
    /// changes networks: the response must be fit for any client that sends the same key and body. Transactions under the same limits run one after the other.
    pub async fn write<F>(self, limits: Limits, body: &Value, work: F) -> Result<HttpResponse>
    where
        F: FnOnce(&mut WriteContext<'_>) -> Result<Answer> + Send + 'static,
    {
        let Self { context, from } = self;
        context
            .write(body, move |writing| {
                limits.count(writing.conn, from)?;
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
            _ => core.policy.with_inherited(&by.roles),
        };
        Ok(Self {
            core: Arc::clone(core),
            by: Actor { holds, ..by },
            if_match,
            target: format!("{} {}", request.method(), request.uri()),
            key,
            is_proposal: request.extensions().get::<Proposal>().is_some(),
        })
    }

    /// Returns the settings of the modules.
    pub fn settings(&self) -> &Settings {
        &self.core.config.of_modules
    }

    /// Returns whether the server sends mail; without it nothing that needs mail is offered.
    pub fn sends_mail(&self) -> bool {
        self.core.config.mail.is_on()
    }

    /// Fails with a 404 when the server sends no mail.
    pub fn must_send_mail(&self) -> Result<()> {
        if self.sends_mail() { Ok(()) } else { Err(Error::NotOffered(NO_MAIL)) }
    }

    /// Returns the actor of the request.
    pub fn by(&self) -> &Actor {
        &self.by
    }

    /// Returns whether the request is idempotent: it has an `Idempotency-Key`.
    pub fn has_idempotency_key(&self) -> bool {
        self.key.is_some()
    }

    /// Reads with `work` from one snapshot of the database.
    pub async fn read<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.core.db.answer(|conn| statements::snapshot(conn, work)).await
    }

    /// Reads as [`RequestContext::read`] does, for slow queries such as measures of all records. A
    /// setting limits how many of these run at the same time. It runs again when columns in memory were being loaded
    /// that it needs.
    ///
    /// # Errors
    /// 503 when no slot is free within some seconds, or the query takes too long.
    pub async fn read_long<T, F>(&self, work: F) -> Result<T>
    where
        F: Fn(&mut Conn) -> Result<T> + Send + Sync + 'static,
        T: Send + 'static,
    {
        self.core.read_long(work).await
    }

    /// Reads as [`RequestContext::read_long`] does, and responds with the result as JSON, which is
    /// cached under `key`. The cache entry is valid until the next write through this process, and
    /// for at most a second. The result must be the same for every user who may send this request under the same rules.
    pub async fn cached<T, F>(&self, key: &str, work: F) -> Result<HttpResponse>
    where
        F: Fn(&mut Conn) -> Result<T> + Send + Sync + 'static,
        T: Serialize,
    {
        // The commits are counted before the query runs, so that a commit meanwhile invalidates the
        // result.
        let commits = self.core.db.commits();
        let compute = self.read_long(move |conn| Slices::json(&work(conn)?));
        let key = format!("{key}{}", self.of_rules());
        let body = self.core.responses.get(&key, commits, compute).await?;
        Ok(HttpResponse::Ok().content_type("application/json").body(body))
    }

    /// Has `work` store, in one transaction, data that is derived from existing records and needed
    /// for the response, such as the result of a long computation. It changes no record, so it has
    /// no actor in the audit trail, and a request that only reads may do it.
    pub async fn store_derived<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.core.db.write(work).await
    }

    /// Does `work` as one idempotent transaction: a repeated `POST` with the same `Idempotency-Key`
    /// gets the first response. `body` identifies the request beside its path, and has no secrets.
    pub async fn write<F>(self, body: &Value, work: F) -> Result<HttpResponse>
    where
        F: FnOnce(&mut WriteContext<'_>) -> Result<Answer> + Send + 'static,
    {
        Ok(self.perform(body, work).await?.respond())
    }

    /// Does the same, and returns the response before it is sent, so that the handler can add what
    /// must not be stored.
    pub(crate) async fn perform<F>(self, body: &Value, work: F) -> Result<Answer>
    where
        F: FnOnce(&mut WriteContext<'_>) -> Result<Answer> + Send + 'static,
    {
        let idempotent = self.once(body.to_string().as_bytes());
        let Self { core, by, if_match, .. } = self;
        let inner = Arc::clone(&core);
        core.db
            .write(move |conn| {
                let records = &inner.records;
                let work = |conn: &mut Conn| {
                    let if_match = if_match.as_deref();
                    work(&mut WriteContext { conn, records, by: &by, if_match })
                };
                IdempotentRequest::perform_if_any(idempotent.as_ref(), conn, work)
            })
            .await
    }

    /// Does `work` as one idempotent transaction, as [`RequestContext::write`] does; on a dry run as a transaction that
    /// is rolled back, with the same response.
    pub(crate) async fn write_or_rehearse<F>(
        self,
        dry_run: bool,
        body: &Value,
        work: F,
    ) -> Result<HttpResponse>
    where
        F: FnOnce(&mut WriteContext<'_>) -> Result<Answer> + Send + 'static,
    {
        if !dry_run {
            return self.write(body, work).await;
        }
        // Not even its response is stored.
        self.under(None)
            .write(body, move |&mut WriteContext { ref mut conn, records, by, if_match }| {
                statements::rehearse(conn, |conn| {
                    work(&mut WriteContext { conn, records, by, if_match })
                })
            })
            .await
    }

    /// Reads what a bulk request is about, and returns the other fields of its body with it, which are `rest`.
    pub(crate) fn selection(
        &self,
        entry: &RegisteredResource,
        body: Value,
        rest: &[&str],
    ) -> Result<(Selection, Map<String, Value>)> {
        self.selection_of(entry, body, rest, (entry.info().ids_field(), MOST_SELECTED))
    }

    /// Reads the same of at most `most` records, whose identifiers are in `field`.
    pub(crate) fn selection_of(
        &self,
        entry: &RegisteredResource,
        body: Value,
        rest: &[&str],
        (field, most): (String, usize),
    ) -> Result<(Selection, Map<String, Value>)> {
        let may = |resource: &str, action: &str| self.by.may(&self.core.policy, resource, action);
        let records = &self.core.records;
        let definitions = records.filterable(entry, &may).seen_by(&self.by.access);
        let (read, rest) = Selection::read(entry, &definitions, body, rest, (field, most))?;
        let read = (read.seen_by(records, entry, &self.by.access), rest);
        // How many records match tells what is in them, as a list does.
        match read.0.is_matching() && !may(entry.info().name, "read") {
            true => Err(Error::not_permitted(entry.info().name, "read")),
            false => Ok(read),
        }
    }

    /// Makes `write` as one idempotent transaction, or on PostgreSQL together with others of its kind that wait at the
    /// moment.
    pub async fn write_shared<W: Shared>(self, body: &Value, write: W) -> Result<HttpResponse> {
        let once = self.once(body.to_string().as_bytes()).map(Arc::new);
        let write = Arc::new(Waited::new(write));
        if let Some(answer) = self.core.together.make(&write, once.as_ref()).await {
            return Ok(answer?.respond());
        }
        self.write(body, move |writing| {
            let all = [&*write];
            let (conn, records) = (&mut *writing.conn, writing.records);
            let made = W::make_all(&mut Sharing { conn, records, all: &all, waits: true })?;
            let lost = || Error::internal("a write that was made alone was left out");
            made.into_iter().next().flatten().ok_or_else(lost)?
        })
        .await
    }

    /// Applies a patch to a record, with what others change at the moment where that is possible.
    pub(crate) async fn update(
        self,
        entry: Data<RegisteredResource>,
        id: Id,
        checked: Result<Value>,
    ) -> Result<HttpResponse> {
        if let Ok(patch) = &checked
            && !self.core.db.has_one_writer()
            && Change::can_share(&entry, patch)
        {
            let (if_match, by) = (self.if_match.clone(), self.by.clone());
            let change =
                Change { entry: entry.clone(), id: id.clone(), patch: patch.clone(), if_match, by };
            if let Some(answer) =
                self.core.together.make(&Arc::new(Waited::new(change)), None).await
            {
                return Ok(answer?.respond());
            }
        }
        self.write(&Value::Null, move |writing| {
            let record = writing.update(&entry, &id, checked)?;
            writing.answer(&entry, record)
        })
        .await
    }

    /// Returns what is the same for all requests that are answered under the same rules; empty without any.
    pub(crate) fn of_rules(&self) -> String {
        match self.by.access.is_empty() {
            true => String::new(),
            false => format!(" {}", self.by.access.key()),
        }
    }

    /// Returns the idempotency key, as the client sent it.
    pub(crate) fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Stores the response under another idempotency key than the one that was sent.
    pub(crate) fn under(self, key: Option<String>) -> Self {
        Self { key, ..self }
    }

    /// Returns whether a response is stored for the idempotency key, with any body.
    pub(crate) async fn is_answered(&self) -> Result<bool> {
        let Some(key) = self.key.clone() else { return Ok(false) };
        let account = self.by.id.clone();
        self.core.db.read(move |conn| IdempotentRequest::is_answered(conn, &account, &key)).await
    }

    /// Returns the idempotent request with the key of this request and `body`, if it has a key.
    pub(crate) fn once(&self, body: &[u8]) -> Option<IdempotentRequest> {
        let key = self.key.clone()?;
        // A response is given again only while its rules are the same.
        let rules = self.of_rules();
        let parts = [self.target.as_bytes(), body, rules.as_bytes()];
        let used = if rules.is_empty() { 2 } else { 3 };
        Some(IdempotentRequest::new(&self.by.id, key, &parts[..used]))
    }
}
