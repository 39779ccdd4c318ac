//! The built front ends, out of the binary itself: which path belongs to which, how long it may be
//! kept, and what a page may load.

use std::borrow::Cow;

use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};

use crate::kernel::Kernel;

/// A file of a front end by its path, if there is one.
pub type Files = fn(&str) -> Option<Cow<'static, [u8]>>;

/// The front ends of a product.
#[derive(Clone, Copy)]
pub struct Ui {
    /// The back-office and analytics.
    pub admin: Files,
    /// The public pages, home, and the estimator's app.
    pub estimator: Files,
    /// The reference of the API.
    pub docs: Files,
}

/// Where `admin-ui` keeps its assets; its pages are under `/backoffice` and `/analytics`.
const ADMIN_ASSETS: &str = "/_admin/";

/// The paths that the estimator's app knows; every other page of it is 'Not Found'.
const PAGES: [&str; 4] = ["/", "/login", "/home", "/estimations"];

/// An empty `<style>` element, which is all that the back-office's styles start from; the rules
/// come in through the CSSOM.
const ADMIN_STYLES: &str = "'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

pub(crate) fn routes(config: &mut web::ServiceConfig) {
    config.default_service(web::route().to(page));
}

async fn page(request: HttpRequest, kernel: web::Data<Kernel>) -> HttpResponse {
    let ui = kernel.plan.ui;
    let path = request.path();
    if !matches!(*request.method(), actix_web::http::Method::GET | actix_web::http::Method::HEAD) {
        return HttpResponse::MethodNotAllowed().finish();
    }
    if let Some(asset) = path.strip_prefix(ADMIN_ASSETS) {
        return file(&request, ui.admin, asset).unwrap_or_else(missing);
    }
    if is_admin(path) {
        return file(&request, ui.admin, "index.html").unwrap_or_else(missing);
    }
    if let Some(rest) = path.strip_prefix("/docs")
        && (rest.is_empty() || rest.starts_with('/'))
    {
        // The page's own files are named relative to it, so it has to end in a slash.
        return match rest {
            "" => HttpResponse::PermanentRedirect()
                .insert_header((header::LOCATION, "/docs/"))
                .finish(),
            "/" => file(&request, ui.docs, "index.html").unwrap_or_else(missing),
            rest => file(&request, ui.docs, rest.trim_start_matches('/')).unwrap_or_else(missing),
        };
    }
    let asset = path.trim_start_matches('/');
    if let Some(found) = (!asset.is_empty()).then(|| file(&request, ui.estimator, asset)).flatten()
    {
        return found;
    }
    // A missing file must not be answered with a page, or a stale page would load it as a script.
    if path.starts_with("/assets/")
        || path.rsplit('/').next().is_some_and(|name| name.contains('.'))
    {
        return missing();
    }
    let mut page = file(&request, ui.estimator, "index.html").unwrap_or_else(missing);
    let known = PAGES.contains(&path.trim_end_matches('/'))
        || path == "/"
        || path.starts_with("/estimations/")
        || path.starts_with("/home/");
    if !known {
        *page.status_mut() = actix_web::http::StatusCode::NOT_FOUND;
    }
    page
}

fn is_admin(path: &str) -> bool {
    ["/backoffice", "/analytics"].iter().any(|area| {
        path.strip_prefix(area).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// Whether a path is the API's, and so answered in JSON.
pub(crate) fn is_api(path: &str) -> bool {
    path.strip_prefix("/api").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn missing() -> HttpResponse {
    HttpResponse::NotFound().content_type("text/plain; charset=utf-8").body("Not Found")
}

/// The file, brotli-compressed where the build left one and the browser takes it.
fn file(request: &HttpRequest, files: Files, path: &str) -> Option<HttpResponse> {
    if path.ends_with(".br") {
        return None;
    }
    let accepts = request.headers().get(header::ACCEPT_ENCODING);
    let brotli =
        accepts.and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains("br"));
    let compressed = brotli.then(|| files(&format!("{path}.br"))).flatten();
    let encoded = compressed.is_some();
    let bytes = compressed.or_else(|| files(path))?;
    let digest = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, &bytes);
    let etag: String = digest.as_ref().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let etag = format!("\"{etag}\"");
    // Names of assets carry a hash of their content, so they never change.
    let hashed = path.starts_with("assets/");
    let caching = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = request.headers().get(header::IF_NONE_MATCH);
    let mut response = if known.is_some_and(|known| known.as_bytes() == etag.as_bytes()) {
        return Some(
            HttpResponse::NotModified()
                .insert_header((header::ETAG, etag))
                .insert_header((header::CACHE_CONTROL, caching))
                .finish(),
        );
    } else {
        HttpResponse::Ok()
    };
    response
        .content_type(content_type(path))
        .insert_header((header::ETAG, etag))
        .insert_header((header::CACHE_CONTROL, caching))
        .insert_header((header::VARY, "Accept-Encoding"));
    if encoded {
        response.insert_header((header::CONTENT_ENCODING, "br"));
    }
    Some(response.body(bytes.into_owned()))
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// What a browser may do with what it is given.
pub(crate) fn security_headers(path: &str, headers: &mut HeaderMap) {
    let styles = if is_admin(path) { ADMIN_STYLES } else { "'self'" };
    let policy = if is_api(path) {
        "default-src 'none'; frame-ancestors 'none'".to_owned()
    } else {
        format!(
            "default-src 'none'; script-src 'self'; style-src {styles}; img-src 'self' data:; \
             font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
             form-action 'self'; frame-ancestors 'none'"
        )
    };
    let mut set = |name: HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    set(header::CONTENT_SECURITY_POLICY, &policy);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    if is_api(path) && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}
