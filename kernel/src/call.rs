//! A call as a handler gets it: who makes it, the database, and, when it changes something, what it
//! requires of the record and whether it may have been made before.

use std::future::{Ready, ready};
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::{Method, StatusCode, header};
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use serde_json::Value;

use crate::auth::Actor;
use crate::db::{Conn, engine};
use crate::error::{Error, Result};
use crate::id::Id;
use crate::kernel::Kernel;
use crate::once::{Answer, Once};
use crate::records::{Entry, Records};
use crate::resource::Resource;

/// A call. A handler takes it as an argument.
pub struct Call {
    pub(crate) kernel: Arc<Kernel>,
    pub(crate) by: Actor,
    if_match: Option<String>,
    /// Method, path and query.
    asked: String,
    key: Option<String>,
}

impl FromRequest for Call {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        ready(Self::of(request, payload))
    }
}

impl Call {
    fn of(request: &HttpRequest, payload: &mut Payload) -> Result<Self> {
        let by = Actor::from_request(request, payload).into_inner()?;
        let kernel = request.app_data::<web::Data<Kernel>>();
        let kernel = kernel.ok_or_else(|| Error::internal("the application has no kernel"))?;
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
            Method::POST => Once::key(request.headers())?,
            _ => None,
        };
        Ok(Self {
            kernel: Arc::clone(kernel),
            by,
            if_match,
            asked: format!("{} {}", request.method(), request.uri()),
            key,
        })
    }

    /// Whether this call may come again: it has an `Idempotency-Key`.
    pub fn may_come_again(&self) -> bool {
        self.key.is_some()
    }

    /// Reads with `work` from the database, as it is at one moment.
    pub async fn read<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.kernel.db.read(|conn| engine::snapshot(conn, work)).await
    }

    /// Does `work` as one transaction, once: a `POST` that comes again with the same
    /// `Idempotency-Key` is given the first answer. `body` is what was asked beside the path,
    /// without its secrets.
    pub async fn write<F>(self, body: &Value, work: F) -> Result<HttpResponse>
    where
        F: FnOnce(&mut Writing<'_>) -> Result<Answer> + Send + 'static,
    {
        let once = self.once(body.to_string().as_bytes());
        let Self { kernel, by, if_match, .. } = self;
        let inner = Arc::clone(&kernel);
        let answer = kernel
            .db
            .write(move |conn| {
                let records = &inner.plan.records;
                let work = |conn: &mut Conn| {
                    work(&mut Writing { conn, records, by: &by, if_match: if_match.as_deref() })
                };
                match &once {
                    Some(once) => once.perform(conn, work),
                    None => work(conn),
                }
            })
            .await?;
        Ok(answer.respond())
    }

    /// The key that this came with, for what was asked with `body`.
    pub(crate) fn once(&self, body: &[u8]) -> Option<Once> {
        let key = self.key.clone()?;
        Some(Once::new(&self.by.id, key, &[self.asked.as_bytes(), body]))
    }
}

/// A change on its way, inside its transaction.
pub struct Writing<'a> {
    pub(crate) conn: &'a mut Conn,
    pub(crate) records: &'a Records,
    pub(crate) by: &'a Actor,
    pub(crate) if_match: Option<&'a str>,
}

impl Writing<'_> {
    /// Does something to a record that is a verb of its own, and notes it in the history when
    /// `work` says that it did; answers the record. Honours `If-Match`.
    pub fn act<R: Resource>(
        &mut self,
        id: &Id,
        verb: &str,
        work: impl FnOnce(&mut Conn, &Actor) -> Result<bool>,
    ) -> Result<Answer> {
        let entry = entry_of::<R>(self.records)?;
        let by = self.by;
        let record = self
            .records
            .act(self.conn, entry, (id, verb), self.if_match, by, |conn| work(conn, by))?;
        Answer::record(StatusCode::OK, &record)
    }
}

fn entry_of<R: Resource>(records: &Records) -> Result<&Entry> {
    let name = R::INFO.name;
    records.get(name).ok_or_else(|| Error::internal(format!("{name} is not registered")))
}
