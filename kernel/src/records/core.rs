//! The state that all requests share while the server runs.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::db::{Conn, Database};
use crate::engine::columns::ColumnCache;
use crate::engine::list::Origin;
use crate::engine::policy::Policy;
use crate::engine::response_cache::ResponseCache;
use crate::engine::schema::{Checkers, Definitions};
use crate::records::Records;
use crate::records::audit;
use crate::records::media::Media;
use crate::records::sealing::Sealer;

/// How long a list waits for columns that are being loaded, before the database answers it.
const LOADED_WITHIN: Duration = Duration::from_secs(10);

/// The settings, the database, and the resources of all modules.
pub(crate) struct Core {
    pub(crate) config: Arc<Config>,
    pub(crate) db: Database,
    pub(crate) policy: Arc<Policy>,
    pub(crate) records: Arc<Records>,
    /// The schemas of the OpenAPI document.
    pub(crate) definitions: Arc<Definitions>,
    /// The validators of bodies, compiled on first use.
    pub(crate) checkers: Checkers,
    pub(crate) media: Media,
    pub(crate) responses: ResponseCache,
    /// Refusals that wait to be stored.
    pub(crate) audit: Arc<audit::Queue>,
    pub(crate) sealer: Sealer,
    /// Columns of tables in memory, for lists and the explorer.
    pub(crate) columns: Arc<ColumnCache>,
}

impl Core {
    /// Answers a list from the columns in memory, or else from the database. One that is `slow` there waits for the
    /// columns that are being loaded, without a connection, for a while.
    ///
    /// # Errors
    /// Those of `answer`; [`Error::Busy`](crate::base::error::Error::Busy) when no connection becomes free.
    pub(crate) async fn listed<T, F>(&self, slow: bool, answer: F) -> Result<T>
    where
        F: Fn(&mut Conn, Origin<'_>) -> Result<Option<T>> + Send + Sync + 'static,
        T: Send + 'static,
    {
        let answer = Arc::new(answer);
        let until = Instant::now() + LOADED_WITHIN;
        loop {
            // Before memory is asked, so that no load ends unseen.
            let mut loads = self.columns.loads();
            let (columns, answer) = (Arc::clone(&self.columns), Arc::clone(&answer));
            let memory = move |conn: &mut Conn| answer(conn, Origin::Memory(&columns));
            if let Some(found) = self.db.answer_from_memory(memory).await? {
                return Ok(found);
            }
            if !slow || !self.columns.is_lacking() {
                break;
            }
            if timeout_at(until, loads.changed()).await.is_err() {
                break;
            }
        }
        let database = move |conn: &mut Conn| {
            let found = answer(conn, Origin::Database)?;
            found.ok_or_else(|| Error::internal("the database answers every list"))
        };
        self.db.read_quick_or_long(database).await
    }
}
