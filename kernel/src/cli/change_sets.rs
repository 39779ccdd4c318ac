//! `mizan changes`: shows, applies, undoes and discards change sets.

use std::sync::Arc;

use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::Value;

use super::{EXIT, open, print};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::engine::list::Parameters;
use crate::http::change_sets::{self, SetAction, rows_shown};
use crate::product::kernel::Kernel;
use crate::product::plan::Product;
use crate::records::actor::Actor;
use crate::records::change_sets::queries::ListedRows;
use crate::records::idempotency::Answer;

/// How many rows are printed.
const MOST_ROWS: i64 = 100;

#[derive(Subcommand)]
pub(super) enum ChangeSets {
    List(List),
    Show(Show),
    Apply(Apply),
    Undo(Undo),
    Discard(Discard),
}

/// List change sets, the newest first
///
/// A line for each: its identifier, the resource, what it does, its state, who planned it, and how
/// many records it creates, changes and deletes, leaves as they are, and has errors for.
///
/// Settings: database_url.
///
/// Examples:
///   mizan changes list --json
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct List {
    /// How many
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=100))]
    limit: u8,
    /// Print the page as JSON, as the API returns it
    #[arg(long)]
    json: bool,
}

/// Print a change set and its first rows
///
/// Of each row the line of an imported file, what it does, the record, and its errors.
///
/// Settings: database_url.
///
/// Examples:
///   mizan changes show 6743f0a2c1b4a9d8e7f60123
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Show {
    /// The identifier of the set
    id: String,
    /// Only rows with errors
    #[arg(long)]
    errors: bool,
    /// Print the rows as JSON, as the API returns them
    #[arg(long)]
    json: bool,
}

/// Apply a change set: all of it, or nothing
///
/// Records that have been changed since they were planned are named, and nothing is written;
/// --replan works all rows out anew before.
///
/// Settings: database_url.
///
/// Examples:
///   mizan changes apply 6743f0a2c1b4a9d8e7f60123
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Apply {
    /// The identifier of the set
    id: String,
    /// Work all rows out anew before they are applied
    #[arg(long)]
    replan: bool,
}

/// Undo a change set that was applied: all of it, or nothing
///
/// Records that were changed since are named, and nothing is written; --skip-changed leaves them
/// as they are, and reverses the rest.
///
/// Settings: database_url.
///
/// Examples:
///   mizan changes undo 6743f0a2c1b4a9d8e7f60123 --skip-changed
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Undo {
    /// The identifier of the set
    id: String,
    /// Leave records as they are that were changed since
    #[arg(long)]
    skip_changed: bool,
}

/// Discard a change set, which is applied no more
///
/// Settings: database_url.
///
/// Examples:
///   mizan changes discard 6743f0a2c1b4a9d8e7f60123
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Discard {
    /// The identifier of the set
    id: String,
}

impl ChangeSets {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let kernel = open(product, true).await?;
        // The identifier groups what is changed, in the history.
        let by = Actor { request: Some(Id::new()), ..Actor::operator() };
        match self {
            Self::List(List { limit, json }) => {
                let limit = Parameters::of_first(limit);
                let page = json_of(&change_sets::page(&kernel.core, &by, limit).await?)?;
                if json {
                    return print_json(&page);
                }
                let sets = page["items"].as_array().into_iter().flatten();
                print(&sets.map(line).collect::<String>())
            }
            Self::Show(Show { id, errors, json }) => {
                let listed = ListedRows { errors: errors.then_some(true), ..Default::default() };
                let shown = rows_shown(&kernel.core, &by, parse(&id)?, (listed, (1, MOST_ROWS)));
                let (set, rows) = match shown.await {
                    Err(Error::NotFound) => return Err(unknown(&id)),
                    shown => shown?,
                };
                let (set, rows) = (json_of(&set)?, json_of(&rows)?);
                if json {
                    return print_json(&rows);
                }
                let all = rows["items"].as_array().into_iter().flatten();
                let lines = std::iter::once(line(&set)).chain(all.map(row));
                print(&lines.collect::<String>())
            }
            Self::Apply(Apply { id, replan }) => {
                perform(&kernel, &by, &id, SetAction::Apply { replan }).await
            }
            Self::Undo(Undo { id, skip_changed }) => {
                perform(&kernel, &by, &id, SetAction::Undo { skip_changed }).await
            }
            Self::Discard(Discard { id }) => perform(&kernel, &by, &id, SetAction::Discard).await,
        }
    }
}

async fn perform(kernel: &Arc<Kernel>, by: &Actor, id: &str, action: SetAction) -> Result<()> {
    let done = action.perform(&kernel.core, by, parse(id)?).await;
    kernel.core.audit.store_rest(&kernel.core.db).await?;
    match done {
        Ok(answer) => print(&answer_line(&answer)?),
        Err(Error::Conflict { detail, errors }) => {
            errors.iter().for_each(|error| eprintln!("{}: {}", error.pointer, error.message));
            Err(Error::startup(detail))
        }
        Err(Error::Invalid(errors)) => {
            errors.iter().for_each(|error| eprintln!("{}: {}", error.pointer, error.message));
            Err(Error::startup("Rows have errors, and nothing was written"))
        }
        Err(Error::NotFound) => Err(unknown(id)),
        Err(error) => Err(error),
    }
}

/// Returns the line of the set that an answer shows; without one nothing.
pub(super) fn answer_line(answer: &Answer) -> Result<String> {
    match &answer.body {
        None => Ok(String::new()),
        Some(body) => Ok(line(&serde_json::from_str(body).map_err(Error::internal)?)),
    }
}

fn json_of(value: &impl Serialize) -> Result<Value> {
    serde_json::to_value(value).map_err(Error::internal)
}

fn parse(id: &str) -> Result<Id> {
    Id::parse(id).ok_or_else(|| unknown(id))
}

fn unknown(id: &str) -> Error {
    Error::startup(format!("There is no change set {id}"))
}

fn print_json(value: &Value) -> Result<()> {
    let text = serde_json::to_string_pretty(value).map_err(Error::internal)?;
    print(&(text + "\n"))
}

fn word<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or("-")
}

/// Formats a set as a line.
fn line(set: &Value) -> String {
    let count = |name: &str| set["counts"][name].as_i64().unwrap_or_default();
    format!(
        "{} {} {} {} by {}: {} created, {} changed, {} deleted, {} unchanged, {} with errors\n",
        word(set, "_id"),
        word(set, "resource"),
        word(set, "kind"),
        word(set, "state"),
        word(&set["by"], "name"),
        count("create"),
        count("update"),
        count("delete"),
        count("unchanged"),
        count("error"),
    )
}

/// Formats a row, and its errors below it.
fn row(row: &Value) -> String {
    let place = match row["line"].as_i64() {
        Some(line) => format!("line {line}"),
        None => format!("row {}", row["row"]),
    };
    let changed = row["changed"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let changed: Vec<&str> = changed.collect();
    let mut text = format!(
        "  {place}: {} {} {}\n",
        word(row, "action"),
        word(&row["record"], "title"),
        changed.join(" "),
    );
    for error in row["errors"].as_array().into_iter().flatten() {
        text += &format!("    {}: {}\n", word(error, "pointer"), word(error, "message"));
    }
    text
}
