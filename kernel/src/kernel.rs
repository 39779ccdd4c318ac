//! The product put together: what the modules declare, checked once at the start, and what a
//! running process needs beside it.

use std::collections::{HashMap, HashSet};
use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::auth::{self, Auth};
use crate::config::{Config, DatabaseUrl};
use crate::db::{self, Conn, Database, Migration, Migrations, Share};
use crate::error::{Error, Result};
use crate::explore::{Catalog, ColumnCache};
use crate::list::Compared;
use crate::media::Media;
use crate::module::{Module, Sweep, Work};
use crate::openapi::{Document, Guards, assemble};
use crate::place::Strangers;
use crate::policy::{self, Policy, Source};
use crate::records::{Entry, Records, Seed};
use crate::remembered::Remembered;
use crate::transfer::{self, MOST_EXPORTS, Mapping, faults};
use crate::ui::{FrontEnds, Ui};
use crate::watch::{Figures, policy_load};
use crate::{limits, once, retention};

/// A product: its modules, its policy and its front ends.
#[derive(Clone, Copy)]
pub struct Product {
    /// The modules, those that others rely on first.
    pub modules: &'static [Module],
    /// casbin's model.
    pub model: &'static str,
    /// The roles, what they inherit, and the areas they may enter.
    pub roles: &'static str,
    /// The built front ends.
    pub ui: Ui,
}

/// What the product declares, checked.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) modules: Vec<Module>,
    pub(crate) document: Arc<Document>,
    pub(crate) policy: Arc<Policy>,
    pub(crate) records: Arc<Records>,
    /// What can be asked of figures.
    pub(crate) catalog: Arc<Catalog>,
    /// The modules' mappings, by name.
    pub(crate) mappings: Arc<HashMap<&'static str, Mapping>>,
    pub(crate) ui: Ui,
}

impl Plan {
    /// Checks the product, under the policy that it brings. Everything wrong with it is found
    /// here, before anything is opened.
    pub(crate) async fn of(product: &Product) -> Result<Self> {
        Self::under(product, None).await
    }

    /// Checks the product, under the policy in that file.
    pub(crate) async fn under(product: &Product, policy: Option<&Path>) -> Result<Self> {
        let mut modules = vec![KERNEL];
        modules.extend_from_slice(product.modules);
        db::check_migrations(&migrations(&modules))?;
        let lines = policy.map(policy::read).transpose()?;
        let sources = match policy.zip(lines.as_deref()) {
            Some((path, lines)) => vec![Source::file(path, lines)],
            None => sources(product, &modules),
        };
        let catalog = Arc::new(Catalog::of(&modules)?);
        let document = assemble(&modules, &Policy::names(&sources)?, &catalog)?;
        let policy =
            Arc::new(Policy::evaluate(product.model, &sources, &document.permissions).await?);
        let registrations = modules.iter().flat_map(|module| module.resources).copied();
        let records = Arc::new(Records::new(registrations, &document.definitions)?);
        let mappings = Arc::new(mappings(&modules, &records)?);
        let document = Arc::new(document);
        let plan = Self { modules, document, policy, records, catalog, mappings, ui: product.ui };
        plan.check_charts()?;
        Ok(plan)
    }

    /// Each module's steps to its tables.
    pub(crate) fn migrations(&self) -> Vec<(&'static str, Migrations)> {
        migrations(&self.modules)
    }

    /// The first of these versions of migrations that none of the steps has.
    pub(crate) fn unknown<'a>(&self, versions: &'a [String]) -> Option<&'a String> {
        let known: HashSet<&str> = self
            .modules
            .iter()
            .flat_map(|module| module.migrations)
            .map(Migration::version)
            .collect();
        versions.iter().find(|version| !known.contains(version.as_str()))
    }

    /// All tables that the steps make, those first that others may refer to; some may be gone again.
    pub(crate) fn tables(&self) -> Vec<&'static str> {
        let mut tables = Vec::new();
        for table in self.modules.iter().flat_map(|module| db::tables(module.migrations)) {
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        tables
    }

    /// Opens the database, brought up to date when `migrate` says so.
    pub(crate) async fn open(self, config: Config, migrate: bool) -> Result<Kernel> {
        if migrate {
            migrate_database(&self, &config)?;
        } else if let DatabaseUrl::Sqlite(path) = &config.database
            && !path.exists()
        {
            return Err(Error::startup(format!("There is no database at {}", path.display())));
        }
        if let DatabaseUrl::Sqlite(path) = &config.database {
            db::files::narrow(path);
        }
        let share = Share {
            long_reads: config.long_reads,
            deadline: Duration::from_secs(config.long_read_seconds),
            ..Share::of(config.connections)
        };
        let db = Database::open_shared(&config.database, share)?;
        let indexes = db.read(db::indexes::leading).await?;
        let media = Media::of(&config)?;
        let auth = Auth::start(&db, &config, self.policy.roles(), &self.records).await?;
        let guards = Guards::new(&self.document.operations)?;
        let figures = Figures::new(&db);
        policy_load(true);
        let exports = Arc::new(Semaphore::new(MOST_EXPORTS));
        let imports = Semaphore::new(1);
        let front_ends = FrontEnds::of(self.ui);
        let kernel = Kernel {
            plan: self,
            front_ends,
            config,
            db,
            auth,
            guards,
            indexes,
            imports,
            preparations: Semaphore::new(1),
            exports,
            media,
            figures,
            remembered: Remembered::default(),
            columns: Arc::default(),
            draining: AtomicBool::new(false),
            strangers: Strangers::default(),
        };
        transfer::recover(&kernel).await?;
        Ok(kernel)
    }
}

/// A running product.
pub(crate) struct Kernel {
    pub(crate) plan: Plan,
    pub(crate) front_ends: FrontEnds,
    pub(crate) config: Config,
    pub(crate) db: Database,
    pub(crate) auth: Auth,
    /// Who may call what.
    pub(crate) guards: Guards,
    /// What each index of the database begins with: a table, and a column or an expression.
    pub(crate) indexes: HashSet<(String, String)>,
    /// Room for the one table that is being read: others wait here and not with a connection.
    pub(crate) imports: Semaphore,
    /// Room for the one upload that is being unpacked: others wait here with a file on the disk, and
    /// nothing of it in memory.
    pub(crate) preparations: Semaphore,
    /// Room for the tables that are being written.
    pub(crate) exports: Arc<Semaphore>,
    pub(crate) media: Media,
    pub(crate) figures: Figures,
    pub(crate) remembered: Remembered,
    /// Columns of tables in memory, for questions about figures.
    pub(crate) columns: Arc<ColumnCache>,
    /// Whether the process is about to end: it takes requests, but should be sent no more.
    pub(crate) draining: AtomicBool,
    /// Untrusted proxies that were logged.
    pub(crate) strangers: Strangers,
}

impl Kernel {
    /// Does what a module declares.
    pub(crate) async fn perform<T: Send + 'static>(&self, work: Work<T>) -> Result<T> {
        let settings = self.config.of_modules.clone();
        let read = move |conn: &mut Conn| work(conn, &settings);
        let then = self.db.read(move |conn| db::engine::snapshot(conn, read)).await?;
        // It may have been computed for long, and is nobody's request.
        self.db.write_patiently(then).await
    }

    /// Seeds the demo data in one transaction. Answers whether there was anything to do: nothing
    /// is, once there is an account.
    pub(crate) async fn seed_demo(self: &Arc<Self>) -> Result<bool> {
        let accounts = auth::demo::accounts().await?;
        let kernel = Arc::clone(self);
        self.db
            .write(move |conn| {
                if auth::any_account(conn)? {
                    return Ok(false);
                }
                let by = auth::demo::create(conn, &accounts)?;
                let mut seed =
                    Seed::new(conn, &kernel.plan.records, &by, &accounts, &kernel.media.store);
                for module in &kernel.plan.modules {
                    (module.demo)(&mut seed)?;
                }
                db::engine::learn(conn)?;
                Ok(true)
            })
            .await
    }
}

/// The kernel's own tables and calls, declared as a module declares its.
pub(crate) const KERNEL: Module = Module {
    migrations: crate::migrations![
        "20261121000000_fold",
        "20261121000001_accounts",
        "20261121000002_sessions",
        "20261121000003_signing_keys",
        "20261122000000_changes",
        "20261122000001_answers",
        "20261122000002_saved_filters",
        "20261122000003_account_indexes",
        "20261122000004_trigrams",
        "20261122000005_attempts",
        "20261122000006_known_places",
        "20261122000007_identities",
        "20261122000008_integrator_tokens",
        "20261122000020_account_names",
        "20261123000000_imports",
        "20261123000030_fold_composes",
        "20261123000400_ways_in",
        "20261123000500_latest_changes",
        "20261123001300_media",
        "20261124000000_saved_views",
    ],
    tags: &[
        ("auth", "Signing in and out, and the person who is signed in."),
        ("saved-filters", "Saved filters: one's own, and those that others share."),
        ("saved-views", "Saved views of the explorer: one's own, and those that others share."),
        ("counts", "How many records there are."),
        ("changes", "What was changed last."),
        ("openapi", "This document."),
    ],
    settings: retention::SETTINGS,
    sweeps: &[
        Sweep { of: "answers", rows: once::sweep },
        Sweep { of: "attempts", rows: limits::sweep },
        Sweep { of: "known_places", rows: auth::sweep_places },
        Sweep { of: "round_trips", rows: auth::sweep_round_trips },
        Sweep { of: "accounts", rows: auth::sweep_leave },
        Sweep { of: "sessions", rows: auth::sweep_sessions },
        Sweep { of: "integrator_tokens", rows: auth::sweep_tokens },
    ],
    routes: |api| {
        auth::routes(api);
        crate::saved::routes(api);
        crate::counts::routes(api);
        crate::changes::routes(api);
        crate::app::routes(api);
    },
    ..Module::new("kernel")
};

/// The policy that the product brings.
fn sources<'a>(product: &Product, modules: &'a [Module]) -> Vec<Source<'a>> {
    let roles =
        Source { whose: "Policy of the roles".into(), lines: product.roles, names_roles: true };
    let of_modules = modules.iter().map(|module| Source {
        whose: format!("Policy of module {}", module.name),
        lines: module.policy,
        names_roles: false,
    });
    std::iter::once(roles).chain(of_modules).collect()
}

fn migrations(modules: &[Module]) -> Vec<(&'static str, Migrations)> {
    modules.iter().map(|module| (module.name, module.migrations)).collect()
}

/// Reads the modules' mappings; one that cannot be read, that does not fit its resource, or whose
/// name is taken, is an error.
fn mappings(modules: &[Module], records: &Records) -> Result<HashMap<&'static str, Mapping>> {
    let mut mappings = HashMap::new();
    for (module, (name, text)) in
        modules.iter().flat_map(|module| module.mappings.iter().map(move |one| (module.name, *one)))
    {
        let mapping = Mapping::from_toml(text).map_err(|sentence| {
            Error::startup(format!("Mapping {name} of module {module}: {sentence}"))
        })?;
        if let Some(fault) = faults(records, &mapping).first() {
            return Err(Error::startup(format!(
                "Mapping {name} of module {module}: {}",
                fault.message
            )));
        }
        if mappings.insert(name, mapping).is_some() {
            return Err(Error::startup(format!(
                "Module {module} brings a mapping named {name}, and so does another. Rename one."
            )));
        }
    }
    Ok(mappings)
}

/// Brings the database up to date; answers how many migrations that took.
pub(crate) fn migrate_database(plan: &Plan, config: &Config) -> Result<usize> {
    if let DatabaseUrl::Sqlite(path) = &config.database {
        make_folder_of(path)?;
        db::files::narrow(path);
    }
    bring_up_to_date(plan, &mut db::open(&config.database)?)
}

/// Makes the folder that a file will be in, for nobody but its owner, unless it is there; answers
/// which it is.
pub(crate) fn make_folder_of(file: &Path) -> Result<&Path> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut private = DirBuilder::new();
    private
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .map_err(|error| Error::startup(format!("{} cannot be made: {error}", folder.display())))?;
    Ok(folder)
}

/// Brings the database behind a connection up to date; answers how many migrations that took.
pub(crate) fn bring_up_to_date(plan: &Plan, conn: &mut Conn) -> Result<usize> {
    let applied = db::run_migrations(conn, &plan.migrations())?;
    let searched = |entry: &Entry| -> Vec<String> {
        let columns = entry.fields.iter().filter_map(|field| field.looked_into.as_ref());
        columns.map(Compared::bare).collect()
    };
    let tables: Vec<_> =
        plan.records.all().iter().map(|entry| (entry.info().table, searched(entry))).collect();
    db::search::prepare(conn, &tables)?;
    db::changed::prepare(conn, &plan.catalog.read_tables())?;
    // PostgreSQL goes on looking by itself, SQLite only when it is asked.
    if applied > 0 || conn.is_sqlite() {
        db::engine::learn(conn)?;
    }
    Ok(applied)
}
