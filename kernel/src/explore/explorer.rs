//! The explorer of the running application: the declarations, and the columns in memory.

use std::sync::Arc;

use actix_web::web;

use super::catalog::Catalog;
use crate::base::config::Settings;
use crate::base::error::Error;
use crate::base::from_request::from_request;
use crate::engine::columns::ColumnCache;
use crate::engine::policy::{Access, ByAccess};
use crate::records::Records;
use crate::records::actor::Actor;
use crate::records::handler::{Argument, Implied};

/// The explorer of the running application, as the user of a request sees it. A handler takes it as an argument.
#[derive(Clone)]
pub struct Explorer {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) columns: Arc<ColumnCache>,
    pub(crate) records: Arc<Records>,
    pub(crate) settings: Settings,
    /// What the reader may do with records.
    pub(crate) access: Arc<Access>,
    /// What readers see of the catalog.
    pub(crate) seen: Arc<ByAccess<Arc<Catalog>>>,
}

from_request!(Explorer, |request| {
    let explorer = request.app_data::<web::Data<Self>>().map(|explorer| (***explorer).clone());
    let explorer = explorer.ok_or_else(|| Error::internal("the application has no explorer"))?;
    Ok(explorer.seen_by(&Actor::extract(request).into_inner()?.access))
});

impl Argument for Explorer {
    const IMPLIED: &'static [Implied] = &[Implied::Reader];
}
