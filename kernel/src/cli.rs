//! What an operator types: the commands of the product's one binary.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use crate::app;
use crate::auth::{Actor, NewAccount};
use crate::config::Config;
use crate::db::TextList;
use crate::error::{Error, Result};
use crate::kernel::{Kernel, Plan, Product, migrate_database};
use crate::list::{ListQuery, Parameters};
use crate::policy;
use crate::transfer::mapping::{Existing, Input, Mapping, Repeated};
use crate::transfer::{self, CellError, Format, Import, ImportReport};

/// Mizan: a back-office drawn from its own API, and the property desk built on it.
///
/// Settings come from mizan.toml and the environment: MIZAN_DATABASE_URL, MIZAN_LISTEN,
/// MIZAN_PUBLIC_URL, MIZAN_LOG.
#[derive(Parser)]
#[command(version, name = "mizan")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the product
    Serve {
        /// Seed demo data and demo accounts into an empty database; on loopback only
        #[arg(long)]
        demo: bool,
        /// Leave the database's tables as they are
        #[arg(long)]
        no_migrate: bool,
    },
    /// Bring the database up to date
    Migrate,
    /// Look after accounts
    User {
        #[command(subcommand)]
        command: UserCommand,
    },
    /// Import a table into a resource: all of it, or nothing
    Import {
        /// The resource, such as `units`
        resource: String,
        /// A CSV file or an XLSX workbook
        file: PathBuf,
        /// A mapping that a module brings, by its name, or a mapping file; without one the header
        /// holds the field names
        #[arg(long)]
        mapping: Option<String>,
        /// Say what would happen, and write nothing
        #[arg(long)]
        dry_run: bool,
        /// What becomes of a row whose record exists already
        #[arg(long)]
        existing: Option<ExistingChoice>,
        /// What becomes of a key that stands twice in the file
        #[arg(long)]
        repeated: Option<RepeatedChoice>,
    },
    /// Write the records of a resource as a table
    Export {
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
    },
    /// Print the OpenAPI document
    Openapi,
    /// Print who may call what: every operation and the roles that may
    Policy,
}

#[derive(Subcommand)]
enum UserCommand {
    /// Create an account
    Create {
        /// The address to sign in with
        #[arg(long)]
        email: String,
        /// The given name
        #[arg(long)]
        first_name: String,
        /// The family name
        #[arg(long)]
        last_name: Option<String>,
        /// A role; repeat it for several
        #[arg(long = "role", required = true)]
        roles: Vec<String>,
        /// Read the password from standard input: its first line
        #[arg(long, required = true)]
        password_stdin: bool,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum ExistingChoice {
    Error,
    Skip,
    Update,
}

#[derive(Clone, Copy, ValueEnum)]
enum RepeatedChoice {
    Error,
    First,
    Last,
}

impl From<ExistingChoice> for Existing {
    fn from(choice: ExistingChoice) -> Self {
        match choice {
            ExistingChoice::Error => Self::Error,
            ExistingChoice::Skip => Self::Skip,
            ExistingChoice::Update => Self::Update,
        }
    }
}

impl From<RepeatedChoice> for Repeated {
    fn from(choice: RepeatedChoice) -> Self {
        match choice {
            RepeatedChoice::Error => Self::Error,
            RepeatedChoice::First => Self::First,
            RepeatedChoice::Last => Self::Last,
        }
    }
}

/// Runs the command that the process was started with.
pub fn run(product: &Product) -> ExitCode {
    let cli = Cli::parse();
    actix_web::rt::System::new().block_on(async {
        match execute(product, cli.command).await {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                // What is internal hides behind a fixed sentence for visitors, not for operators.
                match &error {
                    Error::Internal(what) | Error::Unreachable(what) => eprintln!("mizan: {what}"),
                    other => eprintln!("mizan: {other}"),
                }
                ExitCode::FAILURE
            }
        }
    })
}

async fn execute(product: &Product, command: Command) -> Result<()> {
    let plan = Plan::of(product).await?;
    match command {
        Command::Openapi => {
            let text =
                serde_json::to_string_pretty(&plan.document.json).map_err(Error::internal)?;
            print(&(text + "\n"))
        }
        Command::Policy => print(&policy::matrix(&plan.policy, &plan.document.operations)),
        Command::Migrate => {
            let applied = migrate_database(&plan, &Config::load()?)?;
            println!("{applied} migrations applied");
            Ok(())
        }
        Command::Serve { demo, no_migrate } => serve(plan, demo, !no_migrate).await,
        Command::User { command } => create_user(open(plan, true).await?, command).await,
        Command::Export { resource, file, search, filters, sort } => {
            known(&plan, &resource)?;
            let wanted = Parameters::of(search, filters, sort);
            export(open(plan, true).await?, resource, file, wanted).await
        }
        Command::Import { resource, file, mapping, dry_run, existing, repeated } => {
            known(&plan, &resource)?;
            let mapping = mapping.map(|name| mapping_named(&plan, &name)).transpose()?;
            let progress = progress_of(&file)?;
            let bar = progress.clone();
            let import = Import {
                resource,
                open: Arc::new(move || {
                    bar.reset();
                    let reader: Box<dyn Input + Send> = Box::new(bar.wrap_read(File::open(&file)?));
                    Ok(reader)
                }),
                mapping,
                existing: existing.map(Into::into),
                repeated: repeated.map(Into::into),
                dry_run,
                once: None,
                by: Actor::operator(),
            };
            let report = import.run(&open(plan, true).await?).await;
            progress.finish_and_clear();
            tell(report, dry_run)
        }
    }
}

/// Fails with the resources that there are when `resource` is none of them.
fn known(plan: &Plan, resource: &str) -> Result<()> {
    if plan.records.get(resource).is_some() {
        return Ok(());
    }
    let known: Vec<&str> = plan.records.all().iter().map(|entry| entry.info().name).collect();
    Err(Error::startup(format!("There is no resource {resource}; there are: {}", known.join(", "))))
}

async fn export(
    kernel: Arc<Kernel>,
    resource: String,
    file: PathBuf,
    wanted: Parameters,
) -> Result<()> {
    let format = match file.extension().and_then(|extension| extension.to_str()) {
        _ if file.as_os_str() == "-" => Format::Csv,
        Some("csv") => Format::Csv,
        Some("xlsx") => Format::Xlsx,
        _ => return Err(Error::startup("The file must end in .csv or .xlsx, or be -")),
    };
    // What is wrong with the question is said before there is a file.
    let entry = kernel.plan.records.get(&resource).ok_or(Error::NotFound)?;
    let query = ListQuery::read(wanted, entry.info().sort, &entry.definitions)?;
    let out: Box<dyn Write + Send> = if file.as_os_str() == "-" {
        Box::new(std::io::stdout())
    } else {
        let made = File::create(&file);
        Box::new(made.map_err(|error| Error::startup(format!("{}: {error}", file.display())))?)
    };
    let bar = ProgressBar::new_spinner().with_message("Writing");
    bar.enable_steady_tick(Duration::from_millis(100));
    let (inner, out) = (Arc::clone(&kernel), bar.wrap_write(out));
    let written = kernel
        .db
        .read(move |conn| {
            let entry = inner.plan.records.get(&resource).ok_or(Error::NotFound)?;
            let out = std::io::BufWriter::with_capacity(64 * 1024, out);
            transfer::export(conn, entry, &query, &Actor::operator(), format, out)
        })
        .await;
    bar.finish_and_clear();
    // Not on standard output, which may be the table.
    eprintln!("{} exported", written?);
    Ok(())
}

async fn open(plan: Plan, migrate: bool) -> Result<Arc<Kernel>> {
    Ok(Arc::new(plan.open(Config::load()?, migrate).await?))
}

async fn serve(plan: Plan, demo: bool, migrate: bool) -> Result<()> {
    let config = Config::load()?;
    tracing_subscriber::fmt().json().with_writer(std::io::stderr).with_max_level(config.log).init();
    if demo && !config.listen.ip().is_loopback() {
        return Err(Error::startup(
            "Demo data has passwords that everybody knows: --demo serves loopback addresses only. \
             Set MIZAN_LISTEN to 127.0.0.1:8080, or leave --demo out.",
        ));
    }
    let kernel = Arc::new(plan.open(config, migrate).await?);
    if demo && kernel.seed_demo().await? {
        println!("Demo data is in place.");
    }
    println!("Mizan serves {} ({})", kernel.config.public_url, kernel.config.database);
    if demo {
        println!("Sign in as one of these, password {}:", crate::auth::demo::PASSWORD);
        for (email, role) in crate::auth::demo::ACCOUNTS {
            println!("  {email:<22} {role}");
        }
    }
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    app::serve(kernel, workers).await
}

async fn create_user(kernel: Arc<Kernel>, command: UserCommand) -> Result<()> {
    let UserCommand::Create { email, first_name, last_name, roles, .. } = command;
    let mut password = String::new();
    std::io::stdin()
        .read_line(&mut password)
        .map_err(|error| Error::startup(format!("The password cannot be read: {error}")))?;
    let password = password.trim_end_matches(['\r', '\n']).to_owned();
    let account = NewAccount {
        first_name,
        last_name,
        email: email.clone(),
        password: Some(password.into()),
        roles: TextList(roles),
    };
    match kernel.auth.create_account(account).await {
        Ok(id) => {
            println!("{email} can sign in now ({id})");
            Ok(())
        }
        Err(Error::Invalid(errors)) => {
            let told: Vec<String> = errors.into_iter().map(|error| error.message).collect();
            Err(Error::startup(told.join("; ")))
        }
        Err(error) => Err(error),
    }
}

fn mapping_named(plan: &Plan, name: &str) -> Result<Mapping> {
    if let Some(mapping) = plan.mappings.get(name) {
        return Ok(mapping.clone());
    }
    let text = std::fs::read_to_string(name).map_err(|error| {
        Error::startup(format!("There is no mapping and no file called {name}: {error}"))
    })?;
    let mapping =
        if name.ends_with(".json") { Mapping::from_json(&text) } else { Mapping::from_toml(&text) };
    mapping.map_err(|sentence| Error::startup(format!("{name}: {sentence}")))
}

/// A bar on a terminal, and nothing elsewhere.
fn progress_of(file: &PathBuf) -> Result<ProgressBar> {
    let size = std::fs::metadata(file)
        .map_err(|error| Error::startup(format!("{} cannot be read: {error}", file.display())))?
        .len();
    let style = ProgressStyle::with_template("{bar:40} {bytes} of {total_bytes}, {eta} to go")
        .map_err(Error::internal)?;
    Ok(ProgressBar::new(size).with_style(style))
}

/// How many refusals of an import are told one by one.
const MOST_TOLD: usize = 100;

fn tell(report: Result<ImportReport>, dry_run: bool) -> Result<()> {
    let report = match report {
        Err(Error::Rows(errors)) => ImportReport { errors, ..ImportReport::default() },
        other => other?,
    };
    for CellError { line, column, message } in report.errors.iter().take(MOST_TOLD) {
        let place = if column.is_empty() { String::new() } else { format!(", {column}") };
        eprintln!("line {line}{place}: {message}");
    }
    if report.errors.len() > MOST_TOLD {
        eprintln!("… and {} more", report.errors.len() - MOST_TOLD);
    }
    if !report.errors.is_empty() {
        return Err(Error::Rows(report.errors));
    }
    let ImportReport { created, updated, skipped, .. } = report;
    let would = if dry_run { "would be " } else { "" };
    println!("{created} {would}created, {updated} {would}updated, {skipped} skipped");
    Ok(())
}

/// Prints a document; a reader that has seen enough of it is no error.
fn print(text: &str) -> Result<()> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Error::internal(error)),
        _ => Ok(()),
    }
}
