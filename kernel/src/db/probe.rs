//! Whether the database is there at all.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::web;
use diesel::connection::SimpleConnection;
use tokio::sync::Mutex;

use super::conn::{Access, Conn};
use crate::base::config::DatabaseUrl;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long an answer is believed: anybody may ask.
const FRESH: Duration = Duration::from_millis(250);

/// Asks the database, on a connection that nobody else uses.
#[derive(Clone)]
pub(super) struct Probe(Arc<Mutex<State>>);

struct State {
    url: DatabaseUrl,
    conn: Option<Conn>,
    told: Option<(Instant, bool)>,
}

impl Probe {
    pub(super) fn new(url: &DatabaseUrl) -> Self {
        Self(Arc::new(Mutex::new(State { url: url.clone(), conn: None, told: None })))
    }

    /// Whether the database answers in time.
    pub(super) async fn answers(&self) -> bool {
        let asking = async {
            let mut state = Arc::clone(&self.0).lock_owned().await;
            match state.told {
                Some((at, answers)) if at.elapsed() < FRESH => answers,
                // A panic has not been told to anybody as an answer.
                _ => web::block(move || state.ask()).await.unwrap_or(false),
            }
        };
        tokio::time::timeout(PATIENCE, asking).await.unwrap_or(false)
    }
}

impl State {
    fn ask(&mut self) -> bool {
        // Of SQLite this reads the file, of which a connection alone knows nothing.
        let question = match &self.url {
            DatabaseUrl::Sqlite(path) if !path.exists() => return false,
            DatabaseUrl::Sqlite(_) => "SELECT count(*) FROM sqlite_master",
            DatabaseUrl::Postgres(_) => "SELECT 1",
        };
        let answered = |mut conn: Conn| conn.batch_execute(question).is_ok().then_some(conn);
        self.conn = self
            .conn
            .take()
            .and_then(answered)
            .or_else(|| Conn::reopen(&self.url, Access::Read).ok().and_then(answered));
        let answers = self.conn.is_some();
        self.told = Some((Instant::now(), answers));
        answers
    }
}
