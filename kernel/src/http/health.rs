//! Monitoring for operators, outside the API and its document: `GET /healthz` returns whether the
//! process is alive, `GET /readyz` whether it should receive requests, and `GET /metrics` its
//! metrics in the Prometheus format.
//!
//! `engine::metrics` defines what is counted, and `exposition` the formats.

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
use crate::http::paths::{HEALTH, METRICS, READINESS};
use crate::http::ui;
use crate::product::kernel::Kernel;

/// Mounts the operations.
pub(crate) fn routes(config: &mut web::ServiceConfig) {
    let get = || web::route().guard(guard::Any(guard::Get()).or(guard::Head()));
    let only_get = || web::to(async || Err::<HttpResponse, _>(Error::MethodNotAllowed(GET.into())));
    config
        .service(web::resource(HEALTH).route(get().to(health)).default_service(only_get()))
        .service(web::resource(READINESS).route(get().to(readiness)).default_service(only_get()))
        .service(web::resource(METRICS).default_service(web::to(metrics)));
}

const GET: &str = "GET, HEAD";

/// Returns whether the process is alive. It does not query the database: an unreachable database is
/// no reason to restart the process.
async fn health(request: HttpRequest) -> HttpResponse {
    status_response(&request, "healthz", StatusCode::OK, "ok")
}

/// Returns whether requests should be sent to this node.
async fn readiness(request: HttpRequest, kernel: web::Data<Kernel>) -> HttpResponse {
    let (status, word) = if kernel.draining.load(Ordering::Relaxed) {
        (StatusCode::SERVICE_UNAVAILABLE, "draining")
    } else if kernel.core.db.answers().await {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "database unreachable")
    };
    status_response(&request, "readyz", status, word)
}

fn status_response(
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

/// Returns the metrics to addresses that may read them; to any other address the path is an unknown
/// page.
async fn metrics(request: HttpRequest, kernel: web::Data<Kernel>) -> Result<HttpResponse> {
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
    // Compressing takes longer than producing the text, and the scraper is on a near network.
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_ENCODING, precompressed::IDENTITY))
        .insert_header((CONTENT_TYPE, format.content_type()))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((VARY, "Accept"))
        .body(format.write(kernel.metrics.text()?)))
}
