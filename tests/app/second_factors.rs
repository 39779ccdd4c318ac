//! Two-step sign-in: authenticator apps and recovery codes, and whom the policy requires them of.

mod authenticator;
mod passkeys;
mod policy;
mod setting_up;
mod signing_in;

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::hmac;
use data_encoding::{BASE32_NOPAD, HEXLOWER};
use diesel::connection::SimpleConnection;
use kernel::testing::{Answer, PASSWORD, TestApp, TestClient};
use serde_json::{Value, json};

pub(crate) const FACTORS: &str = "/api/auth/second-factors";
pub(crate) const SECOND_STEP: &str = "/api/auth/login/second-step";

/// An authenticator app on a phone.
pub(crate) struct Phone {
    pub(crate) secret: String,
    /// Counts from the current step: a code is accepted once, and one step early.
    next: std::cell::Cell<i64>,
}

impl Phone {
    /// Returns the code of the step that is this far from the current one.
    pub(crate) fn code_in(&self, steps: i64) -> String {
        let key = BASE32_NOPAD.decode(self.secret.as_bytes()).unwrap();
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &key);
        let step = chrono::Utc::now().timestamp() / 30 + steps;
        let tag = hmac::sign(&key, &step.to_be_bytes());
        let offset = usize::from(tag.as_ref()[19] & 15);
        let bytes: [u8; 4] = tag.as_ref()[offset..offset + 4].try_into().unwrap();
        format!("{:06}", (u32::from_be_bytes(bytes) & 0x7fff_ffff) % 1_000_000)
    }

    /// Returns a code that has not been used, at most twice.
    pub(crate) fn code(&self) -> String {
        self.next.set(self.next.get() + 1);
        self.code_in(self.next.get())
    }
}

/// A user with an authenticator app.
pub(crate) struct Owner {
    pub(crate) id: String,
    pub(crate) email: String,
    pub(crate) token: String,
    pub(crate) phone: Phone,
    pub(crate) recovery_codes: Vec<String>,
}

/// Sets up an authenticator app with a code of the former step, so that the current code can be used.
pub(crate) async fn set_up(client: &TestClient<'_>) -> (Phone, Vec<String>) {
    let begun = client.post(&format!("{FACTORS}/app"), json!({})).await.expect(200);
    let secret = begun["secret"].as_str().unwrap().to_owned();
    let phone = Phone { secret, next: std::cell::Cell::new(-1) };
    let code = json!({ "code": phone.code_in(-1) });
    let made = client.post(&format!("{FACTORS}/app/confirm"), code).await.expect(200);
    let codes = made["recoveryCodes"].as_array().unwrap();
    (phone, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

/// Creates an account with this role and an authenticator app.
pub(crate) async fn owner(app: &TestApp, role: &str) -> Owner {
    let (id, email) = app.account(role).await;
    let token = access_token(&app.anonymous().login(&email, PASSWORD).await);
    let (phone, recovery_codes) = set_up(&app.bearer(token.clone())).await;
    Owner { id: id.to_string(), email, token, phone, recovery_codes }
}

pub(crate) fn access_token(answer: &Answer) -> String {
    answer.body["accessToken"].as_str().unwrap_or_default().to_owned()
}

/// Passes the first step; returns the ticket.
pub(crate) async fn first_step(app: &TestApp, email: &str) -> String {
    let due = app.anonymous().login(email, PASSWORD).await.expect(202);
    due["ticket"].as_str().unwrap().to_owned()
}

pub(crate) async fn second_step(app: &TestApp, ticket: &str, field: &str, value: &str) -> Answer {
    let body: Value = json!({ "ticket": ticket, field: value });
    app.anonymous().post(SECOND_STEP, body).await
}

/// Signs in with both steps; returns the access token.
pub(crate) async fn sign_in(app: &TestApp, owner: &Owner) -> String {
    let ticket = first_step(app, &owner.email).await;
    let answer = second_step(app, &ticket, "code", &owner.phone.code()).await;
    assert_eq!(answer.status, 200, "{:#}", answer.body);
    access_token(&answer)
}

/// Counts so many attempts of this key towards a limit, as if they had been made.
pub(crate) fn count_attempts(app: &TestApp, limit: &str, key: &str, times: usize) {
    let key = HEXLOWER.encode(digest(&SHA256, key.as_bytes()).as_ref());
    let at = chrono::Utc::now().format("%Y-%m-%d %H:%M:%S");
    let insert = format!(
        "INSERT INTO attempts (id, bucket, at) WITH RECURSIVE n (n) AS
         (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {times})
         SELECT '{limit}:{key}' || n, '{limit}:{key}', '{at}' FROM n"
    );
    app.database().connect().batch_execute(&insert).unwrap();
}
