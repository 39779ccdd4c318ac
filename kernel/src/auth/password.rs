//! Passwords: typed, hashed and checked. Hashing is Argon2id, away from the request threads, and
//! never more of it at once than there are cores.
//!
//! Who may try how often is not decided here.

use std::borrow::Cow;
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use actix_web::web;
use argon2::password_hash::{PasswordHash as Phc, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::random_bytes;
use crate::base::error::{Error, Result};
use crate::engine::schema::common_passwords::{COMMON, own_words};

/// A password that somebody is to have from now on.
///
/// It is read from the text as it was typed, and hashed before a transaction begins. What was
/// typed is never written again: it shows in no debug output, and serialising it fails. Hashed, it
/// goes on as a group of fields, so that no text that a client sends can be taken for a hash.
#[derive(Clone)]
pub struct NewPassword(Stage);

#[derive(Clone)]
enum Stage {
    Typed(String),
    Hashed(PasswordHash),
}

/// How a password crosses as JSON: a text when it comes from outside, else this.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hashed<'a> {
    hash: Cow<'a, str>,
}

impl NewPassword {
    /// Hashed, here and now: for a thread that may wait, and takes some milliseconds. Once is
    /// enough.
    pub fn hashed(self) -> Result<Self> {
        match self.0 {
            Stage::Typed(typed) => {
                let _permit = wait(permit())?;
                Ok(Self(Stage::Hashed(hash(typed.as_bytes())?)))
            }
            hashed @ Stage::Hashed(_) => Ok(Self(hashed)),
        }
    }

    /// Hashed with the least effort there is: for accounts of tests, which sign in all the time.
    #[cfg(feature = "testing")]
    pub(crate) fn lightly_hashed(typed: &str) -> Result<Self> {
        let params = Params::new(Params::MIN_M_COST, 1, 1, None).map_err(Error::internal)?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        Ok(Self(Stage::Hashed(hash_with(&argon2, typed.as_bytes())?)))
    }

    /// Hashed on a thread of its own.
    pub async fn hash(self) -> Result<Self> {
        match self.0 {
            Stage::Typed(typed) => {
                let hash = off_thread(move || hash(typed.as_bytes())).await?;
                Ok(Self(Stage::Hashed(hash)))
            }
            hashed @ Stage::Hashed(_) => Ok(Self(hashed)),
        }
    }

    /// Fails at `pointer` when it was typed and is the name or the e-mail of whom it is for.
    pub(super) fn refuse_own_words(
        &self,
        pointer: &str,
        email: &str,
        first_name: &str,
        last_name: &str,
    ) -> Result<()> {
        let own = |typed| own_words(typed, email, first_name, last_name);
        self.typed().and_then(own).map_or(Ok(()), |told| Err(Error::invalid(pointer, told)))
    }

    /// A digest that tells whether a call for `account` that comes again is the same, and no more:
    /// as slow to guess from as what is stored. A hashed one has none.
    pub async fn trace(&self, account: &str) -> Result<String> {
        let Some(typed) = self.typed().map(str::to_owned) else { return Ok(String::new()) };
        let salt = format!("again {account}");
        off_thread(move || {
            let mut digest = [0; 16];
            let made = argon2()?.hash_password_into(typed.as_bytes(), salt.as_bytes(), &mut digest);
            made.map_err(Error::internal)?;
            Ok(super::hex(&digest))
        })
        .await
    }

    /// What is to be stored; a fault when it has not been hashed yet.
    pub(super) fn stored(&self) -> Result<&PasswordHash> {
        match &self.0 {
            Stage::Hashed(hash) => Ok(hash),
            Stage::Typed(_) => Err(Error::internal("a password was not hashed in time")),
        }
    }

    /// The text as it was typed, for the checks of its schema; none when it is hashed.
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

/// The one place where the rules of a new password stand.
impl JsonSchema for NewPassword {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "NewPassword".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let too_short = "Password must be at least 8 characters";
        json_schema!({
            "type": "string",
            "minLength": 8,
            "maxLength": 1000,
            "writeOnly": true,
            "x-uncommon": true,
            "x-widget": "password",
            "x-messages": {
                "required": too_short,
                "minLength": too_short,
                "maxLength": "Password must have at most 1000 characters",
                "x-uncommon": COMMON
            },
        })
    }
}

/// What is stored instead of a password: salt, parameters and digest in one text.
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

/// Checks passwords.
pub(super) struct Passwords {
    /// VerifiedTokens against where there is no password, so that this takes just as long.
    nobodys: PasswordHash,
}

impl Passwords {
    pub(super) async fn start() -> Result<Self> {
        // One will do for the whole process.
        static NOBODYS: OnceLock<PasswordHash> = OnceLock::new();
        if let Some(nobodys) = NOBODYS.get() {
            return Ok(Self { nobodys: nobodys.clone() });
        }
        let nobodys = off_thread(|| hash(&random_bytes::<16>())).await?;
        Ok(Self { nobodys: NOBODYS.get_or_init(|| nobodys).clone() })
    }

    /// Whether `password` is the one of which `stored` is the hash; without one it never is, and
    /// finding that out takes as long.
    pub(super) async fn verify(
        &self,
        password: String,
        stored: Option<PasswordHash>,
    ) -> Result<bool> {
        let there_is_one = stored.is_some();
        let against = stored.unwrap_or_else(|| self.nobodys.clone());
        let right = off_thread(move || verify(password.as_bytes(), &against)).await?;
        Ok(right && there_is_one)
    }
}

/// How many may wait for their turn: some seconds' worth. More would wait longer than people do.
const MOST_WAITING: usize = 200;

const TOO_MANY_AT_ONCE: &str = "Too many people are signing in at the moment. Try again shortly";

/// Leave to hash. One hash takes 19 MiB and a core for some milliseconds, so in the whole process
/// there are never more at once than cores.
async fn permit() -> Result<OwnedSemaphorePermit> {
    static WAITING: AtomicUsize = AtomicUsize::new(0);
    /// Counts somebody who waits, also when they give up.
    struct Turn;
    impl Drop for Turn {
        fn drop(&mut self) {
            WAITING.fetch_sub(1, Ordering::Relaxed);
        }
    }
    static PERMITS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| {
        Arc::new(Semaphore::new(thread::available_parallelism().map_or(1, usize::from)))
    });
    let _turn = Turn;
    if WAITING.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
        return Err(Error::Busy(TOO_MANY_AT_ONCE));
    }
    Arc::clone(&PERMITS).acquire_owned().await.map_err(Error::internal)
}

/// The permit moves into the work: somebody who hangs up does not make room for another one
/// before the work is really over.
async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let permit = permit().await?;
    web::block(move || {
        let _permit = permit;
        work()
    })
    .await
    .map_err(|_| Error::internal("a password thread panicked"))?
}

/// Waits on this thread, which belongs to no runtime, in the same queue as everybody else.
fn wait<T>(future: impl Future<Output = T>) -> T {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(done) => return done,
            Poll::Pending => thread::park(),
        }
    }
}

/// Stretches `text` to 64 bytes that take as long to guess it from as a stored password. `salt` has at
/// least eight bytes.
pub(super) async fn stretched(text: String, salt: String) -> Result<[u8; 64]> {
    off_thread(move || {
        let mut bytes = [0; 64];
        let made = argon2()?.hash_password_into(text.as_bytes(), salt.as_bytes(), &mut bytes);
        made.map_err(Error::internal)?;
        Ok(bytes)
    })
    .await
}

/// The parameters that OWASP's password storage cheat sheet asks for at least.
fn argon2() -> Result<Argon2<'static>> {
    let params = Params::new(19_456, 2, 1, None).map_err(Error::internal)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
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
    async fn nobody_has_a_password_that_could_be_right() {
        let passwords = Passwords::start().await.unwrap();
        assert!(!passwords.verify("anything".into(), None).await.unwrap());
    }

    #[test]
    fn neither_a_hash_nor_what_was_typed_shows_in_debug_output() {
        assert_eq!(format!("{:?}", hash(b"x").unwrap()), "PasswordHash(…)");
        assert_eq!(format!("{:?}", NewPassword::from("x")), "NewPassword(…)");
    }

    #[test]
    fn what_was_typed_is_not_written_again_and_a_text_is_never_a_hash() {
        let typed: NewPassword = serde_json::from_value(json!("$argon2id$v=19$x")).unwrap();
        assert_eq!(typed.typed(), Some("$argon2id$v=19$x"));
        assert!(typed.stored().is_err());
        let refused = serde_json::to_value(&typed).unwrap_err();
        assert!(!refused.to_string().contains("argon2id"));
        // Hashed it goes on, and being hashed again changes nothing.
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
