//! Arguments that say of a handler what it does: it acts on a record, changes what has a version, or
//! responds with a list.

use std::marker::PhantomData;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde_json::Value;

use crate::base::error::{Error, Result};
use crate::base::from_request::from_request;
use crate::base::id::Id;
use crate::engine::list::{ListQuery, Parameters};
use crate::records::actor::Actor;
use crate::records::change::WriteContext;
use crate::records::handler::{Argument, Implied};
use crate::records::idempotency::Answer;
use crate::records::request::RequestContext;
use crate::records::resource::Resource;

/// The request of an operation that acts on the record `{id}` of a resource. A handler takes it as an
/// argument. Its parameters and error responses follow from that, and at `POST {path}/{id}/…` the
/// back-office draws it as an action on the record.
pub struct RecordRequest<R> {
    context: RequestContext,
    id: Id,
    of: PhantomData<fn() -> R>,
}

impl<R: Resource> RecordRequest<R> {
    /// Returns the record that the request names.
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// Returns the actor of the request.
    pub fn by(&self) -> &Actor {
        self.context.by()
    }

    /// Has `work` change the record in one idempotent transaction, and writes a revision of the verb
    /// when `work` returns that it did. Responds with the record. Checks `If-Match`. `body` identifies
    /// the request beside its path, and has no secrets.
    pub async fn perform<F>(self, verb: &'static str, body: &Value, work: F) -> Result<HttpResponse>
    where
        F: FnOnce(&mut WriteContext<'_>, &Id) -> Result<bool> + Send + 'static,
    {
        self.performed(verb, body, work, |answer| answer).await
    }

    /// Does the same, and responds with nothing.
    pub async fn perform_silently<F>(
        self,
        verb: &'static str,
        body: &Value,
        work: F,
    ) -> Result<HttpResponse>
    where
        F: FnOnce(&mut WriteContext<'_>, &Id) -> Result<bool> + Send + 'static,
    {
        self.performed(verb, body, work, |_| Answer::nothing()).await
    }

    async fn performed<F>(
        self,
        verb: &'static str,
        body: &Value,
        work: F,
        answer: fn(Answer) -> Answer,
    ) -> Result<HttpResponse>
    where
        F: FnOnce(&mut WriteContext<'_>, &Id) -> Result<bool> + Send + 'static,
    {
        let Self { context, id, .. } = self;
        context
            .write(body, move |writing| {
                let entry = writing.records.of::<R>()?;
                let record = writing.perform_verb(entry, &id, verb, |inner| work(inner, &id))?;
                Answer::record(StatusCode::OK, &record).map(answer)
            })
            .await
    }
}

from_request!(RecordRequest<R> where R: Resource, |request| {
    let id = request.match_info().get("id").and_then(Id::parse).ok_or(Error::NotFound)?;
    let context = RequestContext::extract(request).into_inner()?;
    Ok(Self { context, id, of: PhantomData })
});

impl<R: Resource> Argument for RecordRequest<R> {
    const IMPLIED: &'static [Implied] = &[Implied::Record(R::INFO.name), Implied::IdempotencyKey];
}

/// The context of a request that changes what has an `ETag` and is no record of a resource. Its handler
/// compares `If-Match`.
pub(crate) struct VersionedRequest(pub(crate) RequestContext);

from_request!(VersionedRequest, |request| RequestContext::extract(request).into_inner().map(Self));

impl Argument for VersionedRequest {
    const IMPLIED: &'static [Implied] = &[Implied::IfMatch, Implied::IdempotencyKey];
}

/// The request of an operation that responds with a list of records of a resource. A handler takes it as
/// an argument, which gives the operation the parameters of a list; it parses its own parameters itself.
pub struct ListRequest<R> {
    /// The list that is asked for.
    pub query: ListQuery,
    of: PhantomData<fn() -> R>,
}

from_request!(ListRequest<R> where R: Resource, |request| {
    let context = RequestContext::extract(request).into_inner()?;
    let parameters = web::Query::<Parameters>::from_query(request.query_string())
        .map_err(|error| Error::Malformed(format!("The query cannot be read: {error}")))?;
    let RequestContext { core, by, .. } = &context;
    let query = core.records.query(core.records.of::<R>()?, parameters.into_inner(), by, &core.policy)?;
    Ok(Self { query, of: PhantomData })
});

impl<R: Resource> Argument for ListRequest<R> {
    const IMPLIED: &'static [Implied] = &[Implied::List(R::INFO.name)];
}
