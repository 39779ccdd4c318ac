//! How tables come into being: each module's migrations, applied in the order of their versions
//! over all modules.

use diesel::backend::Backend;
use diesel::connection::BoxableConnection;
use diesel::migration::{MigrationMetadata, MigrationName, MigrationSource, MigrationVersion};
use diesel_migrations::MigrationHarness;

use super::conn::Conn;
use crate::error::{Error, Result};

/// One step of a module's schema, in both dialects. Made by [`migrations!`](crate::migrations).
#[derive(Clone, Copy)]
pub struct Migration {
    /// `<version>_<what>`: the folder's name. The version orders all migrations of all modules.
    pub name: &'static str,
    /// SQL for SQLite: there, and back.
    pub sqlite: [&'static str; 2],
    /// SQL for PostgreSQL: there, and back.
    pub postgres: [&'static str; 2],
}

/// All steps of a module, the oldest first.
pub type Migrations = &'static [Migration];

/// Embeds `migrations/{sqlite,postgres}/<name>/{up,down}.sql` of the calling crate.
#[macro_export]
macro_rules! migrations {
    (@sql $backend:literal $name:literal) => {
        [
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/", $backend, "/", $name, "/up.sql")),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/", $backend, "/", $name, "/down.sql")),
        ]
    };
    ($($name:literal),+ $(,)?) => {
        &[$($crate::db::Migration {
            name: $name,
            sqlite: $crate::migrations!(@sql "sqlite" $name),
            postgres: $crate::migrations!(@sql "postgres" $name),
        }),+]
    };
}

impl Migration {
    fn version(&self) -> &'static str {
        self.name.split('_').next().unwrap_or(self.name)
    }
}

/// The tables that a module's migrations create, read from the statements themselves.
pub(crate) fn tables(migrations: Migrations) -> Vec<&'static str> {
    migrations
        .iter()
        .flat_map(|migration| migration.sqlite[0].split(';'))
        .filter_map(|statement| {
            let mut words = statement
                .lines()
                .filter(|line| !line.trim_start().starts_with("--"))
                .flat_map(str::split_whitespace);
            let mut next = || words.next().map(str::to_ascii_lowercase);
            if next()? != "create" || !matches!(next()?.as_str(), "table" | "virtual") {
                return None;
            }
            let name = words.find(|word| {
                let between = ["table", "if", "not", "exists"];
                !between.iter().any(|known| word.eq_ignore_ascii_case(known))
            })?;
            name.split('(').next().map(|name| name.trim_matches('"'))
        })
        .collect()
}

/// Fails when two modules (given by name) bring the same version.
pub(crate) fn check(all: &[(&'static str, Migrations)]) -> Result<()> {
    let mut seen = std::collections::HashMap::new();
    for (module, migrations) in all {
        for migration in *migrations {
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

/// Brings the database up to date. Safe when several nodes start at once.
pub(crate) fn run(conn: &mut Conn, all: &[(&'static str, Migrations)]) -> Result<usize> {
    const LOCK: &str = "SELECT pg_advisory_lock(727001)";
    const UNLOCK: &str = "SELECT pg_advisory_unlock(727001)";
    use diesel::connection::SimpleConnection;
    let failed = |error: Box<dyn std::error::Error + Send + Sync>| {
        Error::startup(format!("The database could not be brought up to date: {error}"))
    };
    let source = Source(all);
    match conn {
        Conn::Sqlite(conn) => Ok(conn.run_pending_migrations(source).map_err(failed)?.len()),
        Conn::Pg(conn) => {
            conn.batch_execute(LOCK)?;
            let applied = conn.run_pending_migrations(source).map(|done| done.len());
            conn.batch_execute(UNLOCK)?;
            applied.map_err(failed)
        }
    }
}

struct Source<'a>(&'a [(&'static str, Migrations)]);

impl<DB: Backend> MigrationSource<DB> for Source<'_>
where
    Step: diesel::migration::Migration<DB>,
{
    fn migrations(
        &self,
    ) -> diesel::migration::Result<Vec<Box<dyn diesel::migration::Migration<DB>>>> {
        let mut steps: Vec<Step> =
            self.0.iter().flat_map(|(_, migrations)| *migrations).map(|m| Step(*m)).collect();
        steps.sort_by_key(|step| step.0.version());
        Ok(steps.into_iter().map(|step| Box::new(step) as Box<_>).collect())
    }
}

struct Step(Migration);

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name)
    }
}

impl MigrationName for Step {
    fn version(&self) -> MigrationVersion<'_> {
        MigrationVersion::from(self.0.version())
    }
}

impl MigrationMetadata for Step {}

macro_rules! step_for {
    ($backend:ty, $dialect:ident) => {
        impl diesel::migration::Migration<$backend> for Step {
            fn run(
                &self,
                conn: &mut dyn BoxableConnection<$backend>,
            ) -> diesel::migration::Result<()> {
                Ok(conn.batch_execute(self.0.$dialect[0])?)
            }
            fn revert(
                &self,
                conn: &mut dyn BoxableConnection<$backend>,
            ) -> diesel::migration::Result<()> {
                Ok(conn.batch_execute(self.0.$dialect[1])?)
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

step_for!(diesel::pg::Pg, postgres);
step_for!(diesel::sqlite::Sqlite, sqlite);
