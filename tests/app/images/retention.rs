//! How long images are stored.

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use kernel::retention::HISTORY;
use kernel::testing::{TestApp, TestDatabase};
use serde_json::json;

use super::{PROJECTS, attached_image, jpeg, new_project, set_gallery, uploaded};
use crate::PRODUCT;

const DAYS: i64 = 24 * 60 * 60;

fn id(project: &str) -> &str {
    project.rsplit('/').next().unwrap()
}

#[actix_web::test]
async fn unused_upload_is_deleted_after_a_day() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Rise").await;
    let (used, left) = (attached_image(&admin, id(&project)).await, uploaded(&admin, 1).await);
    app.age_images(DAYS / 2).await;
    assert_eq!(app.sweep_images().await.unwrap(), 0);
    app.age_images(2 * DAYS).await;
    assert_eq!(app.sweep_images().await.unwrap(), 1);
    let refused = admin.patch(&project, json!({ "gallery": [{ "file": left }] })).await;
    assert_eq!(refused.status, 422);
    assert_eq!(admin.get(&format!("{project}/images/{used}")).await.status, 200);
    // It can be uploaded again.
    assert_eq!(uploaded(&admin, 1).await, left);
    set_gallery(&admin, &project, &[&left]).await;
    assert_eq!(admin.get(&format!("{project}/images/{left}")).await.status, 200);
}

#[actix_web::test]
async fn identical_images_share_a_file_while_a_record_refers_to_it() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (one, two) = (new_project(&admin, "One").await, new_project(&admin, "Two").await);
    let file = attached_image(&admin, id(&one)).await;
    assert_eq!(attached_image(&admin, id(&two)).await, file);
    let twice = set_gallery(&admin, &one, &[&file, &file]).await;
    assert_eq!(twice["gallery"].as_array().unwrap().len(), 2);
    admin.delete(&one).await.expect(204);
    assert_eq!(admin.get(&format!("{one}/images/{file}")).await.status, 404);
    assert_eq!(admin.get(&format!("{two}/images/{file}")).await.status, 200);

    let upload = |key: &'static str, tone: u8| {
        let request = admin.request(Method::POST, &format!("{PROJECTS}/images"));
        request.header("idempotency-key", key).file(jpeg(tone), &[]).send()
    };
    let first = upload("a", 5).await.expect(201);
    assert_eq!(upload("a", 5).await.expect(201), first);
    assert_eq!(upload("a", 6).await.status, 422);
}

#[actix_web::test]
async fn images_of_earlier_versions_are_deleted_with_the_history() {
    let database = TestDatabase::new();
    let app = TestApp::set_up(&PRODUCT, database, |config| {
        config.of_modules = config.of_modules.clone().with(&HISTORY, 30);
    });
    let app = app.await;
    let admin = app.sign_in("admin").await;
    let (project, deleted) = (new_project(&admin, "Rise").await, new_project(&admin, "Gone").await);
    let file = attached_image(&admin, id(&project)).await;
    let other = uploaded(&admin, 8).await;
    set_gallery(&admin, &deleted, &[&other]).await;
    set_gallery(&admin, &project, &[]).await;
    admin.delete(&deleted).await.expect(204);
    for path in [format!("{project}/images/{file}"), format!("{deleted}/images/{other}")] {
        assert_eq!(admin.get(&path).await.status, 404);
    }
    app.age_images(2 * DAYS).await;
    assert_eq!(app.sweep_images().await.unwrap(), 0);
    for (project, file) in [(&project, &file), (&deleted, &other)] {
        let restore = format!("{project}/restore");
        let restored = admin.post(&restore, json!({ "version": 2 })).await.expect(200);
        assert_eq!(&restored["gallery"][0]["file"], file.as_str());
        assert_eq!(admin.get(&format!("{project}/images/{file}")).await.status, 200);
    }

    set_gallery(&admin, &project, &[]).await;
    admin.delete(&deleted).await.expect(204);
    let old = "UPDATE changes SET at = '2020-01-01 00:00:00' WHERE resource = 'projects'";
    app.database().connect().batch_execute(old).unwrap();
    assert!(app.trim_history().await > 0);
    app.age_images(2 * DAYS).await;
    // The files remain for one more day, because a backup may be running.
    assert_eq!(app.sweep_images().await.unwrap(), 0);
    app.age_images(2 * DAYS).await;
    assert_eq!(app.sweep_images().await.unwrap(), 2);
}

#[actix_web::test]
async fn backup_contains_and_restores_images() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Rise").await;
    let (used, removed) = (attached_image(&admin, id(&project)).await, uploaded(&admin, 4).await);
    let left = uploaded(&admin, 5).await;
    set_gallery(&admin, &project, &[&used, &removed]).await;
    set_gallery(&admin, &project, &[&used]).await;
    let path = format!("{project}/images/{used}?size=small");
    let before = admin.get(&path).await.bytes;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("desk.mizan");
    app.backup(&file).await.unwrap();
    let elsewhere = [Some(TestDatabase::new()), TestDatabase::new().of_other_backend()];
    for database in elsewhere.into_iter().flatten() {
        database.restore(&PRODUCT, &file).await.unwrap();
        let app = TestApp::on(&PRODUCT, database).await;
        let admin = app.sign_in("admin").await;
        assert_eq!(admin.get(&path).await.bytes, before);
        let restored = admin.post(&format!("{project}/restore"), json!({ "version": 3 })).await;
        assert_eq!(restored.expect(200)["gallery"][1]["file"], removed.as_str());
        assert_eq!(admin.get(&format!("{project}/images/{removed}")).await.status, 200);
        // An image without a reference is not in the backup.
        let refused = admin.patch(&project, json!({ "gallery": [{ "file": left }] })).await;
        assert_eq!(refused.status, 422);
    }
}
