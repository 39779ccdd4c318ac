//! Passwords: hashed and checked with Argon2id, away from the request threads, a few at a time.
//!
//! Who may try how often is not decided here.

use std::sync::Arc;

use actix_web::web;
use argon2::password_hash::{PasswordHash as Phc, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use super::random_bytes;
use crate::error::{Error, Result};

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

/// Hashes and checks. One check takes 19 MiB and a core for some milliseconds, so there are never
/// more at once than cores.
pub(super) struct Passwords {
    permits: Arc<Semaphore>,
    /// Checked against where there is no password, so that this takes just as long.
    nobodys: PasswordHash,
}

impl Passwords {
    pub(super) async fn start() -> Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let permits = Arc::new(Semaphore::new(cores));
        let nobodys = off_thread(&permits, || hash(&random_bytes::<16>())).await?;
        Ok(Self { permits, nobodys })
    }

    /// The hash to store for `password`.
    pub(super) async fn hash(&self, password: String) -> Result<PasswordHash> {
        off_thread(&self.permits, move || hash(password.as_bytes())).await
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
        let right =
            off_thread(&self.permits, move || verify(password.as_bytes(), &against)).await?;
        Ok(right && there_is_one)
    }
}

/// The hash to store for `password`, made outside of any server.
pub(super) async fn hash_alone(password: &'static str) -> Result<PasswordHash> {
    web::block(move || hash(password.as_bytes()))
        .await
        .map_err(|_| Error::internal("a password thread panicked"))?
}

/// The permit moves into the work: somebody who hangs up does not make room for another one
/// before the work is really over.
async fn off_thread<T: Send + 'static>(
    permits: &Arc<Semaphore>,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let permit = permits.clone().acquire_owned().await.map_err(Error::internal)?;
    web::block(move || {
        let _permit = permit;
        work()
    })
    .await
    .map_err(|_| Error::internal("a password thread panicked"))?
}

/// The parameters that OWASP's password storage cheat sheet asks for at least.
fn argon2() -> Result<Argon2<'static>> {
    let params = Params::new(19_456, 2, 1, None).map_err(Error::internal)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &[u8]) -> Result<PasswordHash> {
    let salt = SaltString::encode_b64(&random_bytes::<16>()).map_err(Error::internal)?;
    let hash = argon2()?.hash_password(password, &salt).map_err(Error::internal)?;
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
    use super::*;

    #[actix_web::test]
    async fn a_password_is_known_again_and_another_one_is_not() {
        let passwords = Passwords::start().await.unwrap();
        let hash = passwords.hash("mizan-demo".into()).await.unwrap();
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(passwords.verify("mizan-demo".into(), Some(hash.clone())).await.unwrap());
        for wrong in ["", "Mizan-demo", "mizan-demo ", "mizan-dem"] {
            assert!(!passwords.verify(wrong.into(), Some(hash.clone())).await.unwrap(), "{wrong}");
        }
    }

    #[actix_web::test]
    async fn equal_passwords_have_different_hashes() {
        let passwords = Passwords::start().await.unwrap();
        let hashes = (passwords.hash("same".into()).await, passwords.hash("same".into()).await);
        assert_ne!(hashes.0.unwrap(), hashes.1.unwrap());
    }

    #[actix_web::test]
    async fn nobody_has_a_password_that_could_be_right() {
        let passwords = Passwords::start().await.unwrap();
        assert!(!passwords.verify("anything".into(), None).await.unwrap());
    }

    #[test]
    fn a_hash_does_not_show_in_debug_output() {
        assert_eq!(format!("{:?}", hash(b"x").unwrap()), "PasswordHash(…)");
    }
}
