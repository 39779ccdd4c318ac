//! The explorer of the running application: the declarations, and the columns in memory.

use std::future::{Ready, ready};
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};

use super::catalog::Catalog;
use crate::base::config::Settings;
use crate::base::error::{Error, Result};
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

impl FromRequest for Explorer {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let explorer = request.app_data::<web::Data<Self>>().map(|explorer| (***explorer).clone());
        ready(explorer.ok_or_else(|| Error::internal("the application has no explorer")))
    }
}

impl Argument for Explorer {}
