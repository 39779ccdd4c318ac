//! `mizan policy who`: the users who may do something with a record.

use clap::Args;

use super::{EXIT, plan, print, print_json};
use crate::base::error::{Error, Result};
use crate::engine::policy::QuotedLine;
use crate::http::policy::who::WhoMay;
use crate::product::kernel::Kernel;
use crate::product::plan::Product;
use crate::records::actor::Actor;

/// List the users who may do something with a record, each with the lines that allow it
///
/// The answer is the same as when each user tries. Locked accounts are left out.
///
/// Settings: policy, database_url.
///
/// Examples:
///   mizan policy who units/64b8f0c2a1d3e4f5a6b7c8d9
///   mizan policy who units/64b8f0c2a1d3e4f5a6b7c8d9 --action update --json
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(in crate::cli) struct Who {
    /// The record: its resource and its identifier
    #[arg(value_name = "RESOURCE/ID")]
    record: String,
    /// What is done with it
    #[arg(long, default_value = "read")]
    action: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Who {
    pub(in crate::cli) async fn run(self, product: &Product) -> Result<()> {
        let (plan, config) = plan(product).await?;
        let kernel = Kernel::open(plan, config, false).await?;
        let Self { record, action, json } = self;
        let (auth, records, policy) =
            (kernel.auth.clone(), kernel.plan.records.clone(), kernel.plan.policy.clone());
        let unknown = Error::startup(format!("There is no record {record}"));
        let read = kernel.core.db.read_patiently(move |conn| {
            let what = (record.as_str(), action.as_str());
            WhoMay::of(conn, (&auth, &policy), &records, what, &Actor::operator())
        });
        let who = read.await.map_err(|error| match error {
            Error::NotFound => unknown,
            other => other,
        })?;
        if json {
            return print_json(&who);
        }
        let mut text = String::new();
        for user in &who.users {
            text += &format!("{}  {}\n", user.email.as_deref().unwrap_or_default(), user.name);
            for QuotedLine { file, line, text: quoted } in &user.because {
                text += &format!("    {quoted}  ({file}, line {line})\n");
            }
        }
        print(if text.is_empty() { "Nobody may.\n" } else { &text })
    }
}
