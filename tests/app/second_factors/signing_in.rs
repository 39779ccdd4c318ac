//! The second step of a sign-in.

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use kernel::testing::{PASSWORD, TestApp};
use serde_json::json;

use super::{SECOND_STEP, access_token, first_step, owner, second_step, sign_in};
use crate::PRODUCT;
use crate::users::{NEW_PASSWORD, PATH as USERS, set_password};

#[actix_web::test]
async fn password_alone_gives_no_session() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let due = app.anonymous().login(&owner.email, PASSWORD).await;
    assert_eq!(due.header("set-cookie"), "");
    assert_eq!(due.header("cache-control"), "no-store");
    let due = due.expect(202);
    assert_eq!(due["methods"], json!(["code", "recovery-code"]));
    assert_eq!(due["expiresIn"], 300);
    assert_eq!(due.as_object().unwrap().len(), 3, "{due}");
    let ticket = due["ticket"].as_str().unwrap();
    assert_eq!(app.bearer(ticket).get("/api/auth/me").await.status, 401);
    let refresh = app.anonymous().request(Method::POST, "/api/auth/refresh");
    assert_eq!(
        refresh.header("cookie", &format!("mizan_refresh={ticket}")).send().await.status,
        401
    );
    // A wrong password is answered as everywhere.
    assert_eq!(app.anonymous().login(&owner.email, "a guess").await.status, 401);
}

#[actix_web::test]
async fn ticket_and_code_begin_a_session_once() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let (ticket, other) =
        (first_step(&app, &owner.email).await, first_step(&app, &owner.email).await);
    let code = owner.phone.code();
    let spaced = format!(" {} {} ", &code[..3], &code[3..]);
    let begun = second_step(&app, &ticket, "code", &spaced).await;
    assert!(begun.header("set-cookie").starts_with("mizan_"), "{}", begun.header("set-cookie"));
    let token = access_token(&begun);
    let begun = begun.expect(200);
    assert_eq!(begun["user"]["email"], owner.email.as_str());
    let me = app.bearer(token).get("/api/auth/me").await.expect(200);
    assert_eq!(me.get("secondStepDue"), None);
    // Neither the ticket nor the code is accepted twice.
    second_step(&app, &ticket, "code", &owner.phone.code()).await.expect(401);
    second_step(&app, &other, "code", &code).await.expect(422);
}

#[actix_web::test]
async fn recovery_code_is_used_once() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let code = owner.recovery_codes[3].to_uppercase();
    let ticket = first_step(&app, &owner.email).await;
    second_step(&app, &ticket, "recoveryCode", &code).await.expect(200);
    let ticket = first_step(&app, &owner.email).await;
    let again = second_step(&app, &ticket, "recoveryCode", &code).await;
    assert_eq!(again.errors()[0].0, "/recoveryCode");
    let left = app.bearer(owner.token.clone()).get(super::FACTORS).await.expect(200);
    assert_eq!(left["recoveryCodesLeft"], 9);
}

#[actix_web::test]
async fn codes_and_tickets_of_others_are_worth_nothing() {
    let app = TestApp::of(&PRODUCT).await;
    let (one, other) = (owner(&app, "user").await, owner(&app, "admin").await);
    let ticket = first_step(&app, &other.email).await;
    second_step(&app, &ticket, "code", &one.phone.code_in(0)).await.expect(422);
    second_step(&app, &ticket, "recoveryCode", &one.recovery_codes[0]).await.expect(422);
    second_step(&app, &"0".repeat(64), "code", &one.phone.code_in(0)).await.expect(401);
    // The wrong answers have not used up the ticket.
    second_step(&app, &ticket, "code", &other.phone.code()).await.expect(200);
}

#[actix_web::test]
async fn second_step_needs_one_answer() {
    let app = TestApp::of(&PRODUCT).await;
    for body in [
        json!({ "ticket": "x" }),
        json!({ "ticket": "x", "code": "123456", "recoveryCode": "y" }),
        json!({ "ticket": "", "code": "123456" }),
        json!({ "code": "123456" }),
        json!({ "ticket": "x", "code": "" }),
        json!({ "ticket": "x", "password": "y" }),
    ] {
        let answer = app.anonymous().post(SECOND_STEP, body.clone()).await;
        assert_eq!(answer.status, 422, "{body}");
    }
    let foreign = app.anonymous().request(Method::POST, SECOND_STEP);
    let foreign = foreign.header("sec-fetch-site", "cross-site");
    let body = json!({ "ticket": "x", "code": "123456" });
    assert_eq!(foreign.json(&body).send().await.status, 403);
}

#[actix_web::test]
async fn guessing_codes_is_limited_as_guessing_passwords() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let ticket = first_step(&app, &owner.email).await;
    let guess = |number: usize| {
        let body = json!({ "ticket": ticket, "code": "000000" });
        let address = format!("198.51.100.{number}");
        app.anonymous().request(Method::POST, SECOND_STEP).from(&address).json(&body).send()
    };
    let mut statuses = Vec::new();
    for number in 0..24 {
        statuses.push(guess(number).await.status.as_u16());
    }
    let checked = statuses.iter().filter(|status| **status == 422).count();
    assert!(checked > 0 && checked < 20, "{statuses:?}");
    assert!(statuses[checked..].iter().all(|status| *status == 429), "{statuses:?}");
    // Above the limit the right code has the same answer, and so has the right password.
    let answer = second_step(&app, &ticket, "code", &owner.phone.code()).await;
    assert_eq!(answer.status, 429);
    assert_eq!(app.anonymous().login(&owner.email, PASSWORD).await.status, 429);
}

#[actix_web::test]
async fn first_step_makes_no_place_known() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let from = |address: &str, password: &str| {
        let body = json!({ "email": owner.email, "password": password });
        app.anonymous().request(Method::POST, "/api/auth/login").from(address).json(&body).send()
    };
    from("192.0.2.7", PASSWORD).await.expect(202);
    for number in 0..24 {
        from(&format!("198.51.100.{number}"), "a guess").await;
    }
    // An address that only knows the password shares the budget of all others.
    assert_eq!(from("192.0.2.7", PASSWORD).await.status, 429);
}

#[actix_web::test]
async fn old_ticket_has_ended() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let ticket = first_step(&app, &owner.email).await;
    // What ended the sessions ends no ticket here.
    let age = |seconds: i64| {
        let at = chrono::Utc::now() - chrono::TimeDelta::seconds(seconds);
        let at = at.format("%Y-%m-%d %H:%M:%S");
        let set = format!(
            "UPDATE accounts SET signed_out_at = NULL;
             UPDATE sign_in_tickets SET created_at = '{at}'"
        );
        app.database().connect().batch_execute(&set).unwrap();
    };
    age(4 * 60);
    second_step(&app, &ticket, "code", "no code").await.expect(422);
    age(5 * 60);
    second_step(&app, &ticket, "code", &owner.phone.code()).await.expect(401);
    assert_eq!(app.sweep().await, 1);
}

#[actix_web::test]
async fn lock_between_the_steps_is_respected() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let ticket = first_step(&app, &owner.email).await;
    app.lock(&kernel::id::Id::parse(&owner.id).unwrap()).await;
    second_step(&app, &ticket, "code", &owner.phone.code()).await.expect(401);
}

#[actix_web::test]
async fn steps_may_be_taken_on_two_nodes() {
    let one = TestApp::of(&PRODUCT).await;
    let owner = owner(&one, "user").await;
    let other = TestApp::on(&PRODUCT, one.database()).await;
    let ticket = first_step(&one, &owner.email).await;
    let code = owner.phone.code();
    let begun = second_step(&other, &ticket, "code", &code).await;
    one.bearer(access_token(&begun)).get("/api/auth/me").await.expect(200);
    let ticket = first_step(&one, &owner.email).await;
    second_step(&one, &ticket, "code", &code).await.expect(422);
    sign_in(&one, &owner).await;
}

#[actix_web::test]
async fn of_concurrent_sign_ins_with_one_code_one_succeeds() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let code = owner.phone.code();
    for (field, value) in [("code", &code), ("recoveryCode", &owner.recovery_codes[0])] {
        let mut tickets = Vec::new();
        for _ in 0..4 {
            tickets.push(first_step(&app, &owner.email).await);
        }
        let all = tickets.iter().map(|ticket| second_step(&app, ticket, field, value));
        let answers = futures_util::future::join_all(all).await;
        let mut statuses: Vec<u16> = answers.iter().map(|one| one.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 422, 422, 422], "{field}");
    }
}

#[actix_web::test]
async fn a_code_is_taken_in_the_digits_of_any_script() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let typed = |code: &str, zero: u32| -> String {
        code.chars().map(|one| char::from_u32(zero + one.to_digit(10).unwrap()).unwrap()).collect()
    };
    let ticket = first_step(&app, &owner.email).await;
    second_step(&app, &ticket, "code", &typed(&owner.phone.code(), 0x6f0)).await.expect(200);
    let ticket = first_step(&app, &owner.email).await;
    let code = typed(&owner.phone.code(), 0xff10);
    let (one, other) = code.split_at(9);
    second_step(&app, &ticket, "code", &format!("{one} {other}")).await.expect(200);
    // An app is confirmed with them, too.
    let client = app.sign_in("user").await;
    let path = format!("{}/app", super::FACTORS);
    let begun = client.post(&path, json!({})).await.expect(200);
    let secret = begun["secret"].as_str().unwrap().to_owned();
    let phone = super::Phone { secret, next: std::cell::Cell::new(-1) };
    let code = json!({ "code": typed(&phone.code(), 0x660) });
    client.post(&format!("{path}/confirm"), code).await.expect(200);
}

#[actix_web::test]
async fn whatever_ends_sessions_ends_tickets() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let owner = owner(&app, "user").await;
    let ticket = async |password: &str| {
        let due = app.anonymous().login(&owner.email, password).await.expect(202);
        due["ticket"].as_str().unwrap().to_owned()
    };
    let code = |number: usize| owner.recovery_codes[number].as_str();
    let has_ended = async |ticket: &str| {
        second_step(&app, ticket, "recoveryCode", code(9)).await.expect(401);
    };

    let under_way = ticket(PASSWORD).await;
    let begun = second_step(&app, &ticket(PASSWORD).await, "recoveryCode", code(0)).await;
    let mut cookies = begun.headers.get_all("set-cookie").map(|value| value.to_str().unwrap());
    let cookie = cookies.find(|cookie| cookie.starts_with("mizan_refresh=")).unwrap();
    let out = app.anonymous().request(Method::POST, "/api/auth/logout?everywhere=true");
    out.header("cookie", cookie.split(';').next().unwrap()).send().await.expect(204);
    has_ended(&under_way).await;

    let under_way = ticket(PASSWORD).await;
    let begun = second_step(&app, &ticket(PASSWORD).await, "recoveryCode", code(1)).await;
    let change = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
    app.bearer(access_token(&begun)).post("/api/auth/password", change).await.expect(204);
    has_ended(&under_way).await;

    let under_way = ticket(NEW_PASSWORD).await;
    set_password(&admin, &format!("{USERS}/{}", owner.id), PASSWORD).await.expect(204);
    has_ended(&under_way).await;
    let ticket = ticket(PASSWORD).await;
    second_step(&app, &ticket, "recoveryCode", code(9)).await.expect(200);
}
