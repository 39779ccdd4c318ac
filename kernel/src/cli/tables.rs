//! `mizan import` and `mizan export`.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt::{self, time::interval};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use serde::de::DeserializeOwned;
use text::suggestions::did_you_mean;

use super::{EXIT, change_sets, plan, print};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::rejected_rows::grouped;
use crate::engine::list::{ListQuery, Parameters};
use crate::product::kernel::Kernel;
use crate::product::plan::{Plan, Product};
use crate::records::Records;
use crate::records::actor::Actor;
use crate::records::audit::{self, Action, Event};
use crate::records::jobs::{Progress, Stage};
use crate::transfer::mapping::{Empty, Existing, Input, Mapping, Repeated};
use crate::transfer::{self, CellError, Format, ImportReport};

/// Import a table into a resource: all of it, or nothing
///
/// Reads a CSV file, or the first visible sheet of a workbook unless a mapping names another. Every
/// row goes through the checks of the forms; each refused one is reported with its line, column
/// and reason, and then nothing is written. The header holds the fields by their names in the API,
/// as an export writes them, unless a mapping says what the columns mean: `mizan mappings` lists
/// those that there are, and explains how to write one. Brings the database up to date first.
///
/// Settings: database_url.
///
/// Examples:
///   mizan import units units.xlsx --existing update --dry-run
///   mizan import projects projects.csv --mapping dld-projects --plan
///   mizan import companies companies.csv --mapping companies.toml
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Import {
    /// The resource, such as `units`
    resource: String,
    /// A CSV file or an XLSX workbook
    file: PathBuf,
    /// A mapping that a module brings, by its name, or a mapping file; without one the header holds
    /// the field names
    #[arg(long)]
    mapping: Option<String>,
    /// Say what would happen, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Store what would be written as a change set: `mizan changes`
    #[arg(long, conflicts_with = "dry_run")]
    plan: bool,
    /// How a row is handled whose record exists already
    #[arg(long, value_parser = one_of::<Existing>(&["error", "skip", "update"]))]
    existing: Option<Existing>,
    /// How a key that occurs twice in the file is handled
    #[arg(long, value_parser = one_of::<Repeated>(&["error", "first", "last"]))]
    repeated: Option<Repeated>,
    /// What an empty cell does to a record that exists: `clear` without a mapping, `keep` with one,
    /// unless it says otherwise
    #[arg(long, value_parser = one_of::<Empty>(&["keep", "clear"]))]
    empty: Option<Empty>,
}

/// Write the records of a resource as a table
///
/// The table holds every field under its name in the API; `mizan import` reads it back. What the
/// records can be filtered and sorted by is at /api/backoffice/RESOURCE/filter-definitions. Brings
/// the database up to date first.
///
/// Settings: database_url.
///
/// Examples:
///   mizan export units units.xlsx --search marina --sort updatedAt:desc
///   mizan export units - --filters '{"operator": "AND", "conditions": [
///     {"field": "status", "operator": "equals", "value": "available"}]}'
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Export {
    /// The resource, such as `units`
    resource: String,
    /// The file to write: .csv or .xlsx; `-` writes CSV to standard output
    file: PathBuf,
    /// Only records that contain this
    #[arg(long)]
    search: Option<String>,
    /// Only records that meet this filter group, JSON as the API takes it
    #[arg(long)]
    filters: Option<String>,
    /// A field and a direction, such as `unitNumber:desc`
    #[arg(long)]
    sort: Option<String>,
}

/// Reads one of the words that a mapping has for a choice, too.
fn one_of<T>(words: &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(words.iter().copied())
        .try_map(|word| serde_json::from_value(word.into()))
}

impl Import {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let Self { resource, file, mapping, dry_run, plan: plans, existing, repeated, empty } =
            self;
        let (plan, config) = plan(product).await?;
        known(&plan, &resource)?;
        let mapping = mapping.map(|name| mapping_named(&plan, &name)).transpose()?;
        let progress = progress_of(&file)?;
        let (bar, steps) = (progress.clone(), Progress::default());
        rt::spawn(show_writing(progress.clone(), steps.clone()));
        let import = transfer::Import {
            resource,
            open: Arc::new(move || {
                bar.reset();
                let reader: Box<dyn Input + Send> = Box::new(bar.wrap_read(File::open(&file)?));
                Ok(reader)
            }),
            mapping,
            writing: transfer::mapping::Writing::default(),
            existing,
            repeated,
            empty,
            dry_run,
            plans,
            is_proposal: false,
            once: None,
            // This identifier groups its changes in the audit trail.
            by: Actor { request: Some(Id::new()), ..Actor::operator() },
            progress: steps,
        };
        let kernel = Arc::new(Kernel::open(plan, config, true).await?);
        if plans {
            let stored =
                import.store_plan(&kernel.core, &kernel.transfer, |_, _, _, _| Ok(())).await;
            progress.finish_and_clear();
            return match stored {
                Ok(set) => print(&change_sets::answer_line(&set)?),
                Err(error) => print_report(Err(error), true, &kernel.plan.records),
            };
        }
        let report = import.run(&kernel.core, &kernel.transfer).await;
        kernel.core.audit.store_rest(&kernel.core.db).await?;
        progress.finish_and_clear();
        print_report(report, dry_run, &kernel.plan.records)
    }
}

/// Shows how many records are written, from when they are.
async fn show_writing(bar: ProgressBar, steps: Progress) {
    let template = ProgressStyle::with_template("{bar:40} {pos} of {len} records written");
    let style = template.unwrap_or_else(|_| ProgressStyle::default_bar());
    let mut ticks = interval(Duration::from_millis(100));
    loop {
        ticks.tick().await;
        let now = steps.now();
        if now.stage == Stage::Writing && !bar.is_finished() {
            bar.set_style(style.clone());
            bar.set_length(now.total);
            bar.set_position(now.done);
        }
    }
}

impl Export {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let Self { resource, file, search, filters, sort } = self;
        let (plan, config) = plan(product).await?;
        known(&plan, &resource)?;
        let kernel = Arc::new(Kernel::open(plan, config, true).await?);
        let format = match file.extension().and_then(|extension| extension.to_str()) {
            _ if file.as_os_str() == "-" => Format::Csv,
            Some("csv") => Format::Csv,
            Some("xlsx") => Format::Xlsx,
            _ => return Err(Error::startup("The file must end in .csv or .xlsx, or be -")),
        };
        // An invalid query is reported before a file is created.
        let entry = kernel.plan.records.get(&resource).ok_or(Error::NotFound)?;
        let wanted = Parameters::of(search, filters, sort);
        let definitions = kernel.plan.records.filterable(entry, &|_, _| true);
        let query = ListQuery::read(wanted, entry.info().sort, &definitions)?;
        let out: Box<dyn Write + Send> = if file.as_os_str() == "-" {
            Box::new(std::io::stdout())
        } else {
            let made = File::create(&file);
            Box::new(made.map_err(|error| Error::startup(format!("{}: {error}", file.display())))?)
        };
        let exported = Event::new(Action::Export, resource.as_str()).by(&Actor::operator());
        let exported = exported.because(format.extension());
        kernel.core.db.write(move |conn| audit::record(conn, exported)).await?;
        let bar = ProgressBar::new_spinner().with_message("Writing");
        bar.enable_steady_tick(Duration::from_millis(100));
        let (inner, out) = (Arc::clone(&kernel), bar.wrap_write(out));
        let layout = transfer::layout(format);
        let written = kernel
            .core
            .db
            .read_patiently(move |conn| {
                let entry = inner.plan.records.get(&resource).ok_or(Error::NotFound)?;
                let out = std::io::BufWriter::with_capacity(64 * 1024, out);
                let (records, by) = (&inner.plan.records, Actor::operator());
                let out = (out, &Progress::default());
                transfer::export(conn, (records, entry), (&query, &by), (layout, usize::MAX), out)
            })
            .await;
        bar.finish_and_clear();
        // Standard output may be the table.
        eprintln!("{} exported", written?);
        Ok(())
    }
}

/// Checks that there is such a resource.
///
/// # Errors
/// A startup error that names the existing ones.
fn known(plan: &Plan, resource: &str) -> Result<()> {
    if plan.records.get(resource).is_some() {
        return Ok(());
    }
    let known: Vec<&str> = plan.records.all().iter().map(|entry| entry.info().name).collect();
    let meant = did_you_mean(resource, known.iter().copied());
    let all = format!("; there are: {}", known.join(", "));
    let rest = if meant.is_empty() { all } else { meant };
    Err(Error::startup(format!("There is no resource {resource}{rest}")))
}

fn mapping_named(plan: &Plan, name: &str) -> Result<Mapping> {
    if let Some(named) = plan.mappings.get(name) {
        return Ok(named.mapping.clone());
    }
    let text = std::fs::read_to_string(name).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Error::startup(plan.mappings.unknown(name, "file and no mapping")),
        _ => Error::startup(format!("{name} cannot be read: {error}")),
    })?;
    Mapping::from_text(&text).map_err(|message| Error::startup(format!("{name}: {message}")))
}

/// Makes a progress bar, which is shown on a terminal only.
fn progress_of(file: &Path) -> Result<ProgressBar> {
    let size = std::fs::metadata(file)
        .map_err(|error| Error::startup(format!("{} cannot be read: {error}", file.display())))?
        .len();
    let style = ProgressStyle::with_template("{bar:40} {bytes} of {total_bytes}, {eta} to go")
        .map_err(Error::internal)?;
    Ok(ProgressBar::new(size).with_style(style))
}

/// How many errors of an import are printed.
const MOST_ERRORS: usize = 100;

/// How many lines are printed that were skipped for one reason.
const MOST_LINES: usize = 5;

fn print_report(report: Result<ImportReport>, dry_run: bool, records: &Records) -> Result<()> {
    let report = match report {
        Err(Error::Rows(errors)) => ImportReport { errors, ..ImportReport::default() },
        Err(Error::Unfit(errors)) => ImportReport::unfit(errors),
        other => other?,
    };
    // An error of the mapping belongs to no row: when it is the only one, the final message has it.
    let shown = if report.unfit && report.errors.len() == 1 { 0 } else { MOST_ERRORS };
    for CellError { line, column, message } in report.errors.iter().take(shown) {
        let place = if column.is_empty() { String::new() } else { format!(", {column}") };
        eprintln!("line {line}{place}: {message}");
    }
    if shown > 0 && report.errors.len() > shown {
        eprintln!("… and {} more", grouped((report.errors.len() - shown) as u64));
    }
    if !report.errors.is_empty() {
        return Err(report.refusal());
    }
    print(&summary(&report, dry_run, records))
}

/// Formats the counts of an import, the records created by look-ups, and the skipped rows, by
/// reason.
fn summary(report: &ImportReport, dry_run: bool, records: &Records) -> String {
    let would = if dry_run { "would be " } else { "" };
    let ImportReport { created, updated, skipped, .. } = report;
    let mut text =
        format!("{created} {would}created, {updated} {would}updated, {skipped} skipped\n");
    if !report.made.is_empty() {
        let counted = |(name, count): (&String, &u64)| match records.get(name) {
            Some(entry) => entry.info().counted(i64::try_from(*count).unwrap_or(i64::MAX)),
            None => format!("{count} {name}"),
        };
        let made: Vec<String> = report.made.iter().map(counted).collect();
        text += &format!("{would}made on the way: {}\n", made.join(", "));
    }
    for (reason, count) in &report.reasons {
        let lines = report.skipped_rows.iter().filter(|row| row.reason == *reason);
        let mut lines: Vec<String> =
            lines.take(MOST_LINES).map(|row| row.line.to_string()).collect();
        if lines.is_empty() {
            text += &format!("  {count} skipped: {reason}\n");
            continue;
        }
        let word = if *count == 1 { "line" } else { "lines" };
        if *count > lines.len() as u64 {
            lines.push("…".to_owned());
        }
        text += &format!("  {count} skipped: {reason} ({word} {})\n", lines.join(", "));
    }
    text
}
