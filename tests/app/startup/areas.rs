//! A module's policy lets no role do what no screen would offer to it: the role may enter the area of the
//! resource.

use kernel::Product;
use kernel::module::Module;
use kernel::testing::{TestApp, startup_error};

use super::INSPECTIONS;
use crate::PRODUCT;

fn with(policy: &'static str) -> Product {
    let inspections = Module { policy, ..INSPECTIONS };
    Product { modules: Box::leak(Box::new([companies::MODULE, inspections])), ..PRODUCT }
}

#[actix_web::test]
async fn module_lets_no_role_act_in_an_area_that_it_may_not_enter() {
    assert_eq!(
        startup_error(&with("p, admin, inspections, *\np, analytics, inspections, update\n")).await,
        "Policy of module inspections, line 2: `analytics` may not enter `backoffice`, the area of \
         `inspections`; let it read `inspections` as well, or enter by `p, analytics, backoffice, enter`"
    );
    for policy in [
        "p, analytics, inspections, update\np, analytics, inspections, read\n",
        "p, analytics, inspections, update\np, user, inspections, read\n",
        "p, analytics, inspections, update\np, analytics, backoffice, enter\n",
    ] {
        let app = TestApp::of(&with(policy)).await;
        let me = app.sign_in("analytics").await.get("/api/auth/me").await.expect(200);
        let permissions = me["permissions"].as_array().unwrap();
        let enter = |one: &&serde_json::Value| one["resource"] == "backoffice";
        assert_eq!(permissions.iter().find(enter).unwrap()["actions"][0], "enter", "{policy}");
    }
}
