//! Passkeys, as the second step and alone.

use data_encoding::BASE64URL_NOPAD as BASE64;
use diesel::connection::SimpleConnection;
use kernel::testing::{Answer, PASSWORD, TestApp, TestClient, TestDatabase};
use serde_json::{Value, json};

use super::authenticator::{Authenticator, HERE, PRESENT, VERIFIED};
use super::{FACTORS, SECOND_STEP, access_token, count_attempts, second_step};
use crate::PRODUCT;
use crate::confirmations::{CONFIRM, age_sessions, assert_unconfirmed};
use crate::users::{PATH as USERS, perform_verb};

const CHALLENGE: &str = "/api/auth/login/passkey";

async fn app() -> TestApp {
    TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| config.public_url = HERE.into()).await
}

/// Adds a passkey; returns the answer.
async fn add(client: &TestClient<'_>, passkey: &mut Authenticator, name: &str) -> Answer {
    let requested = client.post(&format!("{FACTORS}/passkeys"), json!({})).await.expect(200);
    let answer = passkey.register(&requested["options"]);
    let body = json!({ "ticket": requested["ticket"], "name": name, "passkey": answer });
    client.post(&format!("{FACTORS}/passkeys/confirm"), body).await
}

/// An account with a passkey: its identifier, email and access token.
async fn owner(app: &TestApp) -> (String, String, String, Authenticator) {
    let (id, email) = app.account("user").await;
    let token = access_token(&app.anonymous().login(&email, PASSWORD).await);
    let mut passkey = Authenticator::new();
    add(&app.bearer(token.clone()), &mut passkey, "Phone").await.expect(200);
    (id.to_string(), email, token, passkey)
}

/// Asks for a passkey, after a first step or without one, and signs.
async fn ask(app: &TestApp, ticket: Option<&Value>, passkey: &Authenticator) -> (Value, Value) {
    let body = ticket.map_or(json!({}), |ticket| json!({ "ticket": ticket }));
    let requested = app.anonymous().post(CHALLENGE, body).await.expect(200);
    let answer = passkey.sign(&requested["options"]);
    (requested["ticket"].clone(), answer)
}

async fn send(app: &TestApp, (ticket, answer): (Value, Value)) -> Answer {
    app.anonymous().post(SECOND_STEP, json!({ "ticket": ticket, "passkey": answer })).await
}

#[actix_web::test]
async fn only_a_signed_in_user_adds_a_passkey() {
    let app = app().await;
    for path in ["passkeys", "passkeys/confirm", "passkeys/0123456789abcdef01234567/remove"] {
        let answer = app.anonymous().post(&format!("{FACTORS}/{path}"), json!({})).await;
        assert_eq!(answer.status, 401, "{path}");
    }
    let program = app.bearer(app.sign_in("admin").await.api_token(Value::Null).await);
    assert_eq!(program.post(&format!("{FACTORS}/passkeys"), json!({})).await.status, 403);
}

#[actix_web::test]
async fn passkey_completes_a_sign_in_and_is_removed() {
    let app = app().await;
    let (_, email, token, passkey) = owner(&app).await;
    let client = app.bearer(token);
    let factors = client.get(FACTORS).await.expect(200);
    assert_eq!(factors["passkeyOrigin"], HERE);
    assert_eq!(factors["recoveryCodesLeft"], 10);
    assert_eq!(factors["passkeys"][0]["name"], "Phone");
    assert!(factors["passkeys"][0]["lastUsedAt"].is_null());

    let due = app.anonymous().login(&email, PASSWORD).await.expect(202);
    assert_eq!(due["methods"], json!(["passkey", "recovery-code"]));
    let answer = ask(&app, Some(&due["ticket"]), &passkey).await;
    let begun = send(&app, answer.clone()).await;
    app.bearer(access_token(&begun)).get("/api/auth/me").await.expect(200);
    send(&app, answer).await.expect(401);

    let factors = client.get(FACTORS).await.expect(200);
    assert!(factors["passkeys"][0]["lastUsedAt"].is_string());
    let id = factors["passkeys"][0]["_id"].as_str().unwrap();
    let path = format!("{FACTORS}/passkeys/{id}/remove");
    // That of another user is not there.
    assert_eq!(app.sign_in("admin").await.post(&path, json!({})).await.status, 404);
    client.post(&path, json!({})).await.expect(204);
    client.post(&path, json!({})).await.expect(404);
    app.anonymous().login(&email, PASSWORD).await.expect(200);
}

#[actix_web::test]
async fn passkey_alone_signs_in() {
    let app = app().await;
    let (_, email, _, passkey) = owner(&app).await;
    let answer = ask(&app, None, &passkey).await;
    let begun = send(&app, answer.clone()).await.expect(200);
    assert_eq!(begun["user"]["email"], email.as_str());
    // The challenge has been answered.
    send(&app, answer).await.expect(401);
    // Such a ticket takes nothing but a passkey.
    let requested = app.anonymous().post(CHALLENGE, json!({})).await.expect(200);
    let ticket = requested["ticket"].as_str().unwrap();
    second_step(&app, ticket, "code", "123456").await.expect(401);
}

#[actix_web::test]
async fn passkey_confirms_once_and_only_for_its_user() {
    let app = app().await;
    let path = format!("{CONFIRM}/passkey");
    assert_eq!(app.anonymous().post(&path, json!({})).await.status, 401);
    let (_, email) = app.account("admin").await;
    let token = access_token(&app.anonymous().login(&email, PASSWORD).await);
    let admin = app.bearer(token);
    admin.post(&path, json!({})).await.expect(409);
    let mut passkey = Authenticator::new();
    add(&admin, &mut passkey, "Phone").await.expect(200);
    let (user, _, other, others) = owner(&app).await;
    let verb = format!("{USERS}/{user}");
    age_sessions(&app);
    let refused = perform_verb(&admin, &verb, "reset-factors").await;
    assert_unconfirmed(&refused, json!(["password", "passkey"]));

    let challenge = || async { admin.post(&path, json!({})).await.expect(200) };
    let body = |requested: &Value, passkey: &Authenticator| json!({ "ticket": requested["ticket"], "passkey": passkey.sign(&requested["options"]) });
    // Another user's passkey, another user's ticket, a challenge that has been replaced, half an answer.
    let first = challenge().await;
    let refused = admin.post(CONFIRM, body(&first, &others)).await;
    assert_eq!((refused.status.as_u16(), refused.errors()[0].0), (422, "/passkey"));
    assert_eq!(admin.post(CONFIRM, body(&first, &passkey)).await.status, 422);
    let of_other = app.bearer(other).post(&path, json!({})).await.expect(200);
    assert_eq!(admin.post(CONFIRM, body(&of_other, &others)).await.status, 422);
    let replaced = challenge().await;
    let last = challenge().await;
    assert_eq!(admin.post(CONFIRM, body(&replaced, &passkey)).await.status, 422);
    let half = json!({ "passkey": passkey.sign(&last["options"]) });
    assert_eq!(admin.post(CONFIRM, half).await.status, 422);
    // A ticket to confirm with completes no sign-in, and one of a sign-in confirms nothing.
    let signed = (last["ticket"].clone(), passkey.sign(&last["options"]));
    assert_eq!(send(&app, signed).await.status, 401);
    let (ticket, answer) = ask(&app, None, &passkey).await;
    let body_of_sign_in = json!({ "ticket": ticket, "passkey": answer });
    assert_eq!(admin.post(CONFIRM, body_of_sign_in).await.status, 422);
    let refused = perform_verb(&admin, &verb, "reset-factors").await;
    assert_eq!(refused.status, 403);

    let right = body(&last, &passkey);
    let confirmed = admin.post(CONFIRM, right.clone()).await;
    assert_eq!(confirmed.header("cache-control"), "no-store");
    confirmed.expect(204);
    assert_eq!(admin.post(CONFIRM, right).await.status, 422);
    perform_verb(&admin, &verb, "reset-factors").await.expect(200);
    app.store_refusals().await;
    let audit = admin.get("/api/backoffice/audit?limit=100").await.expect(200);
    let mut audit = audit["items"].as_array().unwrap().iter();
    let wrong = audit.find(|event| event["reason"] == "Passkey: wrong").unwrap();
    assert_eq!(wrong["action"], "password-check");
}

#[actix_web::test]
async fn challenge_is_answered_once_also_when_the_answer_is_wrong() {
    let app = app().await;
    let (_, email, _, passkey) = owner(&app).await;
    let due = app.anonymous().login(&email, PASSWORD).await.expect(202);
    let (ticket, answer) = ask(&app, Some(&due["ticket"]), &passkey).await;
    let mut wrong = answer.clone();
    wrong["response"]["signature"] = answer["response"]["authenticatorData"].clone();
    let refused = send(&app, (ticket.clone(), wrong)).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.errors()[0].0, "/passkey");
    send(&app, (ticket, answer)).await.expect(422);
    // The ticket takes another challenge.
    let answer = ask(&app, Some(&due["ticket"]), &passkey).await;
    send(&app, answer).await.expect(200);
}

#[actix_web::test]
async fn what_a_passkey_must_prove_is_checked() {
    let app = app().await;
    let (_, email, _, mut passkey) = owner(&app).await;
    let (_, _, _, other) = owner(&app).await;
    let due = app.anonymous().login(&email, PASSWORD).await.expect(202);
    let ticket = Some(&due["ticket"]);
    // A passkey of somebody else.
    let answer = ask(&app, ticket, &other).await;
    send(&app, answer).await.expect(422);
    // One that claims to be of this user.
    let stranger = Authenticator::of(&*passkey.user);
    let answer = ask(&app, None, &stranger).await;
    send(&app, answer).await.expect(422);
    // Another site.
    passkey.origin = "https://desk.example.com.evil.test".into();
    let answer = ask(&app, ticket, &passkey).await;
    send(&app, answer).await.expect(422);
    passkey.origin = HERE.into();
    // A user whom the device has not verified.
    passkey.flags = PRESENT;
    let answer = ask(&app, ticket, &passkey).await;
    send(&app, answer).await.expect(422);
    passkey.flags = PRESENT | VERIFIED;
    // A copy, whose counter is behind.
    let counter = passkey.counter.replace(0);
    let answer = ask(&app, ticket, &passkey).await;
    send(&app, answer).await.expect(422);
    passkey.counter.set(counter + 1);
    let answer = ask(&app, ticket, &passkey).await;
    send(&app, answer).await.expect(200);
    // No answer of a browser at all.
    let body = json!({ "ticket": due["ticket"], "passkey": { "id": "x" } });
    let answer = app.anonymous().post(SECOND_STEP, body).await;
    assert_eq!(answer.errors()[0].0, "/passkey");
}

#[actix_web::test]
async fn registration_is_bound_to_the_user_and_ends() {
    let app = app().await;
    let one = app.sign_in("user").await;
    let other = app.sign_in("user").await;
    let requested = one.post(&format!("{FACTORS}/passkeys"), json!({})).await.expect(200);
    assert_eq!(requested["options"]["authenticatorSelection"]["residentKey"], "preferred");
    assert_eq!(requested["options"]["authenticatorSelection"]["userVerification"], "required");
    let mut passkey = Authenticator::new();
    let answer = passkey.register(&requested["options"]);
    let path = format!("{FACTORS}/passkeys/confirm");
    let body = json!({ "ticket": requested["ticket"], "name": "Phone", "passkey": answer });
    assert_eq!(other.post(&path, body.clone()).await.status, 409);
    let mut nameless = body.clone();
    nameless["name"] = json!("  ");
    assert_eq!(one.post(&path, nameless).await.errors()[0].0, "/name");
    let mut foreign = body.clone();
    foreign["passkey"]["response"]["clientDataJSON"] = json!("e30");
    assert_eq!(one.post(&path, foreign).await.errors()[0].0, "/passkey");
    one.post(&path, body.clone()).await.expect(200);
    assert_eq!(one.post(&path, body).await.status, 409);
    // A ticket of a registration signs unknown in.
    let begun = one.post(&format!("{FACTORS}/passkeys"), json!({})).await.expect(200);
    let excluded = begun["options"]["excludeCredentials"].as_array().unwrap();
    assert_eq!(excluded.len(), 1);
    send(&app, (begun["ticket"].clone(), passkey.sign(&begun["options"]))).await.expect(401);
}

#[actix_web::test]
async fn lock_and_reset_end_passkeys() {
    let app = app().await;
    let (id, email, _, passkey) = owner(&app).await;
    let admin = app.sign_in("admin").await;
    let path = format!("{USERS}/{id}");
    perform_verb(&admin, &path, "lock").await.expect(200);
    let answer = ask(&app, None, &passkey).await;
    send(&app, answer).await.expect(422);
    perform_verb(&admin, &path, "unlock").await.expect(200);
    let answer = ask(&app, None, &passkey).await;
    send(&app, answer).await.expect(200);
    perform_verb(&admin, &path, "reset-factors").await.expect(200);
    let answer = ask(&app, None, &passkey).await;
    send(&app, answer).await.expect(422);
    app.anonymous().login(&email, PASSWORD).await.expect(200);
}

/// Returns an answer without its request id.
fn anonymized(answer: &Answer) -> Vec<(String, String)> {
    let id = answer.body["requestId"].as_str().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(id, "");
    let headers = answer.headers.iter();
    let mut parts: Vec<_> =
        headers.map(|(name, value)| (name.to_string(), text(value.as_bytes()))).collect();
    parts.push((answer.status.to_string(), text(&answer.bytes)));
    parts.sort();
    parts
}

#[actix_web::test]
async fn passkey_alone_reveals_nothing_of_an_account() {
    let app = app().await;
    let (_, _, _, passkey) = owner(&app).await;
    let (locked, _, _, of_locked) = owner(&app).await;
    let (without, _, _, of_provider) = owner(&app).await;
    let admin = app.sign_in("admin").await;
    perform_verb(&admin, &format!("{USERS}/{locked}"), "lock").await.expect(200);
    let forget = format!("UPDATE accounts SET password_hash = NULL WHERE id = '{without}'");
    app.database().connect().batch_execute(&forget).unwrap();
    let mut handle = vec![0; 16];
    aws_lc_rs::rand::fill(&mut handle[..12]).unwrap();
    let unknown = Authenticator::of(BASE64.encode(&handle));
    let nameless = Authenticator::of(BASE64.encode(b"no handle"));
    let claims = Authenticator::of(&*passkey.user);
    let claims_locked = Authenticator::of(&*of_locked.user);
    let mut answers = Vec::new();
    for passkey in [&claims, &unknown, &nameless, &claims_locked, &of_locked, &of_provider] {
        let signed = ask(&app, None, passkey).await;
        let answer = send(&app, signed.clone()).await;
        assert_eq!(answer.status, 422, "{:#}", answer.body);
        answers.push(anonymized(&answer));
        // The challenge has been answered, by one user or the other.
        assert_eq!(send(&app, signed).await.status, 422);
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
    // The limits are alike, too.
    for passkey in [&claims, &unknown] {
        let mut statuses = Vec::new();
        for _ in 0..20 {
            let signed = ask(&app, None, passkey).await;
            statuses.push(send(&app, signed).await.status.as_u16());
        }
        assert_eq!(statuses.last(), Some(&429), "{statuses:?}");
    }
}

#[actix_web::test]
async fn challenges_are_limited_for_an_address_a_network_and_in_all() {
    let app = app().await;
    let ask = async |address: &str| {
        let request = app.anonymous().request(actix_web::http::Method::POST, CHALLENGE);
        request.from(address).json(&json!({})).send().await.status.as_u16()
    };
    count_attempts(&app, "passkey-challenge", "192.0.2.7", 599);
    assert_eq!((ask("192.0.2.7").await, ask("192.0.2.7").await), (200, 429));
    assert_eq!(ask("192.0.2.8").await, 200);
    count_attempts(&app, "passkey-challenge", "2001:db8:1::/48", 1_799);
    assert_eq!(ask("2001:db8:1:1::1").await, 200);
    assert_eq!(ask("2001:db8:1:2::1").await, 429);
    assert_eq!(ask("2001:db8:2:1::1").await, 200);
    count_attempts(&app, "passkey-challenge", "", 20_000 - 4);
    assert_eq!(ask("192.0.2.1").await, 429);
}

#[actix_web::test]
async fn without_a_secure_origin_there_are_no_passkeys() {
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.public_url = "http://desk.test".into();
    })
    .await;
    let client = app.sign_in("user").await;
    assert_eq!(client.get(FACTORS).await.expect(200).get("passkeyOrigin"), None);
    let refused = client.post(&format!("{FACTORS}/passkeys"), json!({})).await;
    assert_eq!(refused.status, 409);
    assert!(refused.body["detail"].as_str().unwrap().contains("public_url"));
    assert_eq!(app.anonymous().post(CHALLENGE, json!({})).await.status, 409);
    let offered = app.anonymous().get("/api/auth/providers").await.expect(200);
    assert_eq!(offered.get("passkeyOrigin"), None);
}

#[actix_web::test]
async fn where_the_public_url_allows_no_passkey_none_is_offered() {
    let before = app().await;
    let (_, email) = before.account("admin").await;
    let token = access_token(&before.anonymous().login(&email, PASSWORD).await);
    let added = add(&before.bearer(token), &mut Authenticator::new(), "Phone").await.expect(200);
    let methods = async |app: &TestApp| {
        app.anonymous().login(&email, PASSWORD).await.expect(202)["methods"].clone()
    };
    assert_eq!(methods(&before).await, json!(["passkey", "recovery-code"]));

    // The operator has set another one.
    let after = TestApp::set_up(&PRODUCT, before.database(), |config| {
        config.public_url = "http://desk.test".into();
    })
    .await;
    assert_eq!(methods(&after).await, json!(["recovery-code"]));
    let ticket = after.anonymous().login(&email, PASSWORD).await.expect(202)["ticket"].clone();
    let code = added["recoveryCodes"][0].as_str().unwrap();
    let begun = second_step(&after, ticket.as_str().unwrap(), "recoveryCode", code).await;
    let admin = after.bearer(access_token(&begun));
    let user = format!("{USERS}/{}", after.account("user").await.0);
    age_sessions(&after);
    let refused = perform_verb(&admin, &user, "reset-factors").await;
    assert_unconfirmed(&refused, json!(["password"]));
    // It is left when there is nothing else, so that its refusal says why.
    let forget = "DELETE FROM recovery_codes";
    after.database().connect().batch_execute(forget).unwrap();
    assert_eq!(methods(&after).await, json!(["passkey"]));
}

#[actix_web::test]
async fn open_session_is_not_enough_to_change_passkeys() {
    let app = app().await;
    let (_, _, token, _) = owner(&app).await;
    let client = app.bearer(token);
    let own = client.get(FACTORS).await.expect(200)["passkeys"][0]["_id"].clone();
    let remove = format!("{FACTORS}/passkeys/{}/remove", own.as_str().unwrap());
    age_sessions(&app);
    let paths = [(format!("{FACTORS}/passkeys"), 200), (remove, 204)];
    for (path, done) in paths {
        for body in [json!({}), json!({ "currentPassword": "a guess" })] {
            let refused = client.post(&path, body).await;
            assert_eq!((refused.status.as_u16(), refused.errors()[0].0), (422, "/currentPassword"));
        }
        client.post(&path, json!({ "currentPassword": PASSWORD })).await.expect(done);
    }
}
