//! Undoes change sets that were applied: what their request changed is reversed, as by `POST /api/backoffice/undo`.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::readable;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::{Conn, statements};
use crate::records::actor::Actor;
use crate::records::change_sets::queries::{self, SetRow};
use crate::records::change_sets::{ChangeSet, SetState, applying};
use crate::records::core::Core;
use crate::records::handler::Routes;
use crate::records::idempotency::{Answer, IdempotentRequest};
use crate::records::jobs::work::{LongRequest, NewJob};
use crate::records::jobs::{JobKind, Progress, Stage};
use crate::records::request::RequestContext;
use crate::records::slices::{SlicesLock, in_slices, is_one_transaction};
use crate::records::undo::{self, Outcome, Undo, UndoneRecord};
use crate::{post, utoipa};

/// Mounts the operation.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(change_set_undo);
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UndoParameters {
    /// Leaves records as they are that were changed since, or whose reversal is refused; their rows say so.
    #[serde(default)]
    #[param(required = false, default = false)]
    skip_changed: bool,
}

/// Undo a change set
///
/// Reverses all that the set changed, or nothing: records that were changed since are a 409 that names them. With
/// `skipChanged` the rest is reversed, and the `state` of each row is `reversed`, `kept` (changed since) or `refused`. The caller
/// needs the permissions of the opposite changes.
#[post(
    "/backoffice/change-sets/{id:[0-9a-f]{24}}/undo",
    tag = "change-sets",
    permission = "signed-in",
    path(id = "The identifier of the set."),
    params(UndoParameters),
    response(200, "The undone set", ChangeSet),
    problem(404, "The caller sees no such change set"),
    problem(409, "Records have been changed since, or the set is not applied")
)]
async fn change_set_undo(
    context: RequestContext,
    long: LongRequest,
    id: web::Path<Id>,
    parameters: web::Query<UndoParameters>,
) -> Result<HttpResponse> {
    let (once, id, skip_changed) = (context.once(b""), id.into_inner(), parameters.skip_changed);
    let new = NewJob { kind: JobKind::Undo, resource: None, change_set: Some(id.clone()) };
    long.respond(new, once.clone(), move |progress| {
        let (core, by) = (Arc::clone(&context.core), context.by);
        Arc::new(Undoing { core, by, once, id, skip_changed, progress }).run()
    })
    .await
}

/// A set that is to be undone.
pub(super) struct Undoing {
    pub(super) core: Arc<Core>,
    pub(super) by: Actor,
    pub(super) once: Option<IdempotentRequest>,
    pub(super) id: Id,
    pub(super) skip_changed: bool,
    pub(super) progress: Progress,
}

/// The records that stay as they are.
type Left = Vec<UndoneRecord>;

impl Undoing {
    pub(super) async fn run(self: Arc<Self>) -> Result<Answer> {
        let this = Arc::clone(&self);
        self.core.idempotently(self.once.clone(), this.perform()).await
    }

    async fn perform(self: Arc<Self>) -> Result<Answer> {
        let this = Arc::clone(&self);
        let check = move |conn: &mut Conn| {
            let set = readable(queries::find(conn, &this.id)?, &this.core, &this.by)?;
            let request = request_of(&set)?;
            let count = undo::count(conn, &this.core.records, &request)?;
            Ok((request, count))
        };
        let (request, count) = self.core.db.read(check).await?;
        if is_one_transaction(&self.core, count) {
            let this = Arc::clone(&self);
            return self
                .core
                .db
                .write_patiently(move |conn| this.whole(conn, &request, count))
                .await;
        }
        let lock = SlicesLock::take_patiently(&self.core).await?;
        let this = Arc::clone(&self);
        let of = request.clone();
        let plan = move |conn: &mut Conn| statements::snapshot(conn, |conn| this.plan(conn, &of));
        let mut undo = self.core.db.read_table(plan).await?;
        if undo.is_whole() {
            let this = Arc::clone(&self);
            return self
                .core
                .db
                .write_patiently(move |conn| this.whole(conn, &request, count))
                .await;
        }
        let count = undo.count();
        self.progress.begin(Stage::Writing, count);
        let left = Arc::new(parking_lot::Mutex::new(Left::new()));
        let (this, leaving) = (Arc::clone(&self), Arc::clone(&left));
        let step = move |conn: &mut Conn, until| {
            undo.write(conn, (&this.core, &this.by), until, |_, record| {
                this.progress.advance(1);
                note_left(&mut leaving.lock(), record);
                Ok(())
            })
        };
        let this = Arc::clone(&self);
        let commit = move |conn: &mut Conn| {
            let left = std::mem::take(&mut *left.lock());
            let finish = |conn: &mut Conn| this.finish(conn, &left);
            IdempotentRequest::perform_if_any(this.once.as_ref(), conn, finish)
        };
        in_slices(&self.core, &lock, count, step, commit).await
    }

    fn plan(&self, conn: &mut Conn, request: &Id) -> Result<Undo> {
        Undo::plan(conn, &self.core, request, (&self.by, self.skip_changed))
    }

    /// Undoes the set in the current transaction.
    fn whole(&self, conn: &mut Conn, request: &Id, count: u64) -> Result<Answer> {
        IdempotentRequest::perform_if_any(self.once.as_ref(), conn, |conn| {
            let mut left = Left::new();
            statements::lock_out_imports(conn)?;
            request_of(&applying::lock(conn, &self.id)?)?;
            if count > 0 {
                let mut undo = self.plan(conn, request)?;
                self.progress.begin(Stage::Writing, undo.count());
                let mut note = |_: &mut Conn, record: &UndoneRecord| {
                    self.progress.advance(1);
                    note_left(&mut left, record);
                    Ok(())
                };
                while !undo.write(conn, (&self.core, &self.by), None, &mut note)? {}
            }
            self.finish(conn, &left)
        })
    }

    /// Stores that the set is undone, and which records stay as they are.
    fn finish(&self, conn: &mut Conn, left: &[UndoneRecord]) -> Result<Answer> {
        let set = applying::lock(conn, &self.id)?;
        request_of(&set)?;
        for UndoneRecord { resource, record, outcome } in left {
            let state = match outcome {
                Outcome::Reversed => continue,
                Outcome::ChangedSince => ("kept", "It has been changed since"),
                Outcome::Refused(reason) => ("refused", reason.as_str()),
            };
            queries::set_state(conn, (&set.id, resource, record), state)?;
        }
        let undone_request_id = self.by.request.as_ref().map(Id::to_string);
        let set = SetRow { state: SetState::Undone, undone_request_id, ..set };
        queries::decide(conn, &set)?;
        Answer::ok(&ChangeSet::seen(conn, &self.core.records, set, &self.by)?)
    }
}

fn note_left(left: &mut Left, UndoneRecord { resource, record, outcome }: &UndoneRecord) {
    if !matches!(outcome, Outcome::Reversed) {
        let (resource, record) = (resource.clone(), record.clone());
        left.push(UndoneRecord { resource, record, outcome: outcome.clone() });
    }
}

/// Returns the request that applied a set.
///
/// # Errors
/// 409 when it is not applied.
fn request_of(set: &SetRow) -> Result<Id> {
    let request = set.request_id.as_deref().and_then(Id::parse);
    match set.state {
        SetState::Applied => request.ok_or_else(|| Error::internal("a set without its request")),
        SetState::Undone => Err(Error::conflict("This change set has been undone already")),
        _ => Err(Error::conflict("This change set is not applied")),
    }
}
