//! Checks whether the database answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::web;
use diesel::connection::SimpleConnection;
use tokio::sync::Mutex;

use super::conn::{Access, Conn};
use crate::base::config::DatabaseUrl;

/// The time limit for an answer.
const TIMEOUT: Duration = Duration::from_secs(1);

/// How long an answer is cached: any client may request the check.
const FRESH: Duration = Duration::from_millis(250);

/// Queries the database on a connection of its own.
#[derive(Clone)]
pub(super) struct Probe(Arc<Mutex<State>>);

struct State {
    url: DatabaseUrl,
    conn: Option<Conn>,
    last: Option<(Instant, bool)>,
}

impl Probe {
    pub(super) fn new(url: &DatabaseUrl) -> Self {
        Self(Arc::new(Mutex::new(State { url: url.clone(), conn: None, last: None })))
    }

    /// Returns whether the database answers in time.
    pub(super) async fn answers(&self) -> bool {
        let checking = async {
            let mut state = Arc::clone(&self.0).lock_owned().await;
            match state.last {
                Some((at, answers)) if at.elapsed() < FRESH => answers,
                // A panic counts as no answer.
                _ => web::block(move || state.check()).await.unwrap_or(false),
            }
        };
        tokio::time::timeout(TIMEOUT, checking).await.unwrap_or(false)
    }
}

impl State {
    fn check(&mut self) -> bool {
        let access = Access::to_read(&self.url);
        let test = |mut conn: Conn| {
            let answers = match &self.url {
                // Reads the file, because a connection alone does not notice that it is missing.
                DatabaseUrl::Sqlite(path) => {
                    path.exists()
                        && conn.batch_execute("SELECT count(*) FROM sqlite_master").is_ok()
                }
                DatabaseUrl::Postgres(_) => conn.answers(access),
            };
            answers.then_some(conn)
        };
        let known = self.conn.take().and_then(test);
        self.conn = known.or_else(|| Conn::reopen(&self.url, access).ok().and_then(test));
        let answers = self.conn.is_some();
        self.last = Some((Instant::now(), answers));
        answers
    }
}
