//! The state that all requests share while the server runs.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::base::running::Running;
use crate::db::statements::snapshot;
use crate::db::{Conn, Database};
use crate::engine::columns::{ColumnCache, LOADING};
use crate::engine::list::{Memory, Origin};
use crate::engine::policy::Policy;
use crate::engine::response_cache::ResponseCache;
use crate::engine::schema::{Checkers, Definitions};
use crate::records::audit;
use crate::records::events::Hub;
use crate::records::idempotency::{Answer, IdempotentRequest};
use crate::records::media::Media;
use crate::records::sealing::Sealer;
use crate::records::verb::Opposites;
use crate::records::{Records, Together};

/// The settings, the database, and the resources of all modules.
pub(crate) struct Core {
    pub(crate) config: Arc<Config>,
    pub(crate) db: Database,
    pub(crate) policy: Arc<Policy>,
    pub(crate) records: Arc<Records>,
    /// The verbs by which an undo reverses others.
    pub(crate) opposites: Arc<Opposites>,
    /// The schemas of the OpenAPI document.
    pub(crate) definitions: Arc<Definitions>,
    /// The validators of bodies, compiled on first use.
    pub(crate) checkers: Checkers,
    pub(crate) media: Media,
    pub(crate) responses: ResponseCache,
    /// Refusals that wait to be stored.
    pub(crate) audit: Arc<audit::Queue>,
    pub(crate) sealer: Sealer,
    /// The history as a stream, for all that look at it.
    pub(crate) events: Arc<Hub>,
    /// Columns of tables in memory, for lists and the explorer.
    pub(crate) columns: Arc<ColumnCache>,
    /// Changes that wait to be made together.
    pub(crate) together: Together,
    /// Long work that no client waits for.
    pub(crate) jobs: Running,
}

impl Core {
    /// Answers a list from the columns in memory, or else from the database. One that is `slow` there waits for the
    /// columns that it lacks, without a connection, for a while.
    ///
    /// # Errors
    /// Those of `answer`; [`Error::Busy`](crate::base::error::Error::Busy) when no connection becomes free.
    pub(crate) async fn listed<T, F>(&self, slow: bool, answer: F) -> Result<T>
    where
        F: Fn(&mut Conn, Origin<'_>) -> Result<Option<T>> + Send + Sync + 'static,
        T: Send + 'static,
    {
        let answer = Arc::new(answer);
        let from_memory = || {
            let (columns, answer) = (Arc::clone(&self.columns), Arc::clone(&answer));
            move |conn: &mut Conn| {
                let memory = Memory::of(&columns);
                let found = answer(conn, Origin::Memory(&memory))?;
                Ok((found, memory.lacks_columns()))
            }
        };
        let until = self.loaded_until();
        loop {
            // Before memory is asked, so that no load ends unseen.
            let mut loads = self.columns.loads();
            let (found, lacks) = match self.db.read_quick(from_memory()).await? {
                Some(asked) => asked,
                // A first order of many rows, or the changes of a large import.
                None => self.db.read_long(from_memory()).await?,
            };
            if let Some(found) = found {
                return Ok(found);
            }
            let is_over = !slow || !lacks || Instant::now() >= until;
            if is_over || timeout_at(until, loads.changed()).await.is_err() {
                break;
            }
        }
        let database = move |conn: &mut Conn| {
            let found = answer(conn, Origin::Database)?;
            found.ok_or_else(|| Error::internal("the database answers every list"))
        };
        self.db.read_quick_or_long(database).await
    }

    /// Reads with `work` from one snapshot of the database, as a slow query does. Columns of large tables that it lacks are
    /// waited for without a connection, while a job loads them for all that need them.
    ///
    /// # Errors
    /// Those of `work`; [`Error::Busy`](crate::base::error::Error::Busy) when no slot becomes free, or it takes too long.
    pub(crate) async fn read_long<T, F>(&self, work: F) -> Result<T>
    where
        F: Fn(&mut Conn) -> Result<T> + Send + Sync + 'static,
        T: Send + 'static,
    {
        Ok(self.read_long_in(|| Ok(()), work).await?.0)
    }

    /// Reads as [`Core::read_long`] does, in a slot, which is returned with what was read. While columns are waited for, it
    /// is free for others.
    ///
    /// # Errors
    /// Those of `slot`, too.
    pub(crate) async fn read_long_in<S, T, F>(
        &self,
        slot: impl Fn() -> Result<S>,
        work: F,
    ) -> Result<(T, S)>
    where
        F: Fn(&mut Conn) -> Result<T> + Send + Sync + 'static,
        T: Send + 'static,
    {
        let work = Arc::new(work);
        let until = self.loaded_until();
        loop {
            let mut loads = self.columns.loads();
            let work = Arc::clone(&work);
            let taken = slot()?;
            let read = self.db.read_long(move |conn| snapshot(conn, |conn| work(conn))).await;
            let is_loading = matches!(&read, Err(Error::Busy(reason)) if *reason == LOADING);
            if !is_loading {
                return Ok((read?, taken));
            }
            drop(taken);
            if timeout_at(until, loads.changed()).await.is_err() {
                return Err(Error::Busy(LOADING));
            }
        }
    }

    /// Does work that takes its idempotency key only when it ends. When it is refused because a request with the same key
    /// has done it meanwhile, the answer is that of the other request.
    pub(crate) async fn idempotently(
        &self,
        once: Option<IdempotentRequest>,
        work: impl Future<Output = Result<Answer>>,
    ) -> Result<Answer> {
        let Some(once) = once else { return work.await };
        if let Some(answer) = self.answered(&once).await? {
            return Ok(answer);
        }
        match work.await {
            Ok(answer) => Ok(answer),
            Err(error) => self.answered(&once).await?.ok_or(error),
        }
    }

    async fn answered(&self, once: &IdempotentRequest) -> Result<Option<Answer>> {
        let once = once.clone();
        self.db.read(move |conn| once.answered(conn)).await
    }

    /// Returns until when a request waits for columns that are being loaded: as long as it may read.
    fn loaded_until(&self) -> Instant {
        Instant::now() + Duration::from_secs(self.config.long_read_seconds)
    }
}
