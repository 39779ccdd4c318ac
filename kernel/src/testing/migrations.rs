//! The migrations of a product on an empty database, applied and reverted one by one.

use std::collections::BTreeSet;

use diesel::sql_types::Text;

use super::{TestDatabase, done};
use crate::base::error::Result;
use crate::cli::kernel_module;
use crate::db::{self, Conn, Migrations};
use crate::product::plan::Product;

/// Every column, index, trigger and function of a database, a line each. What the migrations keep of
/// themselves is left out.
const SCHEMA_OF_SQLITE: &str = "
    SELECT 'column ' || m.name || '.' || c.name || ' ' || c.type || ' ' || c.\"notnull\" || ' ' || c.pk
    FROM sqlite_master m, pragma_table_info(m.name) c
    WHERE m.type = 'table' AND substr(m.name, 1, 2) <> '__' AND substr(m.name, 1, 7) <> 'sqlite_'
    UNION ALL
    SELECT type || ' ' || name || ' of ' || tbl_name FROM sqlite_master
    WHERE type <> 'table' AND substr(tbl_name, 1, 2) <> '__' AND substr(name, 1, 7) <> 'sqlite_'";

const SCHEMA_OF_POSTGRES: &str = "
    SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND left(table_name, 2) <> '__'
    UNION ALL
    SELECT 'index ' || indexname || ' of ' || tablename FROM pg_indexes
    WHERE schemaname = current_schema() AND left(tablename, 2) <> '__'
    UNION ALL
    SELECT 'trigger ' || t.tgname || ' of ' || c.relname FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
    UNION ALL
    SELECT 'function ' || proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace";

/// A migration of a module.
pub struct MigrationStep {
    /// The name of the module.
    pub module: &'static str,
    /// The name of the migration.
    pub name: &'static str,
    /// Whether it says how it is reverted.
    pub has_way_down: bool,
}

/// The migrations of a product, and a database of their own.
pub struct TestMigrations {
    all: Vec<(&'static str, Migrations)>,
    conn: Conn,
    _database: TestDatabase,
}

impl TestMigrations {
    /// Makes an empty database for the migrations of `product`.
    pub async fn of(product: &Product) -> Self {
        let plan = done(kernel_module::plan(product, None).await);
        let database = TestDatabase::new();
        Self { all: plan.migrations(), conn: database.connect(), _database: database }
    }

    /// Returns all of them in the order in which they are applied.
    pub fn steps(&self) -> Vec<MigrationStep> {
        let step = |(module, migration): (&'static str, db::Migration)| MigrationStep {
            module,
            name: migration.name,
            has_way_down: migration.has_way_down(),
        };
        db::migrations_in_order(&self.all).into_iter().map(step).collect()
    }

    /// Applies the next one.
    ///
    /// # Errors
    /// Those of the database.
    pub fn apply_next(&mut self) -> Result<()> {
        db::step(&mut self.conn, &self.all, db::Step::ApplyNext)
    }

    /// Reverts the last one.
    ///
    /// # Errors
    /// Those of the database.
    pub fn revert_last(&mut self) -> Result<()> {
        db::step(&mut self.conn, &self.all, db::Step::RevertLast)
    }

    /// Returns every column, index, trigger and function of the database.
    pub fn schema(&mut self) -> BTreeSet<String> {
        let sql = if self.conn.is_sqlite() { SCHEMA_OF_SQLITE } else { SCHEMA_OF_POSTGRES };
        done(db::prepared::rows::<Text, String>(&mut self.conn, sql, &[])).into_iter().collect()
    }
}
