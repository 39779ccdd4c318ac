//! The one place that sends requests to another machine. A response must arrive in time, with
//! limited size, and from the address itself: redirects are not followed.

use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::aws_lc_rs::default_provider;
use serde_json::Value;
use tokio::sync::Semaphore;
use ureq::http::header::AUTHORIZATION;
use ureq::http::{Response, StatusCode, Uri};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body};

use crate::error::ProviderError;
use crate::limits::Limits;

/// The maximum size of a response, in bytes.
const MAX_BODY_BYTES: u64 = 1024 * 1024;

/// The maximum number of concurrent requests to one provider. Each occupies a thread, and an
/// unresponsive provider must not occupy all threads that the database needs.
const MAX_CONCURRENT: usize = 16;

/// An address that requests may be sent to: https, or http on the loopback interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address(String);

impl Address {
    /// Parses an address. Rejects everything that another parser could read differently: user
    /// information before the host, backslashes, spaces, fragments.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let odd = |byte: u8| !byte.is_ascii_graphic() || b"\\#\"<>^`{|}".contains(&byte);
        if text.len() > 2000 || text.bytes().any(odd) {
            return None;
        }
        let uri: Uri = text.parse().ok()?;
        if uri.authority()?.as_str().contains('@') {
            return None;
        }
        let host = uri.host()?;
        let is_loopback = || ["127.0.0.1", "localhost", "[::1]"].contains(&host);
        let allowed = match uri.scheme_str()? {
            "https" => !host.is_empty(),
            "http" => is_loopback(),
            _ => false,
        };
        allowed.then(|| Self(text.to_owned()))
    }

    /// Returns the address as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Sends requests to one provider.
pub(crate) struct Http {
    agent: Agent,
    total: Duration,
    permits: Semaphore,
}

impl Http {
    /// Makes the client.
    pub(crate) fn new(limits: &Limits) -> Self {
        let tls = TlsConfig::builder()
            .unversioned_rustls_crypto_provider(Arc::new(default_provider()))
            .root_certs(RootCerts::PlatformVerifier)
            .build();
        let config = Agent::config_builder()
            .tls_config(tls)
            .timeout_connect(Some(limits.connect))
            .timeout_global(Some(limits.total))
            .max_redirects(0)
            .http_status_as_error(false)
            // Requests are rare, and a connection that the provider has closed meanwhile would fail
            // a sign-in.
            .max_idle_connections(0)
            // The environment is read in one place only, and that has no setting for a proxy.
            .proxy(None)
            .accept("application/json")
            .user_agent("mizan")
            .build();
        Self {
            agent: config.new_agent(),
            total: limits.total,
            permits: Semaphore::new(MAX_CONCURRENT),
        }
    }

    /// Fetches a document published at `address`: no status of it counts as
    /// [`ProviderError::Refused`].
    pub(crate) async fn get(&self, address: &Address) -> Result<Value, ProviderError> {
        let url = address.0.clone();
        let (status, body) = self.send(address, move |agent| agent.get(url).call()).await?;
        read(address, status, &body)
    }

    /// Fetches `address` with an access token.
    pub(crate) async fn get_as_bearer(
        &self,
        address: &Address,
        token: &str,
    ) -> Result<Value, ProviderError> {
        let (url, header) = (address.0.clone(), format!("Bearer {token}"));
        let (status, body) = self
            .send(address, move |agent| agent.get(url).header(AUTHORIZATION, header).call())
            .await?;
        check_accepted(address, status, &body)?;
        read(address, status, &body)
    }

    /// Posts a form to `address`, and returns the response.
    pub(crate) async fn post_form(
        &self,
        address: &Address,
        form: Vec<(&'static str, String)>,
        authorization: Option<String>,
    ) -> Result<Value, ProviderError> {
        let url = address.0.clone();
        let send = move |agent: Agent| {
            let mut request = agent.post(url);
            if let Some(header) = authorization {
                request = request.header(AUTHORIZATION, header);
            }
            request.send_form(form)
        };
        let (status, body) = self.send(address, send).await?;
        check_accepted(address, status, &body)?;
        read(address, status, &body)
    }

    /// Sends a request, once fewer than [`MAX_CONCURRENT`] are running. Returns the status and the
    /// body.
    async fn send(
        &self,
        address: &Address,
        request: impl FnOnce(Agent) -> Result<Response<Body>, ureq::Error> + Send + 'static,
    ) -> Result<(StatusCode, Vec<u8>), ProviderError> {
        let Ok(Ok(_permit)) = tokio::time::timeout(self.total, self.permits.acquire()).await else {
            return Err(ProviderError::unreachable(format!("{} has too many callers", address.0)));
        };
        let agent = self.agent.clone();
        let response = blocking(move || {
            let mut response = request(agent)?;
            // A body of exactly the limit counts as too long.
            let body = response.body_mut().with_config().limit(MAX_BODY_BYTES + 1).read_to_vec()?;
            Ok::<_, ureq::Error>((response.status(), body))
        });
        response
            .await?
            .map_err(|error| ProviderError::unreachable(format!("{} failed: {error}", address.0)))
    }
}

/// Runs blocking work on a blocking thread.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ProviderError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| ProviderError::unreachable("a thread that asked a provider panicked"))
}

/// Checks that a response is no error of the client. An error is reported by the provider's own
/// error code, and by nothing else of its body.
fn check_accepted(address: &Address, status: StatusCode, body: &[u8]) -> Result<(), ProviderError> {
    if !status.is_client_error() {
        return Ok(());
    }
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let code = body.get("error").and_then(Value::as_str).filter(|code| is_code(code));
    let code = code.unwrap_or("no error code");
    Err(ProviderError::refused(format!("{} answered {}: {code}", address.0, status.as_u16())))
}

/// Returns whether a text has the form of an OAuth 2.0 error code.
fn is_code(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 40
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// Reads the body of a successful response.
fn read(address: &Address, status: StatusCode, body: &[u8]) -> Result<Value, ProviderError> {
    if status != StatusCode::OK {
        return Err(ProviderError::unreachable(format!(
            "{} answered {}",
            address.0,
            status.as_u16()
        )));
    }
    serde_json::from_slice(body)
        .map_err(|_| ProviderError::unreachable(format!("{} answered no JSON", address.0)))
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::TcpListener;

    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};
    use rustls::{ServerConfig, ServerConnection, StreamOwned};

    use super::*;
    use crate::testing::{Idp, Reply, nowhere, short_timeout};

    /// Self-signed, for `127.0.0.1` and `localhost`.
    const CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUXWCgidZLbW340rFBS04K5fl+wu0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAxNTI1MFoYDzIxMjYxMDI5
MDE1MjUwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS/Hw793mp3xV7sq8yk5MsVzjrtapuLAO3MgdDiMGZzxvVspGH5DDIp
yPcoWPjJJVeR0nijzjB01lIa/L9/HLu4o28wbTAdBgNVHQ4EFgQUTPjVsCXQC/TH
MkfT83MG5+2KEGQwHwYDVR0jBBgwFoAUTPjVsCXQC/THMkfT83MG5+2KEGQwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZI
zj0EAwIDSQAwRgIhAM3AW0V24ZbHBVvQYCGPQ7fU+8iuShl3d1W7fY9f1Zp2AiEA
0V89AQmmp9Bw/Nl8ptm8OONEo0N217k5hEkmYPOzG9c=
-----END CERTIFICATE-----";
    const PRIVATE_KEY: &str = "-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgd8Qo3hhiz2u8M5hO
o092BYzJPEaRyzYV51t0r4qYW2KhRANCAAS/Hw793mp3xV7sq8yk5MsVzjrtapuL
AO3MgdDiMGZzxvVspGH5DDIpyPcoWPjJJVeR0nijzjB01lIa/L9/HLu4
-----END PRIVATE KEY-----";

    #[test]
    fn addresses_are_https_or_loopback_and_unambiguous() {
        for (text, expected) in [
            ("https://id.example.com", true),
            ("https://id.example.com:8443/a/b?c=d&e=%20", true),
            ("https://192.0.2.1/x", true),
            ("http://127.0.0.1", true),
            ("http://127.0.0.1:3000/x", true),
            ("http://localhost:3000/x", true),
            ("http://[::1]:3000/x", true),
            ("http://id.example.com", false),
            ("http://127.0.0.1.example.com", false),
            ("http://localhost.example.com", false),
            ("http://127.0.0.2", false),
            ("http://[::2]", false),
            ("http://0.0.0.0", false),
            ("http://localhost@example.com", false),
            ("http://localhost:80@example.com", false),
            ("https://me:secret@id.example.com", false),
            ("https://id.example.com#x", false),
            ("https://id.example.com\\@example.com", false),
            ("https://id.example.com/a b", false),
            ("https://id.example.com/\r\nX: y", false),
            ("https://idé.example.com", false),
            (" https://id.example.com", false),
            ("https://", false),
            ("https:///x", false),
            ("//id.example.com", false),
            ("/x", false),
            ("", false),
            ("ftp://id.example.com", false),
            ("javascript:alert(1)", false),
        ] {
            assert_eq!(Address::parse(text).is_some(), expected, "{text}");
        }
        assert!(Address::parse(&format!("https://id.example.com/{}", "x".repeat(2000))).is_none());
    }

    async fn document(address: &str, limits: &Limits) -> Result<Value, String> {
        match Http::new(limits).get(&Address::parse(address).unwrap()).await {
            Ok(value) => Ok(value),
            Err(ProviderError::Unreachable(what)) => Err(what),
            Err(ProviderError::Refused(what)) => Err(format!("refused: {what}")),
        }
    }

    #[tokio::test]
    async fn unusable_responses_are_an_unreachable_provider() {
        let idp = Idp::start();
        let json = |length: u64| {
            let empty = "{\"a\":\"\"}";
            let filling = usize::try_from(length).unwrap() - empty.len();
            format!("{{\"a\":\"{}\"}}", "x".repeat(filling))
        };
        for (what, reply, expected) in [
            ("well", Reply::Text(200, "{}".into()), "fine"),
            ("as much as it may be", Reply::Text(200, json(MAX_BODY_BYTES)), "fine"),
            ("more", Reply::Text(200, json(MAX_BODY_BYTES + 1)), "larger than request limit"),
            ("far more", Reply::Text(200, json(MAX_BODY_BYTES * 20)), "larger than request limit"),
            ("no JSON", Reply::Text(200, "<html>".into()), "answered no JSON"),
            ("half JSON", Reply::Text(200, "{\"a\":".into()), "answered no JSON"),
            ("nothing", Reply::Text(200, String::new()), "answered no JSON"),
            ("a fault", Reply::Text(500, "{}".into()), "answered 500"),
            ("away", Reply::Text(503, "{}".into()), "answered 503"),
            ("not there", Reply::Text(404, "{}".into()), "answered 404"),
            ("elsewhere", Reply::Redirect(format!("{}/target", idp.issuer)), "answered 302"),
        ] {
            idp.sets_reply("/x", reply);
            let outcome = document(&format!("{}/x", idp.issuer), &Limits::default()).await;
            let outcome = outcome.map_or_else(|outcome| outcome, |_| "fine".into());
            assert!(outcome.ends_with(expected) || outcome.contains(expected), "{what}: {outcome}");
        }
        assert!(idp.received("/target").is_empty());
        assert!(document(&nowhere(), &Limits::default()).await.unwrap_err().contains("refused"));
    }

    #[tokio::test]
    async fn no_request_takes_longer_than_the_limit() {
        let idp = Idp::start();
        for reply in [Reply::Silence, Reply::Half] {
            idp.sets_reply("/x", reply);
            let outcome =
                document(&format!("{}/x", idp.issuer), &short_timeout()).await.unwrap_err();
            assert!(outcome.contains("timeout"), "{outcome}");
        }
        let limits = Limits::default();
        assert_eq!((limits.connect.as_secs(), limits.total.as_secs()), (3, 5));
    }

    #[tokio::test]
    async fn a_provider_occupies_a_limited_number_of_threads() {
        let idp = Idp::start();
        let address = Address::parse(&idp.issuer).unwrap();
        let http = Http::new(&short_timeout());
        let _all = http.permits.acquire_many(MAX_CONCURRENT.try_into().unwrap()).await.unwrap();
        let outcome = http.get(&address).await.unwrap_err().to_string();
        assert!(outcome.ends_with("has too many callers"), "{outcome}");

        let http = Http::new(&Limits::default());
        for _ in 0..=MAX_CONCURRENT {
            let outcome = http.get(&address).await.unwrap_err().to_string();
            assert!(outcome.ends_with("answered 404"), "{outcome}");
        }
        assert_eq!(http.permits.available_permits(), MAX_CONCURRENT);
    }

    #[tokio::test]
    async fn a_refusal_is_reported_by_its_code_and_nothing_else() {
        let idp = Idp::start();
        let address = Address::parse(&format!("{}/x", idp.issuer)).unwrap();
        let http = Http::new(&Limits::default());
        for (body, expected) in [
            (r#"{"error":"invalid_grant","error_description":"c0de"}"#, "invalid_grant"),
            (r#"{"error":"The code c0de is used"}"#, "no error code"),
            (r#"{"error":"a\nb"}"#, "no error code"),
            (r#"{"error":""}"#, "no error code"),
            (r#"{"error":["c0de"]}"#, "no error code"),
            (r#"["error"]"#, "no error code"),
            ("c0de", "no error code"),
        ] {
            idp.sets_reply("/x", Reply::Text(400, body.into()));
            let expected =
                ProviderError::refused(format!("{} answered 400: {expected}", address.0));
            assert_eq!(
                http.post_form(&address, vec![], None).await,
                Err(expected.clone()),
                "{body}"
            );
            assert_eq!(http.get_as_bearer(&address, "token").await, Err(expected), "{body}");
        }
    }

    #[tokio::test]
    async fn a_self_signed_certificate_is_refused() {
        let certificate = CertificateDer::from_pem_slice(CERTIFICATE.as_bytes()).unwrap();
        let key = PrivateKeyDer::from_pem_slice(PRIVATE_KEY.as_bytes()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("https://{}/x", listener.local_addr().unwrap());
        let server = std::thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            let server = ServerConnection::new(Arc::new(config)).unwrap();
            StreamOwned::new(server, stream).read(&mut [0])
        });
        let outcome = document(&address, &Limits::default()).await.unwrap_err();
        assert!(outcome.contains("certificate"), "{outcome}");
        assert!(server.join().unwrap().is_err());
    }
}
