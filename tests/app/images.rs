//! Images of records: hidden data is removed from uploads, users who may read the record may read
//! the image, and it is stored while a record or its history refers to it.

mod albums;
pub(crate) mod object_store;
mod refused;
mod retention;

use actix_web::http::Method;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::{Value, json};

use crate::projects::{developer, project};
use crate::{PRODUCT, until};

pub(crate) const PROJECTS: &str = "/api/backoffice/projects";

/// Returns a picture that differs by `tone`.
pub(crate) fn picture(tone: u8, format: ImageFormat) -> Vec<u8> {
    let pixels = RgbImage::from_fn(400, 300, |x, y| {
        if x < 200 { Rgb([tone, 20, 20]) } else { Rgb([20, tone, (y % 256) as u8]) }
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(pixels).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

pub(crate) fn jpeg(tone: u8) -> Vec<u8> {
    picture(tone, ImageFormat::Jpeg)
}

pub(crate) async fn send(client: &TestClient<'_>, path: &str, bytes: &[u8]) -> Answer {
    client.request(Method::POST, &format!("{path}/images")).file(bytes, &[]).send().await
}

/// Uploads a picture; returns its name.
pub(crate) async fn uploaded(admin: &TestClient<'_>, tone: u8) -> String {
    let made = send(admin, PROJECTS, &jpeg(tone)).await.expect(201);
    made["file"].as_str().unwrap().to_owned()
}

/// Creates a project; returns its path.
pub(crate) async fn new_project(admin: &TestClient<'_>, name: &str) -> String {
    let developer = developer(admin, name).await;
    let project = project(admin, name, &developer).await;
    format!("{PROJECTS}/{}", project["_id"].as_str().unwrap())
}

pub(crate) async fn set_gallery(admin: &TestClient<'_>, project: &str, files: &[&str]) -> Value {
    let images: Vec<Value> = files.iter().map(|file| json!({ "file": file })).collect();
    admin.patch(project, json!({ "gallery": images })).await.expect(200)
}

/// Uploads an image and adds it to a project; returns its name.
pub(crate) async fn attached_image(admin: &TestClient<'_>, project: &str) -> String {
    let file = uploaded(admin, 77).await;
    set_gallery(admin, &format!("{PROJECTS}/{project}"), &[&file]).await;
    file
}

#[actix_web::test]
async fn uploads_for_projects_require_permission() {
    let app = TestApp::of(&PRODUCT).await;
    assert_eq!(send(&app.anonymous(), PROJECTS, &jpeg(1)).await.status, 401);
    for role in ["user", "analytics", "estimations"] {
        let client = app.sign_in(role).await;
        assert_eq!(send(&client, PROJECTS, &jpeg(1)).await.status, 403, "{role}");
    }
    let admin = app.sign_in("admin").await;
    let made = send(&admin, PROJECTS, &jpeg(1)).await.expect(201);
    assert_eq!((&made["width"], &made["height"]), (&json!(400), &json!(300)));
    let webp = send(&admin, PROJECTS, &picture(1, ImageFormat::WebP)).await.expect(201);
    assert_eq!(webp["file"].as_str().unwrap().len(), 64);
}

#[actix_web::test]
async fn an_account_uploads_one_image_after_the_other() {
    let app = TestApp::of(&PRODUCT).await;
    let (one, other) = (app.sign_in("admin").await, app.sign_in("admin").await);
    let (first, second, of_other) = (jpeg(1), jpeg(2), jpeg(3));
    let answers = futures_util::future::join3(
        send(&one, PROJECTS, &first),
        send(&one, PROJECTS, &second),
        send(&other, PROJECTS, &of_other),
    )
    .await;
    assert_eq!(answers.0.status, 201);
    assert_eq!((answers.1.status.as_u16(), answers.1.header("retry-after")), (429, "1"));
    assert_eq!(answers.2.status, 201);
    // The slot is free again.
    send(&one, PROJECTS, &second).await.expect(201);
}

#[actix_web::test]
async fn one_image_is_decoded_at_a_time() {
    let app = TestApp::of(&PRODUCT).await;
    let (one, other) = (app.sign_in("admin").await, app.sign_in("admin").await);
    let (first, second) = (jpeg(1), jpeg(2));
    let decoded = std::cell::Cell::new(0);
    let upload = async |client: &TestClient<'_>, image: &[u8]| {
        send(client, PROJECTS, image).await.expect(201);
        decoded.set(decoded.get() + 1);
    };
    // While one is being decoded, both wait with what they have received.
    let turn = app.occupy_decoding().await;
    let release = async {
        until(|| app.waiting_to_be_decoded() == 2 || decoded.get() > 0).await;
        assert_eq!((app.waiting_to_be_decoded(), decoded.get()), (2, 0));
        drop(turn);
    };
    futures_util::future::join3(upload(&one, &first), upload(&other, &second), release).await;
    assert_eq!((app.waiting_to_be_decoded(), decoded.get()), (0, 2));
}

#[actix_web::test]
async fn image_is_readable_by_users_who_may_read_its_project() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (holder, other) = (new_project(&admin, "Holder").await, new_project(&admin, "Other").await);
    let file = uploaded(&admin, 9).await;
    let path = format!("{holder}/images/{file}");
    // No record refers to it yet.
    assert_eq!(admin.get(&path).await.status, 404);
    set_gallery(&admin, &holder, &[&file]).await;

    assert_eq!(app.anonymous().get(&path).await.status, 401);
    let estimator = app.sign_in("estimations").await;
    assert_eq!(estimator.get(&path).await.status, 403);
    let estimators = path.replace("/api/backoffice/", "/api/");
    assert_eq!(estimator.get(&estimators).await.status, 200);
    assert_eq!(app.sign_in("analytics").await.get(&estimators).await.status, 403);
    assert_eq!(admin.get(&format!("{other}/images/{file}")).await.status, 404);
    assert_eq!(admin.get(&path.replace("projects", "companies")).await.status, 404);
    assert_eq!(admin.get(&format!("{path}?size=huge")).await.status, 400);

    let shown = admin.get(&path).await;
    assert_eq!(shown.status, 200);
    for (name, value) in [
        ("content-type", "image/jpeg"),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "default-src 'none'; sandbox"),
        ("content-disposition", "inline"),
        ("cache-control", "private, max-age=31536000, immutable"),
    ] {
        assert_eq!(shown.header(name), value);
    }
    let size = |answer: &Answer| {
        let image = image::load_from_memory(&answer.bytes).unwrap();
        (image.width(), image.height())
    };
    assert_eq!(size(&shown), (400, 300));
    assert_eq!(size(&admin.get(&format!("{path}?size=small")).await), (320, 240));
    let again = admin.request(Method::GET, &path).header("if-none-match", shown.header("etag"));
    let again = again.send().await;
    assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0));
}

#[actix_web::test]
async fn document_lists_every_content_type_of_an_image() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Holder").await;
    // With transparency, so that every size of it is a PNG.
    let mut glass = std::io::Cursor::new(Vec::new());
    let pixels = image::RgbaImage::from_pixel(400, 300, image::Rgba([1, 2, 3, 4]));
    pixels.write_to(&mut glass, ImageFormat::Png).unwrap();
    let made = send(&admin, PROJECTS, &glass.into_inner()).await.expect(201);
    let file = made["file"].as_str().unwrap();
    set_gallery(&admin, &project, &[file]).await;
    let shown = format!("{project}/images/{file}");
    let document = admin.get("/api/openapi.json").await.expect(200);
    let estimator = app.sign_in("estimations").await;
    for (client, base) in [(&admin, "/api/backoffice/"), (&estimator, "/api/")] {
        let answer = client.get(&shown.replace("/api/backoffice/", base)).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "image/png"));
        let operation = &document["paths"][format!("{base}projects/{{id}}/images/{{file}}")]["get"];
        let content = operation["responses"]["200"]["content"].as_object().unwrap();
        assert!(content.keys().eq(["image/jpeg", "image/png"]), "{base}: {content:?}");
    }
}

#[actix_web::test]
async fn gallery_preserves_order_and_captions_and_is_visible_to_estimators() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Rise").await;
    let (one, two) = (uploaded(&admin, 1).await, uploaded(&admin, 2).await);
    let gallery = json!([{ "file": two, "caption": " The sea " }, { "file": one }]);
    let changed = admin.patch(&project, json!({ "gallery": gallery })).await.expect(200);
    let gallery = json!([{ "file": two, "caption": "The sea" }, { "file": one, "caption": null }]);
    assert_eq!(changed["gallery"], gallery);
    let estimator = app.sign_in("estimations").await;
    let path = format!("{}/with-units", project.replace("/api/backoffice/", "/api/"));
    assert_eq!(estimator.get(&path).await.expect(200)["gallery"], gallery);
    let units = admin.get(&format!("{project}/with-units")).await.expect(200);
    assert_eq!(units["gallery"], gallery);
    let history = admin.get(&format!("{project}/history")).await.expect(200);
    assert_eq!(history["items"][0]["changed"], json!(["gallery"]));
}

#[actix_web::test]
async fn project_facts_are_validated_and_returned() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Rise").await;
    let plan = |percents: &[f64]| {
        let one = |percent: &f64| json!({ "milestone": "Then", "percent": percent });
        percents.iter().map(one).collect::<Value>()
    };
    for (patch, pointer, message) in [
        (
            json!({ "videoLink": "javascript:alert(1)" }),
            "/videoLink",
            "Video link must be an address such as https://example.com/tour",
        ),
        (json!({ "floors": 1.5 }), "/floors", "Floors must be a whole number"),
        (json!({ "floors": 0 }), "/floors", "Floors must be at least 1"),
        (
            json!({ "paymentPlan": plan(&[60.0, 50.0]) }),
            "/paymentPlan",
            "The instalments add up to 110 %; together they may be at most 100 %",
        ),
        (
            json!({ "paymentPlan": plan(&[0.0]) }),
            "/paymentPlan/0/percent",
            "Percent must be greater than 0",
        ),
        (
            json!({ "paymentPlan": [{ "milestone": " ", "percent": 5 }] }),
            "/paymentPlan/0/milestone",
            "Milestone is required",
        ),
    ] {
        let refused = admin.patch(&project, patch.clone()).await;
        assert_eq!(refused.errors(), [(pointer, message)], "{patch}");
    }
    let facts = json!({
        "videoLink": "https://example.com/tour", "features": ["Sea view"], "floors": 40,
        "paymentPlan": plan(&[33.4, 66.6]), "financing": "Up to 80 %.",
    });
    let changed = admin.patch(&project, facts.clone()).await.expect(200);
    for (name, value) in facts.as_object().unwrap() {
        assert_eq!(&changed[name], value, "{name}");
    }
    let found = admin.get(&format!("{PROJECTS}?sort=floors:desc")).await.expect(200);
    assert_eq!(found["items"][0]["floors"], 40);
}

#[actix_web::test]
async fn export_with_facts_and_images_is_imported_unchanged() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Rise").await;
    let file = uploaded(&admin, 3).await;
    let facts = json!({
        "gallery": [{ "file": file, "caption": "Front" }], "features": ["Sea view", "Gym"],
        "paymentPlan": [{ "milestone": "On booking", "percent": 20 }], "floors": 12,
    });
    let before = admin.patch(&project, facts).await.expect(200);
    let table = admin.get(&format!("{PROJECTS}/export")).await.bytes;
    let empty = json!({ "gallery": [], "features": [], "paymentPlan": [], "floors": null });
    admin.patch(&project, empty).await.expect(200);
    let import = admin.request(Method::POST, &format!("{PROJECTS}/import?existing=update"));
    let report = import.file(table, &[]).send().await.expect(200);
    assert_eq!(report["updated"], 1);
    let after = admin.get(&project).await.expect(200);
    for name in ["gallery", "features", "floors"] {
        assert_eq!(after[name], before[name], "{name}");
    }
    assert_eq!(after["paymentPlan"][0]["percent"].as_f64(), Some(20.0));

    let unknown = format!("name,gallery\nRise,\"[{{\"\"file\"\":\"\"{}\"\"}}]\"\n", "0".repeat(64));
    let dry = format!("{PROJECTS}/import?existing=update&dryRun=true");
    let report = admin.request(Method::POST, &dry).file(unknown, &[]).send().await.expect(200);
    assert_eq!(report["errors"][0]["message"], "There is no such image. Upload it again");
}
