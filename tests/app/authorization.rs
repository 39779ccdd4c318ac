//! Who may request which operation. The test requests every operation of the document of the
//! running product.
//!
//! The expectation is `policies/matrix.txt`, which people review. Roles come from the matrix, paths and
//! bodies from the document.

use std::collections::HashMap;

use actix_web::http::Method;
use data_encoding::BASE64URL_NOPAD;
use kernel::testing::{Answer, PASSWORD, TestApp, TestClient, generated};
use serde_json::{Value, json};

use crate::PRODUCT;

const MATRIX: &str = include_str!("../../policies/matrix.txt");
/// The column of the matrix for requests without a token.
const ANONYMOUS: &str = "nobody";

/// What a request of an operation carries, by the body that the document describes: one that no schema
/// accepts, so that nothing changes.
enum Case {
    Without,
    Json(Value),
    File,
}

fn case(operation: &Value) -> Case {
    let content = &operation["requestBody"]["content"];
    match content.as_object().and_then(|kinds| kinds.keys().next()).map(String::as_str) {
        None => Case::Without,
        Some("multipart/form-data") => Case::File,
        Some(_) => Case::Json(json!({ "noSuchField": 1 })),
    }
}

/// A path of the document with identifiers that nothing has.
fn path_of(path: &str, parameters: &Value) -> String {
    let parameters = parameters.as_array().into_iter().flatten();
    parameters.filter(|one| one["in"] == "path").fold(path.to_owned(), |path, one| {
        let value = match one["schema"]["pattern"].as_str() {
            Some(pattern) if pattern.contains("{64}") => "0".repeat(64),
            _ => "0".repeat(24),
        };
        path.replace(&format!("{{{}}}", one["name"].as_str().unwrap_or_default()), &value)
    })
}

/// The roles of the matrix.
fn roles() -> Vec<&'static str> {
    let head = MATRIX.lines().next().unwrap_or_default().split_whitespace();
    head.skip(1).filter(|role| *role != ANONYMOUS).collect()
}

pub(crate) struct Operation {
    pub(crate) id: String,
    /// The permission that it needs, `resource:action`; or for whom it is.
    rule: String,
    method: Method,
    path: String,
    case: Case,
}

impl Operation {
    pub(crate) async fn by(&self, client: &TestClient<'_>) -> Answer {
        let request = client.request(self.method.clone(), &self.path);
        match &self.case {
            Case::Without => request.send().await,
            Case::Json(body) => request.json(body).send().await,
            Case::File => request.file("noSuchField\n1\n", &[]).send().await,
        }
    }

    /// Returns whether the matrix permits it to `role`.
    fn is_for(&self, role: &str) -> bool {
        let mut lines = MATRIX.lines();
        let head: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
        let column = head.iter().position(|name| *name == role).expect("a role of the matrix");
        let line = lines.find(|line| line.split_whitespace().next() == Some(self.id.as_str()));
        let line = line.unwrap_or_else(|| panic!("{} is not in the matrix", self.id));
        line.split_whitespace().nth(column) == Some("x")
    }

    pub(crate) fn is_public(&self) -> bool {
        self.is_for(ANONYMOUS)
    }
}

pub(crate) async fn operations() -> Vec<Operation> {
    let (document, _) = generated(&PRODUCT).await;
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in item.as_object().into_iter().flatten() {
            operations.push(Operation {
                id: operation["operationId"].as_str().unwrap_or_default().to_owned(),
                rule: operation["x-permission"].as_str().unwrap_or_default().to_owned(),
                method: method.to_uppercase().parse().unwrap(),
                path: path_of(path, &operation["parameters"]),
                case: case(operation),
            });
        }
    }
    operations
}

/// Decodes the account and session identifiers of a token.
fn claims(token: &str) -> (String, String) {
    let middle = token.split('.').nth(1).unwrap_or_default();
    let claims: Value = serde_json::from_slice(&decode(middle)).unwrap();
    let text = |name: &str| claims[name].as_str().unwrap_or_default().to_owned();
    (text("sub"), text("sid"))
}

/// Returns the session identifier in the claims of a token.
pub(crate) fn session_of(claims: &str) -> kernel::id::Id {
    let claims: Value = serde_json::from_slice(&decode(claims)).unwrap();
    kernel::id::Id::parse(claims["sid"].as_str().unwrap()).unwrap()
}

/// Decodes Base64 in the alphabet of tokens.
fn decode(text: &str) -> Vec<u8> {
    BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
}

#[actix_web::test]
async fn only_public_operations_succeed_without_a_valid_token() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (account, session) = claims(admin.token());
    let parse = |text: &str| kernel::id::Id::parse(text).unwrap();
    let expired = app.aged_token(&parse(&account), &parse(&session), 24 * 3600);
    let mut forged = admin.token().to_owned();
    // Changes a letter in the middle of the signature, because the last letters may carry no bits.
    let place = forged.len() - 20;
    let other = if &forged[place..=place] == "A" { "B" } else { "A" };
    forged.replace_range(place..=place, other);
    let unsigned = format!("eyJhbGciOiJub25lIn0.{}.", admin.token().split('.').nth(1).unwrap());

    let (locked_account, email) = app.account("admin").await;
    let answer = app.anonymous().login(&email, PASSWORD).await.expect(200);
    let locked = answer["accessToken"].as_str().unwrap().to_owned();
    assert_eq!(app.bearer(locked.clone()).get("/api/auth/me").await.status, 200);
    app.lock(&locked_account).await;

    // API tokens: a revoked one, one whose owner is locked, and altered ones.
    let owner = app.sign_in("admin").await;
    let revoked = owner.api_token(Value::Null).await;
    let id = owner.get("/api/auth/tokens").await.expect(200)[0]["_id"].clone();
    owner.delete(&format!("/api/auth/tokens/{}", id.as_str().unwrap())).await.expect(204);
    let (maker_account, email) = app.account("admin").await;
    let answer = app.anonymous().login(&email, PASSWORD).await.expect(200);
    let owner = app.bearer(answer["accessToken"].as_str().unwrap());
    let of_locked = owner.api_token(Value::Null).await;
    app.bearer(of_locked.clone()).get("/api/backoffice/units").await.expect(200);
    app.lock(&maker_account).await;
    let changed = format!("{}0", admin.api_token(Value::Null).await);
    // A token that another installation of the product issued.
    let elsewhere = TestApp::of(&PRODUCT).await;
    let foreign = elsewhere.sign_in("admin").await.token().to_owned();

    let visitors = [
        ("no token", app.anonymous()),
        ("token taken back", app.bearer(revoked)),
        ("token of somebody locked", app.bearer(of_locked)),
        ("token changed", app.bearer(changed)),
        ("foreign", app.bearer(foreign)),
        ("expired", app.bearer(expired)),
        ("forged", app.bearer(forged)),
        ("unsigned", app.bearer(unsigned)),
        ("locked", app.bearer(locked)),
        ("nonsense", app.bearer("nonsense")),
    ];
    for operation in operations().await {
        for (name, client) in &visitors {
            let answer = operation.by(client).await;
            if operation.is_public() {
                assert!(!answer.status.is_server_error(), "{} with {name}", operation.id);
                continue;
            }
            assert_eq!(answer.status, 401, "{} with {name}", operation.id);
            assert_eq!(answer.header("www-authenticate"), "Bearer");
            assert_eq!(answer.header("content-type"), "application/problem+json");
            assert_eq!(answer.body["requestId"], answer.header("x-request-id"));
        }
    }
}

#[actix_web::test]
async fn every_role_has_exactly_the_permissions_of_the_matrix() {
    let app = TestApp::of(&PRODUCT).await;
    for role in roles() {
        let client = app.sign_in(role).await;
        for operation in operations().await {
            let answer = operation.by(&client).await;
            let status = answer.status.as_u16();
            let (id, body) = (&operation.id, &answer.body);
            assert!(status < 500, "{id} as {role}: {body}");
            if operation.is_for(role) {
                let refused = status == 403 || (status == 401 && !operation.is_public());
                assert!(!refused, "{id} as {role} is allowed, but: {body}");
            } else {
                assert_eq!(status, 403, "{id} as {role} is not allowed: {body}");
            }
        }
    }
}

#[actix_web::test]
async fn permission_to_read_includes_neither_export_nor_history_nor_restore() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (mut tokens, mut refused) = (HashMap::new(), HashMap::<String, usize>::new());
    for operation in operations().await {
        let Some((resource, action)) = operation.rule.split_once(':') else { continue };
        // Of tokens no token may know.
        let is_one_of_four = ["read", "export", "history", "restore"].contains(&action);
        if !is_one_of_four || resource == "tokens" {
            continue;
        }
        if !tokens.contains_key(resource) {
            let read = json!([{ "resource": resource, "actions": ["read"] }]);
            tokens.insert(resource.to_owned(), admin.api_token(read).await);
        }
        let answer = operation.by(&app.bearer(&*tokens[resource])).await;
        assert_eq!(answer.status == 403, action != "read", "{}: {}", operation.id, answer.body);
        *refused.entry(action.to_owned()).or_default() += 1;
    }
    for action in ["read", "export", "history", "restore"] {
        assert!(refused[action] > 5, "{refused:?}");
    }
}
