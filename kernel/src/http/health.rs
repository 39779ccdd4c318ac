//! What operators look at, beside the API and in nobody's document: `GET /healthz`, whether the
//! process is there; `GET /readyz`, whether it should be sent requests; `GET /metrics`, its figures
//! as Prometheus reads them.
//!
//! `figures` is what is counted, `exposition` the formats that it is written in.

use std::sync::atomic::Ordering;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, guard, web};
use serde_json::json;

use crate::engine::metrics::Called;
use crate::engine::metrics::exposition::Format;

use crate::base::client_address;
use crate::base::error::{Error, Result};
use crate::engine::precompressed;
use crate::http::paths::{FIGURES, HEALTH, READINESS};
use crate::http::ui;
use crate::product::kernel::Kernel;

/// Mounts them.
pub(crate) fn routes(config: &mut web::ServiceConfig) {
    let get = || web::route().guard(guard::Any(guard::Get()).or(guard::Head()));
    let only_get = || web::to(async || Err::<HttpResponse, _>(Error::MethodNotAllowed(GET.into())));
    config
        .service(web::resource(HEALTH).route(get().to(health)).default_service(only_get()))
        .service(web::resource(READINESS).route(get().to(readiness)).default_service(only_get()))
        .service(web::resource(FIGURES).default_service(web::to(figures)));
}

const GET: &str = "GET, HEAD";

/// Whether the process is there. Asks nothing of anybody: a database that is away is no reason to
/// start the process anew.
async fn health(request: HttpRequest) -> HttpResponse {
    state(&request, "healthz", StatusCode::OK, "ok")
}

/// Whether requests should be sent here.
async fn readiness(request: HttpRequest, kernel: web::Data<Kernel>) -> HttpResponse {
    let (status, word) = if kernel.draining.load(Ordering::Relaxed) {
        (StatusCode::SERVICE_UNAVAILABLE, "draining")
    } else if kernel.core.db.answers().await {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "database unreachable")
    };
    state(&request, "readyz", status, word)
}

fn state(
    request: &HttpRequest,
    name: &'static str,
    status: StatusCode,
    word: &str,
) -> HttpResponse {
    request.extensions_mut().insert(Called::from(name));
    HttpResponse::build(status)
        .insert_header((CACHE_CONTROL, "no-store"))
        .json(json!({ "status": word }))
}

/// The figures, for those who may see them; to anybody else it is a page that is not there.
async fn figures(request: HttpRequest, kernel: web::Data<Kernel>) -> Result<HttpResponse> {
    let from = client_address::address(&request, &kernel.core.config);
    let allowed =
        from.is_some_and(|from| client_address::is_within(&from, &kernel.core.config.metrics_from));
    if !allowed || client_address::is_through_stranger(&request, &kernel.core.config) {
        return Ok(ui::page(request, kernel).await);
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Error::MethodNotAllowed(GET.into()));
    }
    request.extensions_mut().insert(Called::from("metrics"));
    let format = Format::negotiate(&request);
    // Compressing takes longer than making it, and whoever may see it is near.
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_ENCODING, precompressed::IDENTITY))
        .insert_header((CONTENT_TYPE, format.content_type()))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((VARY, "Accept"))
        .body(format.write(kernel.metrics.text()?)))
}
