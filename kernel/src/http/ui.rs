//! Serves the built front ends from the binary: which path belongs to which, how long a response
//! may be cached, and what a page may load.

use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};

use crate::base::config::Config;
use crate::engine::metrics::Called;
use crate::http::paths::{is_api, is_watched};
use crate::product::front_ends::Folder;
use crate::product::kernel::Kernel;
use crate::product::plan::Plan;

/// The path of the assets of `admin-ui`; its pages are below the paths of its areas.
const ADMIN_ASSETS: &str = "/_admin/";

pub(crate) fn routes(config: &mut web::ServiceConfig) {
    config.default_service(web::route().to(page));
}

/// Returns a page or a file, or the page for an unknown path.
pub(crate) async fn page(request: HttpRequest, kernel: web::Data<Kernel>) -> HttpResponse {
    let ui = &kernel.front_ends;
    let path = request.path();
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return HttpResponse::MethodNotAllowed()
            .insert_header((header::ALLOW, "GET, HEAD"))
            .finish();
    }
    if let Some(asset) = path.strip_prefix(ADMIN_ASSETS) {
        return file(&request, &ui.admin, asset).await.unwrap_or_else(missing);
    }
    if kernel.plan.is_admin(path) {
        return file(&request, &ui.admin, "index.html").await.unwrap_or_else(missing);
    }
    if let Some(rest) = path.strip_prefix("/docs")
        && (rest.is_empty() || rest.starts_with('/'))
    {
        // The page's own files are named relative to it, so it has to end in a slash.
        return match rest {
            "" => HttpResponse::PermanentRedirect()
                .insert_header((header::LOCATION, "/docs/"))
                .finish(),
            "/" => file(&request, &ui.docs, "index.html").await.unwrap_or_else(missing),
            rest => {
                let path = rest.trim_start_matches('/');
                file(&request, &ui.docs, path).await.unwrap_or_else(missing)
            }
        };
    }
    let asset = path.trim_start_matches('/');
    if let Some(found) = file(&request, &ui.shell, asset).await {
        return found;
    }
    // A missing file must not be answered with a page, or a stale page would load it as a script.
    if path.starts_with("/assets/")
        || path.rsplit('/').next().is_some_and(|name| name.contains('.'))
    {
        return missing();
    }
    let mut page = file(&request, &ui.shell, "index.html").await.unwrap_or_else(missing);
    if !kernel.plan.is_of_shell(path) {
        // A browser with a cached page already has it as not found.
        if page.status() == StatusCode::OK {
            *page.status_mut() = StatusCode::NOT_FOUND;
        }
        request.extensions_mut().insert(Called::from("unknown"));
    }
    page
}

fn missing() -> HttpResponse {
    HttpResponse::NotFound().content_type("text/plain; charset=utf-8").body("Not Found")
}

/// Returns the file at this path, if there is one.
async fn file(request: &HttpRequest, folder: &Folder, path: &str) -> Option<HttpResponse> {
    let found = folder.find(path)?;
    let is_page = path.ends_with(".html");
    request.extensions_mut().insert(Called::from(if is_page { "page" } else { "asset" }));
    Some(found.respond(request).await.unwrap_or_else(HttpResponse::from_error))
}

/// The content security policy of a page.
macro_rules! page_policy {
    ($styles:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'; style-src ",
            $styles,
            "; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
             base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        )
    };
}

const PAGE_POLICY: &str = page_policy!("'self'");

/// The hash is that of an empty `<style>` element, the only one that the back-office inserts; rules
/// are added through the CSSOM.
const ADMIN_POLICY: &str =
    page_policy!("'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");

/// A response that is not a page loads nothing, even when a browser opens it.
const DATA_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// How long a browser that connected by HTTPS uses only HTTPS: a year. Subdomains are not included:
/// other hosts of the domain are not under our control.
const HTTPS_ONLY: &str = "max-age=31536000";

/// Sets the security headers of a response.
pub(crate) fn security_headers(path: &str, config: &Config, plan: &Plan, headers: &mut HeaderMap) {
    let is_page = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let is_data =
        is_api(path) || !is_page && (is_watched(path) || path.starts_with("/.well-known/"));
    let policy = match path {
        _ if is_data => DATA_POLICY,
        path if plan.is_admin(path) => ADMIN_POLICY,
        _ => PAGE_POLICY,
    };
    // An image or a mail, which a browser may open by itself, has set its own policy.
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    }
    let mut set = |name: HeaderName, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "same-origin");
    if config.is_https() {
        set(header::STRICT_TRANSPORT_SECURITY, HTTPS_ONLY);
    }
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    if is_api(path) && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}
