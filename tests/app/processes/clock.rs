//! Processes whose clock is wrong by weeks. A preloaded library shifts the time of the system's
//! library, which for a process is as if the machine's clock were wrong.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use diesel::connection::SimpleConnection;
use kernel::testing::TestApp;
use kernel::time::Timestamp;
use serde_json::{Value, json};

use super::client::Client;
use super::process::{ADMIN, PATIENCE, ServerProcess};
use crate::PRODUCT;
use crate::assessing::{ASSESSMENTS, place};
use crate::past_weeks::{BOARD, frozen, monday, stored};
use kernel::testing::PASSWORD;

/// Shifts the clock of a process by `CLOCK_DAYS`, and by a day more with each `SIGUSR2`.
const LIBRARY: &str = r#"
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t more;
static void pass_a_day(int number) { (void)number; more += 86400; }
__attribute__((constructor)) static void begin(void) { signal(SIGUSR2, pass_a_day); }

static time_t moved(void) {
    const char *days = getenv("CLOCK_DAYS");
    return (days ? atol(days) * 86400 : 0) + more;
}
int clock_gettime(clockid_t clock, struct timespec *now) {
    long done = syscall(SYS_clock_gettime, clock, now);
    if (done == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += moved();
    return (int)done;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec exact;
    int done = clock_gettime(CLOCK_REALTIME, &exact);
    if (now) { now->tv_sec = exact.tv_sec; now->tv_usec = exact.tv_nsec / 1000; }
    return done;
}
time_t time(time_t *into) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (into) *into = exact.tv_sec;
    return exact.tv_sec;
}
"#;

fn library(process: &ServerProcess) -> String {
    let (source, library) = (PathBuf::from(process.file("clock.c")), process.file("clock.so"));
    std::fs::write(&source, LIBRARY).unwrap();
    let mut build = Command::new("cc");
    build.args(["-shared", "-fPIC", "-O1", "-o", &library]).arg(&source);
    assert!(build.status().unwrap().success());
    library
}

fn board(client: &mut Client) -> Value {
    client.get(&format!("{BOARD}?period=all")).expect(200)
}

#[actix_web::test]
async fn clock_jump_and_a_leaderboard_request_lose_no_later_save() {
    let process = ServerProcess::new();
    let library = library(&process);
    let app = TestApp::on(&PRODUCT, process.database()).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina Gate", 2).await;
    let mut people = Vec::new();
    for _ in 0..4 {
        let (id, email) = app.account("estimations").await;
        let token = app.anonymous().login(&email, PASSWORD).await.expect(200);
        people.push((id.to_string(), app.bearer(token["accessToken"].as_str().unwrap())));
    }
    for (_, person) in &people {
        place.save(person, 0, 100_000).await.expect(201);
    }
    let at = |days: &str| {
        let node = process.serve_with(&[("LD_PRELOAD", &library), ("CLOCK_DAYS", days)]);
        let mut client = node.client();
        let token = client.sign_in(ADMIN, PASSWORD).token;
        (node.client().bearer(&token), node)
    };

    let (mut client, node) = at("22");
    let as_of: Timestamp = serde_json::from_value(board(&mut client)["asOf"].clone()).unwrap();
    // PostgreSQL has a clock of its own, and SQLite has that of its machine.
    assert_eq!(as_of > monday(1), !process.is_postgres(), "{as_of}");
    drop((client, node));

    place.save(&people[0].1, 1, 90_000).await.expect(201);
    let week = monday(0).day();
    assert!(frozen(&app).iter().all(|frozen| *frozen < week), "{:?}", frozen(&app));

    // Time passes, and the week is over.
    let (mut client, _node) = at("8");
    board(&mut client);
    if process.is_postgres() {
        assert!(frozen(&app).iter().all(|frozen| *frozen < week), "{:?}", frozen(&app));
    } else {
        let of_week = stored(&app).into_iter().filter(|row| row.week == week);
        let counted: Vec<_> = of_week.filter(|row| row.agent_id == people[0].0).collect();
        assert_eq!(counted.len(), 1);
        assert_eq!(counted[0].assessments, 2, "the later save is lost");
    }
}

#[actix_web::test]
async fn estimate_is_in_the_week_of_the_database_clock() {
    let process = ServerProcess::new();
    let library = library(&process);
    let app = TestApp::on(&PRODUCT, process.database()).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina Gate", 1).await;
    let (_, email) = app.account("estimations").await;
    let node = process.serve_with(&[("LD_PRELOAD", &library), ("CLOCK_DAYS", "-22")]);
    let token = node.client().sign_in(&email, PASSWORD).token;
    let mut client = node.client().bearer(&token);
    let saved = client.post(ASSESSMENTS, &place.estimate(0, 90_000)).expect(201);
    let at: Timestamp = serde_json::from_value(saved["updatedAt"].clone()).unwrap();
    assert_eq!(at >= monday(0), process.is_postgres(), "{at}");
    let path = format!("/api/backoffice/estimations/{}/history", saved["_id"].as_str().unwrap());
    let history = admin.get(&path).await.expect(200);
    assert_eq!(history["items"][0]["at"], json!(at));
}

#[actix_web::test]
async fn permission_to_link_ends_by_the_clock_also_where_the_user_is_cached() {
    let process = ServerProcess::new();
    let library = library(&process);
    let app = TestApp::on(&PRODUCT, process.database()).await;
    let (id, _) = app.account("user").await;
    let user = format!("/api/backoffice/users/{id}");
    let node = process.serve_with(&[("LD_PRELOAD", &library)]);
    let admin = || node.client().bearer(&node.client().sign_in(ADMIN, PASSWORD).token);
    let allowed = |client: &mut Client| client.get(&user).expect(200)["linkAllowed"].clone();
    let mut client = admin();
    client.post(&format!("{user}/allow-linking"), &Value::Null).expect(200);
    for _ in 0..20 {
        assert_eq!(allowed(&mut client), true);
    }
    // A day passes.
    node.signal("-USR2");
    let mut client = admin();
    let deadline = Instant::now() + PATIENCE;
    while allowed(&mut client) == true {
        assert!(Instant::now() < deadline, "a day after it was given, the permission is shown");
    }
}

#[actix_web::test]
async fn what_is_shown_of_a_record_does_not_depend_on_the_clock() {
    let process = ServerProcess::empty();
    let library = library(&process);
    let app = TestApp::on(&PRODUCT, process.database()).await;
    assert!(app.seed_demo().await);
    // A permission that ended six hours ago by one clock, and by the other will end in three weeks.
    let (id, _) = app.account("user").await;
    let given = chrono::Utc::now() - chrono::TimeDelta::hours(30);
    let given = given.format("%Y-%m-%d %H:%M:%S");
    let allow = format!(
        "UPDATE accounts SET link_allowed = TRUE, link_allowed_at = '{given}' WHERE id = '{id}'"
    );
    app.database().connect().batch_execute(&allow).unwrap();
    let at = |days: &str| {
        let node = process.serve_with(&[("LD_PRELOAD", &library), ("CLOCK_DAYS", days)]);
        let token = node.client().sign_in("admin@demo.test", "mizan-demo").token;
        (node.client().bearer(&token), node)
    };
    let ((mut present, _present), (mut past, _past)) = (at("0"), at("-22"));
    let document = app.anonymous().get("/api/openapi.json").await.expect(200);
    let resources = document["tags"].as_array().unwrap().iter().map(|tag| &tag["x-resource"]);
    let (mut compared, deadline) = (0, Instant::now() + PATIENCE);
    for resource in resources.filter(|resource| resource.is_object()) {
        let (path, id) =
            (resource["path"].as_str().unwrap(), resource["idField"].as_str().unwrap());
        let path = format!("{path}?limit=100&sort={id}:desc");
        let records = |client: &mut Client| client.get(&path).expect(200)["items"].clone();
        // What a periodic job writes meanwhile is in one of the answers first.
        let (mut one, mut other) = (records(&mut present), records(&mut past));
        while one != other {
            assert!(Instant::now() < deadline, "{path}: {one:#} {other:#}");
            (one, other) = (records(&mut present), records(&mut past));
        }
        compared += one.as_array().unwrap().len();
    }
    assert!(compared > 200, "{compared}");
}
