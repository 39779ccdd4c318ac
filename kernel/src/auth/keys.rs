//! The keys that access tokens are signed with: made at the first start and whenever an operator
//! asks for another one, kept in the database, shared by all nodes, published as a JWK set.
//!
//! A key that was replaced is retired: it signs no more, holds for the tokens it has signed, and
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

/// How long an access token holds. Sessions are looked at on every request, so this bounds how
/// often a front end has to ask for another one, not how long somebody locked out can go on.
pub(super) const ACCESS_SECONDS: i64 = 15 * 60;

/// How often at most an unknown key is looked for in the database: another node may have made it,
/// but anybody can send a token that names a key.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// How often a node reads the keys anew, to sign with the newest one.
pub(crate) const REFRESH_EVERY: Duration = Duration::from_secs(20);

/// For so many seconds a retired key still holds: as long as the last token signed with it, by a
/// node that had not yet heard.
const RETIRED_SECONDS: i64 = ACCESS_SECONDS + 60;

/// The product's own keys.
pub(super) struct Keys {
    db: Database,
    held: ArcSwap<HeldKeys>,
    look_every: Duration,
    /// The last time that the database was asked. Whoever asks holds the lock, and the others wait
    /// for the answer.
    looked: Mutex<Option<Looked>>,
}

/// A look into the database, and what kept it from being answered.
struct Looked {
    at: Instant,
    failure: Option<Error>,
}

/// What a rotation did.
#[derive(Debug)]
pub(crate) struct Rotated {
    /// The key that signs from now on.
    pub(crate) kid: String,
    /// How many were retired by it.
    pub(crate) retired: usize,
}

struct HeldKeys {
    header: Header,
    signing: EncodingKey,
    public: HashMap<String, Arc<PublicKey>>,
    document: JwkSet,
}

impl Keys {
    /// Reads the keys, and makes one when there is none. Of nodes that start at the same time one
    /// makes it, and the others wait for it.
    pub(super) async fn start(db: &Database) -> Result<Self> {
        let rows = db
            .write(|conn| {
                queries::hold_signing_keys(conn)?;
                let rows = current(conn)?;
                if rows.iter().any(|row| row.retired_at.is_none()) {
                    return Ok(rows);
                }
                queries::insert_signing_key(conn, &generate()?)?;
                current(conn)
            })
            .await?;
        let held = ArcSwap::from_pointee(HeldKeys::from_rows(&rows)?);
        Ok(Self { db: db.clone(), held, look_every: LOOK_EVERY, looked: Mutex::default() })
    }

    /// The key named `kid`.
    pub(super) async fn find(&self, kid: &str) -> Result<Option<Arc<PublicKey>>> {
        let known = || self.held.load().public.get(kid).cloned();
        if let Some(known) = known() {
            return Ok(Some(known));
        }
        let mut looked = self.looked.lock().await;
        match &*looked {
            // Somebody else looked while this one waited, or just before.
            Some(Looked { at, failure }) if at.elapsed() < self.look_every => {
                return match (known(), failure) {
                    (None, Some(failure)) => Err(failure.again()),
                    (found, _) => Ok(found),
                };
            }
            _ => self.look(&mut looked).await?,
        }
        Ok(known())
    }

    /// Reads the keys anew: signs with the newest from now on, and forgets those that hold no more.
    /// Nobody asked for a key here, so whoever does next may look at once.
    pub(super) async fn refresh(&self) -> Result<()> {
        let _others_wait = self.looked.lock().await;
        self.look(&mut None).await
    }

    async fn look(&self, looked: &mut Option<Looked>) -> Result<()> {
        let read = self.db.read(current).await.and_then(|rows| HeldKeys::from_rows(&rows));
        let failure = read.as_ref().err().map(Error::again);
        *looked = Some(Looked { at: Instant::now(), failure });
        self.held.store(Arc::new(read?));
        Ok(())
    }

    /// Makes a new key and retires the others. Tokens that those have signed hold until they
    /// expire; other nodes sign with the new one when they [`refresh`](Self::refresh).
    pub(super) async fn rotate(&self) -> Result<Rotated> {
        let rotated = self
            .db
            .write(|conn| {
                queries::hold_signing_keys(conn)?;
                let new = generate()?;
                let retired = queries::retire_signing_keys(conn, Timestamp::now())?;
                queries::insert_signing_key(conn, &new)?;
                Ok(Rotated { kid: new.kid, retired })
            })
            .await?;
        self.refresh().await?;
        Ok(rotated)
    }

    /// Deletes the keys that hold no more.
    pub(super) async fn sweep(&self) -> Result<()> {
        self.db.write(|conn| queries::delete_signing_keys(conn, oldest_that_holds())).await
    }

    /// A token with these claims.
    pub(super) fn sign(&self, claims: &impl Serialize) -> Result<String> {
        let held = self.held.load();
        jsonwebtoken::encode(&held.header, claims, &held.signing).map_err(Error::internal)
    }

    /// The public keys, as `/.well-known/jwks.json` shows them.
    pub(super) fn document(&self) -> JwkSet {
        self.held.load().document.clone()
    }
}

/// Puts a new key in the place of all there are, in a database that nobody serves: what any of them
/// has signed holds no more.
pub(super) fn replace_all(conn: &mut Conn) -> Result<()> {
    queries::delete_all_signing_keys(conn)?;
    queries::insert_signing_key(conn, &generate()?)
}

impl HeldKeys {
    /// Signs with the newest key that is not retired. `rows` are in the order of their making.
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
    queries::signing_keys(conn, oldest_that_holds())
}

/// A key that was retired before this holds no more.
fn oldest_that_holds() -> Timestamp {
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

/// The private key, and the public one named by its thumbprint.
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
    async fn a_key_that_another_node_made_is_found_but_not_looked_for_on_every_request() {
        let (db, _folder) = database().await;
        let keys = Keys::start(&db).await.unwrap();
        let newer = || {
            let row = generate().unwrap();
            let kid = row.kid.clone();
            (row, kid)
        };
        let (row, kid) = newer();
        db.write(move |conn| queries::insert_signing_key(conn, &row)).await.unwrap();
        assert!(keys.find(&kid).await.unwrap().is_some());

        let (row, kid) = newer();
        db.write(move |conn| queries::insert_signing_key(conn, &row)).await.unwrap();
        assert!(keys.find(&kid).await.unwrap().is_none());
    }

    fn kid(keys: &Keys) -> String {
        keys.held.load().header.kid.clone().unwrap()
    }

    async fn retire(keys: &Keys, at: Timestamp) {
        keys.db.write(move |conn| queries::retire_signing_keys(conn, at)).await.unwrap();
    }

    #[actix_web::test]
    async fn a_retired_key_holds_as_long_as_its_tokens_and_signs_no_more() {
        let (db, _folder) = database().await;
        let now = Timestamp::now();
        for (retired_at, still_holds) in
            [(now.plus_seconds(-10), true), (now.plus_seconds(-RETIRED_SECONDS - 1), false)]
        {
            let keys = Keys::start(&db).await.unwrap();
            let old = kid(&keys);
            retire(&keys, retired_at).await;
            let keys = Keys::start(&db).await.unwrap();
            assert_eq!(keys.find(&old).await.unwrap().is_some(), still_holds);
            assert_ne!(kid(&keys), old);
        }
    }

    #[actix_web::test]
    async fn another_node_takes_a_rotated_key_when_it_meets_it_and_signs_with_it() {
        let (db, _folder) = database().await;
        let (one, mut other) = (Keys::start(&db).await.unwrap(), Keys::start(&db).await.unwrap());
        other.look_every = Duration::from_secs(60 * 60);
        let old = kid(&one);
        let rotated = one.rotate().await.unwrap();
        assert_eq!((rotated.retired, &rotated.kid), (1, &kid(&one)));
        assert_ne!(old, rotated.kid);

        // Many tokens at the same moment: all wait for the one look.
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
    async fn a_node_that_meets_no_new_token_hears_of_the_new_key_all_the_same() {
        let (db, _folder) = database().await;
        let (one, other) = (Keys::start(&db).await.unwrap(), Keys::start(&db).await.unwrap());
        // A look that was in vain keeps no refresh from happening.
        assert!(other.find("no such key").await.unwrap().is_none());
        let rotated = one.rotate().await.unwrap();
        other.refresh().await.unwrap();
        assert_eq!(kid(&other), rotated.kid);
    }

    #[actix_web::test]
    async fn keys_are_deleted_and_forgotten_when_they_hold_no_more() {
        let (db, _folder) = database().await;
        let (keys, other) = (Keys::start(&db).await.unwrap(), Keys::start(&db).await.unwrap());
        let first = kid(&keys);
        retire(&keys, Timestamp::now().plus_seconds(-RETIRED_SECONDS - 1)).await;
        let second = keys.rotate().await.unwrap();
        assert_eq!(second.retired, 0, "it was retired already");
        let third = keys.rotate().await.unwrap();
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
    async fn a_key_that_could_not_be_looked_for_is_not_unknown() {
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
