//! The state that all requests share while the server runs.

use std::collections::HashSet;
use std::sync::Arc;

use crate::base::config::Config;
use crate::db::Database;
use crate::engine::columns::ColumnCache;
use crate::engine::policy::Policy;
use crate::engine::response_cache::ResponseCache;
use crate::engine::schema::{Checkers, Definitions};
use crate::records::Records;
use crate::records::audit;
use crate::records::media::Media;
use crate::records::sealing::Sealer;

/// The settings, the database, and the resources of all modules.
pub(crate) struct Core {
    pub(crate) config: Arc<Config>,
    pub(crate) db: Database,
    pub(crate) policy: Arc<Policy>,
    pub(crate) records: Arc<Records>,
    /// The schemas of the OpenAPI document.
    pub(crate) definitions: Arc<Definitions>,
    /// The first column or expression of each index in the database, with its table.
    pub(crate) indexes: HashSet<(String, String)>,
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
