//! The few indexes of the kernel, which no migration names: each costs each save. Lists are answered from the
//! columns in memory.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::Text;
use kernel::Product;
use kernel::db::{Conn, Migration};
use kernel::module::Module;
use kernel::testing::{TestApp, TestDatabase};

use crate::{PRODUCT, inspections};

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Returns the names of the indexes of a table that the kernel made.
fn kernel_indexes(conn: &mut Conn, table: &str) -> Vec<String> {
    let sql = if conn.is_sqlite() {
        "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = $1"
    } else {
        "SELECT indexname::text AS name FROM pg_indexes WHERE tablename = $1"
    };
    let names: Vec<Name> = sql_query(sql).bind::<Text, _>(table).load(conn).unwrap();
    let names = names.into_iter().map(|one| one.name).filter(|name| name.ends_with("_list"));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[actix_web::test]
async fn own_orders_keys_and_references_have_an_index_and_nothing_else_has() {
    let app = TestApp::of(&PRODUCT).await;
    let mut conn = app.database().connect();
    for (table, indexes) in [
        // `units_project` begins with the project.
        ("units", &["units_developer_id_list", "units_unit_number_order_list"][..]),
        // `assessments_unit_agent` begins with the unit, `assessments_project` with the project.
        ("assessments", &["assessments_agent_id_list", "assessments_updated_at_list"]),
        ("companies", &["companies_name_list"]),
    ] {
        assert_eq!(kernel_indexes(&mut conn, table), indexes, "{table}");
    }
}

/// Inspections whose remarks a later migration drops.
const WITHOUT_REMARKS: Module = Module {
    migrations: || vec![inspections::INSPECTIONS, inspections::REMARKS, DROP_REMARKS],
    ..inspections::first::MODULE
};

const DROP_REMARKS: Migration = Migration {
    name: "20261122900001_drop_inspection_remarks",
    sql: "ALTER TABLE inspections DROP COLUMN remarks;
          ALTER TABLE inspections DROP COLUMN weight;
          -- migrate:down
          ALTER TABLE inspections ADD COLUMN weight DOUBLE;
          ALTER TABLE inspections ADD COLUMN remarks TEXT;",
    postgres: None,
};

#[actix_web::test]
async fn indexes_of_earlier_versions_go_and_hinder_no_migration() {
    const INSPECTIONS: &str = "/api/backoffice/inspections";
    let before =
        Product { modules: &[companies::MODULE, inspections::with_remarks::MODULE], ..PRODUCT };
    let after = Product { modules: &[companies::MODULE, WITHOUT_REMARKS], ..PRODUCT };
    let database = TestDatabase::new();
    drop(TestApp::on(&before, database.clone()).await);
    let of_earlier_versions = "CREATE INDEX inspections_weight_list ON inspections (weight, id);
        CREATE INDEX inspections_remarks_list ON inspections (remarks, id);";
    database.connect().batch_execute(of_earlier_versions).unwrap();
    let app = TestApp::on(&after, database.clone()).await;
    let left = kernel_indexes(&mut database.connect(), "inspections");
    assert_eq!(left, ["inspections_company_id_list", "inspections_subject_list"]);
    let admin = app.sign_in("admin").await;
    admin.get(&format!("{INSPECTIONS}?sort=subject")).await.expect(200);
}
