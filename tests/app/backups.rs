//! Backups: made during writes, complete or absent, restored into an empty database only, and
//! usable afterwards.

mod ended;
mod refusals;
mod tables;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use actix_web::http::Method;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::Text;
use kernel::Product;
use kernel::db::Conn;
use kernel::module::Module;
use kernel::testing::{PASSWORD, TestApp, TestClient, TestDatabase};
use serde_json::{Value, json};

use crate::{PRODUCT, inspections};

const COMPANIES: &str = "/api/backoffice/companies";
const INSPECTIONS: &str = "/api/backoffice/inspections";
const UNITS: &str = "/api/backoffice/units";

/// A folder that is deleted with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("mizan-backups-{}", kernel::id::Id::new()));
        std::fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that cannot be deleted remains in the system's folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

pub(crate) fn lines(conn: &mut Conn, sql: &str) -> Vec<String> {
    sql_query(sql).load::<Line>(conn).unwrap().into_iter().map(|line| line.line).collect()
}

/// Lists all tables except those of diesel and SQLite and the derived ones: search texts and change
/// notes.
fn tables(conn: &mut Conn) -> Vec<String> {
    let sql = if conn.is_sqlite() {
        "SELECT name AS line FROM sqlite_master WHERE type = 'table' ORDER BY name"
    } else {
        "SELECT tablename::text AS line FROM pg_tables
         WHERE schemaname = current_schema() ORDER BY tablename"
    };
    let mut tables = lines(conn, sql);
    let own = |name: &String| {
        !["__", "sqlite_", "changed_rows"].iter().any(|of| name.starts_with(of))
            && !name.contains("_search")
    };
    tables.retain(own);
    tables
}

/// Returns every row of every table as the database prints it. The ends of sessions, API tokens and
/// signing keys are left out, because a restore changes them, and so are audit events: a backup and a
/// restore each leave one.
fn rows(conn: &mut Conn) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    let ended = ["integrator_tokens", "signing_keys", "audit_events"];
    for table in tables(conn).into_iter().filter(|table| !ended.contains(&table.as_str())) {
        let sql = if conn.is_sqlite() {
            format!("SELECT 'quote(\"' || name || '\")' AS line FROM pragma_table_info('{table}')")
        } else {
            format!(
                "SELECT quote_ident(column_name) AS line FROM information_schema.columns
                 WHERE table_schema = current_schema() AND table_name = '{table}'
                 ORDER BY ordinal_position"
            )
        };
        let mut columns = lines(conn, &sql);
        columns.retain(|column| !column.contains("ended_at") && !column.contains("signed_out_at"));
        let row = if conn.is_sqlite() {
            columns.join(" || ',' || ")
        } else {
            format!("ROW({})::text", columns.join(", "))
        };
        let rows = lines(conn, &format!("SELECT {row} AS line FROM {table} ORDER BY 1"));
        all.insert(table, rows);
    }
    all
}

/// Returns the schema objects besides tables: indexes, references and the triggers that update
/// searches.
fn schema(conn: &mut Conn) -> Vec<String> {
    if conn.is_sqlite() {
        return lines(conn, "SELECT coalesce(sql, name) AS line FROM sqlite_master ORDER BY 1");
    }
    let indexes = "SELECT indexdef AS line FROM pg_indexes WHERE schemaname = current_schema()";
    let constraints = "SELECT conname || pg_get_constraintdef(oid) AS line FROM pg_constraint";
    lines(conn, &format!("{indexes} UNION ALL {constraints} ORDER BY 1"))
}

/// Returns whether the database has planner statistics of the units.
fn knows_its_units(conn: &mut Conn) -> bool {
    let sql = if conn.is_sqlite() {
        "SELECT stat AS line FROM sqlite_stat1 WHERE tbl = 'units'"
    } else {
        "SELECT attname::text AS line FROM pg_stats
         WHERE schemaname = current_schema() AND tablename = 'units'"
    };
    !lines(conn, sql).is_empty()
}

async fn signed_in<'a>(app: &'a TestApp, email: &str) -> TestClient<'a> {
    let answer = app.anonymous().login(email, PASSWORD).await.expect(200);
    app.bearer(answer["accessToken"].as_str().unwrap())
}

async fn refused(place: &TestDatabase, product: &Product, file: &Path) -> String {
    match place.restore(product, file).await {
        Ok(_) => panic!("{} was restored", file.display()),
        Err(error) => error.to_string(),
    }
}

#[actix_web::test]
async fn restored_database_is_complete_and_usable() {
    let folder = Folder::new();
    let app = TestApp::of(&PRODUCT).await;
    app.seed_demo().await;
    let email = app.account("admin").await.1;
    let admin = signed_in(&app, &email).await;
    let odd = "\"'\\ {}[],\u{1f3d9}\u{301}\u{2028}\ttab\nline \\x41 \\u0041";
    let create = || async {
        let request = admin.request(Method::POST, COMPANIES).header("idempotency-key", "once");
        request.json(&json!({ "name": "Creekline", "description": odd })).send().await
    };
    let company = create().await.expect(201);
    let path = format!("{COMPANIES}/{}", company["_id"].as_str().unwrap());
    admin.patch(&path, json!({ "phone": "1" })).await.expect(200);
    let unit = admin.get(&format!("{UNITS}?limit=1")).await.expect(200)["items"][0].clone();
    let unit_path = format!("{UNITS}/{}", unit["_id"].as_str().unwrap());
    admin.patch(&unit_path, json!({ "serviceChargesPerSqFt": 0.1 + 0.2 })).await.expect(200);
    let filters = json!({ "logic": "and", "conditions": [] });
    let saved = json!({ "name": "Mine", "resource": "units", "filterState": filters });
    admin.post("/api/saved-filters", saved).await;
    let before = rows(&mut app.database().connect());
    app.backup(&folder.file("all.mizan")).await.unwrap();

    let place = TestDatabase::new();
    let (migrations, sessions) = place.restore(&PRODUCT, &folder.file("all.mizan")).await.unwrap();
    assert_eq!((migrations, sessions), (0, 1));
    assert!(knows_its_units(&mut place.connect()));
    let after = rows(&mut place.connect());
    for (table, rows) in &before {
        assert!(after[table] == *rows, "{table} came back otherwise");
    }
    assert_eq!(before.len(), after.len());
    assert_eq!(schema(&mut place.connect()), schema(&mut app.database().connect()));
    assert_eq!((after["units"].len(), after["accounts"].len()), (2000, 13));
    assert!(after.values().filter(|rows| !rows.is_empty()).count() >= 8);

    let again = TestApp::on(&PRODUCT, place).await;
    let stale = again.bearer(admin.token()).get(UNITS).await;
    assert_eq!(stale.body["detail"], "This sign-in is not valid. Sign in again");
    stale.expect(401);
    let admin_again = signed_in(&again, &email).await;
    for query in ["?search=marina", "?search=ma", "?sort=purchasePriceInAED:desc&offset=500"] {
        let path = format!("{UNITS}{query}");
        let (expected, found) = (admin.get(&path).await, admin_again.get(&path).await);
        assert_ne!(expected.body["total"], 0, "{query}");
        assert_eq!(expected.expect(200), found.expect(200), "{query}");
    }
    let history = format!("{path}/history");
    assert_eq!(admin.get(&history).await.expect(200), admin_again.get(&history).await.expect(200));

    // The restored database is usable: a stored answer is repeated, a search finds a change, and an
    // earlier version is restored.
    let request = admin_again.request(Method::POST, COMPANIES).header("idempotency-key", "once");
    let repeated = request.json(&json!({ "name": "Creekline", "description": odd })).send().await;
    assert_eq!(repeated.expect(201), company);
    admin_again.patch(&path, json!({ "name": "Qanat Works" })).await.expect(200);
    let found = admin_again.get(&format!("{COMPANIES}?search=qanat")).await.expect(200);
    assert_eq!(found["total"], 1);
    admin_again.post(&format!("{path}/restore"), json!({ "version": 1 })).await.expect(200);
    let found = admin_again.get(&format!("{COMPANIES}?search=creekl")).await.expect(200);
    assert_eq!(found["items"][0]["description"], odd.trim());
    assert_eq!(admin_again.get(&history).await.expect(200)["total"], 4);
}

#[actix_web::test]
async fn backup_is_a_consistent_snapshot_during_writes() {
    let folder = Folder::new();
    let app = TestApp::of(&PRODUCT).await;
    app.seed_demo().await;
    let email = app.account("admin").await.1;
    let admin = signed_in(&app, &email).await;
    let mut ids = Vec::new();
    for name in ["One", "Other"] {
        let made = admin.post(COMPANIES, json!({ "name": name, "phone": "-" })).await.expect(201);
        ids.push(made["_id"].clone());
    }
    let (written, ended) = (Cell::new(0), Cell::new(false));
    let writing = async {
        while !ended.get() {
            let number = written.get() + 1;
            // Two records in one transaction, and one more in the next.
            let update = json!({ "phone": number.to_string() });
            let both = json!({ "companyIds": ids, "update": update });
            admin.patch(COMPANIES, both).await.expect(200);
            let new = json!({ "name": format!("Qqq {number}") });
            admin.post(COMPANIES, new).await.expect(201);
            written.set(number);
        }
    };
    let backup = async {
        while written.get() < 3 {
            actix_web::rt::task::yield_now().await;
        }
        let made = app.backup(&folder.file("b.mizan")).await;
        ended.set(true);
        made
    };
    let ((), made) = futures_util::future::join(writing, backup).await;
    made.unwrap();
    assert!(written.get() > 4, "there was no concurrent write");

    let place = TestDatabase::new();
    place.restore(&PRODUCT, &folder.file("b.mizan")).await.unwrap();
    let again = TestApp::on(&PRODUCT, place).await;
    let admin = signed_in(&again, &email).await;
    let both: Vec<Value> = futures_util::future::join_all(ids.iter().map(async |id| {
        let path = format!("{COMPANIES}/{}", id.as_str().unwrap());
        admin.get(&path).await.expect(200)["phone"].clone()
    }))
    .await;
    assert_eq!(both[0], both[1]);
    let number: i64 = both[0].as_str().unwrap().parse().unwrap();
    let made = admin.get(&format!("{COMPANIES}?search=qqq")).await.expect(200)["total"].as_i64();
    // The last round may be incomplete by one transaction at most.
    assert!(
        made == Some(number) || made == Some(number - 1),
        "{made:?} were made, {number} written"
    );
    assert!((3..=written.get()).contains(&number));
    // The history agrees with the records.
    let page = admin.get(&format!("{COMPANIES}?limit=100")).await.expect(200);
    for company in page["items"].as_array().unwrap() {
        let id = company["_id"].as_str().unwrap();
        let history = admin.get(&format!("{COMPANIES}/{id}/history")).await.expect(200);
        assert_eq!(history["items"][0]["after"], *company);
    }
}

#[actix_web::test]
async fn backup_restores_into_the_other_database_backend_and_back() {
    let folder = Folder::new();
    let app = TestApp::of(&PRODUCT).await;
    app.seed_demo().await;
    let email = app.account("admin").await.1;
    let admin = signed_in(&app, &email).await;
    let body = json!({ "name": "Ünïcode \"quoted\"", "description": "a\nb\\n" });
    admin.post(COMPANIES, body).await.expect(201);
    let Some(other) = app.database().of_other_backend() else { return };
    app.backup(&folder.file("there.mizan")).await.unwrap();
    other.restore(&PRODUCT, &folder.file("there.mizan")).await.unwrap();

    let moved = TestApp::on(&PRODUCT, other).await;
    let admin_there = signed_in(&moved, &email).await;
    for path in [UNITS, COMPANIES, "/api/backoffice/projects", "/api/backoffice/users"] {
        for query in ["", "?search=mar", "?sort=createdAt:desc&limit=100"] {
            let path = format!("{path}{query}");
            let (here, there) = (admin.get(&path).await, admin_there.get(&path).await);
            assert_eq!(here.expect(200), there.expect(200), "{path}");
        }
    }
    moved.backup(&folder.file("back.mizan")).await.unwrap();
    let back = TestDatabase::new();
    back.restore(&PRODUCT, &folder.file("back.mizan")).await.unwrap();
    let (mut before, mut after) = (rows(&mut app.database().connect()), rows(&mut back.connect()));
    // The sign-in there added one session.
    assert_eq!(
        after.remove("sessions").unwrap().len(),
        before.remove("sessions").unwrap().len() + 1
    );
    for table in ["attempts", "known_places"] {
        // The sign-in was counted, and its address was recorded.
        assert_eq!(after.remove(table).is_some(), before.remove(table).is_some());
    }
    assert!(before == after, "something came back otherwise");
}

const fn product(modules: &'static [Module]) -> Product {
    Product { modules, ..PRODUCT }
}

const FIRST: Product = product(&[companies::MODULE, inspections::first::MODULE]);
const WITH_REMARKS: Product = product(&[companies::MODULE, inspections::with_remarks::MODULE]);

#[actix_web::test]
async fn older_backup_is_migrated_and_newer_one_is_refused() {
    let folder = Folder::new();
    let app = TestApp::of(&FIRST).await;
    let email = app.account("admin").await.1;
    let admin = signed_in(&app, &email).await;
    let body = json!({ "subject": "Roof", "inspectedOn": "2026-11-20", "score": 80 });
    admin.post(INSPECTIONS, body).await.expect(201);
    app.backup(&folder.file("old.mizan")).await.unwrap();
    let place = TestDatabase::new();
    let (migrations, _) = place.restore(&WITH_REMARKS, &folder.file("old.mizan")).await.unwrap();
    assert_eq!(migrations, 1);
    let newer = TestApp::on(&WITH_REMARKS, place).await;
    let admin = signed_in(&newer, &email).await;
    let page = admin.get(&format!("{INSPECTIONS}?search=roof")).await.expect(200);
    let path = format!("{INSPECTIONS}/{}", page["items"][0]["_id"].as_str().unwrap());
    let changed = admin.patch(&path, json!({ "remarks": "Dry" })).await.expect(200);
    assert_eq!(changed["remarks"], "Dry");

    newer.backup(&folder.file("new.mizan")).await.unwrap();
    let message = refused(&TestDatabase::new(), &FIRST, &folder.file("new.mizan")).await;
    assert!(message.contains("was made by Mizan 0.1.0"), "{message}");
    assert!(message.ends_with("Restore it with that version or a newer one."), "{message}");
    // The older version does not back up tables that it does not know.
    let older = TestApp::on(&FIRST, newer.database()).await;
    let error = older.backup(&folder.file("half.mizan")).await.unwrap_err().to_string();
    assert!(error.starts_with("A newer Mizan has brought"), "{error}");
    assert_eq!(folder.names(), ["new.mizan", "old.mizan"]);
}
