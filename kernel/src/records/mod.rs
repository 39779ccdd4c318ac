//! Records: the definition of a resource, the actor and the context of a request, the one code path
//! of every change, and the revisions that a change leaves.

pub mod actor;
pub(crate) mod arguments;
pub(crate) mod audit;
pub mod body;
mod bulk;
mod bulk_rows;
pub(crate) mod chain;
pub(crate) mod change;
pub(crate) mod core;
mod created;
mod file_columns;
pub mod handler;
pub(crate) mod idempotency;
mod image_fields;
mod keys;
mod known;
pub mod media;
pub(crate) mod multipart;
mod planned;
mod references;
mod registered;
pub(crate) mod request;
pub mod resource;
mod restore;
pub mod revisions;
mod rollback;
pub(crate) mod sealing;
mod seed;
mod selection;
pub(crate) mod together;
mod update;
pub mod verb;

pub(crate) use bulk::{BulkDeleted, BulkPerformed, BulkUpdated};
pub(crate) use bulk_rows::{MOST as MOST_ROWS, RowChanges};
pub(crate) use change::Records;
pub(crate) use created::{Created, Rejected};
pub(crate) use image_fields::ImageField;
pub(crate) use known::{Found, Known};
pub(crate) use registered::{Checks, Record, RegisteredResource, check_match, etag};
pub(crate) use restore::Restore;
pub use revisions::Past;
pub(crate) use seed::DemoAccounts;
pub use seed::Seed;
pub(crate) use selection::{MOST as MOST_SELECTED, Selection, WHERE, below};
pub(crate) use together::Together;
