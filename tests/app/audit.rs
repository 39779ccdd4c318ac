//! The audit: which events are recorded and how they are read, and what `mizan audit verify` finds.

mod chain;
mod commands;
mod credentials;
mod events;
mod floods;
mod sound;
mod stored;

pub(crate) use commands::mizan;
use diesel::connection::SimpleConnection;
use kernel::testing::{TestApp, TestClient};
use serde_json::Value;

use crate::{PRODUCT, encoded};

const AUDIT: &str = "/api/backoffice/audit";

/// Returns the events that match a filter condition, the oldest first.
async fn events(admin: &TestClient<'_>, field: &str, value: &str) -> Vec<Value> {
    let condition = format!(r#"{{"field":"{field}","operator":"equals","value":"{value}"}}"#);
    let filters = format!(r#"{{"operator":"AND","conditions":[{condition}]}}"#);
    let path = format!("{AUDIT}?sort=at:asc&limit=100&filters={}", encoded(&filters));
    let page = admin.get(&path).await.expect(200);
    page["items"].as_array().unwrap().clone()
}

/// Returns outcome, actor, object and reason of the last event of this action.
pub(crate) async fn last(admin: &TestClient<'_>, action: &str) -> (String, String, String, String) {
    let found = events(admin, "action", action).await;
    let event = found.last().unwrap_or_else(|| panic!("there is no event {action}"));
    let text = |field: &str| event[field].as_str().unwrap_or_default().to_owned();
    (text("outcome"), text("actor"), text("object"), text("reason"))
}

fn execute(app: &TestApp, statements: &str) {
    app.database().connect().batch_execute(statements).unwrap();
}

async fn app() -> TestApp {
    TestApp::of(&PRODUCT).await
}
