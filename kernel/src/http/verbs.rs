//! Verbs over HTTP: `POST {path}/{id}/{verb}` of a resource.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde_json::Value;

use crate::base::error::Result;
use crate::base::id::Id;
use crate::http::secrets::without_secrets;
use crate::records::body::Unchecked;
use crate::records::change::WriteContext;
use crate::records::idempotency::Answer;
use crate::records::request::RequestContext;
use crate::records::verb::{Ready, RegisteredVerb};

/// The verb that is mounted at the path of the request.
type Mounted = web::Data<RegisteredVerb>;

/// Mounts a verb.
pub(crate) fn route(config: &mut web::ServiceConfig, registered: &Arc<RegisteredVerb>) {
    let path = registered.resource.info().path();
    let path = path.trim_start_matches("/api");
    let at = web::resource(format!("{path}/{{id:[0-9a-f]{{24}}}}/{}", registered.verb.name))
        .app_data(web::Data::from(Arc::clone(registered)));
    config.service(match registered.body {
        Some(_) => at.route(web::post().to(perform_with_body)),
        None => at.route(web::post().to(perform_without_body)),
    });
}

async fn perform_without_body(
    context: RequestContext,
    verb: Mounted,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    perform(context, verb, id, Value::Null).await
}

async fn perform_with_body(
    context: RequestContext,
    verb: Mounted,
    id: web::Path<Id>,
    body: Unchecked,
) -> Result<HttpResponse> {
    perform(context, verb, id, body.json).await
}

async fn perform(
    context: RequestContext,
    mounted: Mounted,
    id: web::Path<Id>,
    body: Value,
) -> Result<HttpResponse> {
    let verb = mounted.verb;
    let (requested, ready) = match &mounted.body {
        None => (Value::Null, verb.perform.ready(Value::Null)?),
        Some((checker, secrets)) => {
            let checked = checker.check(body)?;
            let requested = without_secrets(&context, checked.clone(), secrets).await?;
            (requested, verb.perform.ready(checked)?)
        }
    };
    let perform = match ready {
        Ready::Now(perform) => perform,
        Ready::Prepared(prepare) => {
            let id = id.clone();
            context.read(move |conn| prepare(conn, &id)).await?
        }
    };
    context
        .write(&requested, move |writing| {
            let work = |inner: &mut WriteContext<'_>| perform(inner, &id);
            let record = writing.perform_verb(&mounted.resource, &id, verb.name, work)?;
            match verb.answers_nothing {
                true => Ok(Answer::nothing()),
                false => Answer::record(StatusCode::OK, &record),
            }
        })
        .await
}
