//! Engines for any table and any type, which know no record: lists, schemas, the policy, rate
//! limits, caches, metrics.

pub(crate) mod cache;
pub(crate) mod columns;
pub mod list;
pub(crate) mod metrics;
pub mod policy;
pub(crate) mod precompressed;
pub mod rate_limits;
pub(crate) mod response_cache;
pub(crate) mod schema;
pub(crate) mod slices;
