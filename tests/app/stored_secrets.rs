//! What is stored of secrets: no clear one is in any column of any table, but those of which SECURITY.md says
//! so.

use actix_web::http::Method;
use data_encoding::HEXUPPER;
use kernel::db::Conn;
use kernel::testing::{Answer, PASSWORD, TestApp};
use serde_json::json;

use crate::PRODUCT;
use crate::backups::lines;
use crate::second_factors::{FACTORS, SECOND_STEP, access_token, first_step, owner, second_step};
use crate::users::NEW_PASSWORD;

/// Returns every row of every table, with all its columns.
pub(crate) fn everything(conn: &mut Conn) -> Vec<String> {
    let is_sqlite = conn.is_sqlite();
    let tables = if is_sqlite {
        "SELECT name AS line FROM sqlite_master WHERE type = 'table'"
    } else {
        "SELECT quote_ident(tablename) AS line FROM pg_tables
         WHERE schemaname = current_schema()"
    };
    let mut rows = Vec::new();
    for table in lines(conn, tables) {
        let columns = if is_sqlite {
            let quoted = "'quote(\"' || name || '\")'";
            lines(conn, &format!("SELECT {quoted} AS line FROM pragma_table_info('{table}')"))
                .join(" || ',' || ")
        } else {
            format!("ROW({table}.*)::text")
        };
        let found = lines(conn, &format!("SELECT {columns} AS line FROM {table}"));
        rows.extend(found.into_iter().map(|row| format!("{table}: {row}")));
    }
    rows
}

/// Returns the value of a cookie that the answer sets.
fn cookie(answer: &Answer, name: &str) -> String {
    let cookies = answer.headers.get_all("set-cookie").map(|value| value.to_str().unwrap());
    let mut values = cookies.filter_map(|cookie| cookie.strip_prefix(name)?.strip_prefix('='));
    values.next().unwrap().split(';').next().unwrap().to_owned()
}

#[actix_web::test]
async fn of_secrets_hashes_and_digests_are_stored() {
    const KEY: &str = "a-key-of-ones-own";
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "admin").await;
    let client = app.bearer(owner.token.clone());
    let (used, waiting) =
        (first_step(&app, &owner.email).await, first_step(&app, &owner.email).await);
    let begun = second_step(&app, &used, "code", &owner.phone.code()).await;
    let token = json!({
        "name": "Sync", "currentPassword": PASSWORD,
        "expiresAt": kernel::time::Timestamp::now().plus_seconds(3600),
    });
    let made = client.request(Method::POST, "/api/auth/tokens").header("idempotency-key", KEY);
    let made = made.json(&token).send().await.expect(201)["token"].clone();
    let api_token = made.as_str().unwrap();
    let change = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
    let (_, changer) = app.account("user").await;
    let session = access_token(&app.anonymous().login(&changer, PASSWORD).await);
    app.bearer(session).post("/api/auth/password", change).await.expect(204);
    let body = json!({ "ticket": waiting, "code": "000000" });
    app.anonymous().post(SECOND_STEP, body).await.expect(422);
    let passkey = client.post(&format!("{FACTORS}/passkeys"), json!({})).await.expect(200);
    app.store_refusals().await;

    let mut secrets = vec![
        ("a password", PASSWORD.to_owned()),
        ("a new password", NEW_PASSWORD.to_owned()),
        ("a ticket that was used", used),
        ("a ticket", waiting),
        ("a ticket of a passkey", passkey["ticket"].as_str().unwrap().to_owned()),
        ("a refresh token", cookie(&begun, "mizan_refresh")),
        ("the device of a browser", cookie(&begun, "mizan_device")),
        ("an access token", access_token(&begun)),
        ("an API token", api_token.to_owned()),
        ("the secret of an API token", api_token.rsplit('_').next().unwrap().to_owned()),
        ("an idempotency key of an API token", KEY.to_owned()),
    ];
    for code in &owner.recovery_codes {
        secrets.push(("a recovery code", code.clone()));
        secrets.push(("the letters of a recovery code", code.replace('-', "")));
    }
    let rows = everything(&mut app.database().connect());
    let holder = |secret: &str| {
        let (lower, bytes) = (secret.to_lowercase(), HEXUPPER.encode(secret.as_bytes()));
        rows.iter().find(|row| {
            row.to_lowercase().contains(&lower)
                || row.contains(&bytes)
                || row.contains(&bytes.to_lowercase())
        })
    };
    assert!(secrets.iter().all(|(_, secret)| secret.len() >= 16));
    let stored = secrets.iter().filter_map(|(what, secret)| Some((what, holder(secret)?)));
    assert_eq!(stored.collect::<Vec<_>>(), []);
    // What SECURITY.md names as stored is found in the same way.
    assert!(holder(&owner.phone.secret).unwrap().starts_with("authenticator_apps: "));
    assert!(holder(&owner.email).is_some());
    let hashes = "SELECT COALESCE(password_hash, 'none') AS line FROM accounts";
    for hash in lines(&mut app.database().connect(), hashes) {
        assert!(hash.starts_with("$argon2id$"), "{hash}");
    }
}
