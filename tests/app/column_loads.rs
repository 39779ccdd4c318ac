//! Columns of large tables are loaded into memory by one job, within the memory limit: lists and questions wait
//! for it, and what finds no room is answered by the database.

use std::cell::Cell;
use std::pin::pin;
use std::time::{Duration, Instant};

use actix_web::rt::task::yield_now;
use diesel::connection::SimpleConnection;
use futures_util::future::{Either, join, join_all, select};
use kernel::seeded::SeededRandom;
use kernel::testing::TestApp;

use crate::PRODUCT;
use crate::lists_in_memory::{has_counted, projects, unit};

const UNITS: &str = "/api/backoffice/units";
const EXPLORE: &str = "/api/analytics/explore";

/// How long a test waits for what it expects.
const PATIENCE: Duration = Duration::from_secs(20);

/// More companies than a request loads the columns of.
fn many_companies() -> String {
    let at = "2026-11-01 00:00:00";
    let rows = (0..20_001).map(|row| format!("('{row:024x}', 'Company {row}', '{at}', '{at}')"));
    let rows = rows.collect::<Vec<_>>().join(", ");
    format!("INSERT INTO companies (id, name, created_at, updated_at) VALUES {rows}")
}

/// Loads what is lacking, as the job does, until `work` has ended. Returns how often there was something.
async fn with_loads<T>(app: &TestApp, work: impl Future<Output = T>) -> (T, usize) {
    let loads = Cell::new(0);
    let loading = async {
        loop {
            if app.lacks_columns() {
                loads.set(loads.get() + 1);
                app.try_to_load_columns().await;
            }
            yield_now().await;
        }
    };
    let Either::Left((done, _)) = select(pin!(work), pin!(loading)).await;
    (done, loads.get())
}

#[actix_web::test]
async fn the_database_answers_until_a_large_table_is_loaded() {
    let app = TestApp::of(&PRODUCT).await;
    app.database().connect().batch_execute(&many_companies()).unwrap();
    for query in ["search=77&page=3", "sort=email:desc"] {
        let (from_database, statements) = app.listed("companies", query, true).await;
        assert!(has_counted(&statements), "{query}");
        app.load_columns().await;
        let (from_memory, statements) = app.listed("companies", query, true).await;
        assert!(!has_counted(&statements), "{query}");
        assert_eq!(from_memory, from_database, "{query}");
    }
}

#[actix_web::test]
async fn lists_wait_for_the_columns_that_are_being_loaded_unless_the_database_is_quick() {
    let app = TestApp::of(&PRODUCT).await;
    app.database().connect().batch_execute(&many_companies()).unwrap();
    let own_order = app.origins("companies", "page=2").await.1;
    assert_eq!(own_order, ["memory", "database"], "the index of its own order answers");
    let queries = ["search=77", "sort=email:desc", "search=companY%201&limit=3"];
    let waiting = join_all(queries.iter().map(|query| app.origins("companies", query)));
    let (answers, _) = with_loads(&app, waiting).await;
    for (query, (answer, origins)) in queries.iter().zip(answers) {
        assert!(!origins.contains(&"database"), "{query}: {origins:?}");
        assert_eq!(answer, app.listed("companies", query, false).await.0, "{query}");
    }
}

#[actix_web::test]
async fn what_finds_no_room_is_answered_by_the_database_and_not_loaded_again() {
    let app = TestApp::of(&PRODUCT).await;
    app.database().connect().batch_execute(&many_companies()).unwrap();
    let ask = async |query: &str| {
        let ((answer, origins), loads) = with_loads(&app, app.origins("companies", query)).await;
        assert_eq!(answer, app.listed("companies", query, false).await.0, "{query}");
        (*origins.last().unwrap(), loads)
    };
    let queries = ["search=77", "sort=email:desc"];
    assert_eq!(ask(queries[0]).await, ("memory", 1));
    // The second one needs more than that.
    app.limit_columns(app.columns().0 + 10_000, None);
    assert_eq!(ask(queries[1]).await, ("database", 1));
    for _ in 0..3 {
        assert_eq!(ask(queries[0]).await, ("memory", 0));
        assert_eq!(ask(queries[1]).await, ("database", 0));
    }
    // With room they are loaded, and those that were not needed for a while make way for others.
    app.limit_columns(app.columns().0 + 10_000, Some(Duration::ZERO));
    let (before, _) = app.columns();
    assert_eq!(ask(queries[1]).await, ("memory", 1));
    assert!(app.columns().0 < before);
    // Nothing fits: a load ends before it has read the table.
    for limit in [1_000, 0] {
        let cramped = TestApp::on(&PRODUCT, app.database()).await;
        cramped.limit_columns(limit, None);
        for loads in [1, 0] {
            let ((_, origins), loaded) =
                with_loads(&cramped, cramped.origins("companies", queries[1])).await;
            assert_eq!((*origins.last().unwrap(), loaded), ("database", loads), "{limit}");
            assert_eq!(cramped.columns().0, 0);
        }
    }
}

#[actix_web::test]
async fn columns_are_loaded_from_the_start_as_far_as_there_is_room() {
    let app = TestApp::of(&PRODUCT).await;
    app.database().connect().batch_execute(&many_companies()).unwrap();
    app.note_declared_columns();
    assert!(app.lacks_columns());
    app.load_columns().await;
    for query in ["search=77&page=3", "sort=email:desc"] {
        let (from_memory, statements) = app.listed("companies", query, true).await;
        assert!(!has_counted(&statements), "{query}");
        assert_eq!(from_memory, app.listed("companies", query, false).await.0, "{query}");
    }
    let (all, evicted) = app.columns();
    assert_eq!(evicted, 0);
    let small = TestApp::on(&PRODUCT, app.database()).await;
    small.limit_columns(all - 200_000, None);
    small.note_declared_columns();
    small.load_columns().await;
    assert!(!small.lacks_columns());
    let bytes = small.columns().0;
    assert!((all / 4..=all - 200_000).contains(&bytes), "{bytes} of {all}");
}

#[actix_web::test]
async fn the_database_answers_at_once_while_columns_cannot_be_loaded() {
    let app = TestApp::of(&PRODUCT).await;
    let mut conn = app.database().connect();
    conn.batch_execute(&many_companies()).unwrap();
    let answered_by = async |query: &str| {
        let begun = Instant::now();
        let ((_, origins), _) = with_loads(&app, app.origins("companies", query)).await;
        // Lists wait for half a minute where a load may succeed.
        assert!(begun.elapsed() < PATIENCE, "{query} has waited");
        *origins.last().unwrap()
    };
    assert_eq!(answered_by("search=77").await, "memory");
    // Columns of a row that was inserted behind the product's back do not fit those in memory.
    let id = "f".repeat(24);
    let mut unnoticed = |change: &str| {
        let forget = format!("DELETE FROM changed_rows WHERE row_key = '{id}'");
        conn.batch_execute(&format!("BEGIN; {change}; {forget}; COMMIT")).unwrap();
    };
    let at = "2026-11-01 00:00:00";
    unnoticed(&format!(
        "INSERT INTO companies (id, name, created_at, updated_at) VALUES ('{id}', '?', '{at}', '{at}')"
    ));
    for query in ["sort=email:desc", "sort=email", "sort=email:desc&page=2"] {
        assert_eq!(answered_by(query).await, "database", "{query}");
    }
    assert_eq!(answered_by("search=78").await, "memory");
    // It is tried again.
    unnoticed(&format!("DELETE FROM companies WHERE id = '{id}'"));
    let begun = Instant::now();
    while !app.lacks_columns() {
        assert!(begun.elapsed() < PATIENCE, "it is not tried again");
        yield_now().await;
    }
    app.load_columns().await;
    assert_eq!(answered_by("sort=email:desc").await, "memory");
}

/// Makes more units of one than a question loads the columns of.
fn many_units(app: &TestApp) {
    let mut conn = app.database().connect();
    let id = match conn.is_sqlite() {
        true => "lower(hex(randomblob(12)))",
        false => "substr(md5(random()::text || id), 1, 24)",
    };
    for _ in 0..15 {
        let copy = format!(
            "CREATE TEMPORARY TABLE copies AS SELECT * FROM units;
             UPDATE copies SET id = {id}, unit_number = {id}, unit_number_order = {id};
             INSERT INTO units SELECT * FROM copies;
             DROP TABLE copies;"
        );
        conn.batch_execute(&copy).unwrap();
    }
}

#[actix_web::test]
async fn questions_and_lists_share_the_load_of_a_large_table_and_none_is_refused() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (projects, developer) = projects(&admin).await;
    let mut random = SeededRandom::new(23, 0, 0);
    admin.post(UNITS, unit(&mut random, (&projects[0], &developer), 1)).await.expect(201);
    many_units(&app);
    let explore = format!("{EXPLORE}?dataset=units&measures=units&rows=");
    let paths = ["project", "bedrooms", "developer", "status"];
    let paths = paths.iter().flat_map(|rows| {
        [format!("{explore}{rows}"), format!("{UNITS}?sort=view&search=sea&page={}", rows.len())]
    });
    let paths: Vec<String> = paths.collect();
    let answers = join_all(paths.iter().map(|path| admin.get(path)));
    let (answers, loads) = with_loads(&app, answers).await;
    for (answer, path) in answers.into_iter().zip(&paths) {
        assert_eq!(answer.status, 200, "{path}");
    }
    assert!((1..=4).contains(&loads), "{loads} loads");
    let answer = admin.get(&format!("{explore}status")).await.expect(200);
    assert_eq!(answer["rows"][0]["values"]["units"]["value"], 32_768.0);
    // Without room a question reads for itself.
    let cramped = TestApp::on(&PRODUCT, app.database()).await;
    cramped.limit_columns(1_000, None);
    let cramped_admin = cramped.sign_in("admin").await;
    let (same, _) = with_loads(&cramped, cramped_admin.get(&format!("{explore}status"))).await;
    assert_eq!(same.expect(200)["rows"], answer["rows"]);
}

#[actix_web::test]
async fn a_download_that_waits_for_columns_occupies_no_export() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (projects, developer) = projects(&admin).await;
    let mut random = SeededRandom::new(23, 0, 0);
    admin.post(UNITS, unit(&mut random, (&projects[0], &developer), 1)).await.expect(201);
    many_units(&app);
    let path = format!("{EXPLORE}/export?dataset=units&measures=units&rows=status");
    let others = async {
        while !app.lacks_columns() {
            yield_now().await;
        }
        let begun = Instant::now();
        while app.occupy_exports().is_none() {
            assert!(begun.elapsed() < PATIENCE, "it occupies one");
            yield_now().await;
        }
        app.load_columns().await;
    };
    let (answer, ()) = join(admin.get(&path), others).await;
    assert_eq!(answer.status, 200);
}

#[actix_web::test]
async fn a_question_reads_a_large_table_for_itself_whose_columns_would_not_last() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (projects, developer) = projects(&admin).await;
    let mut random = SeededRandom::new(23, 0, 0);
    admin.post(UNITS, unit(&mut random, (&projects[0], &developer), 1)).await.expect(201);
    let mut conn = app.database().connect();
    let at = "2026-11-01 00:00:00";
    // The primary key of their projects has two columns.
    let rotations = (0..20_001).map(|row| format!("('{row:024x}', 'Week {row}', '{at}', '{at}')"));
    let rotations = rotations.collect::<Vec<_>>().join(", ");
    let many = format!(
        "INSERT INTO rotations (id, name, created_at, updated_at) VALUES {rotations};
         INSERT INTO rotation_projects (rotation_id, project_id, position)
         SELECT rotations.id, '{}', 1 FROM rotations;",
        projects[0]
    );
    conn.batch_execute(&many).unwrap();
    let path = format!("{EXPLORE}?dataset=units&measures=units&rows=rotation&limit=");
    for limit in 1..4 {
        let path = format!("{path}{limit}");
        let (answer, loads) = with_loads(&app, admin.get(&path)).await;
        assert_eq!(answer.expect(200)["rows"][0]["values"]["units"]["value"], 1.0);
        // The names of rotations are loaded once.
        assert_eq!(loads, usize::from(limit == 1), "{limit}");
        let change = "UPDATE rotation_projects SET position = position + 1";
        conn.batch_execute(&format!("{change} WHERE rotation_id = '{:024x}'", 7)).unwrap();
    }
}
