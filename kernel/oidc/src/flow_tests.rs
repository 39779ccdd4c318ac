//! Tests of the whole flow, with correct and misbehaving providers.

use std::time::Duration;

use serde_json::{Value, json};

use crate::clock::advance;
use crate::config::ProviderConfig;
use crate::error::ProviderError;
use crate::exchange::AuthorizationResponse;
use crate::identity::Person;
use crate::provider::Provider;
use crate::testing::{
    CALLBACK, Idp, NONCE, OTHER_RSA, RSA, Reply, SECRET, config, nowhere, short_timeout, with,
};

const DISCOVERY: &str = "/.well-known/openid-configuration";

impl Idp {
    /// Makes a client of it.
    pub(crate) fn provider(&self) -> Provider {
        Provider::new(self.config())
    }

    /// Makes a client of it with other settings.
    pub(crate) fn provider_with(&self, config: ProviderConfig) -> Provider {
        Provider::new(config)
    }

    /// Ends a sign-in at `provider` with a code.
    pub(crate) async fn finish(&self, provider: &Provider) -> Result<Person, ProviderError> {
        let response =
            AuthorizationResponse { code: "c0de", iss: None, verifier: "v3rifier", nonce: NONCE };
        provider.finish(CALLBACK, response).await
    }
}

#[tokio::test]
async fn a_sign_in_returns_the_person() {
    let idp = Idp::start();
    let provider = idp.provider();
    let begun = provider.begin(CALLBACK).await.unwrap();
    idp.issues(&with(idp.claims(), "nonce", json!(begun.nonce)));
    let response = AuthorizationResponse {
        code: "c0de",
        iss: None,
        verifier: &begun.verifier,
        nonce: &begun.nonce,
    };
    let person = provider.finish(CALLBACK, response).await.unwrap();
    assert_eq!((person.issuer, person.subject.as_str()), (idp.issuer.clone(), "u1"));
    let form = &idp.received("/token")[0].body;
    assert!(form.contains(&format!("&code_verifier={}", begun.verifier)), "{form}");
    assert_eq!((idp.received(DISCOVERY).len(), idp.received("/keys").len()), (1, 1));
}

#[tokio::test]
async fn an_unreachable_provider_is_retried() {
    let idp = Idp::start();
    let provider = idp.provider();
    idp.sets_reply(DISCOVERY, Reply::Text(503, String::new()));
    let began = async || provider.begin(CALLBACK).await.is_ok();
    assert_eq!(tokio::join!(began(), began(), began()), (false, false, false));
    assert_eq!(idp.received(DISCOVERY).len(), 1);
    idp.publishes("x", Value::Null);
    advance(Duration::from_secs(4));
    assert!(began().await);
    idp.sets_reply(DISCOVERY, Reply::Text(503, String::new()));
    advance(Duration::from_secs(2 * 60 * 60));
    assert!(began().await);
    advance(Duration::from_secs(30 * 60 * 60));
    assert!(!began().await);
}

#[tokio::test]
async fn down_slow_huge_and_redirecting_providers_are_unreachable_at_every_step() {
    let idp = Idp::start();
    let huge = || Reply::Text(200, format!("{{{}}}", " ".repeat(2 * 1024 * 1024)));
    let elsewhere = || Reply::Redirect(format!("{}/elsewhere", idp.issuer));
    for path in [DISCOVERY, "/keys", "/token", "/me"] {
        for (what, reply) in [
            ("down", Reply::Text(503, String::new())),
            ("slow", Reply::Silence),
            ("slower", Reply::Half),
            ("huge", huge()),
            ("redirecting", elsewhere()),
            ("nonsense", Reply::Text(200, "<html>".into())),
        ] {
            let slow = matches!(reply, Reply::Silence | Reply::Half);
            idp.publishes("x", Value::Null);
            idp.publishes_keys(&[RSA.jwk()]);
            idp.issues(&with(idp.claims(), "email", Value::Null));
            idp.sets_reply(path, reply);
            let provider = match slow {
                true => Provider::with_limits(idp.config(), &short_timeout()),
                false => idp.provider(),
            };
            let outcome = idp.finish(&provider).await;
            assert!(
                matches!(outcome, Err(ProviderError::Unreachable(_))),
                "{path} {what}: {outcome:?}"
            );
        }
    }
    assert!(idp.received("/elsewhere").is_empty());
    let outcome = Provider::new(config(&nowhere())).begin(CALLBACK).await.err();
    assert!(matches!(outcome, Some(ProviderError::Unreachable(_))), "{outcome:?}");
}

#[tokio::test]
async fn a_provider_with_another_issuer_is_refused() {
    let (idp, other) = (Idp::start(), Idp::start());
    idp.sets_reply(DISCOVERY, Reply::Json(200, other.discovery()));
    let outcome = idp.provider().begin(CALLBACK).await.err();
    let expected = format!("{} calls itself {:?}", idp.issuer, other.issuer);
    assert_eq!(outcome, Some(ProviderError::refused(expected)));
    for issuer in ["http://id.example.com", "https://me@id.example.com", "nonsense"] {
        let outcome = Provider::new(config(issuer)).begin(CALLBACK).await.err();
        assert_eq!(outcome, Some(ProviderError::refused(format!("{issuer:?} is no issuer"))));
    }
}

#[tokio::test]
async fn the_token_of_one_provider_is_invalid_at_another() {
    let (idp, other) = (Idp::start(), Idp::start());
    other.publishes_keys(&[OTHER_RSA.jwk_with("kid", json!("rsa"))]);
    other.issues(&idp.claims());
    assert!(matches!(other.finish(&other.provider()).await, Err(ProviderError::Refused(_))));
    other.publishes_keys(&[RSA.jwk()]);
    assert!(matches!(other.finish(&other.provider()).await, Err(ProviderError::Refused(_))));
    other.issues(&other.claims());
    assert!(other.finish(&other.provider()).await.is_ok());
}

#[tokio::test]
async fn no_secret_is_logged() {
    let idp = Idp::start();
    let token = RSA.sign(&with(idp.claims(), "nonce", json!("other")));
    let secrets = [SECRET, "c0de", "v3rifier", NONCE, "at-1", &token];
    let all = json!({ "error": secrets, "error_description": secrets, "token_type": secrets });
    let claims = with(idp.claims(), "email", Value::Null);
    for (path, reply) in [
        ("/token", Reply::Json(400, all.clone())),
        ("/token", Reply::Json(500, all.clone())),
        ("/token", Reply::Json(200, all.clone())),
        ("/token", Reply::Text(200, secrets.join(" "))),
        ("/token", Reply::Json(200, json!({ "token_type": "bearer", "id_token": token }))),
        ("/token", Reply::Json(200, json!({ "token_type": "bearer", "id_token": "c0de.at-1.x" }))),
        ("/token", Reply::Silence),
        ("/keys", Reply::Text(200, secrets.join(" "))),
        ("/me", Reply::Json(401, all.clone())),
        ("/me", Reply::Json(200, all.clone())),
        ("/me", Reply::Silence),
    ] {
        idp.publishes_keys(&[RSA.jwk()]);
        idp.issues(&claims);
        idp.sets_reply(path, reply);
        let provider = Provider::with_limits(idp.config(), &short_timeout());
        let outcome = format!("{:?}", idp.finish(&provider).await.unwrap_err());
        for secret in secrets {
            assert!(!outcome.contains(secret), "{path}: {outcome}");
        }
    }
}
