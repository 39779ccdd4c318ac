//! What works on any table and any type, and knows no record yet: lists, schemas, the policy, rate
//! limits, caches, metrics.

pub mod list;
pub(crate) mod metrics;
pub mod policy;
pub(crate) mod precompressed;
pub mod rate_limits;
pub(crate) mod response_cache;
pub mod schema;
