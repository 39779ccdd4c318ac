//! Files that are not restored, and databases that are not restored into.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use super::*;

#[actix_web::test]
async fn damaged_backup_is_refused_and_leaves_the_database_empty() {
    let folder = Folder::new();
    let app = TestApp::of(&PRODUCT).await;
    app.account("admin").await;
    let (good, bad) = (folder.file("good.mizan"), folder.file("bad.mizan"));
    app.backup(&good).await.unwrap();
    let bytes = std::fs::read(&good).unwrap();
    let place = TestDatabase::new();
    let header = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    let rows = header + 1 + bytes[header + 1..].iter().position(|byte| *byte == b'\n').unwrap();

    for at in [15, header - 1, header, header + 1, rows - 1, rows, rows + 1, rows + 40]
        .into_iter()
        .chain((rows..bytes.len()).step_by(bytes.len() / 10))
    {
        let mut changed = bytes.clone();
        changed[at] ^= 0x04;
        std::fs::write(&bad, changed).unwrap();
        let message = refused(&place, &PRODUCT, &bad).await;
        assert!(message.contains("is damaged, or only a part"), "{at}: {message}");
    }
    for length in [20, header, header + 1, rows, rows + 1, rows + 100, bytes.len() - 1] {
        std::fs::write(&bad, &bytes[..length]).unwrap();
        let message = refused(&place, &PRODUCT, &bad).await;
        assert!(message.contains("is damaged, or only a part"), "{length}: {message}");
    }
    std::fs::write(&bad, [bytes.as_slice(), b"more"].concat()).unwrap();
    assert!(refused(&place, &PRODUCT, &bad).await.contains("is damaged"));
    for foreign in [&b""[..], b"mizan", b"SQLite format 3\0", b"\x1f\x8b\x08\0\0\0\0\0"] {
        std::fs::write(&bad, foreign).unwrap();
        assert!(refused(&place, &PRODUCT, &bad).await.ends_with("is not a backup of Mizan"));
    }
    assert!(refused(&place, &PRODUCT, &folder.0).await.ends_with("is not a backup of Mizan"));
    let missing = refused(&place, &PRODUCT, &folder.file("none.mizan")).await;
    assert!(missing.contains("none.mizan cannot be read: No such file"), "{missing}");
    let newer = [b"mizan-backup 2 ", &bytes[15..]].concat();
    std::fs::write(&bad, newer).unwrap();
    assert!(refused(&place, &PRODUCT, &bad).await.contains("is of format 2"));

    place.restore(&PRODUCT, &good).await.unwrap();
}

#[actix_web::test]
async fn restore_replaces_no_existing_data() {
    let folder = Folder::new();
    let file = folder.file("b.mizan");
    let app = TestApp::of(&PRODUCT).await;
    let email = app.account("admin").await.1;
    app.backup(&file).await.unwrap();
    let taken = app.backup(&file).await.unwrap_err().to_string();
    assert!(taken.ends_with("exists already. Name another file, or replace it with --force"));

    let before = rows(&mut app.database().connect());
    let message = refused(&app.database(), &PRODUCT, &file).await;
    let sqlite = app.database().connect().is_sqlite();
    let expected = if sqlite { "There is a database at" } else { "there are rows in accounts" };
    assert!(message.contains(expected), "{message}");
    assert!(rows(&mut app.database().connect()) == before);
    signed_in(&app, &email).await;

    // A process serves the database that is still empty.
    let serving = TestApp::of(&PRODUCT).await;
    let place = serving.database();
    let message = refused(&place, &PRODUCT, &file).await;
    let expected = if sqlite { "There is a database at" } else { "A process of Mizan uses" };
    assert!(message.starts_with(expected), "{message}");
    drop(serving);
    if sqlite {
        let fresh = TestDatabase::new();
        let path = fresh.url().replace("sqlite://", "");
        std::fs::write(format!("{path}-wal"), "of another").unwrap();
        assert!(refused(&fresh, &PRODUCT, &file).await.contains("-wal is left of another"));
        assert!(!Path::new(&path).exists());
    } else {
        // Tables without rows are allowed. Connections take a moment to close.
        let deadline = Instant::now() + Duration::from_secs(10);
        while let Err(error) = place.restore(&PRODUCT, &file).await {
            assert!(error.to_string().contains("A process of Mizan uses"), "{error}");
            assert!(Instant::now() < deadline, "still in use");
            actix_web::rt::task::yield_now().await;
        }
        signed_in(&TestApp::on(&PRODUCT, place).await, &email).await;
    }
}

/// Runs the product's binary on a database, through this shell command.
fn mizan(folder: &Folder, place: &TestDatabase, shell: &str) -> Output {
    let mut command = Command::new("bash");
    command.args(["-c", shell]).current_dir(&folder.0);
    command.env("MIZAN_DATABASE_URL", place.url()).env_remove("MIZAN_CONFIG");
    command.env("mizan", env!("CARGO_BIN_EXE_mizan")).output().unwrap()
}

fn outcome(output: &Output) -> (String, String, bool) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    (text(&output.stdout), text(&output.stderr), output.status.success())
}

#[actix_web::test]
async fn commands_print_their_result_and_leave_no_partial_file() {
    let folder = Folder::new();
    let app = TestApp::of(&PRODUCT).await;
    app.account("admin").await;
    let (here, there) = (app.database(), TestDatabase::new());
    let (out, err, done) = outcome(&mizan(&folder, &here, "$mizan backup all.mizan"));
    assert!(done && out.starts_with("all.mizan holds ") && out.contains(" rows of "), "{out}{err}");
    let mode = folder.file("all.mizan").metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let (_, err, done) = outcome(&mizan(&folder, &here, "$mizan backup all.mizan"));
    assert!(!done && err.contains("replace it with --force"), "{err}");
    // The limit of the file size leaves no space for the backup.
    let shell = "trap '' XFSZ; ulimit -f 1; $mizan backup --force all.mizan";
    let (_, err, done) = outcome(&mizan(&folder, &here, shell));
    assert!(!done && err.contains("There is no room left for all.mizan"), "{err}");
    assert_eq!(folder.names(), ["all.mizan"]);
    let (_, err, done) = outcome(&mizan(&folder, &here, "$mizan backup none/b.mizan"));
    assert!(!done && err.contains("There is no folder for none/b.mizan"), "{err}");
    if let Some(path) = here.url().strip_prefix("sqlite://") {
        let shell = format!("$mizan backup --force {path}");
        let (_, err, done) = outcome(&mizan(&folder, &here, &shell));
        assert!(!done && err.contains("is the database itself"), "{err}");
        let shell = "trap '' XFSZ; ulimit -f 64; MIZAN_DATABASE_URL=sqlite://new/mizan.db \
                     $mizan restore all.mizan";
        let (_, err, done) = outcome(&mizan(&folder, &here, shell));
        assert!(!done && err.contains("disk I/O error"), "{err}");
        assert_eq!(std::fs::read_dir(folder.file("new")).unwrap().count(), 0);
    }

    let (out, err, done) = outcome(&mizan(&folder, &there, "$mizan restore all.mizan"));
    assert!(done && out.contains(" rows of "), "{out}{err}");
    assert!(rows(&mut there.connect()) == rows(&mut here.connect()));
    let (_, err, done) = outcome(&mizan(&folder, &there, "$mizan backup --force all.mizan"));
    assert!(done, "{err}");
}
