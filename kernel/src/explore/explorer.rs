//! The explorer of the running application: the declarations, and the columns in memory.

use std::sync::Arc;

use actix_web::web;

use super::catalog::Catalog;
use crate::base::config::Settings;
use crate::base::error::Error;
use crate::base::from_request::from_request;
use crate::engine::columns::ColumnCache;
use crate::records::Records;
use crate::records::handler::Argument;

/// The explorer of the running application. A handler takes it as an argument.
#[derive(Clone)]
pub struct Explorer {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) columns: Arc<ColumnCache>,
    pub(crate) records: Arc<Records>,
    pub(crate) settings: Settings,
}

from_request!(Explorer, |request| {
    let explorer = request.app_data::<web::Data<Self>>().map(|explorer| (***explorer).clone());
    explorer.ok_or_else(|| Error::internal("the application has no explorer"))
});

impl Argument for Explorer {}
