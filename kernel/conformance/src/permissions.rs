//! Every operation answers every role, and requests without a valid token, as the matrix says: what it does
//! not permit is denied.

use data_encoding::BASE64URL_NOPAD;
use kernel::Product;
use kernel::id::Id;
use kernel::testing::{PASSWORD, TestApp, TestClient};
use serde_json::{Value, json};

use crate::contract::{Clients, Contract};
use crate::report::Report;

/// The actions of a resource that are permitted apart from each other.
const ACTIONS: [&str; 4] = ["read", "export", "history", "restore"];

pub(crate) async fn check(product: &Product, mut report: Report) -> Report {
    let contract = Contract::of(product).await;
    let app = TestApp::of(product).await;
    let elsewhere = TestApp::of(product).await;
    let clients = Clients::of(&app, &contract).await;
    some_role_may(&contract, &mut report);
    roles(&contract, &clients, &mut report).await;
    let Some(first) = clients.first() else {
        report.fail("product", "roles", "a role", "none");
        return report;
    };
    let role = clients.iter().next().map(|(role, _)| role.as_str()).unwrap_or_default();
    visitors(&contract, &app, &elsewhere, (role, first), &mut report).await;
    limited_tokens(&contract, &app, (role, first), &mut report).await;
    report
}

/// An operation that no role may request is of no use.
fn some_role_may(contract: &Contract, report: &mut Report) {
    for operation in &contract.operations {
        let of_anybody = ["public", "signed-in", "first-step"].contains(&&*operation.rule);
        let permitted = of_anybody || contract.roles.iter().any(|role| operation.is_for(role));
        let subject = (&*operation.module, &*operation.id);
        report.expect(permitted, subject, format!("a role with {}", operation.rule), "none");
    }
}

async fn roles(contract: &Contract, clients: &Clients<'_>, report: &mut Report) {
    for (role, client) in clients.iter() {
        for operation in &contract.operations {
            let answer = operation.by(client).await;
            let status = answer.status.as_u16();
            let (expected, holds) = match operation.is_for(role) {
                true => {
                    let refused = status == 403 || (status == 401 && !operation.is_public());
                    ("neither 401, 403 nor an internal error", !refused && status < 500)
                }
                false => ("403", status == 403),
            };
            let subject = (&*operation.module, &*operation.id);
            let expected = format!("{expected} for {role}");
            report.expect(holds, subject, expected, format!("{status}, {}", answer.body));
        }
    }
}

/// Decodes the account and session identifiers of a token.
fn claims(token: &str) -> Option<(Id, Id)> {
    let bytes = BASE64URL_NOPAD.decode(token.split('.').nth(1)?.as_bytes()).ok()?;
    let claims: Value = serde_json::from_slice(&bytes).ok()?;
    let id = |name: &str| Id::parse(claims[name].as_str()?);
    Some((id("sub")?, id("sid")?))
}

/// Changes a letter in the middle of the signature, because the last letters may carry no bits.
fn forged(token: &str) -> String {
    let mut forged = token.to_owned();
    let place = forged.len() - 20;
    let other = if &forged[place..=place] == "A" { "B" } else { "A" };
    forged.replace_range(place..=place, other);
    forged
}

/// Tokens that once were valid, or never.
async fn visitors(
    contract: &Contract,
    app: &TestApp,
    elsewhere: &TestApp,
    (role, first): (&str, &TestClient<'_>),
    report: &mut Report,
) {
    let mut tokens = vec![
        ("no token", None),
        ("nonsense", Some("nonsense".to_owned())),
        ("a forged token", Some(forged(first.token()))),
        ("a foreign token", Some(elsewhere.sign_in(role).await.token().to_owned())),
        ("an altered API token", Some(format!("{}0", first.api_token(Value::Null).await))),
    ];
    let claim = first.token().split('.').nth(1).unwrap_or_default();
    tokens.push(("an unsigned token", Some(format!("eyJhbGciOiJub25lIn0.{claim}."))));
    if let Some((account, session)) = claims(first.token()) {
        let expired = app.aged_token(&account, &session, 24 * 3600);
        tokens.push(("an expired token", Some(expired)));
    }
    // An API token that is revoked.
    let owner = app.sign_in(role).await;
    tokens.push(("a revoked API token", Some(owner.api_token(Value::Null).await)));
    let own = owner.get("/api/auth/tokens").await;
    let id = own.body[0]["_id"].as_str().unwrap_or_default();
    let revoked = owner.delete(&format!("/api/auth/tokens/{id}")).await;
    report.expect(revoked.status == 204, ("kernel", "tokens"), "204", revoked.status);
    // Tokens of an account that is locked.
    let (account, email) = app.account(role).await;
    let answer = app.anonymous().login(&email, PASSWORD).await;
    let locked = answer.body["accessToken"].as_str().unwrap_or_default().to_owned();
    let of_locked = app.bearer(locked.clone()).api_token(Value::Null).await;
    for token in [&locked, &of_locked] {
        let me = app.bearer(token.clone()).get("/api/auth/me").await;
        report.expect(me.status == 200, ("kernel", "me"), "200 before the lock", me.status);
    }
    app.lock(&account).await;
    tokens.push(("a token of a locked account", Some(locked)));
    tokens.push(("an API token of a locked account", Some(of_locked)));

    for (name, token) in tokens {
        let client = token.map_or_else(|| app.anonymous(), |token| app.bearer(token));
        for operation in &contract.operations {
            let subject = (&*operation.module, &*operation.id);
            let answer = operation.by(&client).await;
            let status = answer.status.as_u16();
            if operation.is_public() {
                let expected = format!("no internal error with {name}");
                report.expect(status < 500, subject, expected, answer.body);
                continue;
            }
            let holds = status == 401
                && answer.header("www-authenticate") == "Bearer"
                && answer.header("content-type") == "application/problem+json"
                && answer.body["requestId"] == answer.header("x-request-id");
            let expected = format!("401 with a problem document and {name}");
            report.expect(holds, subject, expected, format!("{status}, {}", answer.body));
        }
    }
}

/// The permission to read includes neither export, history nor restore.
async fn limited_tokens(
    contract: &Contract,
    app: &TestApp,
    (role, first): (&str, &TestClient<'_>),
    report: &mut Report,
) {
    for resource in &contract.resources {
        let only = |action: &str| {
            let operations = contract.operations.iter();
            operations.filter(|one| one.rule == format!("{}:{action}", resource.name)).collect()
        };
        let of_actions: [Vec<_>; 4] = ACTIONS.map(only);
        // Nobody passes on a permission that they do not have.
        if !of_actions.iter().flatten().all(|one| one.is_for(role)) {
            let text = format!("{}: a token limited to reading it", resource.name);
            report.notice(&resource.module, text);
            continue;
        }
        let read = json!([{ "resource": resource.name, "actions": ["read"] }]);
        let token = app.bearer(first.api_token(read).await);
        for (action, operations) in ACTIONS.iter().zip(of_actions) {
            for operation in operations {
                let status = operation.by(&token).await.status;
                let holds = (status == 403) == (*action != "read");
                let expected = match *action {
                    "read" => "no 403 with a token that may read",
                    _ => "403 with a token that may only read",
                };
                report.expect(holds, (&operation.module, &operation.id), expected, status);
            }
        }
    }
}
