//! Validates ID tokens, by OpenID Connect Core 3.1.3.7.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use jsonwebtoken::{Algorithm, Validation, decode, decode_header, get_current_timestamp};
use serde_json::Value;

use crate::config::ProviderConfig;
use crate::error::ProviderError;
use crate::keys::PublicKey;

/// The maximum clock skew between two machines, in seconds.
const LEEWAY: u64 = 5;

/// The maximum age of an ID token, in seconds: it was issued during the exchange.
const MAX_AGE: u64 = 10 * 60;

/// Returns the key id that the token names. Nothing of the token is verified yet.
pub(crate) fn key_id(token: &str) -> Result<Option<String>, ProviderError> {
    let header = decode_header(token).map_err(|_| refused("is none"))?;
    if header.crit.is_some() {
        return Err(refused("wants something that is not known here"));
    }
    Ok(header.kid)
}

/// Returns the error of a token whose key the provider does not publish.
pub(crate) fn unknown_key() -> ProviderError {
    refused("is signed with a key that the provider has not")
}

/// Returns the claims of a token requested with `nonce`, if `key` has signed it and they are valid.
pub(crate) fn claims(
    config: &ProviderConfig,
    token: &str,
    key: &PublicKey,
    nonce: &str,
) -> Result<Value, ProviderError> {
    let claims = decode::<Value>(token, &key.key, &validation(config, key.algorithm))
        .map_err(|error| refused(&format!("does not hold: {:?}", error.kind())))?
        .claims;
    match claim_error(config, &claims, nonce) {
        Some(error) => Err(refused(error)),
        None => Ok(claims),
    }
}

/// Configures what the library validates. The algorithm is that of the key: a token could otherwise
/// choose a weak one.
fn validation(config: &ProviderConfig, algorithm: Algorithm) -> Validation {
    let mut validation = Validation::new(algorithm);
    validation.set_issuer(&[&config.issuer]);
    validation.set_audience(&[&config.client_id]);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    validation.validate_nbf = true;
    validation.leeway = LEEWAY;
    validation
}

/// Validates what the library does not: signature, times, issuer and audience are valid already.
fn claim_error(config: &ProviderConfig, claims: &Value, nonce: &str) -> Option<&'static str> {
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    // The library accepts an array of issuers as well.
    if text("iss") != Some(&config.issuer) {
        return Some("has several issuers");
    }
    let others = claims.get("aud").and_then(Value::as_array).is_some_and(|all| all.len() > 1);
    if (others || claims.get("azp").is_some()) && text("azp") != Some(&config.client_id) {
        return Some("is for another client");
    }
    let same = |given: &str| verify_slices_are_equal(given.as_bytes(), nonce.as_bytes()).is_ok();
    if !text("nonce").is_some_and(same) {
        return Some("answers another question");
    }
    let now = get_current_timestamp();
    match claims.get("iat").and_then(Value::as_u64) {
        None => Some("does not say when it was made"),
        Some(at) if at > now + LEEWAY => Some("is from the future"),
        Some(at) if at < now - MAX_AGE - LEEWAY => Some("is old"),
        Some(_) => None,
    }
}

fn refused(what: &str) -> ProviderError {
    ProviderError::refused(format!("the ID token {what}"))
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use jsonwebtoken::{EncodingKey, Header};
    use serde_json::json;

    use super::*;
    use crate::testing::{ED25519, Idp, NONCE, OTHER_RSA, P256, P384, RSA, SECRET, with};

    async fn outcome(idp: &Idp, token: &str) -> String {
        idp.issues_token(token);
        match idp.finish(&idp.provider()).await {
            Ok(_) => "holds".into(),
            Err(ProviderError::Refused(what)) => what,
            Err(ProviderError::Unreachable(what)) => format!("unreachable: {what}"),
        }
    }

    #[tokio::test]
    async fn tokens_of_every_kind_of_key_are_valid() {
        let idp = Idp::start();
        for signer in [&*RSA, &*P256, &*P384, &*ED25519] {
            idp.publishes_keys(&[RSA.jwk(), P256.jwk(), P384.jwk(), ED25519.jwk()]);
            assert_eq!(outcome(&idp, &signer.sign(&idp.claims())).await, "holds", "{}", signer.kid);
            // A sole key need not be named.
            idp.publishes_keys(&[signer.jwk_with("kid", Value::Null)]);
            let unnamed = signer.sign_as(&Header::new(signer.algorithm), &idp.claims());
            assert_eq!(outcome(&idp, &unnamed).await, "holds", "{}", signer.kid);
        }
    }

    #[tokio::test]
    async fn invalid_claims_are_refused() {
        const FOREIGN: &str = "the ID token is for another client";
        const ANSWERS: &str = "the ID token answers another question";
        const WHO: &str = "the token does not say whom it is about";
        let idp = Idp::start();
        let kind = |kind: &str| format!("the ID token does not hold: {kind}");
        let missing = |claim: &str| kind(&format!("MissingRequiredClaim(\"{claim}\")"));
        let expired = kind("ExpiredSignature");
        let (no_issuer, no_audience) = (kind("InvalidIssuer"), kind("InvalidAudience"));
        for (claim, value, expected) in [
            ("x", json!("y"), "holds"),
            ("iss", json!("https://other.example.com"), &no_issuer),
            ("iss", json!(format!("{}/", idp.issuer)), &no_issuer),
            ("iss", json!([idp.issuer, "x"]), "the ID token has several issuers"),
            ("iss", Value::Null, &missing("iss")),
            ("aud", json!("other"), &no_audience),
            ("aud", json!("MIZAN"), &no_audience),
            ("aud", json!([]), &no_audience),
            ("aud", json!(7), &missing("aud")),
            ("aud", Value::Null, &missing("aud")),
            ("aud", json!(["mizan"]), "holds"),
            ("aud", json!(["other", "mizan"]), FOREIGN),
            ("azp", json!("mizan"), "holds"),
            ("azp", json!("other"), FOREIGN),
            ("azp", json!(["mizan"]), FOREIGN),
            ("exp", json!("never"), &missing("exp")),
            ("exp", json!(-1), &missing("exp")),
            ("exp", Value::Null, &missing("exp")),
            ("nbf", json!("soon"), &kind("InvalidClaimFormat(\"nbf\")")),
            ("iat", json!(0), "the ID token is old"),
            ("iat", json!("now"), "the ID token does not say when it was made"),
            ("iat", Value::Null, "the ID token does not say when it was made"),
            ("nonce", json!("nonce-of-that-browser"), ANSWERS),
            ("nonce", json!(format!("{NONCE}x")), ANSWERS),
            ("nonce", json!(""), ANSWERS),
            ("nonce", json!([NONCE]), ANSWERS),
            ("nonce", Value::Null, ANSWERS),
            ("sub", json!("x".repeat(255)), "holds"),
            ("sub", json!("x".repeat(256)), WHO),
            ("sub", json!("é"), WHO),
            ("sub", json!("a\u{0}b"), WHO),
            ("sub", json!(""), WHO),
            ("sub", json!(7), &missing("sub")),
            ("sub", Value::Null, &missing("sub")),
        ] {
            let token = RSA.sign(&with(idp.claims(), claim, value.clone()));
            assert_eq!(outcome(&idp, &token).await, expected, "{claim} {value}");
        }
        for (claim, seconds, expected) in [
            ("exp", -1, "holds"),
            ("exp", -30, &expired),
            ("nbf", 3, "holds"),
            ("nbf", 30, &kind("ImmatureSignature")),
            ("iat", 3, "holds"),
            ("iat", 30, "the ID token is from the future"),
            ("iat", -590, "holds"),
            ("iat", -620, "the ID token is old"),
        ] {
            let at = get_current_timestamp().saturating_add_signed(seconds);
            let token = RSA.sign(&with(idp.claims(), claim, json!(at)));
            assert_eq!(outcome(&idp, &token).await, expected, "{claim} {seconds}");
        }
        let several = with(idp.claims(), "aud", json!(["other", "mizan"]));
        for (azp, expected) in [("mizan", "holds"), ("other", FOREIGN)] {
            let token = RSA.sign(&with(several.clone(), "azp", json!(azp)));
            assert_eq!(outcome(&idp, &token).await, expected, "{azp}");
        }
    }

    #[tokio::test]
    async fn forged_tokens_are_refused() {
        let idp = Idp::start();
        idp.publishes_keys(&[RSA.jwk(), P256.jwk()]);
        let good = RSA.sign(&idp.claims());
        let [header, payload, signature]: [&str; 3] =
            good.split('.').collect::<Vec<_>>().try_into().unwrap();
        let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let headed = |value: Value| format!("{}.{payload}.{signature}", part(value));
        let other_claims = part(with(idp.claims(), "sub", json!("somebody else")));
        let foreign = OTHER_RSA.sign(&idp.claims());
        let foreign_signature = foreign.rsplit('.').next().unwrap();
        let jwk = RSA.jwk();
        let hs256 = |secret: &[u8]| {
            let mut header = Header::new(Algorithm::HS256);
            header.kid = Some(RSA.kid.into());
            jsonwebtoken::encode(&header, &idp.claims(), &EncodingKey::from_secret(secret)).unwrap()
        };
        let modulus = URL_SAFE_NO_PAD.decode(jwk["n"].as_str().unwrap()).unwrap();
        let as_rsa = |change: &dyn Fn(&mut Header)| {
            let mut header = RSA.header();
            change(&mut header);
            RSA.sign_as(&header, &idp.claims())
        };
        for (what, token) in [
            ("nothing", String::new()),
            ("no token at all", "a.b.c".into()),
            ("two parts", format!("{header}.{payload}")),
            ("four parts", format!("{good}.{signature}")),
            ("five parts", format!("{header}.{header}.{header}.{payload}.{signature}")),
            ("alg none", format!("{}.{payload}.", part(json!({ "alg": "none", "kid": "rsa" })))),
            ("alg None", headed(json!({ "alg": "None", "kid": "rsa" }))),
            ("no alg", headed(json!({ "kid": "rsa" }))),
            ("no signature", format!("{header}.{payload}.")),
            ("other claims", format!("{header}.{other_claims}.{signature}")),
            ("signature of another key", format!("{header}.{payload}.{foreign_signature}")),
            ("unknown key", foreign.clone()),
            ("unnamed key of several", as_rsa(&|header| header.kid = None)),
            ("kid of another key", as_rsa(&|header| header.kid = Some("p256".into()))),
            (
                "its own key",
                as_rsa(&|header| {
                    header.kid = Some("own".into());
                    header.jwk = Some(serde_json::from_value(RSA.jwk()).unwrap());
                }),
            ),
            ("crit", as_rsa(&|header| header.crit = Some(vec!["b64".into()]))),
            ("empty crit", as_rsa(&|header| header.crit = Some(vec![]))),
            ("another algorithm", as_rsa(&|header| header.alg = Algorithm::RS512)),
            ("HS256, modulus", hs256(&modulus)),
            ("HS256, modulus as text", hs256(jwk["n"].as_str().unwrap().as_bytes())),
            ("HS256, key as JWK", hs256(jwk.to_string().as_bytes())),
            ("HS256, client secret", hs256(SECRET.as_bytes())),
            ("HS256, no secret", hs256(b"")),
        ] {
            let outcome = outcome(&idp, &token).await;
            assert!(outcome.starts_with("the ID token "), "{what}: {outcome}");
        }
        assert_eq!(outcome(&idp, &good).await, "holds");
    }
}
