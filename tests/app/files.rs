//! Files on records: judged by their content, sent as downloads only, shown to who may read the record.

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use kernel::retention::HISTORY;
use kernel::testing::{Answer, TestApp, TestClient, TestDatabase};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::images::{jpeg, picture};
use crate::policy::write_policy;
use crate::users::detail;

const COMPANIES: &str = "/api/backoffice/companies";
const SETS: &str = "/api/backoffice/change-sets";
const DAYS: i64 = 24 * 60 * 60;

pub(crate) const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n";

const NOT_ACCEPTED: &str =
    "A file must be a PDF, a JPEG, PNG or WebP picture, or a Word or Excel document without macros";

pub(crate) async fn company(admin: &TestClient<'_>, name: &str) -> String {
    let made = admin.post(COMPANIES, json!({ "name": name })).await.expect(201);
    format!("{COMPANIES}/{}", made["_id"].as_str().unwrap())
}

/// Attaches a file of this name to the record at `path`.
pub(crate) async fn attach(
    client: &TestClient<'_>,
    path: &str,
    name: &str,
    bytes: &[u8],
) -> Answer {
    let mut body = format!(
        "--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
         Content-Type: text/html\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(bytes);
    body.extend(b"\r\n--xx--\r\n");
    let request = client.request(Method::POST, &format!("{path}/files"));
    request.body("multipart/form-data; boundary=xx", body).send().await
}

pub(crate) async fn names(client: &TestClient<'_>, path: &str) -> Vec<String> {
    let page = client.get(&format!("{path}/files")).await.expect(200);
    let items = page["items"].as_array().unwrap().iter();
    items.map(|item| item["name"].as_str().unwrap().to_owned()).collect()
}

fn at(path: &str, file: &Value) -> String {
    format!("{path}/files/{}", file["_id"].as_str().unwrap())
}

/// Makes a ZIP archive of these entries, which are not compressed.
fn archive(entries: &[(&str, &str)]) -> Vec<u8> {
    let (mut zip, mut directory) = (Vec::new(), Vec::new());
    let u16 = |number: usize| u16::try_from(number).unwrap().to_le_bytes();
    let u32 = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    for (name, content) in entries {
        let at = u32(zip.len());
        let (length, name_length) = (u32(content.len()), u16(name.len()));
        let shared = [&[20, 0, 0, 0, 0, 0][..], &[0; 8], &length, &length, &name_length, &[0; 2]];
        let shared = shared.concat();
        zip.extend([&b"PK\x03\x04"[..], &shared, name.as_bytes(), content.as_bytes()].concat());
        directory.extend([&b"PK\x01\x02\x14\0"[..], &shared, &[0; 10], &at].concat());
        directory.extend_from_slice(name.as_bytes());
    }
    let (count, from, length) = (u16(entries.len()), u32(zip.len()), u32(directory.len()));
    zip.extend(directory);
    zip.extend([&b"PK\x05\x06"[..], &[0; 4], &count, &count, &length, &from, &[0; 2]].concat());
    zip
}

/// Makes an Office document with this part, whose type is `kind`, and more entries.
fn office(part: &str, kind: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let types = format!(
        "<Types><Override PartName=\"/{part}\" ContentType=\"application/vnd.{kind}.main+xml\"/></Types>"
    );
    let entries = [&[("[Content_Types].xml", types.as_str()), (part, "<x/>")], more].concat();
    archive(&entries)
}

const WORD: &str = "openxmlformats-officedocument.wordprocessingml.document";
const EXCEL: &str = "openxmlformats-officedocument.spreadsheetml.sheet";

#[actix_web::test]
async fn file_is_attached_listed_downloaded_and_deleted_by_who_may_change_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, "\ng, reader, user\np, reader, companies, read\n");
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let admin = app.sign_in("admin").await;
    let (path, other) = (company(&admin, "Amal").await, company(&admin, "Basma").await);
    for (client, status) in [(app.anonymous(), 401), (app.sign_in("user").await, 403)] {
        assert_eq!(client.get(&format!("{path}/files")).await.status, status);
        assert_eq!(client.get(&format!("{path}/files/x")).await.status, status);
        assert_eq!(client.delete(&format!("{path}/files/x")).await.status, status);
        assert_eq!(attach(&client, &path, "deed.pdf", PDF).await.status, status);
    }
    let mut file = attach(&admin, &path, "deed.pdf", PDF).await.expect(201);
    let found = at(&path, &file);
    let me = admin.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
    assert_eq!(admin.get(&format!("{path}/files")).await.expect(200)["items"], json!([file]));
    let fields = file.as_object_mut().unwrap();
    let made = (fields.remove("_id"), fields.remove("createdAt"));
    assert!(made.0.is_some() && made.1.unwrap().as_str().unwrap().ends_with('Z'));
    assert_eq!(
        file,
        json!({ "name": "deed.pdf", "type": "application/pdf", "size": PDF.len(),
                "by": { "id": me, "name": "Test Person" } })
    );
    // A file is no version: what is planned or to be undone is not affected.
    assert_eq!(admin.get(&format!("{path}/history")).await.expect(200)["total"], 1);

    let reader = app.sign_in("reader").await;
    let sent = reader.get(&found).await;
    assert_eq!((sent.status.as_u16(), sent.bytes.as_slice()), (200, PDF));
    for (name, value) in [
        ("content-type", "application/pdf"),
        ("content-disposition", "attachment; filename=\"deed.pdf\""),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "default-src 'none'; sandbox"),
        ("cache-control", "private, no-store"),
    ] {
        assert_eq!(sent.header(name), value);
    }
    assert_eq!(names(&reader, &path).await, ["deed.pdf"]);
    assert_eq!(attach(&reader, &path, "deed.pdf", PDF).await.status, 403);
    assert_eq!(reader.delete(&found).await.status, 403);

    // It is of this record.
    let elsewhere = found.replace(&path, &other);
    assert_eq!(admin.get(&elsewhere).await.status, 404);
    assert_eq!(admin.delete(&elsewhere).await.status, 404);
    assert_eq!(admin.get(&format!("{path}/files/x")).await.status, 404);
    admin.delete(&found).await.expect(204);
    assert_eq!(admin.get(&found).await.status, 404);
    assert_eq!(admin.delete(&found).await.status, 404);
    assert!(names(&admin, &path).await.is_empty());
    // The story of the record has it.
    let all = reader.get(&format!("{path}/files?deleted=true")).await.expect(200);
    assert_eq!(all["items"][0]["deletedBy"]["id"], me);
    assert!(all["items"][0]["deletedAt"].is_string());
    assert_eq!(admin.get(&format!("{path}/files?limit=0")).await.status, 400);
    assert_eq!(admin.get(&format!("{COMPANIES}/{}/files", "0".repeat(24))).await.status, 404);
}

#[actix_web::test]
async fn content_is_judged_by_its_bytes_alone() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = company(&admin, "Amal").await;
    let (png, webp) = (picture(1, image::ImageFormat::Png), picture(1, image::ImageFormat::WebP));
    let word = office("word/document.xml", WORD, &[]);
    let excel = office("xl/workbook.xml", EXCEL, &[]);
    for (bytes, kind, name) in [
        (PDF, "application/pdf", "page.html.pdf"),
        (&jpeg(1), "image/jpeg", "page.html.jpg"),
        (&png, "image/png", "page.html.png"),
        (&webp, "image/webp", "page.html.webp"),
        (&word, &format!("application/vnd.{WORD}"), "page.html.docx"),
        (&excel, &format!("application/vnd.{EXCEL}"), "page.html.xlsx"),
    ] {
        let file = attach(&admin, &path, "page.html", bytes).await.expect(201);
        assert_eq!((&file["type"], &file["name"]), (&json!(kind), &json!(name)));
        let sent = admin.get(&at(&path, &file)).await;
        assert_eq!((sent.header("content-type"), sent.bytes.as_slice()), (kind, bytes));
    }
    let macros = "ms-word.document.macroEnabled";
    for bytes in [
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".to_vec(),
        b"<!doctype html><script>alert(1)</script>".to_vec(),
        b"MZ\x90\0\x03\0\0\0".to_vec(),
        b"\x7fELF\x02\x01\x01\0".to_vec(),
        b"#!/bin/sh\n".to_vec(),
        b"plain text".to_vec(),
        b"GIF89a\x01\0\x01\0\0\0\0;".to_vec(),
        Vec::new(),
        archive(&[("a.txt", "text")]),
        office("word/document.xml", macros, &[]),
        office("word/document.xml", WORD, &[("word/vbaProject.bin", "x")]),
        office("xl/workbook.xml", EXCEL, &[("xl/macrosheets/sheet1.xml", "x")]),
        [b"MZ".as_slice(), &word].concat(),
        word[..word.len() - 30].to_vec(),
    ] {
        let refused = attach(&admin, &path, "deed.pdf", &bytes).await;
        let errors = (refused.status.as_u16(), refused.errors());
        assert_eq!(errors, (422, vec![("/file", NOT_ACCEPTED)]), "{bytes:?}");
    }
    let request = || admin.request(Method::POST, &format!("{path}/files"));
    assert_eq!(request().json(&json!({ "file": "x" })).send().await.status, 415);
    assert_eq!(request().file(PDF, &[("note", "x")]).send().await.status, 400);
    assert_eq!(
        request().body("multipart/form-data; boundary=x", "--x--\r\n").send().await.status,
        400
    );
    assert_eq!(names(&admin, &path).await.len(), 6);
}

#[actix_web::test]
async fn names_are_cleaned_and_sent_so_that_they_cannot_be_headers() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = company(&admin, "Amal").await;
    for (name, shown, sent) in [
        ("../../etc/deed.pdf", "deed.pdf", "attachment; filename=\"deed.pdf\""),
        ("a\u{202e}fdp.exe", "afdp.exe.pdf", "attachment; filename=\"afdp.exe.pdf\""),
        (
            "عقد.pdf",
            "عقد.pdf",
            "attachment; filename=\"___.pdf\"; filename*=UTF-8''%D8%B9%D9%82%D8%AF.pdf",
        ),
    ] {
        let file = attach(&admin, &path, name, PDF).await.expect(201);
        assert_eq!(file["name"], shown);
        assert_eq!(admin.get(&at(&path, &file)).await.header("content-disposition"), sent);
    }
    let long = attach(&admin, &path, &"x".repeat(500), PDF).await.expect(201);
    assert_eq!(long["name"].as_str().unwrap().chars().count(), 200);
}

#[actix_web::test]
async fn size_of_a_file_and_of_all_together_is_limited_by_settings() {
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.media.max_file_mib = 1;
        config.media.files_mib = 2;
    });
    let app = app.await;
    let admin = app.sign_in("admin").await;
    let (path, other) = (company(&admin, "Amal").await, company(&admin, "Basma").await);
    let of = |bytes: usize| [PDF, &vec![b' '; bytes - PDF.len()]].concat();
    let refused = attach(&admin, &path, "deed.pdf", &of(1024 * 1024 + 1)).await;
    let message = (refused.status.as_u16(), detail(&refused));
    assert_eq!(message, (413, "A file may have at most 1 MiB"));
    let first = attach(&admin, &path, "deed.pdf", &of(1024 * 1024)).await.expect(201);
    attach(&admin, &other, "deed.pdf", &of(1024 * 1023)).await.expect(201);
    let refused = attach(&admin, &path, "deed.pdf", &of(1025)).await;
    assert_eq!(refused.status, 413);
    assert_eq!(detail(&refused), "The files of all records may have at most 2 MiB together");
    admin.delete(&at(&path, &first)).await.expect(204);
    attach(&admin, &path, "deed.pdf", &of(1025)).await.expect(201);
}

#[actix_web::test]
async fn rules_of_the_reader_hide_files_and_rules_of_updates_refuse_them() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let lines = r#"
g, agent, user
p, agent, companies, read
p, agent, companies, update
p, agent, users, read
where, agent, companies, read, {"field": "phone", "operator": "equals", "value": "1"}
where, agent, companies, update, {"field": "address", "operator": "equals", "value": "Palm"}
where, agent, users, read, {"field": "id", "operator": "equals", "value": "$user.id"}
"#;
    write_policy(&policy, lines);
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let (hidden, read_only, own) = (
        company(&admin, "Hidden").await,
        company(&admin, "Read only").await,
        company(&admin, "Own").await,
    );
    admin.patch(&read_only, json!({ "phone": "1" })).await.expect(200);
    admin.patch(&own, json!({ "phone": "1", "address": "Palm" })).await.expect(200);
    for path in [&hidden, &read_only, &own] {
        attach(&admin, path, "deed.pdf", PDF).await.expect(201);
    }
    let of = async |path: &str| {
        let page = admin.get(&format!("{path}/files")).await.expect(200);
        at(path, &page["items"][0])
    };
    let (of_hidden, of_read_only, of_own) =
        (of(&hidden).await, of(&read_only).await, of(&own).await);
    assert_eq!(agent.get(&format!("{hidden}/files")).await.status, 404);
    assert_eq!(agent.get(&of_hidden).await.status, 404);
    assert_eq!(attach(&agent, &hidden, "deed.pdf", PDF).await.status, 404);
    assert_eq!(agent.delete(&of_hidden).await.status, 404);
    // Its identifier under a record that the agent may read is none.
    assert_eq!(agent.get(&of_hidden.replace(&hidden, &own)).await.status, 404);

    assert_eq!(agent.get(&of_read_only).await.status, 200);
    assert_eq!(attach(&agent, &read_only, "deed.pdf", PDF).await.status, 403);
    assert_eq!(agent.delete(&of_read_only).await.status, 403);

    let page = agent.get(&format!("{own}/files")).await.expect(200);
    assert_eq!(page["items"][0]["by"], Value::Null);
    attach(&agent, &own, "plan.pdf", PDF).await.expect(201);
    agent.delete(&of_own).await.expect(204);
    assert_eq!(names(&agent, &own).await, ["plan.pdf"]);
}

#[actix_web::test]
async fn files_of_a_deleted_record_come_back_with_it_and_end_with_its_history() {
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.of_modules = config.of_modules.clone().with(&HISTORY, 30);
    });
    let app = app.await;
    let admin = app.sign_in("admin").await;
    let path = company(&admin, "Amal").await;
    let file = attach(&admin, &path, "deed.pdf", PDF).await.expect(201);
    let comment = admin.post(&format!("{path}/comments"), json!({ "text": "Signed" })).await;
    assert_eq!(comment.status, 201);
    let other = company(&admin, "Basma").await;
    let twin = attach(&admin, &other, "same.pdf", PDF).await.expect(201);
    admin.delete(&path).await.expect(204);
    for path in [at(&path, &file), format!("{path}/files"), format!("{path}/comments")] {
        assert_eq!(admin.get(&path).await.status, 404);
    }
    app.age_images(2 * DAYS).await;
    assert_eq!(app.sweep_images().await.unwrap(), 0);
    admin.post(&format!("{path}/restore"), json!({ "version": 1 })).await.expect(200);
    assert_eq!(admin.get(&at(&path, &file)).await.bytes, PDF);
    assert_eq!(admin.get(&format!("{path}/comments")).await.expect(200)["total"], 1);

    // The bytes of a deleted file are deleted after a day, if no other file has them.
    admin.delete(&at(&other, &twin)).await.expect(204);
    app.age_images(2 * DAYS).await;
    assert_eq!(app.sweep_images().await.unwrap(), 0);
    admin.delete(&path).await.expect(204);
    let old = "UPDATE changes SET at = '2020-01-01 00:00:00' WHERE resource = 'companies'";
    app.database().connect().batch_execute(old).unwrap();
    assert!(app.trim_history().await > 0);
    // Touched when its last reference was deleted: a backup may be in progress.
    assert_eq!(app.sweep_images().await.unwrap(), 0);
    app.age_images(2 * DAYS).await;
    assert_eq!(app.sweep_images().await.unwrap(), 1);
    let left = "CREATE TABLE left_over AS SELECT id FROM record_files WHERE deleted_at IS NULL
                UNION SELECT id FROM record_comments; INSERT INTO left_over (id) VALUES ('none')";
    let mut conn = app.database().connect();
    conn.batch_execute(left).unwrap();
    let left = crate::backups::lines(&mut conn, "SELECT id AS line FROM left_over");
    assert_eq!(left, ["none"]);
}

#[actix_web::test]
async fn files_and_comments_follow_a_merge_and_come_back_with_its_undo() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (into, other) = (company(&admin, "Amal").await, company(&admin, "AMAL").await);
    attach(&admin, &into, "own.pdf", PDF).await.expect(201);
    let file = attach(&admin, &other, "deed.pdf", PDF).await.expect(201);
    admin.post(&format!("{other}/comments"), json!({ "text": "Signed" })).await.expect(201);
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let merge =
        json!({ "resource": "companies", "merge": { "into": id(&into) }, "ids": [id(&other)] });
    let set = admin.post(SETS, merge).await.expect(201);
    let set = format!("{SETS}/{}", set["_id"].as_str().unwrap());
    // A plan moves nothing.
    assert_eq!(names(&admin, &other).await, ["deed.pdf"]);

    let comments = async |path: &str| {
        admin.get(&format!("{path}/comments")).await.expect(200)["total"].as_i64().unwrap()
    };
    admin.post(&format!("{set}/apply"), json!({})).await.expect(200);
    let merged = async || {
        assert_eq!(names(&admin, &into).await, ["deed.pdf", "own.pdf"]);
        assert_eq!(comments(&into).await, 1);
        assert_eq!(admin.get(&at(&into, &file)).await.bytes, PDF);
        assert_eq!(admin.get(&at(&other, &file)).await.status, 404);
    };
    merged().await;
    let undone = admin.post(&format!("{set}/undo"), json!({})).await;
    let request = undone.header("x-request-id").to_owned();
    assert_eq!(undone.expect(200)["state"], "undone");
    assert_eq!(names(&admin, &into).await, ["own.pdf"]);
    assert_eq!(names(&admin, &other).await, ["deed.pdf"]);
    assert_eq!((comments(&into).await, comments(&other).await), (0, 1));

    // The undo is undone.
    let redo = json!({ "requestId": request });
    let redone = admin.post("/api/backoffice/undo", redo).await;
    let request = redone.header("x-request-id").to_owned();
    redone.expect(200);
    merged().await;
    assert_eq!(admin.get(&set).await.expect(200)["state"], "applied");
    admin.post("/api/backoffice/undo", json!({ "requestId": request })).await.expect(200);
    assert_eq!(names(&admin, &other).await, ["deed.pdf"]);
    assert_eq!(admin.get(&set).await.expect(200)["state"], "undone");
}

#[actix_web::test]
async fn backup_holds_files_and_comments() {
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("all.mizan");
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = company(&admin, "Amal").await;
    let file = attach(&admin, &path, "deed.pdf", PDF).await.expect(201);
    let deleted = attach(&admin, &path, "old.jpg", &jpeg(1)).await.expect(201);
    admin.delete(&at(&path, &deleted)).await.expect(204);
    admin.post(&format!("{path}/comments"), json!({ "text": "Signed" })).await.expect(201);
    app.backup(&backup).await.unwrap();

    let database = TestDatabase::new();
    database.restore(&PRODUCT, &backup).await.unwrap();
    let app = TestApp::on(&PRODUCT, database).await;
    let admin = app.sign_in("admin").await;
    assert_eq!(admin.get(&at(&path, &file)).await.bytes, PDF);
    assert_eq!(names(&admin, &path).await, ["deed.pdf"]);
    let comments = admin.get(&format!("{path}/comments")).await.expect(200);
    assert_eq!(comments["items"][0]["text"], "Signed");
}
