//! `mizan openapi`.

use clap::Args;

use super::{EXIT, plan, print};
use crate::base::error::{Error, Result};
use crate::product::plan::Product;

/// Print the OpenAPI document
///
/// The same that is served at /api/openapi.json, and that /docs shows. Opens no database.
///
/// Settings: policy, whose roles stand in the document.
///
/// Examples:
///   mizan openapi > mizan.json
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Openapi {}

impl Openapi {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let (plan, _) = plan(product).await?;
        let text = serde_json::to_string_pretty(&plan.document.json).map_err(Error::internal)?;
        print(&(text + "\n"))
    }
}
