//! The keys that sign access tokens: created at the first start and on rotation by an operator,
//! stored in the database, shared by all nodes, published as a JWK set.
//!
//! A replaced key is retired: it no longer signs, but still verifies the tokens it has signed, and
//! is deleted when the last of them has expired.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::Ed25519KeyPair;
use jsonwebtoken::jwk::{Jwk, JwkSet, PublicKeyUse, ThumbprintHash};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header};
use oidc::PublicKey;
use serde::Serialize;
use tokio::sync::Mutex;

use super::queries::{self, SigningKeyRow};
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::{Conn, Database};
use crate::records::actor::Actor;
use crate::records::audit::{self, Action, Event};

/// The lifetime of an access token. Sessions are checked on every request, so this limits how often
/// a front end requests a new token, not how long a locked user can go on.
pub(super) const ACCESS_SECONDS: i64 = 15 * 60;

/// The minimum interval between database lookups of an unknown key: another node may have created
/// it, but any client can send a token that names a key.
const LOOKUP_INTERVAL: Duration = Duration::from_secs(5);

/// How often a node reloads the keys, to sign with the newest one.
pub(crate) const REFRESH_EVERY: Duration = Duration::from_secs(20);

/// How long a retired key is valid, in seconds: as long as the last token signed with it, by a node
/// that had not reloaded its keys yet.
const RETIRED_SECONDS: i64 = ACCESS_SECONDS + 60;

/// The product's own keys.
pub(crate) struct Keys {
    db: Database,
    loaded: ArcSwap<LoadedKeys>,
    lookup_interval: Duration,
    /// The last lookup in the database. The request that runs one holds the lock, and the others
    /// wait for its result.
    last_lookup: Mutex<Option<Lookup>>,
}

/// A lookup in the database, and its failure.
struct Lookup {
    at: Instant,
    failure: Option<Error>,
}

/// The result of a rotation.
#[derive(Debug)]
pub(crate) struct Rotated {
    /// The key that signs from now on.
    pub(crate) kid: String,
    /// How many keys it retired or revoked.
    pub(crate) old: usize,
}

/// What a rotation does to the keys until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OldKeys {
    /// What they have signed is valid until it expires.
    Retire,
    /// What they have signed is invalid as soon as the other nodes [`refresh`](Keys::refresh).
    Revoke,
}

struct LoadedKeys {
    header: Header,
    signing: EncodingKey,
    public: HashMap<String, Arc<PublicKey>>,
    document: JwkSet,
}

impl Keys {
    /// Loads the keys, and creates one when there is none. Of nodes that start at the same time one
    /// creates it, and the others wait for it.
    pub(super) async fn start(db: &Database) -> Result<Self> {
        let rows = db
            .write(|conn| {
                queries::lock_signing_keys(conn)?;
                let rows = current(conn)?;
                if rows.iter().any(|row| row.retired_at.is_none()) {
                    return Ok(rows);
                }
                queries::insert_signing_key(conn, &generate()?)?;
                current(conn)
            })
            .await?;
        let loaded = ArcSwap::from_pointee(LoadedKeys::from_rows(&rows)?);
        Ok(Self {
            db: db.clone(),
            loaded,
            lookup_interval: LOOKUP_INTERVAL,
            last_lookup: Mutex::default(),
        })
    }

    /// Returns the key named `kid`.
    pub(super) async fn find(&self, kid: &str) -> Result<Option<Arc<PublicKey>>> {
        let known = || self.loaded.load().public.get(kid).cloned();
        if let Some(known) = known() {
            return Ok(Some(known));
        }
        let mut last_lookup = self.last_lookup.lock().await;
        match &*last_lookup {
            // Another request looked it up while this one waited, or just before.
            Some(Lookup { at, failure }) if at.elapsed() < self.lookup_interval => {
                return match (known(), failure) {
                    (None, Some(failure)) => Err(failure.again()),
                    (found, _) => Ok(found),
                };
            }
            _ => self.reload(&mut last_lookup).await?,
        }
        Ok(known())
    }

    /// Reloads the keys: signs with the newest from now on, and drops expired ones. Does not count
    /// as a lookup, so that the next unknown key is looked up at once.
    pub(crate) async fn refresh(&self) -> Result<()> {
        let _lock = self.last_lookup.lock().await;
        self.reload(&mut None).await
    }

    async fn reload(&self, last_lookup: &mut Option<Lookup>) -> Result<()> {
        let read = self.db.read(current).await.and_then(|rows| LoadedKeys::from_rows(&rows));
        let failure = read.as_ref().err().map(Error::again);
        *last_lookup = Some(Lookup { at: Instant::now(), failure });
        self.loaded.store(Arc::new(read?));
        Ok(())
    }

    /// Creates a new key. Other nodes sign with it after they [`refresh`](Self::refresh).
    pub(crate) async fn rotate(&self, old: OldKeys) -> Result<Rotated> {
        let rotated = self
            .db
            .write(move |conn| {
                queries::lock_signing_keys(conn)?;
                let new = generate()?;
                let event = Event::new(Action::KeysRotated, "signing keys").by(&Actor::operator());
                let (old, event) = match old {
                    OldKeys::Retire => {
                        (queries::retire_signing_keys(conn, Timestamp::now())?, event)
                    }
                    OldKeys::Revoke => {
                        (queries::delete_all_signing_keys(conn)?, event.because("Revoked"))
                    }
                };
                queries::insert_signing_key(conn, &new)?;
                audit::record(conn, event)?;
                Ok(Rotated { kid: new.kid, old })
            })
            .await?;
        self.refresh().await?;
        Ok(rotated)
    }

    /// Deletes expired keys.
    pub(crate) async fn sweep(&self) -> Result<()> {
        self.db.write(|conn| queries::delete_signing_keys(conn, oldest_valid())).await
    }

    /// Signs a token with these claims.
    pub(super) fn sign(&self, claims: &impl Serialize) -> Result<String> {
        let loaded = self.loaded.load();
        jsonwebtoken::encode(&loaded.header, claims, &loaded.signing).map_err(Error::internal)
    }

    /// Returns the public keys for `/.well-known/jwks.json`.
    pub(super) fn document(&self) -> JwkSet {
        self.loaded.load().document.clone()
    }
}

/// Replaces all keys by a new one, in a database that no process serves: tokens signed with any of
/// them become invalid.
pub(super) fn replace_all(conn: &mut Conn) -> Result<()> {
    queries::delete_all_signing_keys(conn)?;
    queries::insert_signing_key(conn, &generate()?)
}

impl LoadedKeys {
    /// Builds the key set, which signs with the newest key that is not retired. `rows` are in the
    /// order of creation.
    fn from_rows(rows: &[SigningKeyRow]) -> Result<Self> {
        let newest = rows
            .iter()
            .rfind(|row| row.retired_at.is_none())
            .ok_or_else(|| Error::internal("there is no key to sign with"))?;
        let (signing, jwk) = read(&newest.private_key)?;
        let mut header = Header::new(Algorithm::EdDSA);
        header.kid = jwk.common.key_id;

        let mut public = HashMap::new();
        let mut document = JwkSet { keys: Vec::new() };
        for row in rows {
            if row.algorithm != ALGORITHM {
                return Err(Error::internal(format!(
                    "signing key {} is for {}, which is not known here",
                    row.kid, row.algorithm
                )));
            }
            let (_, jwk) = read(&row.private_key)?;
            let key = DecodingKey::from_jwk(&jwk).map_err(Error::internal)?;
            public
                .insert(row.kid.clone(), Arc::new(PublicKey { algorithm: Algorithm::EdDSA, key }));
            document.keys.push(jwk);
        }
        Ok(Self { header, signing, public, document })
    }
}

/// The one algorithm, as the table names it: Ed25519.
const ALGORITHM: &str = "EdDSA";

fn current(conn: &mut Conn) -> Result<Vec<SigningKeyRow>> {
    queries::signing_keys(conn, oldest_valid())
}

/// Returns the time before which a retired key has expired.
fn oldest_valid() -> Timestamp {
    Timestamp::now().plus_seconds(-RETIRED_SECONDS)
}

fn generate() -> Result<SigningKeyRow> {
    let pkcs8 = Ed25519KeyPair::generate_pkcs8v1(&SystemRandom::new())
        .map_err(|_| Error::internal("no key could be made"))?;
    let (_, jwk) = read(pkcs8.as_ref())?;
    Ok(SigningKeyRow {
        kid: jwk.common.key_id.unwrap_or_default(),
        algorithm: ALGORITHM.into(),
        private_key: pkcs8.as_ref().to_vec(),
        created_at: Timestamp::now(),
        retired_at: None,
    })
}

/// Reads the private key, and the public key named by its thumbprint.
fn read(pkcs8: &[u8]) -> Result<(EncodingKey, Jwk)> {
    let key = EncodingKey::from_ed_der(pkcs8);
    let mut jwk = Jwk::from_encoding_key(&key, Algorithm::EdDSA).map_err(Error::internal)?;
    jwk.common.key_id = Some(jwk.thumbprint(ThumbprintHash::SHA256).map_err(Error::internal)?);
    jwk.common.public_key_use = Some(PublicKeyUse::Signature);
    Ok((key, jwk))
}

#[cfg(test)]
mod tests {
    use super::super::testing::database;
    use super::*;

    #[actix_web::test]
    async fn two_nodes_that_start_at_once_share_one_key() {
        let (db, _folder) = database().await;
        let (one, other) = tokio::join!(Keys::start(&db), Keys::start(&db));
        let (one, other) = (one.unwrap().document(), other.unwrap().document());
        assert_eq!(one.keys.len(), 1);
        assert_eq!(one, other);
    }

    #[actix_web::test]
    async fn the_document_shows_no_private_part() {
        let (db, _folder) = database().await;
        let document = Keys::start(&db).await.unwrap().document();
        let key = serde_json::to_value(&document).unwrap()["keys"][0].clone();
        let mut names: Vec<_> = key.as_object().unwrap().keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["alg", "crv", "kid", "kty", "use", "x"]);
        assert_eq!(key["crv"], "Ed25519");
    }

    #[actix_web::test]
    async fn a_key_of_another_node_is_found_but_not_looked_up_on_every_request() {
        let (db, _folder) = database().await;
        let keys = Keys::start(&db).await.unwrap();
        for is_found in [true, false] {
            let row = generate().unwrap();
            let kid = row.kid.clone();
            db.write(move |conn| queries::insert_signing_key(conn, &row)).await.unwrap();
            assert_eq!(keys.find(&kid).await.unwrap().is_some(), is_found);
        }
    }

    fn kid(keys: &Keys) -> String {
        keys.loaded.load().header.kid.clone().unwrap()
    }

    async fn retire(keys: &Keys, at: Timestamp) {
        keys.db.write(move |conn| queries::retire_signing_keys(conn, at)).await.unwrap();
    }

    #[actix_web::test]
    async fn a_retired_key_is_valid_as_long_as_its_tokens_and_does_not_sign() {
        let (db, _folder) = database().await;
        let now = Timestamp::now();
        for (retired_at, still_valid) in
            [(now.plus_seconds(-10), true), (now.plus_seconds(-RETIRED_SECONDS - 1), false)]
        {
            let keys = Keys::start(&db).await.unwrap();
            let old = kid(&keys);
            retire(&keys, retired_at).await;
            let keys = Keys::start(&db).await.unwrap();
            assert_eq!(keys.find(&old).await.unwrap().is_some(), still_valid);
            assert_ne!(kid(&keys), old);
        }
    }

    #[actix_web::test]
    async fn another_node_loads_a_rotated_key_on_its_first_token_and_signs_with_it() {
        let (db, _folder) = database().await;
        let (one, mut other) = (Keys::start(&db).await.unwrap(), Keys::start(&db).await.unwrap());
        other.lookup_interval = Duration::from_secs(60 * 60);
        let old = kid(&one);
        let rotated = one.rotate(OldKeys::Retire).await.unwrap();
        assert_eq!((rotated.old, &rotated.kid), (1, &kid(&one)));
        assert_ne!(old, rotated.kid);

        // Many tokens at the same moment: all wait for the one lookup.
        let met = (0..10).map(|_| other.find(&rotated.kid));
        let met = futures_util::future::join_all(met).await;
        assert!(met.into_iter().all(|found| found.unwrap().is_some()));
        assert_eq!(kid(&other), rotated.kid);
        for keys in [&one, &other] {
            assert!(keys.find(&old).await.unwrap().is_some());
            assert_eq!(keys.document().keys.len(), 2);
        }
    }

    #[actix_web::test]
    async fn a_node_without_new_tokens_loads_the_new_key_on_refresh() {
        let (db, _folder) = database().await;
        let (one, other) = (Keys::start(&db).await.unwrap(), Keys::start(&db).await.unwrap());
        // A failed lookup does not prevent a refresh.
        assert!(other.find("no such key").await.unwrap().is_none());
        let rotated = one.rotate(OldKeys::Retire).await.unwrap();
        other.refresh().await.unwrap();
        assert_eq!(kid(&other), rotated.kid);
    }

    #[actix_web::test]
    async fn a_revoked_key_is_unknown_to_all_nodes_after_a_refresh() {
        let (db, _folder) = database().await;
        let (one, other) = (Keys::start(&db).await.unwrap(), Keys::start(&db).await.unwrap());
        let first = kid(&one);
        one.rotate(OldKeys::Retire).await.unwrap();
        let rotated = one.rotate(OldKeys::Revoke).await.unwrap();
        assert_eq!(rotated.old, 2);
        other.refresh().await.unwrap();
        for keys in [&one, &other] {
            assert_eq!(kid(keys), rotated.kid);
            assert!(keys.find(&first).await.unwrap().is_none());
            assert_eq!(keys.document().keys.len(), 1);
        }
    }

    #[actix_web::test]
    async fn expired_keys_are_deleted_and_dropped_from_memory() {
        let (db, _folder) = database().await;
        let (keys, other) = (Keys::start(&db).await.unwrap(), Keys::start(&db).await.unwrap());
        let first = kid(&keys);
        retire(&keys, Timestamp::now().plus_seconds(-RETIRED_SECONDS - 1)).await;
        let second = keys.rotate(OldKeys::Retire).await.unwrap();
        assert_eq!(second.old, 0, "it was retired already");
        let third = keys.rotate(OldKeys::Retire).await.unwrap();
        keys.sweep().await.unwrap();
        other.refresh().await.unwrap();
        for keys in [&keys, &other] {
            let document = keys.document();
            let shown: Vec<_> =
                document.keys.iter().map(|key| key.common.key_id.clone().unwrap()).collect();
            assert_eq!(shown, [second.kid.clone(), third.kid.clone()]);
            assert!(keys.find(&first).await.unwrap().is_none());
        }
        let all = Timestamp::now().plus_seconds(-10 * RETIRED_SECONDS);
        let rows = db.read(move |conn| queries::signing_keys(conn, all)).await.unwrap();
        assert_eq!(rows.len(), 2);
    }

    #[actix_web::test]
    async fn a_failed_lookup_does_not_make_a_key_unknown() {
        let (db, _folder) = database().await;
        let keys = Keys::start(&db).await.unwrap();
        db.write(|conn| {
            use diesel::connection::SimpleConnection;
            Ok(conn.batch_execute("DROP TABLE signing_keys")?)
        })
        .await
        .unwrap();
        for _ in 0..2 {
            assert!(matches!(keys.find("no such key").await, Err(Error::Internal(_))));
        }
    }
}
