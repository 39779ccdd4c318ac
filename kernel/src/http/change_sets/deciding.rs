//! Applies and discards change sets.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use serde_json::Value;

use super::inboxes;
use super::{lacking, readable};
use crate::base::error::{Error, NeededPermission, Result};
use crate::base::id::Id;
use crate::db::{Conn, statements};
use crate::engine::policy::APPROVE;
use crate::records::actor::Actor;
use crate::records::audit::{self, Action, Event};
use crate::records::change::WriteContext;
use crate::records::change_sets::applying::{self, Applying};
use crate::records::change_sets::making::SetMaker;
use crate::records::change_sets::queries::{self, SetRow};
use crate::records::change_sets::{ChangeSet, Counts, SetKind, SetState};
use crate::records::core::Core;
use crate::records::handler::Routes;
use crate::records::idempotency::{Answer, IdempotentRequest};
use crate::records::jobs::work::{LongRequest, NewJob};
use crate::records::jobs::{JobKind, Progress, Stage};
use crate::records::request::RequestContext;
use crate::records::slices::{SlicesLock, in_slices};
use crate::{delete, post, utoipa};

/// Mounts the operations.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(change_set_apply).service(change_set_discard);
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ApplyParameters {
    /// Works all rows out anew before they are applied. What is refused then is at its row.
    #[serde(default)]
    #[param(required = false, default = false)]
    replan: bool,
}

/// Apply a change set
///
/// Makes all changes of the set in one transaction, or none. Records that have been changed since they were planned are a 409
/// that names them; rows with errors are a 422. A proposal is applied by a user with `approve`, not by the one who made it.
#[post(
    "/backoffice/change-sets/{id:[0-9a-f]{24}}/apply",
    tag = "change-sets",
    permission = "signed-in",
    path(id = "The identifier of the set."),
    params(ApplyParameters),
    response(200, "The applied set", ChangeSet),
    problem(404, "The caller sees no such change set"),
    problem(409, "Records have been changed since, or the set has been applied or discarded"),
    problem(422, "Rows have errors")
)]
async fn change_set_apply(
    context: RequestContext,
    long: LongRequest,
    id: web::Path<Id>,
    parameters: web::Query<ApplyParameters>,
) -> Result<HttpResponse> {
    let (once, id, replan) = (context.once(b""), id.into_inner(), parameters.replan);
    let new = NewJob { kind: JobKind::Apply, resource: None, change_set: Some(id.clone()) };
    long.respond(new, once.clone(), move |progress| {
        Apply { core: context.core, by: context.by, once, id, progress }.run(replan)
    })
    .await
}

/// A set that is to be applied.
pub(super) struct Apply {
    pub(super) core: Arc<Core>,
    pub(super) by: Actor,
    pub(super) once: Option<IdempotentRequest>,
    pub(super) id: Id,
    pub(super) progress: Progress,
}

impl Apply {
    pub(super) async fn run(self, replan: bool) -> Result<Answer> {
        let (core, once) = (Arc::clone(&self.core), self.once.clone());
        core.idempotently(once, self.perform(replan)).await
    }

    async fn perform(self, replan: bool) -> Result<Answer> {
        let Self { core, by, once, id, progress } = self;
        let (inner, actor, of) = (Arc::clone(&core), by.clone(), id.clone());
        let check = move |conn: &mut Conn| {
            let set = readable(queries::find(conn, &of)?, &inner, &actor)?;
            must_apply(&inner, &actor, &set)?;
            // One that is being applied is waited for below: it may be this request that is repeated.
            let set = applying::lock(conn, &of)?;
            applying::must_be_open(&set)?;
            Ok(set)
        };
        let mut set = core.db.write(check).await?;
        let by = match set.state {
            SetState::Proposed => by.changing_by(APPROVE),
            _ => by,
        };
        // Before rows are planned again, so that none is while they are being written; each may be a change then.
        let lock = SlicesLock::for_steps(&core, set.counts.rows()).await?;
        if replan {
            match set.kind {
                SetKind::Merge => SetMaker::merge_again(&core, &by, &set).await?,
                _ => {
                    progress.begin(Stage::Planning, set.counts.rows());
                    SetMaker::again(&core, &by, &id, &progress).await?;
                }
            }
            let of = id.clone();
            set = core.db.read(move |conn| queries::find(conn, &of)).await?;
        }
        // A merge is one step, and so one transaction.
        let (is_merge, is_import) = (set.kind == SetKind::Merge, set.kind == SetKind::Import);
        let count = if is_merge { 1 } else { set.counts.changes() };
        let (inner, actor, of) = (Arc::clone(&core), by.clone(), id.clone());
        progress.begin(Stage::Writing, if is_merge { 1 } else { set.counts.rows() });
        let mut rows: Option<Applying> = None;
        let step = move |conn: &mut Conn, until| {
            if is_merge {
                let set = applying::lock_open(conn, &of)?;
                must_apply(&inner, &actor, &set)?;
                applying::must_be_current(conn, (&inner.records, &inner.policy), &set, &actor)?;
                WriteContext::new(conn, &inner.records, &actor).apply_merge(&set)?;
                return Ok(true);
            }
            let rows = match &mut rows {
                Some(rows) => rows,
                None => {
                    match is_import {
                        true => statements::lock_out_bulk(conn)?,
                        false => statements::lock_out_imports(conn)?,
                    }
                    let set = applying::lock_open(conn, &of)?;
                    must_apply(&inner, &actor, &set)?;
                    must_do_all(conn, &inner, &actor, &set)?;
                    applying::must_be_current(conn, (&inner.records, &inner.policy), &set, &actor)?;
                    applying::begin(conn, &set)?;
                    rows.insert(Applying::new(&of, progress.clone()))
                }
            };
            rows.write(conn, &inner.records, &actor, until)
        };
        let inner = Arc::clone(&core);
        let commit = move |conn: &mut Conn| {
            let finish = |conn: &mut Conn| {
                let set = applying::lock_open(conn, &id)?;
                inboxes::decided(conn, &inner, &set, (&by, true))?;
                let set = applying::applied(conn, set, &by)?;
                if set.kind == SetKind::Import {
                    let Counts { creates, updates, unchanged, .. } = set.counts;
                    let counts =
                        format!("{creates} created, {updates} updated, {unchanged} skipped");
                    let event = Event::new(Action::Import, set.resource.as_str()).by(&by);
                    audit::record(conn, event.because(counts))?;
                }
                Answer::ok(&ChangeSet::seen(conn, &inner.records, set, &by)?)
            };
            IdempotentRequest::perform_if_any(once.as_ref(), conn, finish)
        };
        in_slices(&core, &lock, count, step, commit).await
    }
}

/// Fails with a 403 unless the user may apply a set.
pub(super) fn must_apply(core: &Core, by: &Actor, set: &SetRow) -> Result<()> {
    if set.state != SetState::Proposed {
        return match lacking(core, by, set) {
            None => Ok(()),
            Some(action) => Err(Error::not_permitted(&set.resource, action)),
        };
    }
    if !by.may(&core.policy, &set.resource, APPROVE) {
        return Err(Error::not_permitted(&set.resource, APPROVE));
    }
    match set.account_id == by.id {
        true => {
            let needed = NeededPermission::new(&set.resource, APPROVE);
            Err(Error::NotPermitted(needed, "You cannot approve what you have proposed yourself"))
        }
        false => Ok(()),
    }
}

/// Fails with a 403 unless the user may do what the rows of an import do, with each resource.
fn must_do_all(conn: &mut Conn, core: &Core, by: &Actor, set: &SetRow) -> Result<()> {
    if set.state == SetState::Proposed || set.kind != SetKind::Import {
        return Ok(());
    }
    for (resource, action) in queries::done_by(conn, &set.id)? {
        if !by.may(&core.policy, &resource, &action) {
            return Err(Error::not_permitted(resource, action));
        }
    }
    Ok(())
}

/// Discard a change set
///
/// It stays in the list as discarded, and cannot be applied any more. The user who made it may, and each who may apply it.
#[delete(
    "/backoffice/change-sets/{id:[0-9a-f]{24}}",
    tag = "change-sets",
    permission = "signed-in",
    path(id = "The identifier of the set."),
    response(204, "Discarded"),
    problem(404, "The caller sees no such change set"),
    problem(409, "The set has been applied or discarded")
)]
async fn change_set_discard(context: RequestContext, id: web::Path<Id>) -> Result<HttpResponse> {
    let core = Arc::clone(&context.core);
    context.write(&Value::Null, move |writing| discard(writing, &core, &id)).await
}

/// Discards a set.
pub(super) fn discard(writing: &mut WriteContext<'_>, core: &Core, id: &Id) -> Result<Answer> {
    let by = writing.by;
    let set = readable(queries::find(writing.conn, id)?, core, by)?;
    if set.account_id != by.id {
        must_apply(core, by, &set)?;
    }
    let set = applying::lock_open(writing.conn, id)?;
    inboxes::decided(writing.conn, core, &set, (by, false))?;
    queries::decide(writing.conn, &SetRow { state: SetState::Discarded, ..set })?;
    Ok(Answer::nothing())
}
