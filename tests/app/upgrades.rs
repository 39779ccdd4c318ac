//! `mizan upgrade --plan`: what the binary would change for a database that an older product has brought up to date.

use diesel::connection::SimpleConnection;
use kernel::Product;
use kernel::module::Module;
use kernel::testing::{TestApp, TestDatabase};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::command_line::Operator;

const PLAN: &str = "upgrade --plan";

/// The product when it had users and companies, which estimators might read.
const OLDER: Product = Product {
    modules: &[
        users::MODULE,
        Module {
            policy: "p, admin, companies, *\np, estimations, companies, read\np, estimations, \
                     backoffice, enter",
            ..companies::MODULE
        },
    ],
    ..PRODUCT
};

/// Makes a database of this product, and the command line of the newest one on it.
async fn installed(product: &Product) -> (TestDatabase, Operator) {
    let database = TestDatabase::new();
    TestApp::on(product, database.clone()).await;
    let operator = Operator::new().set("MIZAN_DATABASE_URL", database.url());
    (database, operator)
}

#[actix_web::test]
async fn upgrade_is_planned_and_nothing_is_changed_by_that() {
    let (_database, operator) = installed(&OLDER).await;
    let planned = operator.run(PLAN);
    assert_eq!((planned.code, planned.err.as_str()), (Some(1), ""));
    for text in [
        "Migrations to apply:\n",
        "_projects: creates developers, ",
        "policy:\n",
        "\n  + p, admin, units, *\n",
        "\n  - p, estimations, companies, read\n",
        "operations:\n",
        "\n  + unit_list  GET /api/backoffice/units\n",
        "resources:\n",
        "\n  + units\n      + label Units\n",
        "\n      + field unitNumber: string, required\n",
        "\n      + filter unitNumber\n",
    ] {
        assert!(planned.out.contains(text), "{text}\n\n{}", planned.out);
    }
    for text in ["company_list", "_companies: creates"] {
        assert!(!planned.out.contains(text), "{text}\n\n{}", planned.out);
    }
    let json = operator.run("upgrade --plan --json");
    assert_eq!(json.code, Some(1));
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&json["changes"], &json["policyFile"]), (&json!(true), &json!(null)));
    let unit_view = &json["parts"]["operations"]["added"]["unit_view"];
    assert_eq!(unit_view[0], "GET /api/backoffice/units/{id}");
    assert_eq!(unit_view[1], "needs units:read");
    let estimators = &json["parts"]["policy"]["changed"]["estimations"]["removed"];
    assert!(estimators.to_string().contains("p, estimations, companies, read"), "{estimators}");
    assert_eq!(json["migrations"][0]["module"], "projects");
    assert_eq!(operator.run(PLAN).out, planned.out);

    operator.run("migrate").done();
    assert_eq!(operator.run(PLAN).done(), "Nothing would change.\n");
}

#[actix_web::test]
async fn policy_file_that_the_new_version_refuses_is_named_with_its_line() {
    let (_database, operator) = installed(&PRODUCT).await;
    let operator = operator.set("MIZAN_POLICY", "policy.csv");
    let lines = Operator::new().run("policy show --lines").done();
    operator.write("policy.csv", &lines);
    assert_eq!(operator.run(PLAN).done(), "Nothing would change.\n");
    operator.write("policy.csv", &format!("p, admin, compnies, *\n{lines}"));
    let planned = operator.run(PLAN);
    assert_eq!(planned.code, Some(1));
    let refused = "policy.csv would be refused, and nothing served: policy.csv, line 1: there is no \
                   resource `compnies`; did you mean companies?\n";
    assert!(planned.out.starts_with(refused), "{}", planned.out);
}

#[actix_web::test]
async fn what_an_older_version_has_not_left_is_said() {
    let (database, operator) = installed(&PRODUCT).await;
    let conn = &mut database.connect();
    conn.batch_execute(
        "DROP TABLE installed_versions;
         DELETE FROM __diesel_schema_migrations WHERE version = '20261128180000';
         INSERT INTO __diesel_schema_migrations (version) VALUES ('20200101000000')",
    )
    .unwrap();
    let planned = operator.run(PLAN);
    assert_eq!((planned.code, planned.err.as_str()), (Some(1), ""));
    assert_eq!(
        planned.out,
        "Migrations to apply:\n  \
         kernel  20261128180000_installed_versions: creates installed_versions\n\
         Migrations that were applied, and that no module of this version has: 20200101000000\n\
         The version before has left nothing to compare policy, operations and resources with. This \
         one will.\n"
    );
}

#[test]
fn without_a_database_there_is_no_plan() {
    let operator = Operator::new();
    let planned = operator.run(PLAN);
    assert_eq!((planned.code, planned.out.as_str()), (Some(2), ""));
    assert!(planned.err.starts_with("mizan: There is no database at "), "{}", planned.err);
    assert_eq!(operator.run("upgrade").code, Some(2));
}
