//! Argon2id, which is slow on purpose: for passwords, and for what could be guessed from a fast hash. It
//! runs on blocking threads, at most as many at once as there are cores.

use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use actix_web::web;
use argon2::{Algorithm, Argon2, Params, Version};

use super::error::{Error, Result};
use super::slots::{Queue, Slots};

/// Slots to hash. One hash takes 19 MiB and a core for some milliseconds, so in the whole process there are never more
/// at once than cores. The queue is some seconds' worth: more would wait longer than users do.
pub(crate) static SLOTS: LazyLock<Slots> = LazyLock::new(|| {
    let queue = Queue {
        bound: 200,
        deadline: Duration::from_secs(10),
        busy: "Too many people are signing in at the moment. Try again shortly",
    };
    Slots::new(thread::available_parallelism().map_or(1, usize::from), queue)
});

/// Runs `work` on a blocking thread. The turn moves into the work, so that a disconnecting client
/// does not free it before the work has really ended.
pub(crate) async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let turn = SLOTS.take().await?;
    web::block(move || {
        let _turn = turn;
        work()
    })
    .await
    .map_err(|_| Error::internal("a password thread panicked"))?
}

/// Derives 64 bytes from `text` that are as slow to guess it from as a stored password. `salt` has
/// at least eight bytes.
pub(crate) async fn stretched(text: String, salt: String) -> Result<[u8; 64]> {
    off_thread(move || {
        let mut bytes = [0; 64];
        let made = argon2()?.hash_password_into(text.as_bytes(), salt.as_bytes(), &mut bytes);
        made.map_err(Error::internal)?;
        Ok(bytes)
    })
    .await
}

/// The minimum parameters of OWASP's password storage cheat sheet.
pub(crate) fn argon2() -> Result<Argon2<'static>> {
    let params = Params::new(19_456, 2, 1, None).map_err(Error::internal)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}
