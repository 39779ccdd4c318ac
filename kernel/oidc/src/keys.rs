//! The keys that a provider signs with.

use std::collections::HashMap;
use std::sync::Arc;

use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, ParsedPublicKey,
    RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, VerificationAlgorithm,
};
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyOperations, PublicKeyUse};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, DecodingKeyKind};
use serde_json::Value;

use crate::error::ProviderError;

/// A key that verifies signatures, and its one algorithm.
pub struct PublicKey {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The key itself.
    pub key: DecodingKey,
}

/// The usable ones of the published keys. Others are no error: they are for another client or
/// another purpose.
#[derive(Default)]
pub(crate) struct KeySet {
    named: HashMap<String, Arc<PublicKey>>,
    /// The sole key, named or not.
    sole: Option<Arc<PublicKey>>,
}

impl KeySet {
    /// Reads a JWK set.
    pub(crate) fn read(document: &Value) -> Result<Self, ProviderError> {
        let keys = document
            .get("keys")
            .and_then(Value::as_array)
            .ok_or_else(|| ProviderError::unreachable("the provider's keys are no JWK set"))?;
        let mut set = Self::default();
        let mut usable = 0;
        for (kid, key) in keys.iter().filter_map(usable_key) {
            usable += 1;
            set.sole = (usable == 1).then(|| Arc::clone(&key));
            if let Some(kid) = kid {
                set.named.entry(kid).or_insert(key);
            }
        }
        Ok(set)
    }

    /// Finds the key named `kid`; the sole one when `kid` is `None`.
    pub(crate) fn find(&self, kid: Option<&str>) -> Option<Arc<PublicKey>> {
        match kid {
            Some(kid) => self.named.get(kid).cloned(),
            None => self.sole.clone(),
        }
    }
}

/// Reads one key of the set and its name. `None` when it cannot be used here.
fn usable_key(value: &Value) -> Option<(Option<String>, Arc<PublicKey>)> {
    let jwk: Jwk = serde_json::from_value(value.clone()).ok()?;
    let common = &jwk.common;
    let signs = common.public_key_use.as_ref().is_none_or(|it| *it == PublicKeyUse::Signature);
    let operations = common.key_operations.as_ref();
    let verifies = operations.is_none_or(|all| all.contains(&KeyOperations::Verify));
    if !signs || !verifies {
        return None;
    }
    let algorithm = algorithm(&jwk)?;
    let key = checked(DecodingKey::from_jwk(&jwk).ok()?, algorithm)?;
    Some((jwk.common.key_id, Arc::new(PublicKey { algorithm, key })))
}

/// Finds the one algorithm of a key: the one it names, if it suits the kind of key.
fn algorithm(jwk: &Jwk) -> Option<Algorithm> {
    let (default, possible) = match &jwk.algorithm {
        AlgorithmParameters::RSA(_) => (Algorithm::RS256, AlgorithmFamily::Rsa.algorithms()),
        AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P256 => {
            (Algorithm::ES256, &[Algorithm::ES256][..])
        }
        AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P384 => {
            (Algorithm::ES384, &[Algorithm::ES384][..])
        }
        AlgorithmParameters::OctetKeyPair(key) if key.curve == EllipticCurve::Ed25519 => {
            (Algorithm::EdDSA, &[Algorithm::EdDSA][..])
        }
        _ => return None,
    };
    let named = match jwk.common.key_algorithm {
        Some(named) => Algorithm::try_from(named).ok()?,
        None => default,
    };
    possible.contains(&named).then_some(named)
}

/// Returns the key if it is valid: a point on its curve, or a modulus of a safe length. Removes
/// leading zeros of a modulus, which some providers send.
fn checked(key: DecodingKey, algorithm: Algorithm) -> Option<DecodingKey> {
    let DecodingKeyKind::RsaModulusExponent { n, e } = key.kind() else {
        let verification: &'static dyn VerificationAlgorithm = match algorithm {
            Algorithm::ES256 => &ECDSA_P256_SHA256_FIXED,
            Algorithm::ES384 => &ECDSA_P384_SHA384_FIXED,
            _ => &ED25519,
        };
        ParsedPublicKey::new(verification, key.try_get_as_bytes().ok()?).ok()?;
        return Some(key);
    };
    let n = &n[n.iter().position(|byte| *byte != 0)?..];
    let bits = n.len() * 8 - usize::try_from(n.first()?.leading_zeros()).ok()?;
    if !(2048..=8192).contains(&bits) {
        return None;
    }
    RsaPublicKeyComponents { n, e: &e[..] }
        .to_parsed_public_key(&RSA_PKCS1_2048_8192_SHA256)
        .ok()?;
    Some(DecodingKey::from_rsa_raw_components(n, e))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use serde_json::json;

    use super::*;
    use crate::clock::advance;
    use crate::testing::{ED25519, Idp, OTHER_RSA, P256, P384, RSA, Reply};

    fn read(keys: &[Value]) -> KeySet {
        KeySet::read(&json!({ "keys": keys })).ok().unwrap()
    }

    fn changed(bytes: &Value, change: impl Fn(Vec<u8>) -> Vec<u8>) -> Value {
        let bytes = URL_SAFE_NO_PAD.decode(bytes.as_str().unwrap()).unwrap();
        URL_SAFE_NO_PAD.encode(change(bytes)).into()
    }

    #[test]
    fn the_algorithm_is_the_keys_own() {
        let unnamed = |key: Value| crate::testing::with(key, "alg", Value::Null);
        for (key, expected) in [
            (RSA.jwk(), Some(Algorithm::RS256)),
            (unnamed(RSA.jwk()), Some(Algorithm::RS256)),
            (RSA.jwk_with("alg", json!("PS256")), Some(Algorithm::PS256)),
            (RSA.jwk_with("alg", json!("RS512")), Some(Algorithm::RS512)),
            (unnamed(P256.jwk()), Some(Algorithm::ES256)),
            (unnamed(P384.jwk()), Some(Algorithm::ES384)),
            (unnamed(ED25519.jwk()), Some(Algorithm::EdDSA)),
            (RSA.jwk_with("alg", json!("HS256")), None),
            (RSA.jwk_with("alg", json!("ES256")), None),
            (RSA.jwk_with("alg", json!("RSA-OAEP")), None),
            (RSA.jwk_with("alg", json!("none")), None),
            (P256.jwk_with("alg", json!("ES384")), None),
            (P384.jwk_with("alg", json!("ES256")), None),
            (ED25519.jwk_with("alg", json!("HS256")), None),
        ] {
            let found = read(std::slice::from_ref(&key)).find(None).map(|key| key.algorithm);
            assert_eq!(found, expected, "{key}");
        }
    }

    #[test]
    fn unusable_keys_are_ignored() {
        let rsa = RSA.jwk();
        let short = |length: usize| {
            RSA.jwk_with("n", changed(&rsa["n"], |bytes| bytes[bytes.len() - length..].to_vec()))
        };
        let secret = json!({ "kty": "oct", "kid": "rsa", "alg": "HS256", "k": "c2VjcmV0" });
        for (what, key) in [
            ("for encryption", RSA.jwk_with("use", json!("enc"))),
            ("for something else", RSA.jwk_with("use", json!("other"))),
            ("not to verify with", RSA.jwk_with("key_ops", json!(["encrypt"]))),
            ("a shared secret", secret),
            ("1024 bits", short(128)),
            ("2040 bits", short(255)),
            ("no modulus", RSA.jwk_with("n", json!(""))),
            ("no exponent", RSA.jwk_with("e", json!(""))),
            ("not base64", RSA.jwk_with("n", json!("?!"))),
            (
                "not on the curve",
                P256.jwk_with("x", changed(&P256.jwk()["x"], |x| [&[x[0] ^ 1], &x[1..]].concat())),
            ),
            ("another curve", P256.jwk_with("crv", json!("P-521"))),
            ("a curve that is unknown", P256.jwk_with("crv", json!("secp256k1"))),
            ("half a point", P256.jwk_with("y", Value::Null)),
            ("a short point", ED25519.jwk_with("x", json!("AAAA"))),
            ("a kind that is unknown", RSA.jwk_with("kty", json!("AKP"))),
            ("a name that is none", RSA.jwk_with("kid", json!(7))),
            ("no key", json!({})),
            ("nothing", json!(null)),
        ] {
            let set = read(&[key.clone(), P384.jwk()]);
            assert!(set.find(Some("p384")).is_some(), "{what}");
            assert!(set.find(None).is_some(), "{what}");
            assert_eq!(set.named.len(), 1, "{what}");
        }
        for nonsense in [json!({}), json!([]), json!({ "keys": {} }), json!("keys")] {
            assert!(matches!(KeySet::read(&nonsense), Err(ProviderError::Unreachable(_))));
        }
    }

    #[test]
    fn leading_zeros_of_a_modulus_are_ignored() {
        let n = changed(&RSA.jwk()["n"], |bytes| [&[0], &bytes[..]].concat());
        let set = read(&[RSA.jwk_with("n", n)]);
        let token = RSA.sign(&json!({ "exp": u32::MAX }));
        let key = &set.find(Some("rsa")).unwrap().key;
        let validation = jsonwebtoken::Validation::new(Algorithm::RS256);
        assert!(jsonwebtoken::decode::<Value>(&token, key, &validation).is_ok());
    }

    #[test]
    fn an_unnamed_key_must_be_the_sole_one() {
        for (keys, expected) in [
            (vec![], None),
            (vec![RSA.jwk()], Some(Algorithm::RS256)),
            (vec![RSA.jwk_with("kid", Value::Null)], Some(Algorithm::RS256)),
            (vec![RSA.jwk(), P256.jwk_with("use", json!("enc"))], Some(Algorithm::RS256)),
            (vec![RSA.jwk(), P256.jwk()], None),
            (vec![RSA.jwk(), P256.jwk(), ED25519.jwk()], None),
        ] {
            assert_eq!(read(&keys).find(None).map(|key| key.algorithm), expected);
        }
        let set = read(&[RSA.jwk(), P256.jwk_with("kid", json!("rsa"))]);
        assert_eq!(set.find(Some("rsa")).unwrap().algorithm, Algorithm::RS256);
        assert!(set.find(Some("")).is_none());
    }

    #[tokio::test]
    async fn a_new_key_is_found_at_once_but_not_fetched_on_every_request() {
        let idp = Idp::start();
        let provider = idp.provider();
        let finds = async |kid| provider.key(Some(kid)).await.map(|key| key.is_some());
        assert_eq!(finds("rsa").await, Ok(true));
        assert_eq!(idp.received("/keys").len(), 1);

        idp.publishes_keys(&[OTHER_RSA.jwk()]);
        assert_eq!(finds("rsa").await, Ok(true));
        assert_eq!(tokio::join!(finds("other-rsa"), finds("other-rsa")), (Ok(true), Ok(true)));
        assert_eq!(finds("rsa").await, Ok(false));
        assert_eq!(idp.received("/keys").len(), 2);

        idp.publishes_keys(&[P256.jwk()]);
        assert_eq!(finds("p256").await, Ok(false));
        assert_eq!(idp.received("/keys").len(), 2);
        advance(Duration::from_secs(5));
        assert_eq!(finds("p256").await, Ok(true));
        assert_eq!(idp.received("/keys").len(), 3);
        assert_eq!(idp.received("/.well-known/openid-configuration").len(), 1);
    }

    #[tokio::test]
    async fn known_keys_stay_usable_when_the_provider_is_down_and_unknown_ones_are_not_refused() {
        let idp = Idp::start();
        let provider = idp.provider();
        assert!(provider.key(Some("rsa")).await.unwrap().is_some());
        idp.sets_reply("/keys", Reply::Text(503, String::new()));
        advance(Duration::from_secs(2 * 60 * 60));
        assert!(provider.key(Some("rsa")).await.unwrap().is_some());
        assert!(matches!(provider.key(Some("p256")).await, Err(ProviderError::Unreachable(_))));
        assert!(provider.key(Some("rsa")).await.unwrap().is_some());
    }
}
