//! The keys that access tokens are signed with: made at the first start, kept in the database,
//! shared by all nodes, published as a JWK set.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::Ed25519KeyPair;
use jsonwebtoken::jwk::{Jwk, JwkSet, PublicKeyUse, ThumbprintHash};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header};
use serde::Serialize;

use super::queries::{self, SigningKeyRow};
use super::token::ACCESS_SECONDS;
use crate::db::{Conn, Database};
use crate::error::{Error, Result};
use crate::time::Timestamp;

/// How often at most an unknown key is looked for in the database: another node may have made it,
/// but anybody can send a token that names a key.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// For so many seconds a retired key still holds: as long as the last token signed with it.
const RETIRED_SECONDS: i64 = ACCESS_SECONDS + 60;

/// The product's own keys.
pub(super) struct Keys {
    db: Database,
    held: ArcSwap<Held>,
    looked: Mutex<Option<Instant>>,
}

/// A key that signatures are checked with, and the one algorithm that it is for.
pub(super) struct PublicKey {
    pub(super) algorithm: Algorithm,
    pub(super) key: DecodingKey,
}

struct Held {
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
        let held = ArcSwap::from_pointee(Held::from_rows(&rows)?);
        Ok(Self { db: db.clone(), held, looked: Mutex::new(None) })
    }

    /// The key named `kid`.
    pub(super) async fn find(&self, kid: &str) -> Result<Option<Arc<PublicKey>>> {
        let held = self.held.load().public.get(kid).cloned();
        if held.is_some() || !self.may_look() {
            return Ok(held);
        }
        let rows = self.db.read(current).await?;
        self.held.store(Arc::new(Held::from_rows(&rows)?));
        Ok(self.held.load().public.get(kid).cloned())
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

    fn may_look(&self) -> bool {
        let mut looked = self.looked.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let may = looked.is_none_or(|at| at.elapsed() >= LOOK_EVERY);
        if may {
            *looked = Some(Instant::now());
        }
        may
    }
}

impl Held {
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
    queries::signing_keys(conn, Timestamp::now().plus_seconds(-RETIRED_SECONDS))
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

    #[actix_web::test]
    async fn a_retired_key_holds_as_long_as_its_tokens_and_signs_no_more() {
        let (db, _folder) = database().await;
        let keys = Keys::start(&db).await.unwrap();
        let old = keys.document().keys[0].common.key_id.clone().unwrap();
        let now = Timestamp::now();
        for (retired_at, still_holds) in
            [(now.plus_seconds(-10), true), (now.plus_seconds(-RETIRED_SECONDS - 1), false)]
        {
            let kid = old.clone();
            db.write(move |conn| queries::retire_signing_key(conn, &kid, retired_at))
                .await
                .unwrap();
            let keys = Keys::start(&db).await.unwrap();
            assert_eq!(keys.find(&old).await.unwrap().is_some(), still_holds);
            assert_ne!(keys.held.load().header.kid.as_ref(), Some(&old));
        }
    }
}
