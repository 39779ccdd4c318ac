//! Files that only the account of the operator may read.

use std::io::Write;
use std::net::TcpStream;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::Instant;

use kernel::testing::{TestApp, TestDatabase};

use super::process::{PATIENCE, free_address, run, send, serve};
use crate::PRODUCT;
use crate::images::uploaded;

fn mode(path: &Path) -> u32 {
    path.metadata()
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .permissions()
        .mode()
        & 0o777
}

fn widen(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn database_and_its_companion_files_are_private() {
    let (folder, address) = (tempfile::tempdir().unwrap(), free_address());
    let file = |name: &str| folder.path().join("of/the/desk").join(name);
    let settings = [
        ("MIZAN_LISTEN", address.as_str()),
        ("MIZAN_DATABASE_URL", "sqlite://of/the/desk/mizan.db"),
    ];
    let of_all = ["mizan.db", "mizan.db-wal", "mizan.db-shm"];
    {
        let _serving = serve(folder.path(), &settings).unwrap();
        assert_eq!(send(&address, "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n"), 200);
        for folder in ["of", "of/the", "of/the/desk"].map(|name| folder.path().join(name)) {
            assert_eq!(mode(&folder), 0o700, "{}", folder.display());
        }
        for name in of_all {
            assert_eq!(mode(&file(name)), 0o600, "{name}");
        }
    }
    // An earlier version created these files readable for all, and its process was killed.
    for name in of_all {
        widen(&file(name), 0o644);
    }
    widen(&file(""), 0o755);
    let _serving = serve(folder.path(), &settings).unwrap();
    assert_eq!(send(&address, "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n"), 200);
    for name in of_all {
        assert_eq!(mode(&file(name)), 0o600, "{name}");
    }
    // An existing folder belongs to the operator and is not changed.
    assert_eq!(mode(&file("")), 0o755);
}

#[test]
fn every_command_that_creates_a_database_makes_it_private() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "migrate", &[]).unwrap();
    assert_eq!(mode(&folder.path().join("data")), 0o700);
    assert_eq!(mode(&folder.path().join("data/mizan.db")), 0o600);
    run(folder.path(), "backup one.mizan", &[]).unwrap();
    let elsewhere = [("MIZAN_DATABASE_URL", "sqlite://restored/mizan.db")];
    run(folder.path(), "restore one.mizan", &elsewhere).unwrap();
    assert_eq!(mode(&folder.path().join("restored")), 0o700);
    assert_eq!(mode(&folder.path().join("restored/mizan.db")), 0o600);
    // The path is a symbolic link to a file that does not exist yet.
    let (link, target) = (folder.path().join("link.db"), folder.path().join("target.db"));
    symlink(&target, &link).unwrap();
    run(folder.path(), "migrate", &[("MIZAN_DATABASE_URL", "sqlite://link.db")]).unwrap();
    assert_eq!(mode(&target), 0o600);
}

#[actix_web::test]
async fn temporary_upload_is_private_and_deleted_afterwards() {
    let (database, folder, address) =
        (TestDatabase::new(), tempfile::tempdir().unwrap(), free_address());
    let app = TestApp::on(&PRODUCT, database.clone()).await;
    let admin = app.sign_in("admin").await;
    let (url, uploads) = (database.url(), folder.path().join("uploads"));
    std::fs::create_dir(&uploads).unwrap();
    let settings = [
        ("MIZAN_LISTEN", address.as_str()),
        ("MIZAN_DATABASE_URL", &url),
        // Gives this process the issuer of the token that the other one signed.
        ("MIZAN_PUBLIC_URL", "http://127.0.0.1:8080"),
        ("TMPDIR", uploads.to_str().unwrap()),
    ];
    let _serving = serve(folder.path(), &settings).unwrap();
    assert_eq!(send(&address, "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n"), 200);
    let begun = format!(
        "POST /api/backoffice/companies/import?dryRun=true HTTP/1.1\r\nHost: localhost\r\n\
         Authorization: Bearer {}\r\nContent-Type: multipart/form-data; boundary=x\r\n\
         Content-Length: 4000\r\n\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; \
         filename=\"a.csv\"\r\n\r\nname\n",
        admin.token()
    );
    let mut stream = TcpStream::connect(&address).unwrap();
    stream.write_all(begun.as_bytes()).unwrap();
    let files =
        || -> Vec<_> { uploads.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect() };
    let deadline = Instant::now() + PATIENCE;
    while files().is_empty() {
        assert!(Instant::now() < deadline, "no upload is kept");
        std::thread::yield_now();
    }
    for file in files() {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    // A client that disconnects leaves no file behind.
    drop(stream);
    while !files().is_empty() {
        assert!(Instant::now() < deadline, "the upload is left: {:?}", files());
        std::thread::yield_now();
    }
}

#[actix_web::test]
async fn images_are_in_folders_of_the_owner() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("of/the/desk");
    let set_up = |config: &mut kernel::config::Config| config.media.folder.clone_from(&root);
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), set_up).await;
    uploaded(&app.sign_in("admin").await, 1).await;
    let mut folders = vec![root.clone()];
    let inside = root.read_dir().unwrap().map(|entry| entry.unwrap().path());
    folders.extend(inside.filter(|path| path.is_dir()));
    assert_eq!(folders.len(), 2, "{folders:?}");
    for folder in folders {
        assert_eq!(mode(&folder), 0o700, "{}", folder.display());
    }
}
