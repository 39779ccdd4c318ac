//! For how long images are kept.

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use kernel::retention::HISTORY;
use kernel::testing::{TestApp, TestDatabase};
use serde_json::json;

use super::{PROJECTS, held_by, jpeg, new_project, set_gallery, uploaded};
use crate::PRODUCT;

const DAYS: i64 = 24 * 60 * 60;

fn id(project: &str) -> &str {
    project.rsplit('/').next().unwrap()
}

#[actix_web::test]
async fn an_upload_that_no_record_takes_within_a_day_goes() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Rise").await;
    let (held, left) = (held_by(&admin, id(&project)).await, uploaded(&admin, 1).await);
    app.age_images(DAYS / 2).await;
    assert_eq!(app.sweep_images().await.unwrap(), 0);
    app.age_images(2 * DAYS).await;
    assert_eq!(app.sweep_images().await.unwrap(), 1);
    let refused = admin.patch(&project, json!({ "gallery": [{ "file": left }] })).await;
    assert_eq!(refused.status, 422);
    assert_eq!(admin.get(&format!("{project}/images/{held}")).await.status, 200);
    // It can be uploaded again.
    assert_eq!(uploaded(&admin, 1).await, left);
    set_gallery(&admin, &project, &[&left]).await;
    assert_eq!(admin.get(&format!("{project}/images/{left}")).await.status, 200);
}

#[actix_web::test]
async fn the_same_image_is_one_file_and_stays_while_one_record_holds_it() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (one, two) = (new_project(&admin, "One").await, new_project(&admin, "Two").await);
    let file = held_by(&admin, id(&one)).await;
    assert_eq!(held_by(&admin, id(&two)).await, file);
    let twice = set_gallery(&admin, &one, &[&file, &file]).await;
    assert_eq!(twice["gallery"].as_array().unwrap().len(), 2);
    admin.delete(&one).await.expect(204);
    assert_eq!(admin.get(&format!("{one}/images/{file}")).await.status, 404);
    assert_eq!(admin.get(&format!("{two}/images/{file}")).await.status, 200);

    let upload = |key: &'static str, tone: u8| {
        let call = admin.call(Method::POST, &format!("{PROJECTS}/images"));
        call.header("idempotency-key", key).file(jpeg(tone), &[]).send()
    };
    let first = upload("a", 5).await.expect(201);
    assert_eq!(upload("a", 5).await.expect(201), first);
    assert_eq!(upload("a", 6).await.status, 422);
}

#[actix_web::test]
async fn what_the_history_can_bring_back_stays_until_the_history_goes() {
    let database = TestDatabase::new();
    let app = TestApp::set_up(&PRODUCT, database, |config| {
        config.of_modules = config.of_modules.clone().with(&HISTORY, 30);
    });
    let app = app.await;
    let admin = app.sign_in("admin").await;
    let (project, deleted) = (new_project(&admin, "Rise").await, new_project(&admin, "Gone").await);
    let file = held_by(&admin, id(&project)).await;
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
    // They stay for one more day, for whoever is making a backup.
    assert_eq!(app.sweep_images().await.unwrap(), 0);
    app.age_images(2 * DAYS).await;
    assert_eq!(app.sweep_images().await.unwrap(), 2);
}

#[actix_web::test]
async fn a_backup_holds_the_images_and_brings_them_back() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Rise").await;
    let (held, removed) = (held_by(&admin, id(&project)).await, uploaded(&admin, 4).await);
    let left = uploaded(&admin, 5).await;
    set_gallery(&admin, &project, &[&held, &removed]).await;
    set_gallery(&admin, &project, &[&held]).await;
    let path = format!("{project}/images/{held}?size=small");
    let before = admin.get(&path).await.bytes;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("desk.mizan");
    app.backup(&file).await.unwrap();
    let elsewhere = [Some(TestDatabase::new()), TestDatabase::new().of_the_other_kind()];
    for database in elsewhere.into_iter().flatten() {
        database.restore(&PRODUCT, &file).await.unwrap();
        let app = TestApp::on(&PRODUCT, database).await;
        let admin = app.sign_in("admin").await;
        assert_eq!(admin.get(&path).await.bytes, before);
        let restored = admin.post(&format!("{project}/restore"), json!({ "version": 3 })).await;
        assert_eq!(restored.expect(200)["gallery"][1]["file"], removed.as_str());
        assert_eq!(admin.get(&format!("{project}/images/{removed}")).await.status, 200);
        // What nothing held is not in it.
        let refused = admin.patch(&project, json!({ "gallery": [{ "file": left }] })).await;
        assert_eq!(refused.status, 422);
    }
}
