use diesel::connection::SimpleConnection;

use super::*;
use crate::db::Database;
use crate::db::late_tests::{Blocked, fresh};

/// Retries until a read succeeds.
async fn healed(db: &Database) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while let Err(error) = db.read(|conn| Ok(conn.batch_execute("SELECT 1")?)).await {
        assert!(Instant::now() < deadline, "{error:?}");
        actix_web::rt::time::sleep(Duration::from_millis(20)).await;
    }
}

fn is_unavailable(result: &Result<()>) -> bool {
    matches!(result, Err(Error::Unavailable | Error::Unreachable(_)))
}

#[actix_web::test]
async fn missing_database_is_reported_and_recovers_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let (path, away) = (folder.path().join("test.db"), folder.path().join("away.db"));
    let db = Database::open(&DatabaseUrl::Sqlite(path.clone()), 2).unwrap();
    std::fs::rename(&path, &away).unwrap();
    for _ in 0..20 {
        assert!(is_unavailable(&db.read(|_| Ok(())).await));
        assert!(!db.answers().await);
    }
    assert!(!path.exists(), "an empty database took its place");
    std::fs::rename(&away, &path).unwrap();
    healed(&db).await;
    let deadline = Instant::now() + Duration::from_secs(20);
    while !db.answers().await {
        assert!(Instant::now() < deadline);
    }
}

#[actix_web::test]
async fn no_read_waits_for_an_unreachable_server() {
    let url = DatabaseUrl::Postgres("postgres://nobody@127.0.0.1:1/nothing".into());
    let db = Database::open(&url, 4).unwrap();
    let reads = (0..100).map(|_| db.read(|_| Ok(())));
    let reads = futures_util::future::join_all(reads).await;
    // A read that had waited until the end of its patience would be `Busy`.
    assert!(reads.iter().all(is_unavailable));
}

#[actix_web::test]
async fn work_without_a_free_connection_waits_in_a_queue() {
    let (db, _, _folder) = fresh();
    let (started, starting) = std::sync::mpsc::channel();
    let (go_on, going_on) = std::sync::mpsc::channel::<()>();
    let going_on = Arc::new(Mutex::new(going_on));
    let work = || {
        let (db, started, going_on) = (db.clone(), started.clone(), Arc::clone(&going_on));
        async move {
            db.read(move |_| {
                started.send(()).map_err(Error::internal)?;
                going_on.lock().recv().map_err(Error::internal)
            })
            .await
        }
    };
    let five = (0..5).map(|_| actix_web::rt::spawn(work()));
    let five = futures_util::future::join_all(five.collect::<Vec<_>>());
    let both = move || (starting.recv().unwrap(), starting.recv().unwrap(), starting);
    let (.., starting) = actix_web::web::block(both).await.unwrap();
    let expected = Use { idle: 0, busy: 2, max: 2, waits: 3, waiting: 3 };
    assert_eq!(db.in_use(), expected);
    (0..5).for_each(|_| go_on.send(()).unwrap());
    assert!(five.await.into_iter().all(|one| one.unwrap().is_ok()));
    drop(starting);
    let expected = Use { idle: 2, busy: 0, max: 2, waits: 3, waiting: 0 };
    assert_eq!(db.in_use(), expected);
}

#[cfg(feature = "testing")]
#[actix_web::test]
async fn work_beyond_the_bound_of_the_queue_is_rejected() {
    use futures_util::StreamExt;

    use crate::db::pace::MAX_WAITING;

    let database = crate::testing::TestDatabase::new();
    let db = Database::open(&DatabaseUrl::parse(&database.url()).unwrap(), 2).unwrap();
    healed(&db).await;
    let (go_on, going_on) = std::sync::mpsc::channel::<()>();
    let going_on = Arc::new(Mutex::new(going_on));
    let more = 10;
    let all = usize::try_from(MAX_WAITING).unwrap() + 2 + more;
    let mut work: futures_util::stream::FuturesUnordered<_> = (0..all)
        .map(|_| {
            let going_on = Arc::clone(&going_on);
            db.read(move |_| going_on.lock().recv().map_err(Error::internal))
        })
        .collect();
    // Those that were too many are answered first, while all others wait.
    for _ in 0..more {
        let rejected = work.next().await;
        assert!(matches!(rejected, Some(Err(Error::Busy(_)))), "{rejected:?}");
    }
    (0..all - more).for_each(|_| go_on.send(()).unwrap());
    while let Some(done) = work.next().await {
        done.unwrap();
    }
}

#[actix_web::test]
async fn a_process_that_ends_waits_for_its_work() {
    let (db, _, _folder) = fresh();
    let go_on = Blocked::writer(&db).await.abandoned();
    assert!(!db.settle(Duration::from_millis(50)).await);
    go_on.send(()).unwrap();
    assert!(db.settle(Duration::from_secs(20)).await);
    // The work and the two settle calls, in one commit or two.
    let written = db.written().unwrap();
    assert_eq!((written.writes(), written.waiting()), (3, 0));
    assert!(written.commits() > 0);
}

#[cfg(feature = "testing")]
#[actix_web::test]
async fn connections_that_were_cut_are_replaced() {
    use diesel::sql_types::Integer;

    fn pid(conn: &mut Conn) -> Result<i32> {
        crate::db::prepared::row::<Integer, _>(conn, "SELECT pg_backend_pid()", &[])
    }
    let Some(server) = crate::base::config::test_server() else { return };
    let url = DatabaseUrl::parse(&server).unwrap();
    let db = Database::open(&url, 4).unwrap();
    let pids = futures_util::future::join_all((0..4).map(|_| db.read(pid))).await;
    let pids: Vec<String> = pids.into_iter().map(|pid| pid.unwrap().to_string()).collect();
    let end =
        format!("SELECT pg_terminate_backend(pid) FROM unnest(ARRAY[{}]) AS pid", pids.join(","));
    crate::db::open(&url).unwrap().batch_execute(&end).unwrap();
    // One of them may be used before it has been idle long enough to be checked.
    let first = db.write(|conn| Ok(conn.batch_execute("SELECT 1")?)).await;
    assert!(first.is_ok() || is_unavailable(&first), "{first:?}");
    for _ in 0..8 {
        db.read(pid).await.unwrap();
    }
}

/// As a primary does that another one has replaced.
#[cfg(feature = "testing")]
#[actix_web::test]
async fn connections_to_a_server_that_became_read_only_are_dropped() {
    let database = crate::testing::TestDatabase::new();
    let url = DatabaseUrl::parse(&database.url()).unwrap();
    let DatabaseUrl::Postgres(_) = url else { return };
    let db = Database::open(&url, 2).unwrap();
    let create =
        |conn: &mut Conn| Ok(conn.batch_execute("CREATE TABLE IF NOT EXISTS notes (id TEXT)")?);
    let become_read_only =
        |conn: &mut Conn| Ok(conn.batch_execute("SET default_transaction_read_only = on")?);
    // Both connections of the pool, because they wait for each other.
    let together = Arc::new(std::sync::Barrier::new(2));
    let one = || {
        let together = Arc::clone(&together);
        db.read(move |conn| {
            together.wait();
            become_read_only(conn)
        })
    };
    let both = futures_util::future::join(one(), one()).await;
    assert!(matches!(both, (Ok(()), Ok(()))));
    assert!(is_unavailable(&db.write(create).await));
    db.write(create).await.unwrap();
    // As long as all of them are, there is no database.
    let mut other = crate::db::open(&url).unwrap();
    let set = "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', \
               current_database()); END $$";
    other.batch_execute(set).unwrap();
    db.read(become_read_only).await.unwrap();
    for _ in 0..3 {
        assert!(is_unavailable(&db.write(create).await));
    }
    assert!(!db.answers().await);
    other.batch_execute(&set.replace("= on", "= off")).unwrap();
    healed(&db).await;
    db.write(create).await.unwrap();
}

#[cfg(feature = "testing")]
#[actix_web::test]
async fn a_server_that_is_away_is_passed_over_for_the_next_one() {
    let database = crate::testing::TestDatabase::new();
    let DatabaseUrl::Postgres(url) = DatabaseUrl::parse(&database.url()).unwrap() else { return };
    let (before, after) = url.split_once('@').unwrap();
    let url = DatabaseUrl::parse(&format!("{before}@127.0.0.1:1,{after}")).unwrap();
    let db = Database::open(&url, 2).unwrap();
    db.write(|conn| Ok(conn.batch_execute("CREATE TABLE notes (id TEXT)")?)).await.unwrap();
    assert!(db.answers().await);
}
