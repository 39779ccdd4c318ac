//! Server-sent events as tests read them.

use std::pin::Pin;
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::HeaderMap;
use serde_json::Value;
use tokio::time::timeout;

/// How long a test waits for an event that must come.
const PATIENCE: Duration = Duration::from_secs(20);

/// A response of server-sent events.
pub struct EventStream {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The position after the last event, to resume at.
    pub position: String,
    body: Pin<Box<BoxBody>>,
    text: String,
}

impl EventStream {
    pub(super) fn of(response: ServiceResponse<BoxBody>) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        let body = Box::pin(response.into_body());
        Self { status, headers, position: String::new(), body, text: String::new() }
    }

    /// Waits for the next event that is not empty: its name and data. `None` when the response ends.
    ///
    /// # Panics
    /// When neither happens in time.
    pub async fn next(&mut self) -> Option<(String, Value)> {
        self.next_within(PATIENCE).await.unwrap_or_else(|| panic!("no event; {}", self.text))
    }

    /// Waits for the next event so long at most: `None` when nothing happens.
    pub async fn next_within(&mut self, time: Duration) -> Option<Option<(String, Value)>> {
        timeout(time, self.read()).await.ok()
    }

    async fn read(&mut self) -> Option<(String, Value)> {
        loop {
            while let Some((block, rest)) = self.text.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.text = rest;
                let field = |name: &str| {
                    let line = block.lines().find_map(|line| line.strip_prefix(name));
                    line.map(|value| value.trim_start().to_owned())
                };
                if let Some(id) = field("id:") {
                    self.position = id;
                }
                if let Some(data) = field("data:") {
                    let data = serde_json::from_str(&data).unwrap_or_default();
                    return Some((field("event:").unwrap_or_default(), data));
                }
            }
            let body = &mut self.body;
            let bytes = std::future::poll_fn(|context| body.as_mut().poll_next(context)).await;
            match bytes? {
                Ok(bytes) => self.text.push_str(&String::from_utf8_lossy(&bytes)),
                Err(error) => panic!("the response ends with an error: {error}"),
            }
        }
    }
}
