//! Uploads that are rejected, and the data that is removed from accepted ones.

use actix_web::http::Method;
use kernel::testing::{TestApp, TestDatabase};
use serde_json::json;

use super::{PROJECTS, attached_image, jpeg, new_project, picture, send};
use crate::PRODUCT;

const UNKNOWN: &str = "An image must be a JPEG, PNG or WebP file";
const DAMAGED: &str = "This image is damaged or not complete";

/// Adds metadata to a JPEG: its place, and a rotated orientation.
fn with_exif(jpeg: &[u8]) -> Vec<u8> {
    let mut exif =
        b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
    exif.extend(b"GPS 25.0772N 55.1367E");
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|window| window == what)
}

#[actix_web::test]
async fn file_that_is_no_image_is_rejected_whatever_its_content_type() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".as_slice();
    let whole = jpeg(1);
    let mut huge = picture(1, image::ImageFormat::Png);
    huge[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    for (bytes, message) in [
        (svg, UNKNOWN),
        (b"<!doctype html><script>alert(1)</script>", UNKNOWN),
        (b"GIF89a\x01\0\x01\0\0\0\0;", UNKNOWN),
        (b"", UNKNOWN),
        (&whole[..whole.len() / 2], DAMAGED),
        (&whole[..20], DAMAGED),
    ] {
        let refused = send(&admin, PROJECTS, bytes).await;
        assert_eq!((refused.status.as_u16(), refused.errors()), (422, vec![("/file", message)]));
    }
    assert_eq!(send(&admin, PROJECTS, &huge).await.status, 422);

    let request = || admin.request(Method::POST, &format!("{PROJECTS}/images"));
    assert_eq!(request().json(&json!({ "file": "x" })).send().await.status, 415);
    assert_eq!(request().file(&whole, &[("note", "x")]).send().await.status, 400);
    assert_eq!(
        request().body("multipart/form-data; boundary=x", "--x--\r\n").send().await.status,
        400
    );
}

#[actix_web::test]
async fn image_size_in_bytes_and_pixels_is_limited_by_settings() {
    let database = TestDatabase::new();
    let app = TestApp::set_up(&PRODUCT, database, |config| {
        config.media.max_mib = 1;
        config.media.max_megapixels = 1;
    });
    let app = app.await;
    let admin = app.sign_in("admin").await;
    let large = [jpeg(1), vec![0; 1024 * 1024]].concat();
    let refused = send(&admin, PROJECTS, &large).await;
    assert_eq!(refused.status, 413);
    assert_eq!(refused.body["detail"], "An image may have at most 1 MiB");
    let pixels = "An image may have at most 1 million pixels";
    let sides = "An image may have at most 30,000 pixels on a side, and be at most 20 times as long \
                 as it is wide";
    for ((width, height), message) in
        [((2000, 600), pixels), ((2100, 100), sides), ((40, 900), sides)]
    {
        let mut file = std::io::Cursor::new(Vec::new());
        let image = image::RgbImage::new(width, height);
        image.write_to(&mut file, image::ImageFormat::Png).unwrap();
        let refused = send(&admin, PROJECTS, &file.into_inner()).await;
        assert_eq!(refused.errors(), [("/file", message)], "{width} × {height}");
    }
    send(&admin, PROJECTS, &jpeg(1)).await.expect(201);
}

#[actix_web::test]
async fn metadata_and_hidden_data_are_removed() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Rise").await;
    let script = b"<html><script>alert(1)</script>";
    let upload = [with_exif(&jpeg(5)).as_slice(), script].concat();
    assert!(contains(&upload, b"GPS") && contains(&upload, b"<script>"));
    let made = send(&admin, PROJECTS, &upload).await.expect(201);
    // The stored image is upright.
    assert_eq!((&made["width"], &made["height"]), (&json!(300), &json!(400)));
    let gallery = json!({ "gallery": [{ "file": made["file"] }] });
    admin.patch(&project, gallery).await.expect(200);
    for size in ["small", "large", "full"] {
        let path = format!("{project}/images/{}?size={size}", made["file"].as_str().unwrap());
        let shown = admin.get(&path).await;
        assert_eq!(shown.status, 200);
        assert!(!contains(&shown.bytes, b"GPS") && !contains(&shown.bytes, b"Exif"));
        assert!(!contains(&shown.bytes, b"<script>"));
    }
}

#[actix_web::test]
async fn record_accepts_uploaded_images_only() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Rise").await;
    let file = attached_image(&admin, project.rsplit('/').next().unwrap()).await;
    let before = admin.get(&project).await.expect(200);
    let unknown = "0".repeat(64);
    for (image, pointer, message) in [
        (json!({ "file": unknown }), "/gallery/1/file", "There is no such image. Upload it again"),
        (json!({ "file": "../etc/passwd" }), "/gallery/1/file", "Upload the image first"),
        (json!({ "caption": "x" }), "/gallery/1/file", "File is required"),
        (
            json!({ "file": file, "caption": "x".repeat(301) }),
            "/gallery/1/caption",
            "Caption must have at most 300 characters",
        ),
        (json!({ "file": file, "url": "x" }), "/gallery/1/url", "There is no such field"),
    ] {
        let body = json!({ "gallery": [{ "file": file }, image] });
        let refused = admin.patch(&project, body).await;
        assert_eq!(refused.errors(), [(pointer, message)]);
    }
    assert_eq!(admin.get(&project).await.expect(200), before);
}
