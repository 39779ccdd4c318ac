//! Sends a message. What the receiver answers is its status; the rest of the answer is not read, and no redirect is
//! followed.

use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::aws_lc_rs::default_provider;
use ureq::Agent;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::unversioned::transport::DefaultConnector;

use super::address::{PRIVATE, PublicAddresses};
use crate::base::error::{Error, Result};

/// How long a receiver may take, from the look-up of its name to the status.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A signed message.
pub(super) struct Message {
    pub(super) url: String,
    pub(super) id: String,
    pub(super) seconds: i64,
    pub(super) signature: String,
    pub(super) body: String,
}

/// What came of sending.
#[derive(Clone)]
pub(super) struct Outcome {
    pub(super) status: Option<i32>,
    /// Why it was not accepted; `None` when it was.
    pub(super) error: Option<String>,
}

impl Outcome {
    /// One that came before sending.
    pub(super) fn unsent(error: &str) -> Self {
        Self { status: None, error: Some(error.to_owned()) }
    }
}

/// Sends messages.
pub(super) struct Sender(Agent);

impl Sender {
    pub(super) fn new(to_private: bool) -> Self {
        let tls = TlsConfig::builder()
            .unversioned_rustls_crypto_provider(Arc::new(default_provider()))
            .root_certs(RootCerts::PlatformVerifier)
            .build();
        let config = Agent::config_builder()
            .tls_config(tls)
            .timeout_global(Some(TIMEOUT))
            .max_redirects(0)
            .http_status_as_error(false)
            // Each message is sent to an address that was just checked.
            .max_idle_connections(0)
            .proxy(None)
            .user_agent("mizan")
            .build();
        let resolver = PublicAddresses { to_private };
        Self(Agent::with_parts(config, DefaultConnector::default(), resolver))
    }

    /// Sends a message on a blocking thread.
    pub(super) async fn send(&self, message: Message) -> Result<Outcome> {
        let agent = self.0.clone();
        let send = move || {
            let Message { url, id, seconds, signature, body } = message;
            let sent = agent
                .post(url)
                .header("content-type", "application/json")
                .header("webhook-id", id)
                .header("webhook-timestamp", seconds.to_string())
                .header("webhook-signature", signature)
                .send(body);
            match sent {
                Ok(response) => {
                    let status = response.status();
                    let error =
                        (!status.is_success()).then(|| format!("Answered {}", status.as_u16()));
                    Outcome { status: Some(status.as_u16().into()), error }
                }
                Err(error) => Outcome { status: None, error: Some(described(&error)) },
            }
        };
        actix_web::web::block(send).await.map_err(Error::internal)
    }
}

/// Describes why there was no answer, without anything that the receiver sent.
fn described(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Timeout(_) => "No answer within 10 seconds".into(),
        ureq::Error::HostNotFound => "The host was not found".into(),
        ureq::Error::Io(error) if error.to_string() == PRIVATE => PRIVATE.into(),
        ureq::Error::Io(error) => match error.kind() {
            std::io::ErrorKind::ConnectionRefused => "The connection was refused".into(),
            std::io::ErrorKind::TimedOut => "No answer within 10 seconds".into(),
            _ => "The connection failed".into(),
        },
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) => "No secure connection was possible".into(),
        _ => "There was no answer".into(),
    }
}
