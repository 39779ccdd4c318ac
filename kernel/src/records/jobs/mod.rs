//! Jobs: long work that a client does not wait for.
//!
//! A client that sends `Prefer: respond-async` gets a 202 with a job at once, and asks the job how far it is and what came of
//! it: the answer that the request would have had. So a page after a reload, or a phone that lost its network, finds the
//! work where it is. `work` runs jobs, `progress` counts their steps, `parts` stores the files that exports make, `queries`
//! holds the SQL.
//!
//! A job has a row from its start, to which its process reports every second. When a process ends, its jobs end with it: what they had
//! written is undone, as for any request, and a job from which nothing comes any more is shown as one that failed.

pub(crate) mod parts;
mod progress;
pub(crate) mod queries;
pub(crate) mod work;

use actix_web::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::records::idempotency::Answer;
use parts::StoredFile;
pub(crate) use progress::{Progress, ReadProgress, Stage};
use queries::JobRow;

/// The path of the operations on jobs.
pub(crate) const PATH: &str = "/api/jobs";

/// How long a job is kept after its start, and the file that it made, in seconds.
pub(crate) const RETENTION_SECONDS: i64 = 24 * 60 * 60;

/// After how many seconds without a report a job is taken to have ended with its process.
const SILENT: i64 = 30;

const INTERRUPTED: &str =
    "The server stopped before this had ended, and took back what it had changed. Do it again";

crate::text_enum! {
    /// What a job does.
    pub(crate) enum JobKind {
        Import = ("import", "Import"),
        // It plans a change set.
        Plan = ("plan", "Plan"),
        // It applies a change set.
        Apply = ("apply", "Apply"),
        Undo = ("undo", "Undo"),
        Export = ("export", "Export"),
    }
}

crate::text_enum! {
    /// What has become of a job.
    pub(crate) enum JobState {
        Running = ("running", "Running"),
        Done = ("done", "Done"),
        Failed = ("failed", "Failed"),
    }
}

/// Long work that a user asked for, how far it is, and what came of it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Job {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// What it does.
    kind: JobKind,
    /// The resource whose records it is about; null when that is not one.
    resource: Option<String>,
    /// The change set that it applies or undoes.
    change_set: Option<Id>,
    /// What has become of it.
    state: JobState,
    /// What it does at the moment, or did last.
    stage: Stage,
    /// How many steps of that stage are done, mostly records.
    #[schemars(range(min = 0))]
    done: i64,
    /// How many steps that stage has; null while that is not known.
    total: Option<i64>,
    /// When it began.
    created_at: Timestamp,
    /// When it ended; null until then.
    ended_at: Option<Timestamp>,
    /// The HTTP status that the request would have had; null until it has ended.
    #[schemars(range(min = 200, max = 599))]
    status: Option<i32>,
    /// The header `Location` that the answer would have had.
    location: Option<String>,
    /// The answer that the request would have had, or its problem document. It is null in the list of jobs, when it is a
    /// file, and to a user whose rules have changed since.
    answer: Option<Value>,
    /// The file that it made, at `…/{id}/file`.
    file: Option<JobFile>,
}

/// A file that a job made.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct JobFile {
    /// The name to save it under.
    name: String,
    /// The media type.
    #[serde(rename = "type")]
    content_type: String,
    /// The number of bytes.
    #[schemars(range(min = 0))]
    size: u64,
}

/// How a job ended.
pub(crate) struct Ended {
    pub(crate) answer: Answer,
    pub(crate) file: Option<StoredFile>,
}

impl From<Answer> for Ended {
    fn from(answer: Answer) -> Self {
        Self { answer, file: None }
    }
}

impl Job {
    /// Returns a job as its user sees it, who is under these rules; with its answer, if that is wanted.
    ///
    /// # Errors
    /// Internal for a row that cannot be read.
    pub(crate) fn seen(row: JobRow, rules: &str, with_answer: bool) -> Result<Self> {
        let is_silent = row.is_silent();
        let is_same = row.rules == rules;
        let (state, status, body, ended_at) = match row.status {
            0 if is_silent => {
                let error = Error::Busy(INTERRUPTED);
                let problem = serde_json::to_string(&error.problem(row.id.to_string()));
                let body = Some(problem.map_err(Error::internal)?);
                (JobState::Failed, Some(503), body, Some(row.reported_at))
            }
            0 => (JobState::Running, None, None, None),
            status => {
                let is_done = (200..300).contains(&status);
                let state = if is_done { JobState::Done } else { JobState::Failed };
                (state, Some(status), row.body, row.ended_at)
            }
        };
        let body = body.filter(|_| with_answer && is_same);
        let answer = body.map(|body| serde_json::from_str(&body)).transpose();
        Ok(Self {
            id: row.id,
            kind: row.kind,
            resource: row.resource,
            change_set: row.change_set_id,
            state,
            stage: row.stage,
            done: row.done,
            total: Some(row.total).filter(|total| *total > 0),
            created_at: row.created_at,
            ended_at,
            status,
            location: row.location,
            answer: answer.map_err(Error::internal)?,
            file: file_of(row.file.filter(|_| is_same).as_deref())?.map(JobFile::from),
        })
    }
}

impl JobRow {
    /// Returns whether its process has reported nothing for a while.
    fn is_silent(&self) -> bool {
        self.reported_at < Timestamp::now().plus_seconds(-SILENT)
    }

    fn has_failed(&self) -> bool {
        self.status >= 400 || (self.status == 0 && self.is_silent())
    }

    /// Returns the file that a job made for a user who is under these rules.
    ///
    /// # Errors
    /// 404 when there is none.
    pub(crate) fn file_for(&self, rules: &str) -> Result<StoredFile> {
        let file = self.file.as_deref().filter(|_| self.rules == rules);
        file_of(file)?.ok_or(Error::NotFound)
    }
}

impl From<StoredFile> for JobFile {
    fn from(StoredFile { name, content_type, size, .. }: StoredFile) -> Self {
        Self { name, content_type, size }
    }
}

fn file_of(text: Option<&str>) -> Result<Option<StoredFile>> {
    text.map(serde_json::from_str).transpose().map_err(Error::internal)
}

/// Returns how a request that failed would have been answered.
fn refused(error: &Error, request: String) -> Result<Ended> {
    let problem = error.problem(request);
    let status = StatusCode::from_u16(problem.status).map_err(Error::internal)?;
    Ok(Answer::json(status, &problem)?.into())
}
