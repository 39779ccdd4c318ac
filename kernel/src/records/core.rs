//! What every request works with while the product runs.

use std::collections::HashSet;
use std::sync::Arc;

use crate::base::config::Config;
use crate::db::Database;
use crate::engine::policy::Policy;
use crate::engine::response_cache::ResponseCache;
use crate::engine::schema::{Checkers, Definitions};
use crate::records::Records;
use crate::records::media::Media;

/// The settings, the database, and what the modules declare of their records.
pub(crate) struct Core {
    pub(crate) config: Arc<Config>,
    pub(crate) db: Database,
    pub(crate) policy: Arc<Policy>,
    pub(crate) records: Arc<Records>,
    /// The schemas of the document.
    pub(crate) definitions: Arc<Definitions>,
    /// What each index of the database begins with: a table, and a column or an expression.
    pub(crate) indexes: HashSet<(String, String)>,
    /// The checks of bodies, compiled when they are first needed.
    pub(crate) checkers: Checkers,
    pub(crate) media: Media,
    pub(crate) responses: ResponseCache,
}
