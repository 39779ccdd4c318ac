//! `mizan new module`: what it writes into a source tree, and what it refuses without writing anything.
//!
//! The tree is a copy of the files that it changes. The crate `tests/berths` is what the templates make of
//! a field of each type: it is compiled, linted and tested as every other one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{LazyLock, OnceLock};

use diesel::connection::SimpleConnection;
use generator::module::{NewModule, Taken};
use kernel::Product;
use kernel::db::Migration;
use kernel::module::Module;
use kernel::testing::TestApp;
use serde_json::json;
use tempfile::TempDir;

use crate::PRODUCT;
use crate::assessing::place;

const MOORINGS: [&str; 9] = [
    "moorings",
    "--field=tenant:text!",
    "--field=unit:units!",
    "--field=starts:date!",
    "--field=ends:date",
    "--field=rent:integer!",
    "--field=status:draft|in_review!",
    "--field=furnished:boolean!",
    "--field=note:long",
];

/// A field of each type.
const BERTHS: [&str; 12] = [
    "berths",
    "--field=tenant:text!",
    "--field=unit:units!",
    "--field=company:companies",
    "--field=starts:date!",
    "--field=ends:date",
    "--field=rent:integer!",
    "--field=draught:number",
    "--field=deposit:money",
    "--field=status:draft|in_review!",
    "--field=covered:boolean!",
    "--field=note:long",
];

/// What the product says of itself.
static TAKEN: LazyLock<Taken> = LazyLock::new(|| {
    let output = Command::new(env!("CARGO_BIN_EXE_mizan")).arg("taken").output().unwrap();
    Taken::read(&output.stdout).unwrap()
});

/// A copy of the part of the source tree that a new module changes.
struct Tree(TempDir);

impl Tree {
    fn new() -> Self {
        let tree = Self(tempfile::tempdir().unwrap());
        fs::create_dir_all(tree.path().join("src")).unwrap();
        fs::create_dir(tree.path().join("modules")).unwrap();
        for file in ["Cargo.toml", "rustfmt.toml", "src/main.rs"] {
            // Without the module that the templates have made already.
            let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
            let lines = text.unwrap();
            let lines = lines.split_inclusive('\n').filter(|line| !line.contains("tests/berths"));
            fs::write(tree.path().join(file), lines.collect::<String>()).unwrap();
        }
        tree
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path().join(file)).unwrap()
    }

    fn run(&self, words: &[&str]) -> Result<String, String> {
        let options = |name: &str| -> Vec<String> {
            let values = words.iter().filter_map(|word| word.strip_prefix(name));
            values.map(str::to_owned).collect()
        };
        let module = NewModule {
            name: words[0].to_owned(),
            singular: options("--singular=").pop(),
            fields: options("--field="),
        };
        generator::Tree::open(self.path())
            .and_then(|tree| module.write(&tree, &TAKEN, "20261124093000"))
    }

    /// Returns what is said of a module that is written.
    fn done(&self, words: &[&str]) -> String {
        self.run(words).unwrap()
    }

    /// Returns the message for a module that is not written and leaves the tree as it was.
    fn refused(&self, words: &[&str]) -> String {
        let before = self.files();
        let message = self.run(words).unwrap_err();
        assert_eq!(self.files(), before, "{words:?}");
        message
    }

    /// Returns all files, by their paths.
    fn files(&self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in folder.read_dir().unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let name = path.strip_prefix(self.path()).unwrap().display().to_string();
                files.insert(name, fs::read_to_string(path).unwrap());
            }
        }
        files
    }

    /// Returns the migration of a module: its name and its statements.
    fn migration(&self, module: &str) -> (String, String) {
        let folder = format!("modules/{module}/migrations/");
        let mut files = self.files();
        files.retain(|path, _| path.starts_with(&folder));
        let (path, sql) = files.pop_first().unwrap();
        (path[folder.len()..].strip_suffix(".sql").unwrap().to_owned(), sql)
    }
}

#[test]
fn module_is_written_and_named_in_the_product() {
    let tree = Tree::new();
    let output = tree.done(&MOORINGS);
    assert!(output.contains("Written: modules/moorings/src/lib.rs"), "{output}");
    assert_eq!(tree.read("modules/moorings/policy.csv"), "p, admin, moorings, *\n");
    let manifest = tree.read("Cargo.toml");
    assert!(manifest.contains("\nmoorings = { path = \"modules/moorings\" }\n"), "{manifest}");
    assert!(manifest.contains("\nmoorings.workspace = true\n"), "{manifest}");
    assert!(tree.read("src/main.rs").contains("::MODULE,\n        moorings::MODULE,\n    ],"));

    let code = tree.read("modules/moorings/src/lib.rs");
    for text in [
        "#[resource(table = moorings, resource = Moorings, info = INFO)]\npub struct Mooring {",
        "    #[field(reference = \"units\", called = unit_number)]\n    unit: Named,",
        "    starts: NaiveDate,\n    ends: Option<NaiveDate>,",
        "    #[serde(default)]\n    status: MooringStatus,",
        "InReview = (\"in_review\", \"In review\")",
        "columns: &[\"tenant\", \"unit\", \"starts\", \"ends\", \"rent\", \"updatedAt\"],",
        "title: \"tenant\",",
        "key: &[(\"/tenant\", \"tenant\")],",
    ] {
        assert!(code.contains(text), "{text}\n\n{code}");
    }
}

#[test]
fn what_is_written_is_compiled() {
    let tree = Tree::new();
    tree.done(&BERTHS);
    let crate_of_tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/berths");
    let mut stale = Vec::new();
    for (path, text) in tree.files() {
        let Some(file) = path.strip_prefix("modules/berths/") else { continue };
        // The version of a migration is the time when it was written.
        let file = match file.starts_with("migrations/") {
            true => "migrations/20991231000000_berths.sql",
            false => file,
        };
        if fs::read_to_string(crate_of_tests.join(file)).ok().as_ref() != Some(&text) {
            fs::write(crate_of_tests.join(file), text).unwrap();
            stale.push(file.to_owned());
        }
    }
    assert!(stale.is_empty(), "tests/berths was stale and is written anew: {stale:?}");
}

#[actix_web::test]
async fn what_is_written_works() {
    const PATH: &str = "/api/backoffice/berths";
    let modules: Vec<Module> = PRODUCT.modules.iter().copied().chain([berths::MODULE]).collect();
    let app = TestApp::of(&Product { modules: modules.leak(), ..PRODUCT }).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina Gate", 2).await;
    let company = admin.post("/api/backoffice/companies", json!({ "name": "Creekline" })).await;
    let company = company.expect(201)["_id"].clone();
    let body =
        json!({ "tenant": "Amal", "unitId": place.units[0], "starts": "2026-12-01", "rent": 90 });
    let berth = admin.post(PATH, body).await.expect(201);
    assert_eq!(berth["unit"]["name"], "A-1");
    assert_eq!((&berth["company"], &berth["status"]), (&json!(null), &json!("draft")));
    assert_eq!((&berth["covered"], &berth["note"]), (&json!(false), &json!(null)));

    let path = format!("{PATH}/{}", berth["_id"].as_str().unwrap());
    let patch =
        json!({ "companyId": company, "unitId": place.units[1], "draught": 2.5, "note": "Deep" });
    let berth = admin.patch(&path, patch).await.expect(200);
    assert_eq!(
        (&berth["company"]["name"], &berth["unit"]["name"]),
        (&json!("Creekline"), &json!("A-2"))
    );
    assert_eq!((&berth["draught"], &berth["note"]), (&json!(2.5), &json!("Deep")));
    assert_eq!((&berth["tenant"], &berth["rent"]), (&json!("Amal"), &json!(90)));
    let body =
        json!({ "tenant": "Bilal", "unitId": place.units[0], "starts": "2026-12-01", "rent": 80 });
    admin.post(PATH, body).await.expect(201);
    for (query, tenants) in
        [("sort=unit", ["Bilal", "Amal"]), ("sort=rent:desc", ["Amal", "Bilal"])]
    {
        let page = admin.get(&format!("{PATH}?{query}")).await.expect(200);
        let shown = [0, 1].map(|at| page["items"][at]["tenant"].as_str().unwrap().to_owned());
        assert_eq!(shown, tenants, "{query}");
    }
    assert_eq!(admin.get(&format!("{PATH}?search=bil")).await.expect(200)["total"], 1);
    admin.patch(&path, json!({ "companyId": null })).await.expect(200);
    assert_eq!(admin.get(&path).await.expect(200)["company"], json!(null));
    admin.delete(&path).await.expect(204);
    assert_eq!(admin.get(PATH).await.expect(200)["total"], 1);
}

#[test]
fn module_without_references_is_one_struct() {
    let tree = Tree::new();
    tree.done(&["crew", "--singular=sailor", "--field=name:text!", "--field=wage:number"]);
    let code = tree.read("modules/crew/src/lib.rs");
    assert!(code.contains("pub struct Sailor {\n    #[field(searched)]\n"), "{code}");
    for text in ["reference", "title:", "sort:", "key:", "chrono", "MAX_SAFE"] {
        assert!(!code.contains(text), "{text}\n\n{code}");
    }
}

#[test]
fn two_modules_of_one_second_have_migrations_of_two_versions() {
    let tree = Tree::new();
    tree.done(&["moorings", "--field=tenant:text!"]);
    tree.done(&["yachts", "--field=maker:text!"]);
    let versions = ["moorings", "yachts"].map(|module| tree.migration(module).0[..14].to_owned());
    assert!(versions[0] < versions[1], "{versions:?}");
}

static MIGRATION: OnceLock<Migration> = OnceLock::new();

#[actix_web::test]
async fn migration_creates_the_table_on_the_database_and_reverts_it() {
    let tree = Tree::new();
    tree.done(&MOORINGS);
    let (name, sql) = tree.migration("moorings");
    let (name, sql) = (name.leak(), sql.leak());
    MIGRATION.get_or_init(|| Migration { name, sql, postgres: None });
    let moorings = Module {
        migrations: || MIGRATION.get().copied().into_iter().collect(),
        ..Module::new("moorings")
    };
    let modules: Vec<Module> = PRODUCT.modules.iter().copied().chain([moorings]).collect();
    let product = Product { modules: modules.leak(), ..PRODUCT };
    let app = TestApp::of(&product).await;
    place(&app.sign_in("admin").await, "Marina Gate", 1).await;
    let conn = &mut app.database().connect();
    let insert = |id: &str, unit: &str| {
        format!(
            "INSERT INTO moorings SELECT '{id}', 'Amal', {unit}, '2026-12-01', NULL, 90000, 'draft', \
             FALSE, NULL, created_at, created_at FROM units"
        )
    };
    conn.batch_execute(&insert("1", "id")).unwrap();
    conn.batch_execute(&insert("2", "'nowhere'")).expect_err("a mooring refers to a unit");
    let (_, down) = sql.split_once("-- migrate:down").unwrap();
    conn.batch_execute(down).unwrap();
    conn.batch_execute("SELECT * FROM moorings").expect_err("the table is dropped");
}

#[test]
fn names_that_are_taken_are_refused_and_nothing_is_written() {
    let tree = Tree::new();
    for (name, one, message) in [
        ("units", "unit", "There is a module units already; take another name"),
        ("accounts", "account", "There is a table accounts already; take another name"),
        ("join_requests", "request", "There is a table join_requests already; take another name"),
        ("leaderboard", "rank", "There is a resource leaderboard already; take another name"),
        ("counts", "count", "There is a resource counts already; take another name"),
        ("flats", "unit", "There is an operation unit_list already; take another name"),
        ("problems", "problem", "There is a schema Problem already; take another name"),
        ("images", "photo", "There is a crate images in Cargo.toml already; take another name"),
        (
            "Moorings",
            "mooring",
            "\"Moorings\" is no name for a module; write it in lowercase words",
        ),
        ("mooring", "", "mooring is no plural in -s; take the word for several records"),
    ] {
        let singular = format!("--singular={one}");
        let mut words = vec![name, "--field=name:text!"];
        words.extend((!one.is_empty()).then_some(singular.as_str()));
        let refusal = tree.refused(&words);
        assert!(refusal.starts_with(message), "{refusal}");
    }
    tree.done(&["moorings", "--field=tenant:text!"]);
    assert_eq!(
        tree.refused(&["moorings", "--field=tenant:text!"]),
        "There is a folder modules/moorings already; take another name"
    );
}

#[test]
fn wrong_fields_are_refused_and_nothing_is_written() {
    let tree = Tree::new();
    for (fields, message) in [
        (&[][..], "A module needs a field, such as --field \"name:text!\""),
        (
            &["--field=unit:unitz"],
            "\"unitz\" is no type for unit; did you mean units? A type is text, long, integer, number, \
             money, boolean, date, values such as draft|signed, or a resource of the product as it was built \
             last: users, join-requests, companies, developers, projects, units, rotations",
        ),
        (&["--field=type:text"][..], "type is a reserved word of Rust; take another name"),
        (&["--field=state:new|new"], "state has the value new twice"),
    ] {
        let refusal = tree.refused(&[&["moorings"], fields].concat());
        assert!(refusal.starts_with(message), "{refusal}");
    }
}

#[test]
fn folder_without_the_source_tree_is_refused() {
    const END: &str = "here: run this in the folder of the product's source code, where the Cargo.toml of \
                       the workspace is";
    for (file, text, message) in [
        ("Cargo.toml", None, "There is no Cargo.toml"),
        ("Cargo.toml", Some("[package]\n"), "Cargo.toml lists no members of a workspace"),
        (
            "Cargo.toml",
            Some("[workspace]\nmembers = ['kernel']\n"),
            "Cargo.toml does not have the members modules/*",
        ),
        ("src/main.rs", None, "There is no src/main.rs"),
        (
            "src/main.rs",
            Some("fn main() {}\n"),
            "src/main.rs has no list that begins with `modules: &[`",
        ),
        ("modules", None, "There is no folder modules"),
    ] {
        let tree = Tree::new();
        let path = tree.path().join(file);
        match text {
            Some(text) => fs::write(path, text).unwrap(),
            None if path.is_dir() => fs::remove_dir(path).unwrap(),
            None => fs::remove_file(path).unwrap(),
        }
        assert_eq!(tree.refused(&MOORINGS), format!("{message} {END}"));
    }
}
