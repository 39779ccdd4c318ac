//! Rejects requests before anything is spent on them, while the database has as much to do as may wait for it.

use actix_web::dev::ServiceRequest;
use actix_web::http::Method;

use super::paths;
use crate::base::error::{Error, Result};
use crate::db::BUSY;
use crate::product::kernel::Kernel;

/// Returns an error for a request of the API whose work the database would reject. Sign-in and sessions have
/// connections of their own.
pub(super) fn check(request: &ServiceRequest, kernel: &Kernel) -> Result<()> {
    let path = request.path();
    if !paths::is_api(path) || paths::is_of_sessions(path) || path == paths::DOCUMENT {
        return Ok(());
    }
    let for_writes = !matches!(*request.method(), Method::GET | Method::HEAD);
    if kernel.core.db.is_overloaded(for_writes) { Err(Error::Busy(BUSY)) } else { Ok(()) }
}
