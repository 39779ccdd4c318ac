//! Every field that a list can be filtered or sorted by has an index, which no migration names.

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
async fn every_filter_of_every_resource_has_an_index() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let document = admin.get("/api/openapi.json").await.expect(200);
    let paths = document["paths"].as_object().unwrap();
    let lists = paths.keys().filter(|path| path.ends_with("/filter-definitions"));
    let lists: Vec<&String> = lists.collect();
    assert!(lists.len() > 5, "{:?}", paths.keys());
    for path in lists {
        // They are no resource, and their filters have one index for all.
        if path.ends_with("/changes/filter-definitions") {
            continue;
        }
        for definition in admin.get(path).await.expect(200).as_array().unwrap() {
            // It is computed from two tables.
            if definition["key"] == "listedGap" {
                continue;
            }
            assert_eq!(definition["hasIndex"], true, "{path}: {definition}");
        }
    }
}

#[actix_web::test]
async fn index_of_a_migration_takes_the_place_of_the_kernels_own() {
    let app = TestApp::of(&PRODUCT).await;
    let names = kernel_indexes(&mut app.database().connect(), "units");
    assert!(names.iter().any(|name| name == "units_developer_id_list"), "{names:?}");
    // `units_project` begins with the project.
    assert!(!names.iter().any(|name| name == "units_project_id_list"), "{names:?}");
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
async fn indexes_come_and_go_with_their_fields() {
    const INSPECTIONS: &str = "/api/backoffice/inspections";
    let before =
        Product { modules: &[companies::MODULE, inspections::with_remarks::MODULE], ..PRODUCT };
    let after = Product { modules: &[companies::MODULE, WITHOUT_REMARKS], ..PRODUCT };
    let database = TestDatabase::new();
    let app = TestApp::on(&before, database.clone()).await;
    let with = kernel_indexes(&mut database.connect(), "inspections");
    assert!(with.iter().any(|name| name == "inspections_remarks_list"), "{with:?}");
    drop(app);
    let app = TestApp::on(&after, database.clone()).await;
    let without = kernel_indexes(&mut database.connect(), "inspections");
    for gone in ["inspections_remarks_list", "inspections_weight_list", "inspections_grade_list"] {
        assert!(!without.iter().any(|name| name == gone), "{without:?}");
    }
    assert!(without.iter().any(|name| name == "inspections_subject_list"), "{without:?}");
    let admin = app.sign_in("admin").await;
    admin.get(&format!("{INSPECTIONS}?sort=subject")).await.expect(200);
}
