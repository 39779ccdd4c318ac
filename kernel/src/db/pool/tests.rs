use diesel::connection::SimpleConnection;

use super::*;
use crate::base::error::Error;
use crate::db::late_tests::{committed, insert, notes};
use crate::db::notify;

#[actix_web::test]
async fn writes_that_wait_together_share_a_commit_and_fail_alone() {
    let (db, url, _folder) = notes().await;
    let writes = (0..100).map(|number| {
        db.write(move |conn| {
            insert(conn)?;
            if number % 10 == 0 { Err(Error::NotFound) } else { Ok(()) }
        })
    });
    let results = futures_util::future::join_all(writes).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 90);
    assert_eq!(committed(&url), 90);
}

#[actix_web::test]
async fn a_write_that_panics_takes_no_other_with_it() {
    let (db, url, _folder) = notes().await;
    let (before, panicking, after) = futures_util::future::join3(
        db.write(insert),
        db.write(|conn| {
            conn.transaction(|conn| -> Result<()> {
                insert(conn)?;
                panic!("a mistake in a module")
            })
        }),
        db.write(insert),
    )
    .await;
    assert!(before.is_ok() && after.is_ok());
    assert!(matches!(panicking, Err(Error::Internal(_))));
    assert_eq!(committed(&url), 2);
    db.write(insert).await.unwrap();
    assert_eq!(committed(&url), 3);
}

#[actix_web::test]
async fn a_long_write_is_a_transaction_of_its_own() {
    let (db, url, _folder) = notes().await;
    let long = || db.write_patiently(insert);
    let failing = db.write_patiently(|conn| -> Result<()> {
        insert(conn)?;
        Err(Error::NotFound)
    });
    let panicking = db.write_patiently(|conn| -> Result<()> {
        insert(conn)?;
        panic!("a mistake in a module")
    });
    let both = futures_util::future::join(failing, panicking);
    let (before, first, (failing, panicking), last, after) =
        futures_util::future::join5(db.write(insert), long(), both, long(), db.write(insert)).await;
    assert!(before.is_ok() && first.is_ok() && last.is_ok() && after.is_ok());
    assert!(matches!(failing, Err(Error::NotFound)));
    assert!(matches!(panicking, Err(Error::Internal(_))));
    assert_eq!(committed(&url), 4);
}

#[actix_web::test]
async fn a_writer_survives_a_panicking_listener() {
    let (db, url, _folder) = notes().await;
    db.on_commit(|_, _| panic!("a mistake in a listener"));
    let written = db.write(|conn| {
        notify("notes", &Id::new());
        insert(conn)
    });
    // It was committed: an error would make the caller write again.
    let (written, other) = futures_util::future::join(written, db.write(insert)).await;
    written.unwrap();
    other.unwrap();
    db.write(insert).await.unwrap();
    assert_eq!(committed(&url), 3);
}

#[actix_web::test]
async fn a_checkpoint_copies_commits_from_the_wal_into_the_file() {
    let (db, url, _folder) = notes().await;
    let DatabaseUrl::Sqlite(path) = url else { panic!("not SQLite") };
    let file = || std::fs::read(&path).unwrap();
    db.checkpoint_wal().await.unwrap();
    let before = file();
    db.write(insert).await.unwrap();
    assert!(file() == before);
    db.checkpoint_wal().await.unwrap();
    assert!(file() != before);
}

#[actix_web::test]
async fn the_writer_runs_a_requested_checkpoint() {
    let (db, url, _folder) = notes().await;
    let DatabaseUrl::Sqlite(path) = url else { panic!("not SQLite") };
    let file = || std::fs::read(&path).unwrap();
    db.checkpoint_wal().await.unwrap();
    let before = file();
    db.written().unwrap().request_checkpoint();
    db.write(insert).await.unwrap();
    // The checkpoint runs before the next write.
    db.write(|_| Ok(())).await.unwrap();
    assert!(file() != before);
    let copied = file();
    db.write(insert).await.unwrap();
    db.write(|_| Ok(())).await.unwrap();
    assert!(file() == copied);
}

#[actix_web::test]
async fn a_write_of_many_pages_is_rolled_back_alone() {
    let (db, url, _folder) = notes().await;
    let fill = "WITH RECURSIVE some (id) AS \
                (SELECT 1 UNION ALL SELECT id + 1 FROM some WHERE id < 600) \
                INSERT INTO notes SELECT id, printf('%.4000c', 'a') FROM some";
    db.write(|conn| Ok(conn.batch_execute(fill)?)).await.unwrap();
    // Some megabytes that each savepoint has to restore.
    let change = "UPDATE notes SET text = printf('%.4000c', 'b')";
    let (deleted, undone) = futures_util::future::join(
        db.write(|conn| Ok(conn.batch_execute("DELETE FROM notes WHERE id > 500")?)),
        db.write(move |conn| {
            conn.batch_execute(change)?;
            Err::<(), _>(Error::NotFound)
        }),
    )
    .await;
    deleted.unwrap();
    assert!(matches!(undone, Err(Error::NotFound)), "{undone:?}");
    assert_eq!(committed(&url), 500);
    let changed = "DELETE FROM notes WHERE text LIKE 'b%'";
    db.write(|conn| Ok(conn.batch_execute(changed)?)).await.unwrap();
    assert_eq!(committed(&url), 500);
}

#[actix_web::test]
async fn a_reader_cannot_write() {
    let (db, url, _folder) = notes().await;
    assert!(db.read(insert).await.is_err());
    assert_eq!(committed(&url), 0);
}
