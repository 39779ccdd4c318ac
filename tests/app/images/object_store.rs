//! Images in an object store. The fake store checks every signature.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::hmac::{HMAC_SHA256, Key, sign};
use data_encoding::HEXLOWER;
use kernel::config::S3Settings;
use kernel::testing::{TestApp, TestDatabase};
use serde_json::json;

use super::{PROJECTS, jpeg, new_project, send, set_gallery, uploaded};
use crate::PRODUCT;
use crate::files::{PDF, attach, company, names};

const BUCKET: &str = "desk";
const REGION: &str = "me-central-1";
const ACCESS: &str = "AKIDEXAMPLE";
const SECRET: &str = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

/// An object store on this machine.
#[derive(Clone)]
pub(crate) struct ObjectStore {
    address: String,
    objects: Arc<Mutex<HashMap<String, Vec<u8>>>>,
    away: Arc<AtomicBool>,
}

impl ObjectStore {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let store = Self { address, objects: Arc::default(), away: Arc::default() };
        let served = store.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let store = served.clone();
                std::thread::spawn(move || store.answer(stream));
            }
        });
        store
    }

    pub(crate) fn settings(&self) -> S3Settings {
        S3Settings {
            endpoint: format!("http://{}", self.address),
            bucket: BUCKET.into(),
            region: REGION.into(),
            access_key: ACCESS.into(),
            secret_key: SECRET.into(),
            virtual_host: false,
        }
    }

    fn answer(&self, mut stream: TcpStream) {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or_default() == 0 {
            return;
        }
        let mut words = line.split_whitespace();
        let (method, target) = (words.next().unwrap(), words.next().unwrap());
        let mut headers = HashMap::new();
        loop {
            let mut header = String::new();
            reader.read_line(&mut header).unwrap();
            let Some((name, value)) = header.trim().split_once(':') else { break };
            headers.insert(name.to_lowercase(), value.trim().to_owned());
        }
        let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();

        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let (status, body) = if self.away.load(Ordering::Relaxed) {
            ("503 Slow Down", Vec::new())
        } else if !is_signed(method, path, query, &headers["host"]) {
            ("403 Forbidden", b"<Error><Code>SignatureDoesNotMatch</Code></Error>".to_vec())
        } else {
            self.handle(method, path, body)
        };
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(&[head.as_bytes(), &body].concat()).unwrap();
    }

    fn handle(&self, method: &str, path: &str, body: Vec<u8>) -> (&'static str, Vec<u8>) {
        let mut objects = self.objects.lock().unwrap();
        let Some(key) = path.strip_prefix(&format!("/{BUCKET}/")) else {
            return ("404 Not Found", b"<Error><Code>NoSuchBucket</Code></Error>".to_vec());
        };
        match method {
            "PUT" => {
                objects.insert(key.into(), body);
                ("200 OK", Vec::new())
            }
            "GET" => match objects.get(key) {
                Some(bytes) => ("200 OK", bytes.clone()),
                None => ("404 Not Found", b"<Error><Code>NoSuchKey</Code></Error>".to_vec()),
            },
            "DELETE" => {
                objects.remove(key);
                ("204 No Content", Vec::new())
            }
            _ => ("405 Method Not Allowed", Vec::new()),
        }
    }

    fn count(&self) -> usize {
        self.objects.lock().unwrap().len()
    }
}

/// Returns whether the query has a valid signature of this request: AWS signature version 4, as in
/// Amazon's "Signature calculations for the authorization header: transferring payload in a query".
fn is_signed(method: &str, path: &str, query: &str, host: &str) -> bool {
    let pairs: HashMap<&str, &str> =
        query.split('&').filter_map(|pair| pair.split_once('=')).collect();
    let mut signed: Vec<&str> =
        query.split('&').filter(|pair| !pair.starts_with("X-Amz-Signature=")).collect();
    signed.sort_unstable();
    let Some(date) = pairs.get("X-Amz-Date") else { return false };
    let day = &date[..8];
    let scope = format!("{day}/{REGION}/s3/aws4_request");
    let credential = format!("{ACCESS}/{scope}").replace('/', "%2F");
    let canonical =
        format!("{method}\n{path}\n{}\nhost:{host}\n\nhost\nUNSIGNED-PAYLOAD", signed.join("&"));
    let canonical = HEXLOWER.encode(digest(&SHA256, canonical.as_bytes()).as_ref());
    let to_sign = format!("AWS4-HMAC-SHA256\n{date}\n{scope}\n{canonical}");
    let mut key = format!("AWS4{SECRET}").into_bytes();
    for part in [day, REGION, "s3", "aws4_request"] {
        key = sign(&Key::new(HMAC_SHA256, &key), part.as_bytes()).as_ref().to_vec();
    }
    let signature =
        HEXLOWER.encode(sign(&Key::new(HMAC_SHA256, &key), to_sign.as_bytes()).as_ref());
    pairs.get("X-Amz-Credential") == Some(&credential.as_str())
        && pairs.get("X-Amz-Signature") == Some(&signature.as_str())
}

async fn app_with_store(store: &ObjectStore, secret: &str) -> TestApp {
    let settings = S3Settings { secret_key: secret.into(), ..store.settings() };
    let set_up = |config: &mut kernel::config::Config| config.media.s3 = Some(settings);
    TestApp::set_up(&PRODUCT, TestDatabase::new(), set_up).await
}

#[actix_web::test]
async fn images_are_stored_served_and_deleted() {
    let store = ObjectStore::start();
    let app = app_with_store(&store, SECRET).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Rise").await;
    let (used, left) = (uploaded(&admin, 1).await, uploaded(&admin, 2).await);
    set_gallery(&admin, &project, &[&used]).await;
    assert_eq!(store.count(), 6);
    assert!(store.objects.lock().unwrap().contains_key(&format!("{}/{left}-small", &left[..2])));
    assert_eq!(
        admin.get(&format!("{project}/images/{used}")).await.header("content-type"),
        "image/jpeg"
    );
    app.age_images(2 * 24 * 60 * 60).await;
    assert_eq!(app.sweep_images().await.unwrap(), 1);
    assert_eq!(store.count(), 3);

    // A backup contains the images, whichever store they are restored into.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("desk.mizan");
    app.backup(&file).await.unwrap();
    let elsewhere = TestDatabase::new();
    elsewhere.restore(&PRODUCT, &file).await.unwrap();
    let app = TestApp::on(&PRODUCT, elsewhere).await;
    let admin = app.sign_in("admin").await;
    assert_eq!(admin.get(&format!("{project}/images/{used}")).await.status, 200);
}

#[actix_web::test]
async fn files_of_records_are_stored_served_and_deleted() {
    let store = ObjectStore::start();
    let app = app_with_store(&store, SECRET).await;
    let admin = app.sign_in("admin").await;
    let path = company(&admin, "Amal").await;
    let file = attach(&admin, &path, "deed.pdf", PDF).await.expect(201);
    assert_eq!(store.count(), 1);
    let at = format!("{path}/files/{}", file["_id"].as_str().unwrap());
    assert_eq!(admin.get(&at).await.bytes, PDF);

    store.away.store(true, Ordering::Relaxed);
    for answer in [admin.get(&at).await, attach(&admin, &path, "plan.jpg", &jpeg(1)).await] {
        assert_eq!(answer.status, 503);
        assert!(answer.header("retry-after").parse::<u32>().unwrap() > 0);
    }
    assert_eq!(names(&admin, &path).await, ["deed.pdf"]);
    store.away.store(false, Ordering::Relaxed);

    // A backup contains the files, whichever store they are restored into.
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("desk.mizan");
    app.backup(&backup).await.unwrap();
    let elsewhere = TestDatabase::new();
    elsewhere.restore(&PRODUCT, &backup).await.unwrap();
    let restored = TestApp::on(&PRODUCT, elsewhere).await;
    assert_eq!(restored.sign_in("admin").await.get(&at).await.bytes, PDF);

    admin.delete(&at).await.expect(204);
    assert_eq!(admin.get(&at).await.status, 404);
    app.age_images(2 * 24 * 60 * 60).await;
    // Of the file that was not stored there is a row to be swept.
    assert_eq!((app.sweep_images().await.unwrap(), store.count()), (2, 0));
}

#[actix_web::test]
async fn outage_of_the_store_leaves_nothing_partial() {
    let store = ObjectStore::start();
    let app = app_with_store(&store, SECRET).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Rise").await;
    let used = uploaded(&admin, 1).await;
    set_gallery(&admin, &project, &[&used]).await;

    store.away.store(true, Ordering::Relaxed);
    let refused = send(&admin, PROJECTS, &jpeg(2)).await;
    assert_eq!(refused.status, 503);
    assert_eq!(refused.header("retry-after"), "2");
    assert_eq!(
        refused.body["detail"],
        "Images cannot be stored or shown at the moment. Try again shortly"
    );
    assert_eq!(admin.get(&format!("{project}/images/{used}")).await.status, 503);
    assert_eq!(admin.get(&project).await.status, 200);
    // A record cannot refer to an image whose upload failed.
    store.away.store(false, Ordering::Relaxed);
    let twin = app_with_store(&store, SECRET).await;
    let name = uploaded(&twin.sign_in("admin").await, 2).await;
    let taken = admin.patch(&project, json!({ "gallery": [{ "file": name }] })).await;
    assert_eq!(taken.status, 422);
    assert_eq!(uploaded(&admin, 2).await, name);
    set_gallery(&admin, &project, &[&used, &name]).await;

    // A deletion that failed in the store is retried later.
    let left = uploaded(&admin, 3).await;
    app.age_images(2 * 24 * 60 * 60).await;
    store.away.store(true, Ordering::Relaxed);
    assert!(app.sweep_images().await.is_err());
    store.away.store(false, Ordering::Relaxed);
    assert_eq!(send(&admin, PROJECTS, &jpeg(3)).await.status, 503);
    app.age_images(60 * 60).await;
    assert_eq!(app.sweep_images().await.unwrap(), 1);
    assert_eq!(uploaded(&admin, 3).await, left);
}

#[actix_web::test]
async fn store_that_rejects_our_credentials_is_unavailable() {
    let store = ObjectStore::start();
    let app = app_with_store(&store, "another secret").await;
    let admin = app.sign_in("admin").await;
    assert_eq!(send(&admin, PROJECTS, &jpeg(1)).await.status, 503);
    assert_eq!(store.count(), 0);
}
