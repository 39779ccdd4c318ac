//! What the product refuses to start with. Every message names both sides, or the line. Also that
//! no migration of a module is forgotten.

use std::collections::BTreeSet;
use std::path::Path;

use diesel::prelude::*;
use kernel::db::Migration;
use kernel::list::Fields;
use kernel::module::Module;
use kernel::prelude::*;
use kernel::resource;
use kernel::testing::{TestApp, error_on_open, startup_error};
use kernel::verb::{Do, Verb};
use kernel::{Product, WriteContext};

use crate::{PRODUCT, inspections};

async fn refused(modules: &'static [Module]) -> String {
    startup_error(&Product { modules, ..PRODUCT }).await
}

const INSPECTIONS: Module = inspections::first::MODULE;

diesel::table! {
    #[sql_name = "__diesel_schema_migrations"]
    applied_migrations (version) {
        version -> Text,
    }
}

/// Cargo does not notice a file that is added to a folder: nobody would notice a migration that was not
/// compiled in.
#[actix_web::test]
async fn every_migration_of_a_module_is_applied() {
    let app = TestApp::of(&PRODUCT).await;
    let mut conn = app.database().connect();
    let applied = applied_migrations::table.select(applied_migrations::version);
    let applied: Vec<String> = applied.load(&mut conn).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let inside = |folder: &Path| -> Vec<_> {
        folder.read_dir().into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
    };
    let mut crates = inside(&root.join("modules"));
    crates.push(root.join("kernel"));
    let files = crates.iter().flat_map(|one| inside(&one.join("migrations")));
    let files = files.map(|file| {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        name.split('_').next().unwrap().to_owned()
    });
    assert_eq!(applied.into_iter().collect::<BTreeSet<_>>(), files.collect());
}

const fn migration(name: &'static str, sql: &'static str) -> Migration {
    Migration { name, sql, postgres: None }
}

#[actix_web::test]
async fn two_modules_with_one_name() {
    const OTHER: Module = Module::new("inspections");
    let sentence = refused(&[INSPECTIONS, OTHER]).await;
    assert_eq!(
        sentence,
        "Two modules are called inspections. List it once, or rename one of them."
    );
}

#[actix_web::test]
async fn two_modules_with_one_table() {
    const OTHER: Module = Module {
        migrations: || {
            vec![migration("20261121900001_other", "CREATE TABLE inspections (id TEXT);")]
        },
        ..Module::new("other")
    };
    assert_eq!(
        refused(&[INSPECTIONS, OTHER]).await,
        "Modules inspections and other both have a table named inspections. Rename one of them."
    );
}

#[actix_web::test]
async fn two_modules_with_one_migration_version() {
    const OTHER: Module = Module {
        migrations: || vec![migration("20261121900000_other", "CREATE TABLE others (id TEXT);")],
        ..Module::new("other")
    };
    assert_eq!(
        refused(&[INSPECTIONS, OTHER]).await,
        "Modules inspections and other both have a migration of version 20261121900000. \
         Give one of them another version."
    );
}

#[actix_web::test]
async fn two_modules_with_one_area_and_an_area_at_the_path_of_another_page() {
    const ONE: Module = Module { areas: &["front-office"], ..Module::new("one") };
    const OTHER: Module = Module { areas: &["front-office"], ..Module::new("other") };
    const KNOWN: Module = Module { areas: &["analytics"], ..Module::new("known") };
    const TAKEN: Module = Module { areas: &["estimations"], ..Module::new("taken") };
    assert_eq!(
        refused(&[ONE, OTHER]).await,
        "Modules one and other both have an area named front-office. Rename one of them."
    );
    assert_eq!(
        refused(&[KNOWN]).await,
        "Modules kernel and known both have an area named analytics. Rename one of them."
    );
    assert_eq!(
        refused(&[TAKEN]).await,
        "Module taken: the area estimations is no lower case word, or the path of another page."
    );
    for areas in [&["home"], &["analytics"], &["api"], &["Wards"]] {
        assert_eq!(
            startup_error(&Product { areas, ..PRODUCT }).await,
            format!(
                "The product: the area {} is no lower case word, or the path of another page.",
                areas[0]
            )
        );
    }
}

/// Resources that differ from inspections in all but one respect.
mod other {
    use super::*;
    use crate::inspections::first::inspections_tables::inspections;
    use crate::inspections::first::{Inspection, Inspections};

    pub(super) struct SameSchema;
    pub(super) struct SearchedByScore;

    macro_rules! copies {
        ($($resource:ident => $info:expr, $fields:expr);+) => { $(
            impl Resource for $resource {
                type View = Inspection;
                type Table = inspections::table;
                type Source = <Inspections as Resource>::Source;
                const INFO: Info = $info;
                fn fields() -> Fields<Self::Table, Self::Source> {
                    $fields
                }
                kernel::rows!(inspections: Inspections::query() => Inspection);
            }
        )+ };
    }
    copies!(
        SameSchema => Info { name: "visits", singular: "visit", ..Inspections::INFO },
            Inspections::fields();
        SearchedByScore => Inspections::INFO,
            Inspections::fields().field("score", inspections::score).searched()
    );
}

#[actix_web::test]
async fn two_modules_with_one_resource() {
    const OTHER: Module = Module { resources: INSPECTIONS.resources, ..Module::new("other") };
    assert_eq!(
        refused(&[INSPECTIONS, OTHER]).await,
        "Modules inspections and other both have a resource named inspections. Rename one of them."
    );
}

#[actix_web::test]
async fn two_modules_with_one_schema_name() {
    const OTHER: Module =
        Module { resources: &[resource::read_only::<other::SameSchema>()], ..Module::new("other") };
    assert_eq!(
        refused(&[INSPECTIONS, OTHER]).await,
        "Modules inspections and other both have a schema named Inspection. Rename one of the types."
    );
}

#[actix_web::test]
async fn two_modules_with_one_operation_id() {
    const ONE: Module = Module {
        routes: |api| {
            api.service(one::visit_list);
        },
        ..Module::new("one")
    };
    const OTHER: Module = Module {
        routes: |api| {
            api.service(two::visit_list);
        },
        ..Module::new("two")
    };
    assert_eq!(
        refused(&[ONE, OTHER]).await,
        "Modules one and two both have an operation named visit_list. Rename one of them."
    );
}

#[actix_web::test]
async fn an_operation_that_names_a_permission_that_is_none() {
    const OPEN: Module = Module {
        routes: |api| {
            api.service(open::door_list);
        },
        ..Module::new("doors")
    };
    assert_eq!(
        refused(&[OPEN]).await,
        "Module doors: operation door_list (GET /api/doors) needs the permission \"anybody\", which is none. \
         One is `resource:action`, `signed-in`, `first-step` or `public`."
    );
}

#[actix_web::test]
async fn a_policy_line_that_names_something_unknown() {
    for (policy, sentence) in [
        ("g, user, admin\n", "only the product itself says what roles inherit"),
        ("p, ghost, inspections, read\n", "there is no role `ghost`"),
        ("p, admin, visits, read\n", "there is no resource `visits`"),
        ("p, admin, inspections, fly\n", "`inspections` has no action `fly`"),
        (
            "p, admin, inspections\n",
            "a line is `p, role, resource, action` or `g, role, inherited role`",
        ),
    ] {
        let modules: &'static [Module] =
            Box::leak(Box::new([companies::MODULE, Module { policy, ..INSPECTIONS }]));
        assert_eq!(
            refused(modules).await,
            format!("Policy of module inspections, line 1: {sentence}")
        );
    }
}

#[actix_web::test]
async fn reference_to_an_unknown_resource() {
    assert_eq!(
        refused(&[INSPECTIONS]).await,
        "Resource inspections refers to companies, which no module brings."
    );
}

#[actix_web::test]
async fn presentation_of_a_resource_names_existing_fields() {
    const INFO: Info = <inspections::first::Inspections as Resource>::INFO;
    const PLACE: &[Group] = &[Group::new("Place", &["companyId"])];
    const TWICE: &[Group] =
        &[Group::new("One", &["score"]), Group::new("Two", &["passed", "score"])];
    const COLOURS: &[Card] = &[Card::breakdown("colour", "Colours")];
    let meant = "but Inspection has no such field";
    for (info, sentence) in [
        (Info { title: "", ..INFO }, "its title is empty.".into()),
        (
            Info { title: "{subject", ..INFO },
            "its title has a brace without its pair: `{subject`.".into(),
        ),
        (
            Info { title: "{subjekt} · {company}", ..INFO },
            format!("its title names `subjekt`, {meant}; did you mean subject?"),
        ),
        (Info { hint: "Score {points}", ..INFO }, format!("its hint names `points`, {meant}.")),
        (
            Info { groups: PLACE, ..INFO },
            format!("its group `Place` names `companyId`, {meant}; did you mean company?"),
        ),
        (Info { groups: TWICE, ..INFO }, "`score` is in its group `One` and in `Two`.".into()),
        (Info { cards: COLOURS, ..INFO }, format!("a card names `colour`, {meant}.")),
    ] {
        assert_eq!(shown(info).await, format!("Resource inspections: {sentence}"));
    }
}

/// Returns the startup error of inspections with this information.
async fn shown(info: Info) -> String {
    let resource = resource::full::<inspections::first::Inspections>().told_as(info);
    let resources: &'static [_] = Box::leak(Box::new([resource]));
    let inspections = Module { resources, ..INSPECTIONS };
    refused(Box::leak(Box::new([companies::MODULE, inspections]))).await
}

fn audit(_: &mut WriteContext<'_>, _: &Id) -> Result<bool> {
    Ok(false)
}

/// A verb that is right, to begin wrong ones with.
const AUDIT: Verb = Verb::of::<inspections::first::Inspections>("audit", "Audit", &Do(audit));

#[actix_web::test]
async fn declaration_of_a_verb_is_known_and_names_existing_fields() {
    let refused_with = async |verb: Verb| {
        let inspections = Module { verbs: Box::leak(Box::new([verb])), ..INSPECTIONS };
        refused(Box::leak(Box::new([companies::MODULE, inspections]))).await
    };
    const OPERATION: &str = "Operation inspection_audit:";
    for (verb, refusal) in [
        (Verb { label: " ", ..AUDIT }, "its x-verb has an empty label."),
        (
            Verb { when: &[("pased", &["true"])], ..AUDIT },
            "its x-verb names `pased` in `when`, but Inspection has no such field; did you mean \
             passed?",
        ),
        (
            Verb { when: &[("urgency", &["utmost"])], ..AUDIT },
            "its x-verb waits for `urgency` to be \"utmost\", which it cannot be.",
        ),
        (
            Verb { when: &[("passed", &["yes"])], ..AUDIT },
            "its x-verb waits for `passed` to be \"yes\", which it cannot be.",
        ),
        (
            Verb { confirm: Some(("Audit?", "{titel} is audited")), ..AUDIT },
            "its x-verb names `titel` in `confirm`, but Inspection has no such field.",
        ),
    ] {
        assert_eq!(refused_with(verb).await, format!("{OPERATION} {refusal}"));
    }
    let misnamed = Verb { name: "Audit/all", ..AUDIT };
    assert!(refused_with(misnamed).await.contains("its name is \"Audit/all\", and must be"));
    let opposite = Verb { undone_by: Some("reopen"), ..AUDIT };
    assert_eq!(
        refused_with(opposite).await,
        "The verb audit of inspections is undone by reopen, which is no verb of inspections without a body."
    );
    let twice = Module { verbs: &[AUDIT, AUDIT], ..INSPECTIONS };
    let twice = refused(Box::leak(Box::new([companies::MODULE, twice]))).await;
    assert!(twice.contains("both have an operation named inspection_audit"), "{twice}");
    let elsewhere = Module { verbs: &[AUDIT], ..Module::new("audits") };
    let elsewhere = refused(Box::leak(Box::new([companies::MODULE, INSPECTIONS, elsewhere]))).await;
    assert_eq!(
        elsewhere,
        "Module audits: verb audit is of inspections, which is no resource of this module."
    );
}

#[actix_web::test]
async fn missing_column_is_found_at_the_start() {
    // The module reads a column that its first step alone does not make.
    const WITHOUT_REMARKS: Module =
        Module { migrations: INSPECTIONS.migrations, ..inspections::with_remarks::MODULE };
    let product = Product { modules: &[companies::MODULE, WITHOUT_REMARKS], ..PRODUCT };
    let refusal = error_on_open(&product).await;
    let begin = "Resource inspections: the table inspections is not as the module reads it";
    assert!(refusal.starts_with(begin), "{refusal}");
}

macro_rules! handler {
    ($module:ident, $name:ident, $path:literal, $permission:literal) => {
        mod $module {
            use actix_web::HttpResponse;
            use kernel::{get, utoipa};

            #[get($path, tag = "doors", permission = $permission, response(204, "Nothing"))]
            pub(super) async fn $name() -> HttpResponse {
                HttpResponse::NoContent().finish()
            }
        }
    };
}
handler!(one, visit_list, "/one", "public");
handler!(two, visit_list, "/two", "public");
handler!(open, door_list, "/doors", "anybody");

mod areas;
mod computed_fields;
mod fields;
mod handlers;
mod measures;
mod values;
