//! Work on a connection without the type of its result: pools, replicas and the writer are compiled once,
//! not for each read and write.

use std::sync::Arc;

use parking_lot::Mutex;

use super::conn::Conn;
use crate::base::error::{Error, Result};

/// Work that leaves its result to its caller.
pub(super) type Work = Box<dyn FnOnce(&mut Conn) -> Result<()> + Send>;

/// Work that can be done again.
pub(super) type Repeatable = Arc<dyn Fn(&mut Conn) -> Result<()> + Send + Sync>;

/// Work with a result.
pub trait WorkOf<T>: FnOnce(&mut Conn) -> Result<T> + Send + 'static {}

impl<T, F: FnOnce(&mut Conn) -> Result<T> + Send + 'static> WorkOf<T> for F {}

/// Has `run` do the work, and returns the result of the work.
pub(super) async fn result_of<T: Send + 'static, R: Future<Output = Result<()>>>(
    work: impl WorkOf<T>,
    run: impl FnOnce(Work) -> R,
) -> Result<T> {
    let (work, outcome) = Outcome::of(work);
    run(work).await?;
    outcome.take()
}

/// Where work leaves its result.
pub(super) struct Outcome<T>(Arc<Mutex<Option<T>>>);

impl<T: Send + 'static> Outcome<T> {
    /// Returns work, and where its result will be.
    pub(super) fn of(work: impl WorkOf<T>) -> (Work, Self) {
        let (outcome, left) = Self::halves();
        (Box::new(move |conn| left.leave(work(conn)?)), outcome)
    }

    /// Returns work that can be done again, and where the result will be of the last time that it succeeded.
    pub(super) fn of_repeatable<F>(work: F) -> (Repeatable, Self)
    where
        F: Fn(&mut Conn) -> Result<T> + Send + Sync + 'static,
    {
        let (outcome, left) = Self::halves();
        (Arc::new(move |conn: &mut Conn| left.leave(work(conn)?)), outcome)
    }

    /// Returns the result of work that was done.
    pub(super) fn take(self) -> Result<T> {
        let found = self.0.lock().take();
        found.ok_or_else(|| Error::internal("work on the database left no result"))
    }

    fn halves() -> (Self, Self) {
        let found = Arc::new(Mutex::new(None));
        (Self(Arc::clone(&found)), Self(found))
    }

    fn leave(&self, result: T) -> Result<()> {
        *self.0.lock() = Some(result);
        Ok(())
    }
}
