//! The mails that are caught during development: GET /dev/mail lists them, and each has a page. There is no such page on a
//! server that sends mail, or none.

use std::fmt::Write;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use actix_web::{HttpRequest, HttpResponse, guard, web};

use crate::base::error::{Error, Result};
use crate::http::paths::CAUGHT_MAIL;
use crate::http::ui;
use crate::mail::{CaughtMail, Mailer, escaped};
use crate::product::kernel::Kernel;

/// Mails have styles of their own, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

const STYLE: &str = "\
    :root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}\
    body{margin:0 auto;max-width:960px;padding:24px 16px}h1{font-size:20px;margin:0 0 16px}\
    ul{list-style:none;margin:0;padding:0}li{padding:12px 0;border-top:1px solid #8884}\
    a{color:inherit;font-weight:600;overflow-wrap:anywhere}small{display:block;opacity:.75}";

/// Mounts the pages.
pub(crate) fn routes(config: &mut web::ServiceConfig) {
    let page = || web::route().guard(guard::Any(guard::Get()).or(guard::Head()));
    config
        .service(web::resource(CAUGHT_MAIL).route(page().to(list)))
        .service(web::resource(format!("{CAUGHT_MAIL}/{{id}}")).route(page().to(view)));
}

/// Reads the mails; `None` where none are caught.
async fn mails(kernel: &web::Data<Kernel>) -> Result<Option<Vec<CaughtMail>>> {
    let kernel = kernel.clone();
    let read = move || {
        let file = kernel.mailer.as_ref().and_then(Mailer::file);
        file.map(|file| file.mails().map_err(Error::internal)).transpose()
    };
    web::block(read).await.map_err(Error::internal)?
}

async fn list(request: HttpRequest, kernel: web::Data<Kernel>) -> Result<HttpResponse> {
    let Some(mails) = mails(&kernel).await? else { return Ok(ui::page(request, kernel).await) };
    let mut rows = String::new();
    for CaughtMail { id, at, to, subject, file, .. } in &mails {
        let file = file.as_ref().map(|name| format!(", with {}", escaped(name)));
        let (to, subject, file) = (escaped(to), escaped(subject), file.unwrap_or_default());
        let at = at.to_string().replace('T', " ");
        let at = at.split('.').next().unwrap_or_default();
        // Writing to a text does not fail.
        let _ = write!(
            rows,
            "<li><a href=\"{CAUGHT_MAIL}/{id}\">{subject}</a><small>To {to}, {at} UTC{file}, \
             <a href=\"{CAUGHT_MAIL}/{id}?text\">plain text</a></small></li>"
        );
    }
    let rows = match rows.is_empty() {
        true => "<p>No mail has been sent yet.</p>".to_owned(),
        false => format!("<ul>{rows}</ul>"),
    };
    let product = escaped(kernel.plan.name);
    Ok(answer(
        "text/html; charset=utf-8",
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta http-equiv=\"refresh\" content=\"3\"><title>Mail of {product}</title>\
             <style>{STYLE}</style></head><body><main><h1>Mail of {product}</h1>{rows}</main></body></html>"
        ),
    ))
}

async fn view(request: HttpRequest, kernel: web::Data<Kernel>) -> Result<HttpResponse> {
    let id = request.match_info().query("id").to_owned();
    let mails = mails(&kernel).await?.unwrap_or_default();
    let Some(mail) = mails.into_iter().find(|mail| mail.id.as_str() == id) else {
        return Ok(ui::page(request, kernel).await);
    };
    Ok(match request.query_string() {
        "text" => answer("text/plain; charset=utf-8", mail.text),
        _ => answer("text/html; charset=utf-8", mail.html),
    })
}

fn answer(kind: &'static str, body: String) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(kind)
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .body(body)
}
