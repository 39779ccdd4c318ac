//! Access tokens: their claims and their verification.
//!
//! A token only names the session it belongs to. The permissions of that session are looked up on
//! each request, so a token carries no roles.

use std::sync::Arc;

use jsonwebtoken::dangerous::insecure_decode_claims;
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};
use oidc::{Provider, ProviderError, PublicKey, is_access_token};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::keys::{ACCESS_SECONDS, Keys, REFRESH_EVERY};
use crate::base::digest::digest;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::engine::cache::Cache;

/// The maximum number of cached tokens: some tens of megabytes.
const CAPACITY: usize = 50_000;

/// The maximum clock skew between two machines, in seconds: less than the five seconds within which a connection ends with
/// its token.
const LEEWAY: u64 = 3;

pub(super) const BAD_TOKEN: &str = "This sign-in is not valid. Sign in again";
const PROVIDER_AWAY: &str =
    "This sign-in cannot be checked: its identity provider is out of reach. Try again shortly";
pub(super) const EXPIRED_TOKEN: &str = "This sign-in has expired. Sign in again";

/// The claims of our own tokens.
#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    aud: &'a str,
    sub: &'a Id,
    sid: &'a Id,
    jti: Id,
    iat: i64,
    exp: i64,
    /// Who views as the subject, by the claim of RFC 8693.
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<ActingParty<'a>>,
}

/// The claim of the user who acts as the subject of a token.
#[derive(Serialize)]
struct ActingParty<'a> {
    sub: &'a Id,
}

/// Mints our own tokens.
pub(super) struct Minter {
    issuer: String,
    audience: String,
    keys: Arc<Keys>,
}

impl Minter {
    pub(super) fn new(public_url: &str, keys: Arc<Keys>) -> Self {
        Self { issuer: public_url.to_owned(), audience: format!("{public_url}/api"), keys }
    }

    /// Mints a token for `session` of `account`, valid for [`ACCESS_SECONDS`] from `now`.
    pub(super) fn mint(&self, account: &Id, session: &Id, now: Timestamp) -> Result<String> {
        self.sign(account, session, now, None)
    }

    /// Mints a token by which `viewer`, in `session`, views as the user of `account`.
    pub(super) fn mint_view(
        &self,
        account: &Id,
        (viewer, session): (&Id, &Id),
        now: Timestamp,
    ) -> Result<String> {
        self.sign(account, session, now, Some(ActingParty { sub: viewer }))
    }

    fn sign(
        &self,
        account: &Id,
        session: &Id,
        now: Timestamp,
        act: Option<ActingParty<'_>>,
    ) -> Result<String> {
        self.keys.sign(&Claims {
            iss: &self.issuer,
            aud: &self.audience,
            sub: account,
            sid: session,
            jti: Id::new(),
            iat: now.seconds(),
            exp: now.seconds() + ACCESS_SECONDS,
            act,
        })
    }

    /// Returns the issuer by which a [`Verifier`] accepts our own tokens.
    pub(super) fn as_issuer(&self) -> Issuer {
        Issuer {
            name: self.issuer.clone(),
            audience: self.audience.clone(),
            client_id: None,
            keys: KeySource::Own(self.keys.clone()),
        }
    }
}

/// An issuer whose tokens are accepted.
pub(super) struct Issuer {
    pub(super) name: String,
    pub(super) audience: String,
    /// Our client id at a provider, which is the audience of its identity tokens; `None` for our
    /// own.
    pub(super) client_id: Option<String>,
    pub(super) keys: KeySource,
}

/// The source of an issuer's public keys.
pub(super) enum KeySource {
    /// The product's own.
    Own(Arc<Keys>),
    /// An identity provider's.
    Provider(Arc<Provider>),
}

impl Issuer {
    async fn key(&self, kid: Option<&str>) -> Result<Option<Arc<PublicKey>>> {
        match (&self.keys, kid) {
            (KeySource::Own(_), None) => Ok(None),
            (KeySource::Own(keys), Some(kid)) => keys.find(kid).await,
            (KeySource::Provider(provider), kid) => {
                provider.key(kid).await.map_err(|error| match error {
                    ProviderError::Unreachable(what) => {
                        tracing::warn!(what, "an identity provider is out of reach");
                        Error::Unauthenticated(PROVIDER_AWAY)
                    }
                    ProviderError::Refused(what) => {
                        tracing::warn!(what, "the response of an identity provider is invalid");
                        BAD
                    }
                })
            }
        }
    }

    fn provider(&self) -> Option<&Arc<Provider>> {
        match &self.keys {
            KeySource::Own(_) => None,
            KeySource::Provider(provider) => Some(provider),
        }
    }

    /// The algorithm is that of the key: a token could otherwise choose a weak one.
    fn validation(&self, algorithm: Algorithm) -> Validation {
        let mut validation = Validation::new(algorithm);
        validation.set_issuer(&[&self.name]);
        validation.set_audience(&[&self.audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation.validate_nbf = true;
        validation.leeway = LEEWAY;
        validation
    }
}

/// The claims of a verified token.
pub(super) struct Verified {
    /// The issuer.
    pub(super) issuer: String,
    /// The provider that issued it; `None` for our own tokens.
    pub(super) provider: Option<Arc<Provider>>,
    /// The subject at its issuer; for our own tokens the identifier of an account.
    pub(super) subject: String,
    /// The session that it belongs to; our own tokens always have one.
    pub(super) session: Option<String>,
    /// When it was issued, in seconds since 1970.
    pub(super) issued_at: i64,
    /// When it expires, in seconds since 1970.
    pub(super) expires_at: i64,
    /// All its claims.
    pub(super) claims: Value,
}

impl Verified {
    /// Returns the account that views as the subject, by one of our own tokens.
    pub(super) fn viewer(&self) -> Option<&str> {
        let own = self.provider.is_none().then_some(&self.claims)?;
        own["act"]["sub"].as_str()
    }

    fn last_second(&self) -> i64 {
        self.expires_at.saturating_add_unsigned(LEEWAY)
    }
}

/// Verifies tokens.
pub(super) struct Verifier {
    issuers: Vec<Issuer>,
    /// Our own tokens by their digests, because verifying a signature is most of the cost of a small
    /// request. They are cached as long as the loaded keys, so that a removed key takes its tokens
    /// along.
    cache: Cache<Arc<Verified>>,
}

impl Verifier {
    pub(super) fn new(issuers: Vec<Issuer>) -> Self {
        Self { issuers, cache: Cache::new(REFRESH_EVERY, CAPACITY) }
    }

    /// Verifies `token` and returns its claims.
    ///
    /// # Errors
    /// 401 with one message for every invalid token, except for one that has expired; an
    /// unreachable database is reported as such.
    pub(super) async fn verify(&self, token: &str) -> Result<Arc<Verified>> {
        let key = digest(token);
        if let Some(verified) = self.cache.find(&key) {
            return match Timestamp::now().seconds() <= verified.last_second() {
                true => Ok(verified),
                false => Err(Error::Unauthenticated(EXPIRED_TOKEN)),
            };
        }
        let verified = Arc::new(self.check(token).await?);
        if verified.provider.is_none() {
            self.cache.insert(key, Arc::clone(&verified));
        }
        Ok(verified)
    }

    async fn check(&self, token: &str) -> Result<Verified> {
        let issuer = self.issuer(token).ok_or(BAD)?;
        let header = decode_header(token).map_err(|_| BAD)?;
        if header.crit.is_some() {
            return Err(BAD);
        }
        let key = issuer.key(header.kid.as_deref()).await?.ok_or(BAD)?;
        let claims = decode::<Value>(token, &key.key, &issuer.validation(key.algorithm))
            .map_err(|error| match error.kind() {
                ErrorKind::ExpiredSignature => Error::Unauthenticated(EXPIRED_TOKEN),
                _ => BAD,
            })?
            .claims;
        if let Some(client_id) = &issuer.client_id
            && !is_access_token(header.typ.as_deref(), &claims, client_id)
        {
            return Err(BAD);
        }
        let subject = claims["sub"].as_str().filter(|subject| !subject.is_empty()).ok_or(BAD)?;
        let issued_at = claims["iat"].as_i64().ok_or(BAD)?;
        if issued_at > Timestamp::now().seconds().saturating_add_unsigned(LEEWAY) {
            return Err(BAD);
        }
        // The claim was required, and is a number.
        let expires_at = claims["exp"].as_i64().unwrap_or_default();
        Ok(Verified {
            issuer: issuer.name.clone(),
            provider: issuer.provider().cloned(),
            subject: subject.to_owned(),
            session: claims["sid"].as_str().map(str::to_owned),
            issued_at,
            expires_at,
            claims,
        })
    }

    /// Returns the issuer that the token names, not verified yet: the signature must match its
    /// keys.
    fn issuer(&self, token: &str) -> Option<&Issuer> {
        #[derive(Deserialize)]
        struct Unverified {
            iss: String,
        }
        let claims: Unverified = insecure_decode_claims(token).ok()?;
        self.issuers.iter().find(|issuer| issuer.name == claims.iss)
    }
}

const BAD: Error = Error::Unauthenticated(BAD_TOKEN);

#[cfg(test)]
mod tests {
    use jsonwebtoken::{EncodingKey, Header, encode};
    use serde_json::json;

    use super::super::testing::database;
    use super::*;

    const HERE: &str = "https://desk.example.com";

    fn claims() -> Value {
        let now = Timestamp::now().seconds();
        json!({
            "iss": HERE, "aud": "https://desk.example.com/api", "sub": "someone", "sid": "session",
            "iat": now, "exp": now + 60,
        })
    }

    fn with(name: &str, value: Value) -> Value {
        let mut claims = claims();
        claims[name] = value;
        claims
    }

    fn without(name: &str) -> Value {
        let mut claims = claims();
        claims.as_object_mut().unwrap().remove(name);
        claims
    }

    async fn test_app() -> (Arc<Keys>, Verifier, impl Sized) {
        let (db, folder) = database().await;
        let keys = Arc::new(Keys::start(&db).await.unwrap());
        let verifier = Verifier::new(vec![Minter::new(HERE, keys.clone()).as_issuer()]);
        (keys, verifier, folder)
    }

    async fn refusal(verifier: &Verifier, token: &str) -> String {
        match verifier.verify(token).await {
            Ok(_) => "accepted".into(),
            Err(Error::Unauthenticated(message)) => message.into(),
            Err(other) => other.to_string(),
        }
    }

    #[actix_web::test]
    async fn our_own_token_is_valid() {
        let (keys, verifier, _folder) = test_app().await;
        let (account, session) = (Id::new(), Id::new());
        let minter = Minter::new(HERE, keys);
        let token = minter.mint(&account, &session, Timestamp::now()).unwrap();
        let verified = verifier.verify(&token).await.unwrap();
        assert_eq!(verified.subject, account.as_str());
        assert_eq!(verified.session.as_deref(), Some(session.as_str()));
    }

    #[actix_web::test]
    async fn invalid_claims_are_rejected() {
        let (keys, verifier, _folder) = test_app().await;
        let now = Timestamp::now().seconds();
        for (claims, expected) in [
            (claims(), "accepted"),
            (with("exp", json!(now - 3)), "accepted"),
            (with("nbf", json!(now + 3)), "accepted"),
            (with("aud", json!(["other", "https://desk.example.com/api"])), "accepted"),
            (with("exp", json!(now - 30)), EXPIRED_TOKEN),
            (with("nbf", json!(now + 30)), BAD_TOKEN),
            (with("iat", json!(now + 30)), BAD_TOKEN),
            (with("iss", json!("https://other.example.com")), BAD_TOKEN),
            (with("iss", json!([HERE])), BAD_TOKEN),
            (with("aud", json!("https://other.example.com/api")), BAD_TOKEN),
            (with("exp", json!("never")), BAD_TOKEN),
            (without("exp"), BAD_TOKEN),
            (without("iss"), BAD_TOKEN),
            (without("aud"), BAD_TOKEN),
            (without("sub"), BAD_TOKEN),
            (without("iat"), BAD_TOKEN),
        ] {
            let token = keys.sign(&claims).unwrap();
            assert_eq!(refusal(&verifier, &token).await, expected, "{claims}");
        }
    }

    #[actix_web::test]
    async fn forged_tokens_are_rejected_with_one_message() {
        let (keys, verifier, _folder) = test_app().await;
        let (elsewhere, _, _other_folder) = test_app().await;
        let good = keys.sign(&claims()).unwrap();
        let [header, payload, signature]: [&str; 3] =
            good.split('.').collect::<Vec<_>>().try_into().unwrap();
        let jwk = serde_json::to_value(&keys.document().keys[0]).unwrap();
        let kid = jwk["kid"].as_str().unwrap();

        let with_public_key = |secret: EncodingKey| {
            let mut header = Header::new(Algorithm::HS256);
            header.kid = Some(kid.to_owned());
            encode(&header, &claims(), &secret).unwrap()
        };
        let x = jwk["x"].as_str().unwrap();
        let from_elsewhere = elsewhere.sign(&claims()).unwrap();
        let foreign_signature = from_elsewhere.rsplit('.').next().unwrap();
        let tampered = keys.sign(&with("sub", json!("somebody else"))).unwrap();
        let tampered_payload = tampered.split('.').nth(1).unwrap();

        for (what, token) in [
            ("nothing", String::new()),
            ("no token at all", "a.b.c".into()),
            ("two parts", format!("{header}.{payload}")),
            ("four parts", format!("{good}.{signature}")),
            // {"alg":"none"}
            ("alg none", format!("eyJhbGciOiJub25lIn0.{payload}.")),
            ("no signature", format!("{header}.{payload}.")),
            ("other claims", format!("{header}.{tampered_payload}.{signature}")),
            ("signature of another key", format!("{header}.{payload}.{foreign_signature}")),
            ("key that is not ours", from_elsewhere.clone()),
            (
                "HS256, public key",
                with_public_key(EncodingKey::from_urlsafe_base64_secret(&format!("{x}=")).unwrap()),
            ),
            ("HS256, public key as text", with_public_key(EncodingKey::from_secret(x.as_bytes()))),
        ] {
            // The result is the same whether or not the original token is cached.
            assert_eq!(refusal(&verifier, &token).await, BAD_TOKEN, "{what}");
            assert_eq!(refusal(&verifier, &good).await, "accepted");
            assert_eq!(refusal(&verifier, &token).await, BAD_TOKEN, "{what}");
        }
    }

    #[actix_web::test]
    async fn each_issuer_vouches_for_its_own_keys_only() {
        let (ours, _, _folder) = test_app().await;
        let (theirs, _, _other_folder) = test_app().await;
        let there = "https://other.example.com";
        let verifier = Verifier::new(vec![
            Minter::new(HERE, ours.clone()).as_issuer(),
            Minter::new(there, theirs.clone()).as_issuer(),
        ]);
        let (account, session) = (Id::new(), Id::new());
        for (issuer, keys, expected) in [
            (HERE, &ours, "accepted"),
            (there, &theirs, "accepted"),
            (HERE, &theirs, BAD_TOKEN),
            (there, &ours, BAD_TOKEN),
        ] {
            let token = Minter::new(issuer, keys.clone())
                .mint(&account, &session, Timestamp::now())
                .unwrap();
            assert_eq!(refusal(&verifier, &token).await, expected, "{issuer}");
        }
    }
}
