//! JSON bodies as the client sends them, before validation under a schema.

use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::base::error::{Error, Result};
use crate::records::actor::Actor;
use crate::records::core::Core;

/// The maximum size of a JSON body, in bytes.
const LIMIT: usize = 1024 * 1024;

/// The maximum size of a body on a public operation, in bytes. These bodies are small, and a client
/// that is not signed in must not make the server read and validate a megabyte.
const PUBLIC_LIMIT: usize = 64 * 1024;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(30);

/// The maximum size of a body that is discarded, in bytes, and how long it may take to arrive.
const DISCARDED_LIMIT: usize = 16 * 1024;
const DISCARDED_PATIENCE: Duration = Duration::from_secs(1);

/// A JSON body, which the OpenAPI document describes as a `T`, and which its handler validates itself.
///
/// # Errors
/// 415 when the content type is not JSON, 413 above 1 MiB, or 64 KiB on a public operation, 408
/// when it takes too long to arrive, 400 when it is not JSON.
pub(crate) struct Unchecked<T = Value> {
    pub(crate) json: Value,
    of: PhantomData<fn() -> T>,
}

impl<T> FromRequest for Unchecked<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let kind = request.content_type().to_owned();
        let payload = web::Payload::from_request(request, payload).into_inner();
        let limit = match request.extensions().get::<Actor>() {
            Some(_) => Limit { bytes: LIMIT, message: "A body may have at most 1 MiB" },
            None => Limit { bytes: PUBLIC_LIMIT, message: "A body may have at most 64 KiB here" },
        };
        Box::pin(async move {
            if !matches!(kind.as_str(), "application/json" | "application/merge-patch+json") {
                return Err(Error::UnsupportedType("Send the body as application/json"));
            }
            let bytes = arrived(payload.map_err(broken)?, limit, PATIENCE).await?;
            serde_json::from_slice(&bytes)
                .map(|json| Self { json, of: PhantomData })
                .map_err(|error| Error::Malformed(format!("The body is not JSON: {error}")))
        })
    }
}

/// A JSON body that is valid under the schema of `T`, as in the OpenAPI document.
pub struct Valid<T> {
    /// The deserialized body.
    pub value: T,
    /// The JSON as it was sent, for the fingerprint of the idempotency key.
    pub json: Value,
}

impl<T: JsonSchema + DeserializeOwned + 'static> FromRequest for Valid<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let core = request.app_data::<web::Data<Core>>().cloned();
        let body = <Unchecked>::from_request(request, payload);
        Box::pin(async move {
            let core = core.ok_or_else(|| Error::internal("the application has no core"))?;
            let json = body.await?.json;
            let value = core.checkers.of::<T>(&core.definitions)?.read(json.clone())?;
            Ok(Self { value, json })
        })
    }
}

struct Limit {
    bytes: usize,
    message: &'static str,
}

async fn arrived(payload: web::Payload, limit: Limit, patience: Duration) -> Result<web::Bytes> {
    tokio::time::timeout(patience, payload.to_bytes_limited(limit.bytes))
        .await
        .map_err(|_| Error::TooSlow)?
        .map_err(|_| Error::TooLarge(limit.message.into()))?
        .map_err(broken)
}

/// Reads the body of a request that is rejected, if it says that it is small: the connection of a body with a length that is
/// not read is closed, and opening another one costs more than the request.
pub(crate) async fn discard(request: &mut ServiceRequest) {
    let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let is_small = length
        .and_then(|length| length.parse().ok())
        .is_some_and(|length: usize| length <= DISCARDED_LIMIT);
    if is_small && let Ok(payload) = request.extract::<web::Payload>().await {
        let limit = Limit { bytes: DISCARDED_LIMIT, message: "" };
        // What does not arrive closes the connection.
        let _ = arrived(payload, limit, DISCARDED_PATIENCE).await;
    }
}

fn broken(_: actix_web::Error) -> Error {
    Error::Malformed("The body did not arrive whole".into())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use futures_util::stream;

    use super::*;

    #[actix_web::test]
    async fn a_body_that_comes_in_drops_is_not_waited_for() {
        // One byte at a time, so that each chunk alone arrives in time.
        let drops = stream::unfold((), |()| async {
            actix_web::rt::time::sleep(Duration::from_millis(1)).await;
            Some((Ok(web::Bytes::from_static(b" ")), ()))
        });
        let drops: Payload = Payload::Stream { payload: Box::pin(drops) };
        let request = TestRequest::default().to_http_request();
        let payload = web::Payload::from_request(&request, &mut { drops }).await.unwrap();
        let limit = Limit { bytes: LIMIT, message: "too large" };
        let arrived = arrived(payload, limit, Duration::from_millis(50)).await;
        assert!(matches!(arrived, Err(Error::TooSlow)));
    }
}
