//! What a restore revokes: sessions, API tokens, sign-ins under way and signing keys.

use super::*;

const TOKENS: &str = "/api/auth/tokens";

async fn keys(app: &TestApp) -> Vec<String> {
    let keys = app.anonymous().get("/.well-known/jwks.json").await.expect(200);
    let keys = keys["keys"].as_array().unwrap().iter();
    keys.map(|key| key["kid"].as_str().unwrap().to_owned()).collect()
}

#[actix_web::test]
async fn restore_revokes_api_tokens_of_the_backup() {
    let folder = Folder::new();
    let app = TestApp::of(&PRODUCT).await;
    let email = app.account("admin").await.1;
    let admin = signed_in(&app, &email).await;
    let ended = admin.api_token(Value::Null).await;
    let going_on = admin.api_token(Value::Null).await;
    let at = chrono::Utc::now() + chrono::TimeDelta::days(1);
    let body = json!({ "name": "Kept", "expiresAt": at.to_rfc3339() });
    let make = async |client: &TestClient<'_>| {
        let request = client.request(Method::POST, TOKENS).header("idempotency-key", "kept-answer");
        request.json(&body).send().await
    };
    let repeated = make(&admin).await.expect(201)["token"].as_str().unwrap().to_owned();
    app.backup(&folder.file("b.mizan")).await.unwrap();
    // This token was revoked after the backup was made.
    let list = admin.get(TOKENS).await.expect(200);
    let first = list.as_array().unwrap().last().unwrap()["_id"].as_str().unwrap().to_owned();
    admin.delete(&format!("{TOKENS}/{first}")).await.expect(204);

    let place = TestDatabase::new();
    place.restore(&PRODUCT, &folder.file("b.mizan")).await.unwrap();
    let again = TestApp::on(&PRODUCT, place).await;
    for token in [&ended, &going_on, &repeated] {
        assert_eq!(again.bearer(&**token).get(UNITS).await.status, 401);
    }
    let admin = signed_in(&again, &email).await;
    assert_eq!(admin.get(TOKENS).await.expect(200), json!([]));
    // A stored answer does not return a valid token either.
    make(&admin).await;
    assert_eq!(again.bearer(repeated).get(UNITS).await.status, 401);
}

#[actix_web::test]
async fn no_earlier_signing_key_is_valid_after_a_restore() {
    let folder = Folder::new();
    let app = TestApp::of(&PRODUCT).await;
    let (account, email) = app.account("admin").await;
    let stolen = keys(&app).await;
    app.backup(&folder.file("b.mizan")).await.unwrap();

    let place = TestDatabase::new();
    place.restore(&PRODUCT, &folder.file("b.mizan")).await.unwrap();
    let again = TestApp::on(&PRODUCT, place).await;
    let new = keys(&again).await;
    assert_eq!(new.len(), 1);
    assert!(!new.contains(&stolen[0]));
    // An attacker with the old key signs a token for a session that continues here.
    let admin = signed_in(&again, &email).await;
    let session = session_of(&admin);
    let forged = app.aged_token(&account, &session, 0);
    assert_eq!(again.bearer(forged).get(UNITS).await.status, 401);
    assert_eq!(admin.get(UNITS).await.status, 200);
}

/// Returns the session identifier in the claims of a token.
fn session_of(client: &TestClient<'_>) -> kernel::id::Id {
    let claims = client.token().split('.').nth(1).unwrap();
    let claims = data_encoding::BASE64URL_NOPAD.decode(claims.as_bytes()).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    kernel::id::Id::parse(claims["sid"].as_str().unwrap()).unwrap()
}

#[actix_web::test]
async fn restore_ends_sign_ins_under_way() {
    let folder = Folder::new();
    let app = TestApp::of(&PRODUCT).await;
    let owner = crate::second_factors::owner(&app, "admin").await;
    let ticket = crate::second_factors::first_step(&app, &owner.email).await;
    app.backup(&folder.file("b.mizan")).await.unwrap();

    let place = TestDatabase::new();
    place.restore(&PRODUCT, &folder.file("b.mizan")).await.unwrap();
    let again = TestApp::on(&PRODUCT, place).await;
    let code = owner.phone.code();
    let answer = crate::second_factors::second_step(&again, &ticket, "code", &code).await;
    assert_eq!(answer.status, 401);
    // A user who signs in again has the factor still.
    let ticket = crate::second_factors::first_step(&again, &owner.email).await;
    crate::second_factors::second_step(&again, &ticket, "code", &code).await.expect(200);
}
