//! A provider for the tests: a server with configurable responses, keys and tokens.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use aws_lc_rs::encoding::{AsDer, Pkcs8V1Der};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair, KeySize};
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair,
};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, get_current_timestamp};
use serde_json::{Value, json};

use crate::config::ProviderConfig;
use crate::limits::Limits;

pub(crate) const CALLBACK: &str = "https://desk.example.com/api/auth/oidc/idp/callback";
pub(crate) const SECRET: &str = "p%ss: wörd+";
pub(crate) const NONCE: &str = "nonce-of-this-browser";

/// How the server responds to a request.
#[derive(Clone)]
pub(crate) enum Reply {
    Json(u16, Value),
    Text(u16, String),
    Redirect(String),
    /// Nothing, until the client closes the connection.
    Silence,
    /// The beginning, and then nothing.
    Half,
}

/// A received request.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) path: String,
    pub(crate) authorization: Option<String>,
    pub(crate) body: String,
}

/// The provider of one test. Its server runs until the process ends.
pub(crate) struct Idp {
    pub(crate) issuer: String,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    replies: Mutex<HashMap<String, Reply>>,
    received: Mutex<Vec<Received>>,
}

impl Idp {
    /// Starts a correct provider, with the RSA key.
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let shared = Arc::new(Shared::default());
        let serving = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let serving = Arc::clone(&serving);
                std::thread::spawn(move || serving.respond(stream));
            }
        });
        let idp = Self { issuer, shared };
        idp.sets_reply("/.well-known/openid-configuration", Reply::Json(200, idp.discovery()));
        idp.publishes_keys(&[RSA.jwk()]);
        idp.issues(&idp.claims());
        idp
    }

    pub(crate) fn discovery(&self) -> Value {
        let at = |path: &str| format!("{}{path}", self.issuer);
        json!({
            "issuer": self.issuer, "authorization_endpoint": at("/auth"),
            "token_endpoint": at("/token"), "jwks_uri": at("/keys"),
            "userinfo_endpoint": at("/me"),
        })
    }

    /// Changes its discovery document.
    pub(crate) fn publishes(&self, name: &str, value: Value) {
        let mut document = self.discovery();
        document[name] = value;
        self.sets_reply("/.well-known/openid-configuration", Reply::Json(200, document));
    }

    pub(crate) fn sets_reply(&self, path: &str, reply: Reply) {
        self.shared.replies.lock().unwrap().insert(path.to_owned(), reply);
    }

    pub(crate) fn publishes_keys(&self, keys: &[Value]) {
        self.sets_reply("/keys", Reply::Json(200, json!({ "keys": keys })));
    }

    /// Returns valid claims.
    pub(crate) fn claims(&self) -> Value {
        let now = get_current_timestamp();
        json!({
            "iss": self.issuer, "aud": "mizan", "sub": "u1", "iat": now, "exp": now + 60,
            "nonce": NONCE, "email": "ada@example.com", "email_verified": true,
            "given_name": "Ada", "family_name": "Lovelace", "roles": ["admin"],
        })
    }

    /// Makes it issue an ID token with `claims`.
    pub(crate) fn issues(&self, claims: &Value) {
        self.issues_token(&RSA.sign(claims));
    }

    pub(crate) fn issues_token(&self, id_token: &str) {
        self.sets_reply(
            "/token",
            Reply::Json(
                200,
                json!({ "token_type": "Bearer", "id_token": id_token, "access_token": "at-1" }),
            ),
        );
    }

    /// Returns the requests for `path` so far.
    pub(crate) fn received(&self, path: &str) -> Vec<Received> {
        let received = self.shared.received.lock().unwrap();
        received.iter().filter(|received| received.path == path).cloned().collect()
    }

    pub(crate) fn config(&self) -> ProviderConfig {
        config(&self.issuer)
    }
}

pub(crate) fn config(issuer: &str) -> ProviderConfig {
    ProviderConfig {
        id: "idp".into(),
        name: "The provider".into(),
        issuer: issuer.to_owned(),
        client_id: "mizan".into(),
        client_secret: SECRET.into(),
        audience: None,
        roles_claim: "/roles".into(),
        attributes_claim: None,
        scopes: vec!["profile".into(), "email".into()],
    }
}

/// Returns an address without a listening socket.
pub(crate) fn nowhere() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

/// Returns limits for requests that must time out.
pub(crate) fn short_timeout() -> Limits {
    Limits { connect: Duration::from_millis(150), total: Duration::from_millis(150) }
}

impl Shared {
    fn respond(&self, mut stream: TcpStream) {
        let Some(received) = read(&stream) else { return };
        let reply = self.replies.lock().unwrap().get(&received.path).cloned();
        self.received.lock().unwrap().push(received);
        let (status, header, body) = match reply {
            None => (404, String::new(), String::new()),
            Some(Reply::Json(status, value)) => (status, String::new(), value.to_string()),
            Some(Reply::Text(status, text)) => (status, String::new(), text),
            Some(Reply::Redirect(to)) => (302, format!("Location: {to}\r\n"), String::new()),
            Some(Reply::Silence) => return until_closed(stream),
            Some(Reply::Half) => {
                let half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"issuer\":";
                stream.write_all(half.as_bytes()).unwrap();
                return until_closed(stream);
            }
        };
        let head = format!(
            "HTTP/1.1 {status} Status\r\n{header}Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        // A client that receives too much closes the connection.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
    }
}

fn until_closed(mut stream: TcpStream) {
    let _ = stream.read(&mut [0]);
}

fn read(stream: &TcpStream) -> Option<Received> {
    let mut lines = BufReader::new(stream);
    let mut line = String::new();
    lines.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let (mut length, mut authorization) = (0, None);
    loop {
        line.clear();
        lines.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().ok()?,
            "authorization" => authorization = Some(value.to_owned()),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    lines.read_exact(&mut body).ok()?;
    Some(Received { path, authorization, body: String::from_utf8(body).ok()? })
}

/// A signing key of the provider, named after its kind.
pub(crate) struct Signer {
    pub(crate) kid: &'static str,
    pub(crate) algorithm: Algorithm,
    pub(crate) key: EncodingKey,
}

pub(crate) static RSA: LazyLock<Signer> = LazyLock::new(|| rsa("rsa"));
pub(crate) static OTHER_RSA: LazyLock<Signer> = LazyLock::new(|| rsa("other-rsa"));
pub(crate) static P256: LazyLock<Signer> = LazyLock::new(|| {
    let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
    let key = EncodingKey::from_ec_der(key.unwrap().as_ref());
    Signer { kid: "p256", algorithm: Algorithm::ES256, key }
});
pub(crate) static P384: LazyLock<Signer> = LazyLock::new(|| {
    let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P384_SHA384_FIXED_SIGNING, &SystemRandom::new());
    let key = EncodingKey::from_ec_der(key.unwrap().as_ref());
    Signer { kid: "p384", algorithm: Algorithm::ES384, key }
});
pub(crate) static ED25519: LazyLock<Signer> = LazyLock::new(|| {
    let key = Ed25519KeyPair::generate_pkcs8v1(&SystemRandom::new()).unwrap();
    Signer {
        kid: "ed25519",
        algorithm: Algorithm::EdDSA,
        key: EncodingKey::from_ed_der(key.as_ref()),
    }
});

fn rsa(kid: &'static str) -> Signer {
    let key = KeyPair::generate(KeySize::Rsa2048).unwrap();
    let der: Pkcs8V1Der<'_> = key.as_der().unwrap();
    // The RSA key itself, without the 26 bytes of its PKCS #8 header.
    let key = EncodingKey::from_rsa_der(&der.as_ref()[26..]);
    Signer { kid, algorithm: Algorithm::RS256, key }
}

impl Signer {
    /// Returns it as a provider publishes it.
    pub(crate) fn jwk(&self) -> Value {
        let jwk = Jwk::from_encoding_key(&self.key, self.algorithm).unwrap();
        let mut jwk = serde_json::to_value(jwk).unwrap();
        jwk["kid"] = self.kid.into();
        jwk["use"] = "sig".into();
        jwk
    }

    /// Returns it with one member changed, or removed by null.
    pub(crate) fn jwk_with(&self, name: &str, value: Value) -> Value {
        with(self.jwk(), name, value)
    }

    pub(crate) fn sign(&self, claims: &Value) -> String {
        self.sign_as(&self.header(), claims)
    }

    pub(crate) fn header(&self) -> Header {
        let mut header = Header::new(self.algorithm);
        header.kid = Some(self.kid.into());
        header
    }

    pub(crate) fn sign_as(&self, header: &Header, claims: &Value) -> String {
        jsonwebtoken::encode(header, claims, &self.key).unwrap()
    }
}

/// Returns the object with one member changed, or removed by null.
pub(crate) fn with(mut object: Value, name: &str, value: Value) -> Value {
    if value.is_null() {
        object.as_object_mut().unwrap().shift_remove(name);
    } else {
        object[name] = value;
    }
    object
}
