//! The link in a mail that ends its subscription: GET /api/subscriptions/stop shows a page with one button, POST ends it. Mail
//! programs open links by themselves, so that opening one must end nothing.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::queries;
use crate::base::error::Result;
use crate::records::core::Core;
use crate::records::handler::Routes;
use crate::{get, post, utoipa};

/// Mounts the operations, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(subscription_stop_page).service(subscription_stop);
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct StopParameters {
    /// The token of the link.
    token: String,
}

/// Show what ends a subscription
///
/// A page with one button, for the link in a mail.
#[get(
    "/subscriptions/stop",
    tag = "inbox",
    permission = "public",
    params(StopParameters),
    response(200, "The page", content_type = "text/html")
)]
async fn subscription_stop_page(_: web::Query<StopParameters>) -> HttpResponse {
    page("<h1>Stop these mails?</h1><form method=\"post\"><button>Stop these mails</button></form>")
}

/// End a subscription by the link in its mails
///
/// The answer is the same whether or not there is such a subscription.
#[post(
    "/subscriptions/stop",
    tag = "inbox",
    permission = "public",
    params(StopParameters),
    response(200, "It has ended", content_type = "text/html")
)]
async fn subscription_stop(
    core: web::Data<Core>,
    query: web::Query<StopParameters>,
) -> Result<HttpResponse> {
    let token = query.into_inner().token;
    core.db.write(move |conn| queries::stop(conn, &token)).await?;
    Ok(page("<h1>These mails have stopped</h1><p>You can subscribe again at any time.</p>"))
}

/// Makes a page. A form without an action is sent to the address of the page, which has the token.
fn page(body: &str) -> HttpResponse {
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>Subscription</title></head>\
         <body><main>{body}</main></body></html>"
    );
    HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_SECURITY_POLICY, "default-src 'none'; form-action 'self'"))
        .insert_header(("Referrer-Policy", "no-referrer"))
        .body(html)
}
