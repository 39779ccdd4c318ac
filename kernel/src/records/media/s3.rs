//! A client of an object store with Amazon's S3 API. rusty-s3 signs requests (AWS signature version
//! 4, in the query), and the HTTP client of the identity providers sends them.

use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::aws_lc_rs::default_provider;
use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle};
use ureq::http::header::CONTENT_TYPE;
use ureq::http::{Response, StatusCode};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body};

use crate::base::config::S3Settings;
use crate::base::error::{Error, Result};

/// The maximum size of an object, in bytes: far more than any picture has.
pub(super) const MOST: u64 = 256 << 20;

/// Returned to a request that needs the store while it is unreachable.
pub(super) const AWAY: &str = "Images cannot be stored or shown at the moment. Try again shortly";

/// How long a signature is valid.
const SIGNED: Duration = Duration::from_secs(5 * 60);

/// The timeouts of a request: until it is connected, and until its response is complete.
const CONNECT: Duration = Duration::from_secs(3);
const WHOLE: Duration = Duration::from_secs(30);

/// How many bytes of an error response are read.
const SAID: usize = 400;

/// A bucket.
pub(crate) struct S3 {
    bucket: Bucket,
    credentials: Credentials,
    agent: Agent,
}

impl S3 {
    pub(super) fn of(settings: &S3Settings) -> Result<Self> {
        let S3Settings { endpoint, bucket, region, access_key, secret_key, virtual_host } =
            settings;
        let wrong = |what: &dyn std::fmt::Display| {
            Error::startup(format!("media_s3_endpoint {endpoint} cannot be used: {what}"))
        };
        let url = endpoint.parse().map_err(|error| wrong(&error))?;
        let style = if *virtual_host { UrlStyle::VirtualHost } else { UrlStyle::Path };
        let bucket = Bucket::new(url, style, bucket.clone(), region.clone())
            .map_err(|error| wrong(&error))?;
        let tls = TlsConfig::builder()
            .unversioned_rustls_crypto_provider(Arc::new(default_provider()))
            .root_certs(RootCerts::PlatformVerifier)
            .build();
        let config = Agent::config_builder()
            .tls_config(tls)
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(WHOLE))
            .max_redirects(0)
            .http_status_as_error(false)
            // Settings are read from the environment in one place, and none of them is a proxy.
            .proxy(None)
            .user_agent("mizan")
            .build();
        let credentials = Credentials::new(access_key.clone(), secret_key.clone());
        Ok(Self { bucket, credentials, agent: config.new_agent() })
    }

    pub(super) fn put(&self, key: &str, bytes: &[u8], content_type: &str) -> Result<()> {
        let url = self.bucket.put_object(Some(&self.credentials), key).sign(SIGNED);
        let answer = self.agent.put(url.as_str()).header(CONTENT_TYPE, content_type).send(bytes);
        self.accepted(answer).map(drop)
    }

    pub(super) fn get(&self, key: &str) -> Result<Option<Vec<u8>>> {
        let url = self.bucket.get_object(Some(&self.credentials), key).sign(SIGNED);
        let Some(mut answer) = self.accepted(self.agent.get(url.as_str()).call())? else {
            return Ok(None);
        };
        let bytes = answer.body_mut().with_config().limit(MOST).read_to_vec();
        bytes.map(Some).map_err(|error| self.away(&error))
    }

    pub(super) fn delete(&self, key: &str) -> Result<()> {
        let url = self.bucket.delete_object(Some(&self.credentials), key).sign(SIGNED);
        self.accepted(self.agent.delete(url.as_str()).call()).map(drop)
    }

    /// Returns the response of the store; `None` when it has no such object. Any other error, and a
    /// timeout, is logged for operators, and the client may try again.
    fn accepted(
        &self,
        answer: Result<Response<Body>, ureq::Error>,
    ) -> Result<Option<Response<Body>>> {
        let mut answer = answer.map_err(|error| self.away(&error))?;
        match answer.status() {
            status if status.is_success() => Ok(Some(answer)),
            // The store returns the same status for a missing bucket.
            StatusCode::NOT_FOUND => {
                let said = said(&mut answer);
                if said.contains("NoSuchBucket") { Err(self.away(&said)) } else { Ok(None) }
            }
            status => Err(self.away(&format!("{status}: {}", said(&mut answer)))),
        }
    }

    fn away(&self, reason: &dyn std::fmt::Display) -> Error {
        // The URL of a request contains its signature, and is not logged.
        tracing::warn!(%reason, store = %self, "the object store failed");
        Error::Busy(AWAY)
    }
}

fn said(answer: &mut Response<Body>) -> String {
    let bytes = answer.body_mut().with_config().limit(64 * 1024).read_to_vec();
    let bytes = bytes.unwrap_or_default();
    String::from_utf8_lossy(&bytes).chars().take(SAID).collect()
}

impl std::fmt::Display for S3 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the bucket {}", self.bucket.base_url())
    }
}
