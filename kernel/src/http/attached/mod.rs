//! Files and comments of records over HTTP, for each resource with a history.

pub(crate) mod comments;
pub(crate) mod files;

pub(super) use files::saved_as;
