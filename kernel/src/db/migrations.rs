//! The migrations of all modules, applied in the order of their versions.

use diesel::backend::Backend;
use diesel::connection::BoxableConnection;
use diesel::migration::{MigrationMetadata, MigrationName, MigrationSource, MigrationVersion};
use diesel::sql_types::Text;
use diesel_migrations::MigrationHarness;
use include_dir::{Dir, File};

use super::conn::{Conn, LOCK_TIMEOUT, STATEMENT_TIMEOUT};
use super::migration_text::{changes, created, is_empty, postgres_dialect};
use super::prepared;
use crate::base::error::{Error, Result};
use crate::on_each;

/// One migration of a module: a file of its folder `migrations`.
///
/// One text serves both databases. It is written with the type names of SQLite, which are translated for
/// PostgreSQL: `TEXT` is compared byte by byte there too (`COLLATE "C"`), `DOUBLE` is `DOUBLE PRECISION`,
/// `BLOB` is `BYTEA`, and `WITHOUT ROWID` is left out. What differs otherwise is in a second file beside it,
/// `<name>.postgres.sql`.
#[derive(Clone, Copy)]
pub struct Migration {
    /// `<version>_<what>`: the file's name. The version orders the migrations of all modules.
    pub name: &'static str,
    /// The statements: up, the line `-- migrate:down`, down.
    pub sql: &'static str,
    /// The statements for PostgreSQL, where they are others.
    pub postgres: Option<&'static str>,
}

/// Returns all migrations of a module, the oldest first.
pub type Migrations = fn() -> Vec<Migration>;

/// Embeds the files of the folder `migrations` of the calling crate.
///
/// Cargo notices a new file when something else in the crate has changed too, as its struct has.
#[macro_export]
macro_rules! migrations {
    () => {
        || {
            use $crate::db::include_dir;
            static FILES: include_dir::Dir<'static> =
                include_dir::include_dir!("$CARGO_MANIFEST_DIR/migrations");
            $crate::db::Migration::of(&FILES)
        }
    };
}

/// The migrations of the kernel's own tables, the oldest first.
pub(crate) const KERNEL_TABLES: Migrations = crate::migrations!();

/// Begins the statements that revert a migration.
const DOWN: &str = "-- migrate:down";

impl Migration {
    /// Returns the migrations in a folder, the oldest first.
    #[doc(hidden)]
    pub fn of(files: &'static Dir<'static>) -> Vec<Self> {
        let text = |name: &str| files.get_file(name).and_then(File::contents_utf8);
        let names = files.files().filter_map(|file| file.path().to_str()?.strip_suffix(".sql"));
        let mut all: Vec<Self> = names
            .filter(|name| !name.ends_with(".postgres"))
            .map(|name| Self {
                name,
                sql: text(&format!("{name}.sql")).unwrap_or_default(),
                postgres: text(&format!("{name}.postgres.sql")),
            })
            .collect();
        all.sort_by_key(Self::version);
        all
    }

    /// Returns whether it says how it is reverted, on both databases.
    #[cfg(feature = "testing")]
    pub(crate) fn has_way_down(&self) -> bool {
        self.sql.contains(DOWN) && self.postgres.is_none_or(|sql| sql.contains(DOWN))
    }

    /// Returns the version, which orders it among all migrations.
    pub(crate) fn version(&self) -> &'static str {
        self.name.split('_').next().unwrap_or(self.name)
    }

    /// Returns the statements for SQLite: up and down.
    fn for_sqlite(&self) -> (&'static str, &'static str) {
        self.sql.split_once(DOWN).unwrap_or((self.sql, ""))
    }

    /// Returns the statements for PostgreSQL: up and down.
    fn for_postgres(&self) -> (String, String) {
        let sql = self.postgres.map_or_else(|| postgres_dialect(self.sql), str::to_owned);
        match sql.split_once(DOWN) {
            Some((up, down)) => (up.to_owned(), down.to_owned()),
            None => (sql, String::new()),
        }
    }
}

/// Returns the tables that a module's migrations create, parsed from the statements. A table that a
/// later migration rebuilds is listed once.
pub(crate) fn tables(migrations: Migrations) -> Vec<&'static str> {
    let mut tables = Vec::new();
    for table in migrations().iter().flat_map(|migration| created(migration.for_sqlite().0)) {
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    tables
}

/// Returns all migrations in the order in which they are applied, each with the name of its module.
pub(crate) fn in_order(all: &[(&'static str, Migrations)]) -> Vec<(&'static str, Migration)> {
    let of_module = |(module, migrations): &(&'static str, Migrations)| {
        let module = *module;
        migrations().into_iter().map(move |migration| (module, migration))
    };
    let mut all: Vec<_> = all.iter().flat_map(of_module).collect();
    all.sort_by_key(|(_, migration)| migration.version());
    all
}

/// Fails when two modules (given by name) have a migration of the same version.
pub(crate) fn check(all: &[(&'static str, Migrations)]) -> Result<()> {
    let mut seen = std::collections::HashMap::new();
    for (module, migrations) in all {
        for migration in migrations() {
            if let Some(other) = seen.insert(migration.version(), module) {
                return Err(Error::startup(format!(
                    "Modules {other} and {module} both have a migration of version {}. \
                     Give one of them another version.",
                    migration.version()
                )));
            }
        }
    }
    Ok(())
}

/// Applies all pending migrations. Safe when several nodes start at once.
pub(crate) fn run(conn: &mut Conn, all: &[(&'static str, Migrations)]) -> Result<usize> {
    apply(conn, Source::of(all, |_| true))
}

/// Applies only the migrations of these versions: the schema of an earlier state.
pub(crate) fn run_only(
    conn: &mut Conn,
    all: &[(&'static str, Migrations)],
    versions: &[String],
) -> Result<usize> {
    apply(conn, Source::of(all, |migration| versions.iter().any(|one| one == migration.version())))
}

fn apply(conn: &mut Conn, source: Source) -> Result<usize> {
    // Another node may take long, and so may a statement on a large table. What a statement waits for is not this lock:
    // a node that serves must not wait long behind it.
    let lock = format!(
        "SET lock_timeout = 0; SET statement_timeout = 0; \
         SELECT pg_advisory_lock(727001); SET lock_timeout = '{LOCK_TIMEOUT}'"
    );
    let unlock =
        format!("SELECT pg_advisory_unlock(727001); SET statement_timeout = '{STATEMENT_TIMEOUT}'");
    use diesel::connection::SimpleConnection;
    let failed = |error: Box<dyn std::error::Error + Send + Sync>| {
        Error::startup(format!("The database could not be brought up to date: {error}"))
    };
    match conn {
        Conn::Sqlite(conn) => Ok(conn.run_pending_migrations(source).map_err(failed)?.len()),
        Conn::Pg(conn) => {
            conn.batch_execute(&lock)?;
            let applied = conn.run_pending_migrations(source).map(|done| done.len());
            conn.batch_execute(&unlock)?;
            applied.map_err(failed)
        }
    }
}

/// Returns whether one of the pending migrations drops a column, which SQLite refuses while an index or a
/// trigger needs it.
pub(crate) fn drops_column(conn: &mut Conn, all: &[(&'static str, Migrations)]) -> Result<bool> {
    let applied = applied(conn)?;
    let Source(all) = Source::of(all, |one| !applied.iter().any(|done| done == one.version()));
    Ok(all.iter().any(|one| one.for_sqlite().0.to_ascii_uppercase().contains("DROP COLUMN")))
}

/// How far the schema is taken.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// Applies the oldest pending migration.
    #[cfg(feature = "testing")]
    ApplyNext,
    /// Reverts the migration that was applied last.
    #[cfg(feature = "testing")]
    RevertLast,
    /// Reverts all migrations: drops all tables with their rows.
    RevertAll,
}

/// Takes the schema a step further, or back.
pub(crate) fn step(conn: &mut Conn, all: &[(&'static str, Migrations)], step: Step) -> Result<()> {
    let source = Source::of(all, |_| true);
    let done = on_each!(conn, |conn| match step {
        #[cfg(feature = "testing")]
        Step::ApplyNext => conn.run_next_migration(source).map(drop),
        #[cfg(feature = "testing")]
        Step::RevertLast => conn.revert_last_migration(source).map(drop),
        Step::RevertAll => conn.revert_all_migrations(source).map(drop),
    });
    done.map_err(|error| Error::startup(error.to_string()))
}

/// Returns the applied versions in order; empty when no migration was ever applied.
pub(crate) fn applied(conn: &mut Conn) -> Result<Vec<String>> {
    const RECORD: &str = "__diesel_schema_migrations";
    let there = if conn.is_sqlite() {
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    } else {
        "SELECT 1 WHERE to_regclass(?) IS NOT NULL"
    };
    if !prepared::finds(conn, there, &[RECORD.into()])? {
        return Ok(Vec::new());
    }
    let versions = format!("SELECT version FROM {RECORD} ORDER BY version");
    prepared::rows::<Text, _>(conn, &versions, &[])
}

/// A migration that is not applied yet.
pub(crate) struct Pending {
    pub(crate) module: &'static str,
    pub(crate) name: &'static str,
    /// What it does to tables: `creates leases`.
    pub(crate) changes: Vec<String>,
}

/// Returns the migrations that are not among the `applied` versions, in the order in which they will be applied.
pub(crate) fn pending(
    conn: &Conn,
    all: &[(&'static str, Migrations)],
    applied: &[String],
) -> Vec<Pending> {
    let is_pending =
        |(_, migration): &(&str, Migration)| !applied.iter().any(|one| one == migration.version());
    let pending = in_order(all).into_iter().filter(is_pending);
    let described = pending.map(|(module, migration)| {
        let up = match conn {
            Conn::Sqlite(_) => migration.for_sqlite().0.to_owned(),
            Conn::Pg(_) => migration.for_postgres().0,
        };
        let changes = changes(&up).into_iter().map(|(verb, table)| format!("{verb} {table}"));
        Pending { module, name: migration.name, changes: changes.collect() }
    });
    described.collect()
}

/// Some of the migrations, in the order of their versions.
struct Source(Vec<Migration>);

impl Source {
    fn of(all: &[(&'static str, Migrations)], wanted: impl Fn(&Migration) -> bool) -> Self {
        let all = in_order(all).into_iter().map(|(_, migration)| migration);
        Self(all.filter(wanted).collect())
    }
}

impl<DB: Backend> MigrationSource<DB> for Source
where
    Diesel: diesel::migration::Migration<DB>,
{
    fn migrations(
        &self,
    ) -> diesel::migration::Result<Vec<Box<dyn diesel::migration::Migration<DB>>>> {
        Ok(self.0.iter().map(|migration| Box::new(Diesel(*migration)) as Box<_>).collect())
    }
}

/// A migration as diesel takes it.
struct Diesel(Migration);

impl std::fmt::Display for Diesel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name)
    }
}

impl MigrationName for Diesel {
    fn version(&self) -> MigrationVersion<'_> {
        MigrationVersion::from(self.0.version())
    }
}

impl MigrationMetadata for Diesel {}

/// Executes statements, of which there may be none: PostgreSQL takes no empty text.
fn execute<DB: Backend>(
    conn: &mut dyn BoxableConnection<DB>,
    statements: &str,
) -> diesel::migration::Result<()> {
    match is_empty(statements) {
        true => Ok(()),
        false => Ok(conn.batch_execute(statements)?),
    }
}

macro_rules! migration_of {
    ($backend:ty, $dialect:ident) => {
        impl diesel::migration::Migration<$backend> for Diesel {
            fn run(
                &self,
                conn: &mut dyn BoxableConnection<$backend>,
            ) -> diesel::migration::Result<()> {
                execute(conn, self.0.$dialect().0.as_ref())
            }
            fn revert(
                &self,
                conn: &mut dyn BoxableConnection<$backend>,
            ) -> diesel::migration::Result<()> {
                execute(conn, self.0.$dialect().1.as_ref())
            }
            fn metadata(&self) -> &dyn MigrationMetadata {
                self
            }
            fn name(&self) -> &dyn MigrationName {
                self
            }
        }
    };
}

migration_of!(diesel::pg::Pg, for_postgres);
migration_of!(diesel::sqlite::Sqlite, for_sqlite);
