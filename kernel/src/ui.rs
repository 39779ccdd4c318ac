//! The built front ends, out of the binary itself: which path belongs to which, how long it may be
//! kept, and what a page may load.

use std::borrow::Cow;
use std::io::Read;

use actix_web::http::header::{
    self, AcceptEncoding, Encoding, EntityTag, Header, HeaderMap, HeaderName, HeaderValue,
    IfNoneMatch,
};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};

use crate::config::Config;
use crate::error::Error;
use crate::kernel::Kernel;
use crate::watch::{self, Called};

/// A file of a front end by its path, if there is one. What can be compressed is there as
/// `path.br`; `path` itself is needed then by nobody.
pub type Files = fn(&str) -> Option<File>;

/// A file of a front end.
pub struct File {
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// The SHA-256 of that, known before anybody asks.
    pub digest: [u8; 32],
}

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
const PAGES: [&str; 5] = ["/", "/login", "/join-us", "/home", "/estimations"];

pub(crate) fn routes(config: &mut web::ServiceConfig) {
    config.default_service(web::route().to(page));
}

/// A page or a file, or the page that says that there is none.
pub(crate) async fn page(request: HttpRequest, kernel: web::Data<Kernel>) -> HttpResponse {
    let ui = kernel.plan.ui;
    let path = request.path();
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return HttpResponse::MethodNotAllowed()
            .insert_header((header::ALLOW, "GET, HEAD"))
            .finish();
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
        // Who has the page already knows it as what was not found.
        if page.status() == StatusCode::OK {
            *page.status_mut() = StatusCode::NOT_FOUND;
        }
        request.extensions_mut().insert(Called::from("unknown"));
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

/// The file as the client takes it: brotli-compressed as the build left it, else unpacked.
fn file(request: &HttpRequest, files: Files, path: &str) -> Option<HttpResponse> {
    if path.ends_with(".br") {
        return None;
    }
    let packed = files(&format!("{path}.br"));
    let is_packed = packed.is_some();
    let found = packed.or_else(|| files(path))?;
    let is_sent_packed = is_packed && takes_brotli(request);
    let is_page = path.ends_with(".html");
    request.extensions_mut().insert(Called::from(if is_page { "page" } else { "asset" }));

    let digest: String = found.digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    // What is sent as it is may still be compressed on its way out, so that its bytes vary.
    let tag = if is_sent_packed {
        EntityTag::new_strong(digest)
    } else {
        EntityTag::new_weak(format!("{digest}-plain"))
    };
    let known = match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(&tag)),
        Err(_) => false,
    };
    // Names of assets carry a hash of their content, so they never change.
    let hashed = path.starts_with("assets/");
    let caching = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header(header::ETag(tag))
        .insert_header((header::CACHE_CONTROL, caching))
        .insert_header((header::VARY, "Accept-Encoding"));
    if known {
        return Some(response.finish());
    }
    response.content_type(content_type(path));
    if is_sent_packed {
        response.insert_header((header::CONTENT_ENCODING, "br"));
    }
    let bytes = match found.bytes {
        packed if is_packed && !is_sent_packed => match unpacked(&packed) {
            Ok(plain) => plain.into(),
            Err(error) => return Some(HttpResponse::from_error(error)),
        },
        Cow::Borrowed(bytes) => web::Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    Some(response.body(bytes))
}

fn takes_brotli(request: &HttpRequest) -> bool {
    let offered = [Encoding::brotli(), Encoding::identity()];
    AcceptEncoding::parse(request)
        .is_ok_and(|accepts| accepts.negotiate(offered.iter()) == Some(Encoding::brotli()))
}

/// For the few clients that do not take brotli: not worth keeping every file twice.
fn unpacked(packed: &[u8]) -> Result<Vec<u8>, Error> {
    let mut plain = Vec::with_capacity(packed.len() * 4);
    let read = brotli::Decompressor::new(packed, 16 * 1024).read_to_end(&mut plain);
    read.map(|_| plain).map_err(|error| Error::internal(format!("unpacking a file: {error}")))
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

/// What a page may load and do.
macro_rules! page_policy {
    ($styles:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'; style-src ",
            $styles,
            "; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
             base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        )
    };
}

const PAGE_POLICY: &str = page_policy!("'self'");

/// The hash is that of an empty `<style>` element, which is all that the back-office's styles start
/// from; the rules come in through the CSSOM.
const ADMIN_POLICY: &str =
    page_policy!("'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");

/// What is no page loads nothing, however a browser comes to show it.
const DATA_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// For how long a browser that came by https comes by nothing else: a year. Other hosts of the
/// domain are not ours to decide about.
const HTTPS_ONLY: &str = "max-age=31536000";

/// What a browser may do with what it is given.
pub(crate) fn security_headers(path: &str, config: &Config, headers: &mut HeaderMap) {
    let is_page = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let is_data =
        is_api(path) || !is_page && (watch::is_watched(path) || path.starts_with("/.well-known/"));
    let policy = match path {
        _ if is_data => DATA_POLICY,
        path if is_admin(path) => ADMIN_POLICY,
        _ => PAGE_POLICY,
    };
    let mut set = |name: HeaderName, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, policy);
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
