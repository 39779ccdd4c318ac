//! Runs long work: for a client that waits for its answer, or as a job.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::{HttpResponse, rt};
use tokio::runtime::Builder;
use tokio::task::LocalSet;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::progress::{Progress, Steps};
use super::queries::{self, JobRow};
use super::{Ended, Job, JobKind, PATH, SILENT, refused};
use crate::base::error::{Error, Result};
use crate::base::from_request::from_request;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::actor::Actor;
use crate::records::core::Core;
use crate::records::handler::{Argument, Implied};
use crate::records::idempotency::{Answer, HEADER, IdempotentRequest};
use crate::records::request::RequestContext;

/// The header by which a client asks for a job, its value, and the header that says so of the answer.
pub(crate) const PREFER: &str = "Prefer";
pub(crate) const RESPOND_ASYNC: &str = "respond-async";
const APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// How many jobs a user may have running.
const MOST: i64 = 5;
const TOO_MANY: &str = "Five of your jobs are running. Try again when one of them has ended";

/// How often a process reports of its jobs.
const REPORTED_EVERY: Duration = Duration::from_secs(1);

/// How often, and how far apart, it is tried to store what came of a job while the database does not answer.
const ATTEMPTS: u32 = 60;
const BETWEEN: Duration = Duration::from_secs(1);

/// A job that is to be begun.
pub(crate) struct NewJob {
    pub(crate) kind: JobKind,
    pub(crate) resource: Option<String>,
    /// The change set that it applies or undoes.
    pub(crate) change_set: Option<Id>,
}

impl NewJob {
    pub(crate) fn of(kind: JobKind, resource: &str) -> Self {
        Self { kind, resource: Some(resource.to_owned()), change_set: None }
    }
}

/// The request of an operation that may take long. A handler takes it as an argument; its client may ask for a job.
pub(crate) struct LongRequest {
    core: Arc<Core>,
    by: Actor,
    rules: String,
    is_job: bool,
}

from_request!(LongRequest, |request| {
    let is_job = prefers_job(request.headers());
    let context = RequestContext::extract(request).into_inner()?;
    Ok(Self { rules: context.of_rules(), core: context.core, by: context.by, is_job })
});

impl Argument for LongRequest {
    const IMPLIED: &'static [Implied] = &[Implied::Job];
}

/// Returns whether a client asks for a job.
fn prefers_job(headers: &HeaderMap) -> bool {
    let values = headers.get_all(PREFER).filter_map(|value| value.to_str().ok());
    let mut preferences = values.flat_map(|value| value.split(','));
    preferences.any(|one| {
        one.split(';').next().is_some_and(|name| name.trim().eq_ignore_ascii_case(RESPOND_ASYNC))
    })
}

impl LongRequest {
    /// Returns whether the client asks for a job.
    pub(crate) fn is_job(&self) -> bool {
        self.is_job
    }

    /// Does `work` to its end, also when the client disconnects, and responds with its answer; or begins a job that does it,
    /// and responds with the job. `once` is the idempotent request, which `work` honours by itself; of a job it yields the same job
    /// again.
    ///
    /// # Errors
    /// Those of `work`; of a job 429 when its user has too many.
    pub(crate) async fn respond<F, A>(
        self,
        new: NewJob,
        once: Option<IdempotentRequest>,
        work: impl FnOnce(Progress) -> F + Send + 'static,
    ) -> Result<HttpResponse>
    where
        F: Future<Output = Result<A>> + 'static,
        A: Into<Ended> + 'static,
    {
        if !self.is_job {
            let done = rt::spawn(work(Progress::default())).await.map_err(Error::internal)??;
            return Ok(done.into().answer.respond());
        }
        let Self { core, by, rules, .. } = self;
        let row = row_of(new, &by, rules.clone(), once.as_ref());
        let id = row.id.clone();
        let begin = move |conn: &mut Conn| begin(conn, row, once.as_ref());
        let stored = core.db.write(begin).await?;
        if stored.id == id {
            let request = by.request.as_ref().unwrap_or(&id).to_string();
            run(core, (id, request), work)?;
        }
        let location = format!("{PATH}/{}", stored.id);
        let job = Answer::json(StatusCode::ACCEPTED, &Job::seen(stored, &rules, true)?)?;
        let mut response = Answer { location: Some(location), ..job }.respond();
        response.headers_mut().insert(APPLIED, HeaderValue::from_static(RESPOND_ASYNC));
        Ok(response)
    }
}

fn row_of(
    NewJob { kind, resource, change_set }: NewJob,
    by: &Actor,
    rules: String,
    once: Option<&IdempotentRequest>,
) -> JobRow {
    let now = Timestamp::now();
    let Steps { stage, .. } = Steps::default();
    let (key, fingerprint) = once.map(IdempotentRequest::key_and_fingerprint).unzip();
    JobRow {
        id: Id::new(),
        account_id: by.id.clone(),
        kind,
        resource,
        change_set_id: change_set,
        idempotency_key: key,
        fingerprint,
        rules,
        stage,
        done: 0,
        total: 0,
        status: 0,
        body: None,
        location: None,
        file: None,
        created_at: now,
        reported_at: now,
        ended_at: None,
    }
}

/// Stores a job, or returns the one with the same idempotency key.
fn begin(conn: &mut Conn, row: JobRow, once: Option<&IdempotentRequest>) -> Result<JobRow> {
    let running = Timestamp::now().plus_seconds(-SILENT);
    let mut known = match &row.idempotency_key {
        Some(key) => queries::with_key(conn, &row.account_id, key)?,
        None => None,
    };
    // What was refused may be tried again, as any request.
    if let Some(failed) = known.take_if(|known| known.has_failed()) {
        queries::free_key(conn, &failed.id)?;
    }
    if known.is_none() && queries::count_running(conn, &row.account_id, running)? >= MOST {
        return Err(Error::TooOften(TOO_MANY, 5));
    }
    if known.is_none() && queries::insert(conn, &row)? {
        return Ok(row);
    }
    let (account, once) = (&row.account_id, once.map(IdempotentRequest::key_and_fingerprint));
    let Some((key, fingerprint)) = once else {
        return Err(Error::internal("a job was not stored"));
    };
    // Another request with this key may have stored one since.
    let known = match known {
        Some(known) => known,
        None => queries::with_key(conn, account, &key)?.ok_or(Error::NotFound)?,
    };
    match known.fingerprint.as_ref() == Some(&fingerprint) {
        true => Ok(known),
        false => Err(Error::invalid("", format!("This {HEADER} was used for another request"))),
    }
}

/// Does the work of a job on a thread of its own, so that it depends on no connection and on no worker.
fn run<F, A>(
    core: Arc<Core>,
    (id, request): (Id, String),
    work: impl FnOnce(Progress) -> F + Send + 'static,
) -> Result<()>
where
    F: Future<Output = Result<A>> + 'static,
    A: Into<Ended> + 'static,
{
    let runtime = Builder::new_current_thread().enable_all().build().map_err(Error::internal)?;
    let running = core.jobs.begin();
    let perform = move || {
        let _running = running;
        let progress = Progress::default();
        let done = async {
            let reporting = rt::spawn(report(Arc::clone(&core), id.clone(), progress.clone()));
            let done = rt::spawn(work(progress.clone())).await;
            reporting.abort();
            let ended = match done {
                Ok(Ok(done)) => done.into(),
                Ok(Err(error)) => refused(&error, request)?,
                Err(panicked) => refused(&Error::internal(panicked), request)?,
            };
            end(&core, id, progress.now(), ended).await
        };
        if let Err(error) = LocalSet::new().block_on(&runtime, done) {
            tracing::error!(%error, "what came of a job was not stored");
        }
    };
    thread::Builder::new().name("job".into()).spawn(perform).map(drop).map_err(Error::internal)
}

/// Stores how far a job is, every second.
async fn report(core: Arc<Core>, id: Id, progress: Progress) {
    let mut ticks = interval(REPORTED_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let (id, steps) = (id.clone(), progress.now());
        let store = move |conn: &mut Conn| queries::report(conn, &id, steps, Timestamp::now());
        if let Err(error) = core.db.write(store).await {
            tracing::debug!(%error, "how far a job is was not stored");
        }
    }
}

/// Stores what came of a job.
async fn end(core: &Core, id: Id, steps: Steps, ended: Ended) -> Result<()> {
    let ended = Arc::new(ended);
    for attempt in 1.. {
        let (id, ended) = (id.clone(), Arc::clone(&ended));
        let store = move |conn: &mut Conn| {
            queries::report(conn, &id, steps, Timestamp::now())?;
            queries::end(conn, &id, &ended, Timestamp::now())
        };
        match core.db.write_patiently(store).await {
            Err(error) if error.is_passing() && attempt < ATTEMPTS => sleep(BETWEEN).await,
            stored => return stored,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_asked_for_by_one_of_several_preferences() {
        for (values, is_job) in [
            (&["respond-async"][..], true),
            (&["return=minimal, Respond-Async; x=1"], true),
            (&["wait=10", "respond-async"], true),
            (&["respond-asynchronously"], false),
            (&["wait=10"], false),
            (&[], false),
        ] {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(HeaderName::from_static("prefer"), HeaderValue::from_static(value));
            }
            assert_eq!(prefers_job(&headers), is_job, "{values:?}");
        }
    }
}
