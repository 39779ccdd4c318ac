//! The explorer of the running application: the declarations, and the columns in memory.

use std::future::{Ready, ready};
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};

use super::catalog::Catalog;
use super::column_cache::ColumnCache;
use crate::base::config::Settings;
use crate::base::error::{Error, Result};
use crate::records::Records;
use crate::records::handler::Argument;

/// The explorer of the running application. A handler takes it as an argument.
#[derive(Clone)]
pub struct Explorer {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) columns: Arc<ColumnCache>,
    pub(super) records: Arc<Records>,
    pub(super) settings: Settings,
}

impl Explorer {
    pub(crate) fn new(catalog: Arc<Catalog>, records: Arc<Records>, settings: Settings) -> Self {
        Self { catalog, columns: Arc::default(), records, settings }
    }
}

impl FromRequest for Explorer {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let explorer = request.app_data::<web::Data<Self>>().map(|explorer| (***explorer).clone());
        ready(explorer.ok_or_else(|| Error::internal("the application has no explorer")))
    }
}

impl Argument for Explorer {}
