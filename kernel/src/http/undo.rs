//! Reverses a request: POST /api/backoffice/undo.

use std::sync::Arc;

use actix_web::HttpResponse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::{Conn, statements};
use crate::post;
use crate::records::actor::Actor;
use crate::records::body::Valid;
use crate::records::change_sets;
use crate::records::core::Core;
use crate::records::handler::Routes;
use crate::records::idempotency::{Answer, IdempotentRequest};
use crate::records::jobs::work::{LongRequest, NewJob};
use crate::records::jobs::{JobKind, Progress, Stage};
use crate::records::request::RequestContext;
use crate::records::slices::{SlicesLock, in_slices};
use crate::records::undo::{self, Undo, UndoneRecord};
use crate::utoipa;

/// Up to how many revisions an undo is a write like any other.
const FEW: u64 = 200;

/// Mounts the operation, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(undo_create);
}

/// The request to undo.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct UndoRequest {
    /// The identifier of the request, as its answer has it in `X-Request-Id` and the history of its records in
    /// `request`.
    request_id: Id,
}

/// The result of an undo.
#[derive(Serialize, JsonSchema)]
struct Undone {
    /// Number of records that are as they were before the request.
    #[schemars(range(min = 0))]
    undone: u64,
}

/// Undo a request
///
/// Reverses every change of records that a request made: a save, a deletion, a verb, a bulk change, an import, or
/// another undo. All of it is reversed, or nothing. What the request created is deleted, what it deleted comes back
/// under its own identifier, and what it changed is as before. Each reversal is a version in the history of its
/// record, so that an undo can be undone.
///
/// The caller needs the permissions of the opposite changes: `delete` for what was created, `restore` for what was
/// deleted, `update` for what was changed, and that of the opposite verb. Rules, references and unique keys hold as
/// for any change. A request of which the caller can read nothing is a 404.
///
/// The operations that can be undone have `x-undoable` in this document. A record that was changed since, and a change
/// that cannot be undone, such as a new password, are a 409 that names them.
#[post(
    "/backoffice/undo",
    tag = "changes",
    permission = "signed-in",
    response(200, "How many records are as they were", Undone),
    problem(404, "No such request, or nothing of it that the caller can read"),
    problem(409, "Records that were changed since, or whose change cannot be undone")
)]
async fn undo_create(
    context: RequestContext,
    long: LongRequest,
    body: Valid<UndoRequest>,
) -> Result<HttpResponse> {
    let core = Arc::clone(&context.core);
    let UndoRequest { request_id } = body.value;
    let (of, request) = (Arc::clone(&core.records), request_id.clone());
    let count = core.db.read(move |conn| undo::count(conn, &of, &request)).await?;
    if count <= FEW && !long.is_job() {
        return context
            .write(&body.json, move |writing| {
                let by = (writing.by, &Progress::default());
                undo_whole(writing.conn, &core, &request_id, by)
            })
            .await;
    }
    let once = context.once(body.json.to_string().as_bytes());
    let new = NewJob { kind: JobKind::Undo, resource: None, change_set: None };
    let (by, of) = (context.by.clone(), once.clone());
    long.respond(new, of, move |progress| {
        LongUndo { core, request: request_id, by, once, progress }.perform()
    })
    .await
}

/// Undoes a request in the current transaction.
fn undo_whole(
    conn: &mut Conn,
    core: &Core,
    request: &Id,
    (by, progress): (&Actor, &Progress),
) -> Result<Answer> {
    let mut undo = Undo::plan(conn, core, request, (by, false))?;
    let undone = undo.count();
    progress.begin(Stage::Writing, undone);
    let note = |_: &mut Conn, _: &UndoneRecord| {
        progress.advance(1);
        Ok(())
    };
    undo.write(conn, (core, by), None, note)?;
    finish(conn, request, by, undone)
}

/// Stores that the request is undone, where it applied a change set, or undid one.
fn finish(conn: &mut Conn, request: &Id, by: &Actor, undone: u64) -> Result<Answer> {
    change_sets::queries::redone_with(conn, request, by.request.as_ref())?;
    change_sets::queries::undone_with(conn, request, by.request.as_ref())?;
    Answer::ok(&Undone { undone })
}

/// The undo of a request that changed many records.
struct LongUndo {
    core: Arc<Core>,
    request: Id,
    by: Actor,
    once: Option<IdempotentRequest>,
    progress: Progress,
}

impl LongUndo {
    async fn perform(self) -> Result<Answer> {
        let this = Arc::new(self);
        let work = Arc::clone(&this).reverse();
        this.core.idempotently(this.once.clone(), work).await
    }

    async fn reverse(self: Arc<Self>) -> Result<Answer> {
        let this = self;
        if !this.core.db.has_one_writer() {
            return this.in_one_transaction().await;
        }
        let lock = SlicesLock::take_patiently(&this.core).await?;
        let inner = Arc::clone(&this);
        let planned = this.core.db.read_table(move |conn| {
            statements::snapshot(conn, |conn| {
                Undo::plan(conn, &inner.core, &inner.request, (&inner.by, false))
            })
        });
        let mut undo = planned.await?;
        if undo.is_whole() {
            return this.in_one_transaction().await;
        }
        let undone = undo.count();
        this.progress.begin(Stage::Writing, undone);
        let inner = Arc::clone(&this);
        let step = move |conn: &mut Conn, until| {
            undo.write(conn, (&inner.core, &inner.by), until, |_, _| {
                inner.progress.advance(1);
                Ok(())
            })
        };
        let inner = Arc::clone(&this);
        let commit = move |conn: &mut Conn| {
            let finish = |conn: &mut Conn| finish(conn, &inner.request, &inner.by, undone);
            IdempotentRequest::perform_if_any(inner.once.as_ref(), conn, finish)
        };
        in_slices(&this.core, &lock, undone, step, commit).await
    }

    async fn in_one_transaction(self: Arc<Self>) -> Result<Answer> {
        let this = Arc::clone(&self);
        let whole = move |conn: &mut Conn| {
            let by = (&this.by, &this.progress);
            let undo = |conn: &mut Conn| undo_whole(conn, &this.core, &this.request, by);
            IdempotentRequest::perform_if_any(this.once.as_ref(), conn, undo)
        };
        self.core.db.write_patiently(whole).await
    }
}
