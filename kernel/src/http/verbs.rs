//! Verbs over HTTP: `POST {path}/{id}/{verb}` of a resource, `POST {path}/verbs/{verb}` of several records.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde_json::Value;

use crate::base::error::Result;
use crate::base::id::Id;
use crate::http::api::BulkParameters;
use crate::http::secrets::without_secrets;
use crate::records::below;
use crate::records::body::Unchecked;
use crate::records::change::WriteContext;
use crate::records::idempotency::Answer;
use crate::records::request::RequestContext;
use crate::records::verb::{ARGUMENTS, Ready, RegisteredVerb};

/// The verb that is mounted at the path of the request.
type Mounted = web::Data<RegisteredVerb>;

/// Mounts a verb.
pub(crate) fn route(config: &mut web::ServiceConfig, registered: &Arc<RegisteredVerb>) {
    let path = registered.resource.info().path();
    let path = path.trim_start_matches("/api");
    let at = |rest: &str| {
        let at = web::resource(format!("{path}/{rest}/{}", registered.verb.name));
        at.app_data(web::Data::from(Arc::clone(registered)))
    };
    let one = at("{id:[0-9a-f]{24}}");
    config.service(match registered.body {
        Some(_) => one.route(web::post().to(perform_with_body)),
        None => one.route(web::post().to(perform_without_body)),
    });
    if registered.is_for_many {
        config.service(at("verbs").route(web::post().to(perform_on_all)));
    }
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

async fn perform_on_all(
    context: RequestContext,
    mounted: Mounted,
    parameters: web::Query<BulkParameters>,
    body: Unchecked,
) -> Result<HttpResponse> {
    let rest: &[&str] = if mounted.body.is_some() { &[ARGUMENTS] } else { &[] };
    let (selection, mut rest) = context.selection(&mounted.resource, body.json.clone(), rest)?;
    let arguments = match &mounted.body {
        None => Value::Null,
        Some((checker, _)) => {
            let arguments = checker.check(rest.remove(ARGUMENTS).unwrap_or_default());
            arguments.map_err(|error| below(&format!("/{ARGUMENTS}"), error))?
        }
    };
    context
        .write_or_rehearse(parameters.dry_run, &body.json, move |writing| {
            Answer::ok(&writing.perform_on_all(&mounted, &selection, &arguments)?)
        })
        .await
}

async fn perform(
    context: RequestContext,
    mounted: Mounted,
    id: web::Path<Id>,
    body: Value,
) -> Result<HttpResponse> {
    let verb = mounted.verb;
    let (requested, arguments, ready) = match &mounted.body {
        None => (Value::Null, Value::Null, verb.perform.ready(Value::Null)?),
        Some((checker, secrets)) => {
            let checked = checker.check(body)?;
            let requested = without_secrets(&context, checked.clone(), secrets).await?;
            (requested, checked.clone(), verb.perform.ready(checked)?)
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
            let work = |inner: &mut WriteContext<'_>| {
                mounted.check_arguments(inner, &arguments)?;
                perform(inner, &id)
            };
            let record = writing.perform_verb(&mounted.resource, &id, verb.name, work)?;
            match verb.answers_nothing {
                true => Ok(Answer::nothing()),
                false => writing.answer(&mounted.resource, record),
            }
        })
        .await
}
