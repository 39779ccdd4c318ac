//! Passwords: input, hashing and verification.
//!
//! Rate limits are not decided here.

use std::borrow::Cow;
use std::sync::OnceLock;

use argon2::Argon2;
use argon2::password_hash::{PasswordHash as Phc, PasswordHasher, PasswordVerifier, SaltString};
use data_encoding::HEXLOWER;
use schemars::JsonSchema;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::random_bytes;
use crate::base::error::{Error, Result};
use crate::base::slow_hash::{SLOTS, argon2, off_thread};
use crate::engine::schema::common_passwords::{COMMON, own_words};

/// A new password of an account.
///
/// It is deserialized from the text as typed, and hashed before a transaction begins. The typed
/// text is never serialized: debug output hides it, and serializing it fails. A hashed password is
/// serialized as an object, so that no text of a client can be taken for a hash.
// The one place that defines the rules of a new password.
#[derive(Clone, JsonSchema)]
#[schemars(inline, with = "String", description = "", extend(
    "minLength" = 8,
    "maxLength" = 1000,
    "writeOnly" = true,
    "x-uncommon" = true,
    "x-widget" = "password",
    "x-messages" = {
        "required": TOO_SHORT,
        "minLength": TOO_SHORT,
        "maxLength": "Password must have at most 1000 characters",
        "x-uncommon": COMMON
    }
))]
pub struct NewPassword(Stage);

const TOO_SHORT: &str = "Password must be at least 8 characters";

#[derive(Clone)]
enum Stage {
    Typed(String),
    Hashed(PasswordHash),
}

/// A hashed password in JSON; a typed one is a text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hashed<'a> {
    hash: Cow<'a, str>,
}

impl NewPassword {
    /// Hashes the password on this thread, which takes some milliseconds and may block. A hashed
    /// one stays as it is.
    pub fn hashed(self) -> Result<Self> {
        match self.0 {
            Stage::Typed(typed) => {
                let _turn = SLOTS.take_on_thread()?;
                Ok(Self(Stage::Hashed(hash(typed.as_bytes())?)))
            }
            hashed @ Stage::Hashed(_) => Ok(Self(hashed)),
        }
    }

    /// Hashes with minimal cost: for test accounts, which sign in all the time.
    #[cfg(feature = "testing")]
    pub(crate) fn lightly_hashed(typed: &str) -> Result<Self> {
        use argon2::{Algorithm, Params, Version};
        let params = Params::new(Params::MIN_M_COST, 1, 1, None).map_err(Error::internal)?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        Ok(Self(Stage::Hashed(hash_with(&argon2, typed.as_bytes())?)))
    }

    /// Hashes the password on a blocking thread.
    pub async fn hash(self) -> Result<Self> {
        match self.0 {
            Stage::Typed(typed) => {
                let hash = off_thread(move || hash(typed.as_bytes())).await?;
                Ok(Self(Stage::Hashed(hash)))
            }
            hashed @ Stage::Hashed(_) => Ok(Self(hashed)),
        }
    }

    /// Fails at `pointer` when the typed password is the name or the email of its owner.
    pub(super) fn refuse_own_words(
        &self,
        pointer: &str,
        email: &str,
        first_name: &str,
        last_name: &str,
    ) -> Result<()> {
        let own = |typed| own_words(typed, email, first_name, last_name);
        self.typed().and_then(own).map_or(Ok(()), |message| Err(Error::invalid(pointer, message)))
    }

    /// Returns a digest by which idempotent requests of `account` are compared: as slow to guess
    /// from as the stored hash. Empty for a hashed password.
    pub async fn trace(&self, account: &str) -> Result<String> {
        let Some(typed) = self.typed().map(str::to_owned) else { return Ok(String::new()) };
        let salt = format!("again {account}");
        off_thread(move || {
            let mut digest = [0; 16];
            let made = argon2()?.hash_password_into(typed.as_bytes(), salt.as_bytes(), &mut digest);
            made.map_err(Error::internal)?;
            Ok(HEXLOWER.encode(&digest))
        })
        .await
    }

    /// Returns the hash to store; an internal error when the password is not hashed yet.
    pub(super) fn stored(&self) -> Result<&PasswordHash> {
        match &self.0 {
            Stage::Hashed(hash) => Ok(hash),
            Stage::Typed(_) => Err(Error::internal("a password was not hashed in time")),
        }
    }

    /// Returns the text as typed, for validation by its schema. `None` when it is hashed.
    pub(super) fn typed(&self) -> Option<&str> {
        match &self.0 {
            Stage::Typed(typed) => Some(typed),
            Stage::Hashed(_) => None,
        }
    }
}

impl From<String> for NewPassword {
    fn from(typed: String) -> Self {
        Self(Stage::Typed(typed))
    }
}

impl From<&str> for NewPassword {
    fn from(typed: &str) -> Self {
        typed.to_owned().into()
    }
}

impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewPassword(…)")
    }
}

impl Serialize for NewPassword {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Stage::Hashed(hash) => Hashed { hash: hash.as_str().into() }.serialize(serializer),
            Stage::Typed(_) => Err(S::Error::custom("a password is not written as it was typed")),
        }
    }
}

impl<'de> Deserialize<'de> for NewPassword {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either<'a> {
            Typed(String),
            Hashed(Hashed<'a>),
        }
        Ok(match Either::deserialize(deserializer)? {
            Either::Typed(typed) => typed.into(),
            Either::Hashed(Hashed { hash }) => Self(Stage::Hashed(PasswordHash(hash.into_owned()))),
        })
    }
}

/// A stored password hash: salt, parameters and digest in one text (PHC string).
#[derive(Clone, PartialEq, Eq)]
pub(super) struct PasswordHash(String);

impl PasswordHash {
    pub(super) fn stored(text: String) -> Self {
        Self(text)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

/// Verifies passwords.
pub(super) struct Passwords {
    /// Verified against when the account has no password, so that this takes equally long.
    dummy: PasswordHash,
}

impl Passwords {
    pub(super) async fn start() -> Result<Self> {
        // One dummy hash is enough for the whole process.
        static DUMMY: OnceLock<PasswordHash> = OnceLock::new();
        if let Some(dummy) = DUMMY.get() {
            return Ok(Self { dummy: dummy.clone() });
        }
        let dummy = off_thread(|| hash(&random_bytes::<16>())).await?;
        Ok(Self { dummy: DUMMY.get_or_init(|| dummy).clone() })
    }

    /// Returns whether `stored` is the hash of `password`. Without a hash it returns false, after
    /// the same time.
    pub(super) async fn verify(
        &self,
        password: String,
        stored: Option<PasswordHash>,
    ) -> Result<bool> {
        let has_password = stored.is_some();
        let against = stored.unwrap_or_else(|| self.dummy.clone());
        let right = off_thread(move || verify(password.as_bytes(), &against)).await?;
        Ok(right && has_password)
    }
}

fn hash(password: &[u8]) -> Result<PasswordHash> {
    hash_with(&argon2()?, password)
}

fn hash_with(argon2: &Argon2, password: &[u8]) -> Result<PasswordHash> {
    let salt = SaltString::encode_b64(&random_bytes::<16>()).map_err(Error::internal)?;
    let hash = argon2.hash_password(password, &salt).map_err(Error::internal)?;
    Ok(PasswordHash(hash.to_string()))
}

fn verify(password: &[u8], stored: &PasswordHash) -> Result<bool> {
    use argon2::password_hash::Error as HashError;
    let stored = Phc::new(&stored.0).map_err(Error::internal)?;
    match argon2()?.verify_password(password, &stored) {
        Ok(()) => Ok(true),
        Err(HashError::Password) => Ok(false),
        Err(error) => Err(Error::internal(error)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use std::thread;

    use super::*;

    async fn hashed(typed: &str) -> PasswordHash {
        NewPassword::from(typed).hash().await.unwrap().stored().unwrap().clone()
    }

    #[actix_web::test]
    async fn a_password_is_known_again_and_another_one_is_not() {
        let passwords = Passwords::start().await.unwrap();
        let hash = hashed("mizan-demo").await;
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(passwords.verify("mizan-demo".into(), Some(hash.clone())).await.unwrap());
        for wrong in ["", "Mizan-demo", "mizan-demo ", "mizan-dem"] {
            assert!(!passwords.verify(wrong.into(), Some(hash.clone())).await.unwrap(), "{wrong}");
        }
    }

    #[actix_web::test]
    async fn equal_passwords_have_different_hashes() {
        assert_ne!(hashed("same").await, hashed("same").await);
    }

    #[actix_web::test]
    async fn without_a_stored_hash_no_password_is_right() {
        let passwords = Passwords::start().await.unwrap();
        assert!(!passwords.verify("anything".into(), None).await.unwrap());
    }

    #[test]
    fn debug_output_shows_neither_hash_nor_typed_text() {
        assert_eq!(format!("{:?}", hash(b"x").unwrap()), "PasswordHash(…)");
        assert_eq!(format!("{:?}", NewPassword::from("x")), "NewPassword(…)");
    }

    #[test]
    fn typed_text_is_not_serialized_and_a_text_is_never_a_hash() {
        let typed: NewPassword = serde_json::from_value(json!("$argon2id$v=19$x")).unwrap();
        assert_eq!(typed.typed(), Some("$argon2id$v=19$x"));
        assert!(typed.stored().is_err());
        let refused = serde_json::to_value(&typed).unwrap_err();
        assert!(!refused.to_string().contains("argon2id"));
        // A hashed password is serialized, and hashing it again changes nothing.
        let hashed = serde_json::to_value(typed.hashed().unwrap()).unwrap();
        assert!(hashed["hash"].as_str().unwrap().starts_with("$argon2id$"));
        let again: NewPassword = serde_json::from_value(hashed.clone()).unwrap();
        assert_eq!(serde_json::to_value(again.hashed().unwrap()).unwrap(), hashed);
    }

    #[test]
    fn threads_that_belong_to_no_runtime_wait_for_their_turn() {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..cores * 3)
            .map(|_| thread::spawn(|| NewPassword::from("mizan-demo").hashed().is_ok()))
            .collect();
        assert!(threads.into_iter().all(|thread| thread.join().unwrap()));
    }
}
