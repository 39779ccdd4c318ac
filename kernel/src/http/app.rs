//! The HTTP application: the middleware of every request, and the kernel's own operations.
//!
//! From the outside in: `outermost` (request id, security headers, problem documents, request log),
//! compression, and for `/api` `authorize`, which denies everything that the OpenAPI document does
//! not allow.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::{Compress, Next, from_fn};
use actix_web::{App, HttpMessage, HttpRequest, HttpResponse, web};

use crate::auth;
use crate::base::client_address;
use crate::base::error::{Error, NeededPermission, Result};
use crate::base::host;
use crate::base::id::Id;
use crate::engine::metrics::Called;
use crate::engine::policy::{AuthorizationRule, PROPOSE};
use crate::engine::precompressed;
use crate::http::connection::Exchange;
use crate::http::{api, caught_mail, health, overload, paths, ui, verbs};
use crate::product::kernel::Kernel;
use crate::records::actor::{Actor, ONLY_VIEWING, RequestId};
use crate::records::audit::{Action, Event, RequestOrigin};
use crate::records::body;
use crate::records::handler::Routes;
use crate::records::request::Proposal;
use crate::{get, utoipa};

/// From how many bytes on a response is compressed. Below that size, starting the compressor costs
/// more than the rest of a small response, and saves next to nothing.
const WORTH_COMPRESSING: u64 = 1024;

/// Headers that are parsed before authentication, and the maximum length of each in bytes: parsing
/// one of the maximum head size takes longer than the rest of the request. A longer header is
/// removed.
const HEADER_LIMITS: [(HeaderName, usize); 2] =
    [(header::ACCEPT_ENCODING, 1024), (header::IF_NONE_MATCH, 4096)];

const SECOND_FACTOR_FIRST: &str =
    "Your role requires two-step sign-in. Set it up in your account, or sign in again with it";

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Builds the application.
pub(crate) fn app(
    kernel: Arc<Kernel>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = actix_web::Error,
        InitError = (),
    >,
> {
    let api = {
        let kernel = Arc::clone(&kernel);
        move |config: &mut web::ServiceConfig| {
            for entry in kernel.plan.records.all() {
                api::routes(config, entry);
            }
            for verb in &kernel.plan.verbs {
                verbs::route(config, verb);
            }
            let mut mounted = Routes::serving(config);
            for module in &kernel.plan.modules {
                (module.routes)(&mut mounted);
            }
            config.default_service(web::to(not_found));
        }
    };
    App::new()
        .app_data(web::Data::from(Arc::clone(&kernel)))
        .app_data(web::Data::from(Arc::clone(&kernel.core)))
        .app_data(web::Data::from(Arc::clone(&kernel.core.config)))
        .app_data(web::Data::new(kernel.explorer.clone()))
        .app_data(web::Data::from(Arc::clone(&kernel.transfer)))
        .app_data(web::Data::new(kernel.auth.clone()))
        .app_data(web::Data::from(Arc::clone(&kernel.plan.policy)))
        .app_data(web::PathConfig::default().error_handler(|_, _| Error::NotFound.into()))
        .app_data(web::QueryConfig::default().error_handler(|error, _| {
            Error::Malformed(format!("The query cannot be read: {error}")).into()
        }))
        .service(web::scope("/api").configure(api).wrap(from_fn(authorize)))
        .configure(|config| auth::well_known(&mut Routes::serving(config)))
        .configure(health::routes)
        .configure(caught_mail::routes)
        .configure(ui::routes)
        .wrap(from_fn(skip_small_responses))
        .wrap(Compress::default())
        .wrap(from_fn(outermost))
}

/// Mounts the kernel's own operations.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(openapi_view);
}

/// Get this document
///
/// The API as an OpenAPI 3.1 document. With a token it is that of its reader: without the fields that are hidden
/// from them in every record, and with those marked that are masked (`x-masked`) or read-only.
#[get(
    "/openapi.json",
    tag = "openapi",
    permission = "public",
    head,
    response(200, "The document", content_type = "application/json"),
    problem(401, "The token is not valid")
)]
async fn openapi_view(request: HttpRequest, kernel: web::Data<Kernel>) -> Result<HttpResponse> {
    let plan = &kernel.plan;
    if !request.headers().contains_key(header::AUTHORIZATION) {
        return plan.document.served.respond(&request).await;
    }
    let reader = kernel.auth.authenticate(request.headers()).await?;
    let access = plan.policy.access(&reader.values());
    plan.document.served_to(&kernel.explorer.clone().seen_by(&access))?.respond(&request).await
}

async fn not_found() -> Result<HttpResponse> {
    Err(Error::NotFound)
}

/// Passes a request on when the OpenAPI document allows its caller to make it.
async fn authorize(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    match check_permission(&request).await {
        Ok(()) => Ok(next.call(request).await?.map_into_boxed_body()),
        Err(error) => {
            body::discard(&mut request).await;
            Ok(request.error_response(error))
        }
    }
}

/// The rest of the path of one record, as it is mounted.
const ONE: &str = "/{id:[0-9a-f]{24}}";

/// Returns whether an operation stores what a form of the resource has: a new record, or a change or the deletion of one. No
/// other operation knows of proposals.
fn is_of_form(kernel: &Kernel, method: &Method, pattern: &str, needed: (&str, &str)) -> bool {
    let (resource, action) = needed;
    let Some(entry) = kernel.plan.records.get(resource) else { return false };
    let Some(rest) = pattern.strip_prefix(&entry.info().path()) else { return false };
    let registration = &entry.registration;
    match (action, rest) {
        ("create", "") => *method == Method::POST && registration.creates().is_some(),
        ("update", ONE) => *method == Method::PATCH && registration.changes().is_some(),
        ("delete", ONE) => *method == Method::DELETE && registration.deletes,
        _ => false,
    }
}

/// Returns whether a request plans an import into a resource.
fn is_planned_import(
    kernel: &Kernel,
    request: &ServiceRequest,
    (pattern, resource): (&str, &str),
) -> bool {
    let Some(entry) = kernel.plan.records.get(resource) else { return false };
    pattern.strip_prefix(&entry.info().path()) == Some("/import")
        && request.query_string().split('&').any(|one| one == "plan=true")
}

async fn check_permission(request: &ServiceRequest) -> Result<()> {
    let Some(kernel) = request.app_data::<web::Data<Kernel>>() else {
        return Err(Error::internal("the application has no kernel"));
    };
    let pattern = request.match_pattern();
    let here = pattern.as_deref().map_or(&[][..], |pattern| kernel.operations.at(pattern));
    let method = match request.method() {
        // It is the only response of the API that is public and constant, so that `HEAD` is useful for it.
        &Method::HEAD if request.path() == paths::DOCUMENT => &Method::GET,
        method => method,
    };
    let Some(operation) = here.iter().find(|operation| operation.method == *method) else {
        // Whether the path or the method is unknown reveals nothing about any record.
        let methods: Vec<&str> = here.iter().map(|operation| operation.method.as_str()).collect();
        return Err(if methods.is_empty() {
            Error::NotFound
        } else {
            Error::MethodNotAllowed(methods.join(", "))
        });
    };
    request.extensions_mut().insert(operation.called.clone());
    let rule = &operation.rule;
    if *rule == AuthorizationRule::Public {
        // Sign-in and sign-out go by cookie and body, whatever token is sent along.
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        let has_token = request.headers().contains_key(header::AUTHORIZATION);
        if reads || !has_token || paths::is_of_sessions(request.path()) {
            return Ok(());
        }
        return match kernel.auth.is_viewing(request.headers()).await {
            true => Err(Error::Refused(ONLY_VIEWING)),
            false => Ok(()),
        };
    }
    let origin = RequestOrigin::of(request.request());
    let authenticated = kernel.auth.authenticate(request.headers()).await;
    if let Err(error) = &authenticated {
        // By the pattern of the path: a stranger can make up any number of paths.
        kernel.auth.refused_credential(error, &operation.described, &origin);
    }
    let mut actor = authenticated?;
    (actor.request, actor.address) = (origin.request, origin.address);
    actor.access = kernel.plan.policy.access(&actor.values());
    let accounts = kernel.plan.records.accounts().map(|entry| entry.info().name);
    let viewing = actor.check_viewer(&kernel.plan.policy, accounts, request.method());
    let needed = rule.needs();
    if let Err(error) = viewing {
        request.extensions_mut().insert(actor);
        return Err(naming(needed, error));
    }
    if *rule != AuthorizationRule::FirstStep && actor.lacks_second_factor(&kernel.plan.policy) {
        request.extensions_mut().insert(actor);
        return Err(naming(needed, Error::Refused(SECOND_FACTOR_FIRST)));
    }
    let missing =
        needed.filter(|(resource, action)| !actor.may(&kernel.plan.policy, resource, action));
    let is_proposal = missing.is_some_and(|(resource, action)| {
        let path = pattern.as_deref().unwrap_or_default();
        (is_of_form(kernel, request.method(), path, (resource, action))
            || is_planned_import(kernel, request, (path, resource)))
            && actor.may(&kernel.plan.policy, resource, PROPOSE)
    });
    request.extensions_mut().insert(actor);
    if is_proposal {
        request.extensions_mut().insert(Proposal);
        return Ok(());
    }
    match missing {
        Some((resource, action)) => Err(Error::not_permitted(resource, action)),
        None => Ok(()),
    }
}

/// Names the permission that an operation needs in what refuses it.
fn naming(needed: Option<(&str, &str)>, error: Error) -> Error {
    match (needed, error) {
        (Some((resource, action)), Error::Refused(why)) => {
            Error::NotPermitted(NeededPermission::new(resource, action), why)
        }
        (_, error) => error,
    }
}

/// Returns method and path of a request, for audit events.
fn described(request: &HttpRequest) -> String {
    format!("{} {}", request.method(), request.path())
}

/// Has it recorded that a request was refused because of who made it.
fn audit_refusal(response: &ServiceResponse<BoxBody>, kernel: &Kernel) {
    if response.status() != StatusCode::FORBIDDEN {
        return;
    }
    let request = response.request();
    let event = Event::new(Action::Permission, described(request));
    let event = match request.extensions().get::<Actor>() {
        Some(actor) => event.by(actor),
        None => event.from(&RequestOrigin::of(request)),
    };
    let known = response.response().error().and_then(|error| error.as_error::<Error>());
    let reason = known.unwrap_or(&Error::Forbidden).to_string();
    kernel.core.audit.add(event.refused(reason));
}

/// Excludes small responses from compression.
async fn skip_small_responses(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let mut response = next.call(request).await?;
    let is_small = match response.response().body().size() {
        BodySize::Sized(length) => length < WORTH_COMPRESSING,
        BodySize::None => true,
        BodySize::Stream => false,
    };
    if is_small && !response.headers().contains_key(header::CONTENT_ENCODING) {
        precompressed::leave_uncompressed(response.headers_mut());
    }
    Ok(response)
}

async fn outermost(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let started = Instant::now();
    let exchange = request.conn_data::<Exchange>().cloned();
    if let Some(exchange) = &exchange {
        exchange.begin();
    }
    let Some(kernel) = request.app_data::<web::Data<Kernel>>().cloned() else {
        return Err(Error::internal("the application has no kernel").into());
    };
    for (name, most) in HEADER_LIMITS {
        let length: usize = request.headers().get_all(&name).map(HeaderValue::len).sum();
        if length > most {
            request.headers_mut().remove(name);
        }
    }
    let _in_flight = kernel.metrics.request();
    let id = Id::new();
    request.extensions_mut().insert(RequestId(id.clone()));
    let id = id.to_string();
    let path = request.path().to_owned();
    kernel.untrusted_proxies.notice(request.request(), &kernel.core.config);
    let public_url = &kernel.core.config.public_url;
    let rejected = host::check(request.head(), public_url, paths::is_watched(&path))
        .map_err(|misdirected| (misdirected, "unknown"))
        .and_then(|()| overload::check(&request, &kernel).map_err(|busy| (busy, "shed")));
    let response = match rejected {
        Ok(()) => next.call(request).await?.map_into_boxed_body(),
        Err((error, called)) => {
            body::discard(&mut request).await;
            request.extensions_mut().insert(Called::from(called));
            request.error_response(error)
        }
    };
    audit_refusal(&response, &kernel);
    let mut response = with_problem(response, &path, &id);
    ui::security_headers(&path, &kernel.core.config, &kernel.plan, response.headers_mut());
    precompressed::remove_identity(response.headers_mut());
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    if kernel.draining.load(Ordering::Relaxed) {
        // The client's next request then opens a new connection, and reaches another node.
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    let operation = operation_name(response.request(), &kernel);
    let (status, took) = (response.status(), started.elapsed());
    kernel.metrics.answered(&operation, status, took);
    if tracing::enabled!(target: "request", tracing::Level::INFO) {
        let request = response.request();
        let extensions = request.extensions();
        let actor = extensions.get::<Actor>();
        let account = actor.map(|actor| actor.id.to_string());
        let viewer = actor.and_then(|actor| Some(actor.viewed_by.as_ref()?.id.to_string()));
        let client =
            client_address::address(request, &kernel.core.config).map(tracing::field::display);
        tracing::info!(
            target: "request",
            id,
            method = %request.method(),
            %operation,
            path,
            status = status.as_u16(),
            milliseconds = took.as_secs_f64() * 1000.0,
            account,
            viewer,
            client,
        );
    }
    if let Some(exchange) = exchange {
        exchange.answer();
    }
    Ok(response)
}

/// Returns the name of a request's operation, for metrics and the request log.
fn operation_name(request: &HttpRequest, kernel: &Kernel) -> Called {
    if let Some(called) = request.extensions().get::<Called>() {
        return called.clone();
    }
    // Operations outside the API are in the document, but do not pass `authorize`.
    let pattern = request.match_pattern();
    let here = pattern.as_deref().map_or(&[][..], |pattern| kernel.operations.at(pattern));
    here.iter()
        .find(|operation| operation.method == *request.method())
        .map_or_else(|| Called::from("unknown"), |operation| operation.called.clone())
}

/// Gives every error response of the API its problem document, also those that never reached a
/// handler.
fn with_problem(
    response: ServiceResponse<BoxBody>,
    path: &str,
    id: &str,
) -> ServiceResponse<BoxBody> {
    let status = response.status();
    let known = response.response().error().and_then(|error| error.as_error::<Error>());
    let problem = match known {
        Some(error) => error.problem(id.to_owned()),
        None if paths::is_api(path) && (status.is_client_error() || status.is_server_error()) => {
            let error = match status {
                StatusCode::METHOD_NOT_ALLOWED => Error::MethodNotAllowed(String::new()),
                StatusCode::NOT_FOUND => Error::NotFound,
                StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge("The request is too large".into()),
                status if status.is_client_error() => {
                    Error::Malformed("The request cannot be understood".into())
                }
                status => Error::internal(format!("answered {status}")),
            };
            error.problem(id.to_owned())
        }
        None => return response,
    };
    let (request, old) = response.into_parts();
    let mut rejection = HttpResponse::build(old.status());
    for (name, value) in old.headers() {
        if name != header::CONTENT_TYPE
            && name != header::CONTENT_LENGTH
            && name != header::CONTENT_ENCODING
        {
            rejection.append_header((name.clone(), value.clone()));
        }
    }
    let body = serde_json::to_vec(&problem).unwrap_or_default();
    let rejection = rejection.content_type("application/problem+json").body(body);
    ServiceResponse::new(request, rejection)
}
