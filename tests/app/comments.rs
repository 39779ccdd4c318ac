//! Comments on records: written by who may read the record, edited by their writer alone, and whom they mention.

use kernel::testing::{Answer, PASSWORD, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::files::company;
use crate::policy::write_policy;
use crate::users::detail;

const NOT_YOURS: &str = "Only the user who wrote a comment can change or delete it";
const NOT_MENTIONABLE: &str = "There is no such user who may read this record";

async fn comment(client: &TestClient<'_>, path: &str, body: Value) -> Answer {
    client.post(&format!("{path}/comments"), body).await
}

async fn texts(client: &TestClient<'_>, path: &str) -> Vec<String> {
    let page = client.get(&format!("{path}/comments")).await.expect(200);
    let items = page["items"].as_array().unwrap().iter();
    items.map(|item| item["text"].as_str().unwrap().to_owned()).collect()
}

fn at(path: &str, comment: &Value) -> String {
    format!("{path}/comments/{}", comment["_id"].as_str().unwrap())
}

async fn me(client: &TestClient<'_>) -> Value {
    client.get("/api/auth/me").await.expect(200)["user"]["id"].clone()
}

/// Returns what the inbox of a user says of mentions, the newest first.
async fn mentions(client: &TestClient<'_>) -> Vec<String> {
    let page = client.get("/api/inbox").await.expect(200);
    let items = page["items"].as_array().unwrap().iter();
    let mentions = items.filter(|item| item["kind"] == "mention");
    mentions.map(|item| item["text"].as_str().unwrap().to_owned()).collect()
}

/// Creates a user with a role by the operation of administrators; returns the identifier and a client.
async fn user<'a>(
    app: &'a TestApp,
    admin: &TestClient<'_>,
    (name, role): (&str, &str),
) -> (Value, TestClient<'a>) {
    let email = format!("{}@desk.test", name.to_lowercase());
    let body = json!({ "firstName": name, "lastName": "Haddad", "email": email,
                       "password": PASSWORD, "roles": [role] });
    let made = admin.post("/api/backoffice/users", body).await.expect(201);
    let answer = app.anonymous().login(&email, PASSWORD).await.expect(200);
    (made["id"].clone(), app.bearer(answer["accessToken"].as_str().unwrap()))
}

#[actix_web::test]
async fn who_reads_a_record_comments_on_it_and_only_the_writer_changes_a_comment() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, "\ng, reader, user\np, reader, companies, read\n");
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let admin = app.sign_in("admin").await;
    let (path, other) = (company(&admin, "Amal").await, company(&admin, "Basma").await);
    for (client, status) in [(app.anonymous(), 401), (app.sign_in("user").await, 403)] {
        assert_eq!(client.get(&format!("{path}/comments")).await.status, status);
        assert_eq!(client.get(&format!("{path}/comments/people")).await.status, status);
        assert_eq!(comment(&client, &path, json!({ "text": "x" })).await.status, status);
        assert_eq!(client.patch(&format!("{path}/comments/x"), json!({})).await.status, status);
        assert_eq!(client.delete(&format!("{path}/comments/x")).await.status, status);
    }
    let reader = app.sign_in("reader").await;
    let mut first = comment(&reader, &path, json!({ "text": "Who signed?" })).await.expect(201);
    let found = at(&path, &first);
    comment(&admin, &path, json!({ "text": "I did" })).await.expect(201);
    assert_eq!(texts(&reader, &path).await, ["Who signed?", "I did"]);
    let page = reader.get(&format!("{path}/comments?page=2&limit=1")).await.expect(200);
    assert_eq!((&page["total"], &page["items"][0]["text"]), (&json!(2), &json!("I did")));
    first["_id"].take();
    assert!(first["createdAt"].take().as_str().unwrap().ends_with('Z'));
    assert_eq!(
        first,
        json!({ "_id": null, "text": "Who signed?", "mentions": [], "createdAt": null, "editedAt": null,
                "by": { "id": me(&reader).await, "name": "Test Person" } })
    );

    // Not even an administrator edits what another user wrote.
    let another = app.sign_in("reader").await;
    for client in [&admin, &another] {
        let refused = client.patch(&found, json!({ "text": "No" })).await;
        assert_eq!((refused.status.as_u16(), detail(&refused)), (403, NOT_YOURS));
        assert_eq!(client.delete(&found).await.status, 403);
    }
    let edited = reader.patch(&found, json!({ "text": "Who signed it?" })).await.expect(200);
    assert!(edited["editedAt"].is_string());
    assert_eq!(edited["text"], "Who signed it?");
    // What changes nothing is no edit.
    let same = reader.patch(&found, json!({ "text": "Who signed it?" })).await.expect(200);
    assert_eq!(same["editedAt"], edited["editedAt"]);
    let elsewhere = found.replace(&path, &other);
    assert_eq!(reader.patch(&elsewhere, json!({ "text": "No" })).await.status, 404);
    assert_eq!(reader.delete(&elsewhere).await.status, 404);
    reader.delete(&found).await.expect(204);
    assert_eq!(reader.delete(&found).await.status, 404);
    assert_eq!(texts(&admin, &path).await, ["I did"]);
    assert_eq!(admin.get(&format!("{path}/history")).await.expect(200)["total"], 1);
}

#[actix_web::test]
async fn text_is_needed_limited_and_cleaned() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = company(&admin, "Amal").await;
    for (body, pointer, message) in [
        (json!({}), "/text", "Text is required"),
        (json!({ "text": " \u{200b}\n" }), "/text", "Text is required"),
        (json!({ "text": "x".repeat(4001) }), "/text", "Text must be at most 4,000 characters"),
    ] {
        let refused = comment(&admin, &path, body).await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.errors()[0].0, pointer, "{message}: {}", refused.body);
    }
    let missing = comment(&admin, &path, json!({})).await;
    assert_eq!(missing.errors(), [("/text", "Text is required")]);
    assert_eq!(comment(&admin, &path, json!({ "text": "x", "note": 1 })).await.status, 422);
    let longest = "é".repeat(4000);
    comment(&admin, &path, json!({ "text": longest })).await.expect(201);
    let cleaned =
        comment(&admin, &path, json!({ "text": " cafe\u{301}\nand more\u{feff} " })).await;
    let cleaned = cleaned.expect(201);
    assert_eq!(cleaned["text"], "café\nand more");
    let found = at(&path, &cleaned);
    for body in [json!({ "text": "" }), json!({ "text": null }), json!({ "other": 1 })] {
        assert_eq!(admin.patch(&found, body).await.status, 422);
    }
}

#[actix_web::test]
async fn mentioned_users_find_it_in_their_inbox_once_if_they_may_read_the_record() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = company(&admin, "Amal").await;
    let (sara, as_sara) = user(&app, &admin, ("Sara", "admin")).await;
    let (noor, as_noor) = user(&app, &admin, ("Noor", "admin")).await;
    let (outsider, _) = user(&app, &admin, ("Omar", "estimations")).await;
    let (locked, _) = user(&app, &admin, ("Lina", "admin")).await;
    let lock = format!("/api/backoffice/users/{}/lock", locked.as_str().unwrap());
    admin.post(&lock, json!({})).await.expect(200);
    let unknown = "0123456789abcdef01234567";
    let body = json!({ "text": "Look", "mentions": [sara, unknown, locked, outsider] });
    let refused = comment(&admin, &path, body).await;
    assert_eq!(
        (refused.status.as_u16(), refused.errors()),
        (
            422,
            ["/mentions/1", "/mentions/2", "/mentions/3"].map(|at| (at, NOT_MENTIONABLE)).to_vec()
        )
    );
    assert!(texts(&admin, &path).await.is_empty() && mentions(&as_sara).await.is_empty());
    let bad = comment(&admin, &path, json!({ "text": "Look", "mentions": ["x"] })).await;
    assert_eq!(bad.errors()[0].0, "/mentions/0");

    let own = me(&admin).await;
    let body = json!({ "text": "Look at this", "mentions": [sara, sara, own] });
    let made = comment(&admin, &path, body).await.expect(201);
    let named =
        json!([{ "id": sara, "name": "Sara Haddad" }, { "id": own, "name": "Test Person" }]);
    assert_eq!(made["mentions"], named);
    assert_eq!(mentions(&as_sara).await, ["You are mentioned in a comment: Look at this"]);
    assert!(mentions(&admin).await.is_empty(), "of one's own comment");
    let found = at(&path, &made);
    let edit = json!({ "text": "Look here", "mentions": [sara, noor] });
    let edited = admin.patch(&found, edit).await.expect(200);
    assert_eq!(edited["mentions"].as_array().unwrap().len(), 2);
    assert_eq!(mentions(&as_sara).await.len(), 1);
    assert_eq!(mentions(&as_noor).await, ["You are mentioned in a comment: Look here"]);
    // Without `mentions` they stay.
    let edited = admin.patch(&found, json!({ "text": "Look there" })).await.expect(200);
    assert_eq!(edited["mentions"].as_array().unwrap().len(), 2);
    assert_eq!(mentions(&as_noor).await.len(), 1);
    // One who lost the permission stays in a comment, and cannot be added again.
    let demote = format!("/api/backoffice/users/{}", noor.as_str().unwrap());
    admin.patch(&demote, json!({ "roles": ["user"] })).await.expect(200);
    admin.patch(&found, json!({ "mentions": [noor] })).await.expect(200);
    admin.patch(&found, json!({ "mentions": [] })).await.expect(200);
    assert_eq!(admin.patch(&found, json!({ "mentions": [noor] })).await.status, 422);
}

#[actix_web::test]
async fn people_are_those_who_may_read_the_record_by_words_of_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let lines = r#"
g, agent, user
p, agent, companies, read
p, agent, users, read
where, agent, companies, read, {"field": "phone", "operator": "equals", "value": "1"}
where, agent, users, read, {"field": "id", "operator": "equals", "value": "$user.id"}
"#;
    write_policy(&policy, lines);
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let admin = app.sign_in("admin").await;
    let (hidden, shown) = (company(&admin, "Hidden").await, company(&admin, "Shown").await);
    admin.patch(&shown, json!({ "phone": "1" })).await.expect(200);
    let (agent, as_agent) = user(&app, &admin, ("Sara", "agent")).await;
    user(&app, &admin, ("Salma", "admin")).await;
    user(&app, &admin, ("Samir", "user")).await;
    let names = async |client: &TestClient<'_>, path: &str, search: &str| -> Vec<String> {
        let path = format!("{path}/comments/people?search={search}");
        let people = client.get(&path).await.expect(200)["items"].clone();
        let people = people.as_array().unwrap().iter();
        people.map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&admin, &shown, "had%20SA").await, ["Salma Haddad", "Sara Haddad"]);
    assert_eq!(names(&admin, &hidden, "had%20sa").await, ["Salma Haddad"]);
    assert!(names(&admin, &shown, "nothing").await.is_empty());
    assert!(names(&admin, &shown, "").await.len() > 2);
    // A reader sees users by the reader's own rules, and mentions these alone.
    assert_eq!(names(&as_agent, &shown, "").await, ["Sara Haddad"]);
    assert_eq!(as_agent.get(&format!("{hidden}/comments/people")).await.status, 404);
    let body = json!({ "text": "Look", "mentions": [me(&admin).await] });
    assert_eq!(comment(&as_agent, &shown, body).await.errors(), [("/mentions/0", NOT_MENTIONABLE)]);

    // A record that the agent may not read has no comments for the agent, and mentions it to no one who may not.
    let mentioning = json!({ "text": "Look", "mentions": [agent] });
    assert_eq!(comment(&admin, &hidden, mentioning.clone()).await.status, 422);
    let made = comment(&admin, &shown, mentioning).await.expect(201);
    assert_eq!(made["mentions"][0]["id"], agent);
    let seen = as_agent.get(&format!("{shown}/comments")).await.expect(200);
    let seen = &seen["items"][0];
    assert_eq!((&seen["by"], &seen["mentions"][0]["id"]), (&Value::Null, &agent));
    let of_hidden = comment(&admin, &hidden, json!({ "text": "Secret" })).await.expect(201);
    assert_eq!(as_agent.get(&format!("{hidden}/comments")).await.status, 404);
    assert_eq!(comment(&as_agent, &hidden, json!({ "text": "x" })).await.status, 404);
    assert_eq!(as_agent.delete(&at(&hidden, &of_hidden)).await.status, 404);
}
