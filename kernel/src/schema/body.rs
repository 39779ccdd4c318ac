//! A JSON body as it comes off the wire, before any schema has looked at it.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use serde_json::Value;

use crate::error::{Error, Result};

/// The most bytes that a JSON body may have.
const LIMIT: usize = 1024 * 1024;

/// A JSON body: 415 when it is not called JSON, 413 above 1 MiB, 400 when it is not JSON.
pub struct Body(pub Value);

impl FromRequest for Body {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let kind = request.content_type().to_owned();
        let payload = web::Payload::from_request(request, payload).into_inner();
        Box::pin(async move {
            if !matches!(kind.as_str(), "application/json" | "application/merge-patch+json") {
                return Err(Error::UnsupportedType("Send the body as application/json"));
            }
            let broken = |_| Error::Malformed("The body did not arrive whole".into());
            let bytes = payload
                .map_err(broken)?
                .to_bytes_limited(LIMIT)
                .await
                .map_err(|_| Error::TooLarge("A body may have at most 1 MiB"))?
                .map_err(broken)?;
            serde_json::from_slice(&bytes)
                .map(Self)
                .map_err(|error| Error::Malformed(format!("The body is not JSON: {error}")))
        })
    }
}
