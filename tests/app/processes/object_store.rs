//! An object store whose keys were replaced: a node that still has the former pair shows no images, and goes
//! on with all else.

use kernel::testing::TestApp;

use super::process::ServerProcess;
use crate::PRODUCT;
use crate::images::object_store::ObjectStore;
use crate::images::{new_project, set_gallery, uploaded};

#[actix_web::test]
async fn former_keys_of_the_object_store_are_a_503_with_a_line_in_the_log() {
    let (process, store) = (ServerProcess::new(), ObjectStore::start());
    let set_up = |config: &mut kernel::config::Config| config.media.s3 = Some(store.settings());
    let app = TestApp::set_up(&PRODUCT, process.database(), set_up).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Rise").await;
    let image = uploaded(&admin, 1).await;
    set_gallery(&admin, &project, &[&image]).await;
    let path = format!("{project}/images/{image}");
    assert_eq!(admin.get(&path).await.status, 200);

    let settings = store.settings();
    let node = process.serve_with(&[
        ("MIZAN_MEDIA_S3_ENDPOINT", &settings.endpoint),
        ("MIZAN_MEDIA_S3_BUCKET", &settings.bucket),
        ("MIZAN_MEDIA_S3_REGION", &settings.region),
        ("MIZAN_MEDIA_S3_STYLE", "path"),
        ("MIZAN_MEDIA_S3_ACCESS_KEY", &settings.access_key),
        ("MIZAN_MEDIA_S3_SECRET_KEY", "the former one"),
    ]);
    let mut client = node.client().signed_in(super::process::ADMIN);
    assert_eq!(client.get(&path).status, 503);
    client.get(&project).expect(200);
    assert!(node.log().contains("the object store failed"), "{}", node.log());
}
