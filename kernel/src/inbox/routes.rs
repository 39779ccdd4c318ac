//! GET /api/inbox and POST /api/inbox/read.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::queries::{self, EntryRow};
use super::{CHANGE_SETS, Kind};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::list::page_and_limit;
use crate::engine::policy::READ;
use crate::records::actor::Actor;
use crate::records::body::Valid;
use crate::records::change_sets;
use crate::records::core::Core;
use crate::records::gate::Gate;
use crate::records::handler::Routes;
use crate::records::idempotency::Answer;
use crate::records::request::RequestContext;
use crate::records::revisions::ChangedBy;
use crate::{get, post, utoipa};

/// How many entries of an account are looked at, the newest.
const MOST: i64 = 1_000;

/// Mounts the operations, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(inbox_list).service(inbox_read);
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct InboxParameters {
    /// The number of the page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1_000_000_000, default = 1)]
    page: Option<String>,
    /// How many entries a page has.
    #[param(value_type = Option<u8>, minimum = 1, maximum = 100, default = 20)]
    limit: Option<String>,
    /// Only entries that are not read yet, or only those that are.
    unread: Option<bool>,
}

/// A page of an inbox.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct InboxPage {
    /// The newest first.
    items: Vec<InboxEntry>,
    /// The exact number of entries that match.
    #[schemars(range(min = 0))]
    total: i64,
    /// The number of this page, from 1.
    page: i64,
    /// How many entries a page has.
    limit: i64,
    /// The number of pages.
    total_pages: i64,
    /// How many entries are not read yet, on all pages.
    #[schemars(range(min = 0))]
    unread: usize,
}

/// An entry of an inbox.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct InboxEntry {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// What it is about.
    kind: Kind,
    /// What it says.
    text: String,
    /// The resource of the record that it is about, or `change-sets`.
    resource: Option<String>,
    /// The record that it is about.
    record_id: Option<Id>,
    /// The title of that record.
    title: Option<String>,
    /// The user whose doing it is; null when it is no user's, or one whom the reader may not read.
    by: Option<ChangedBy>,
    /// When it was written.
    created_at: Timestamp,
    /// When it was read.
    read_at: Option<Timestamp>,
}

/// List the own inbox
///
/// The newest entries first. An entry about a record that the caller may not read, or that is not there any more, is left
/// out.
#[get(
    "/inbox",
    tag = "inbox",
    permission = "signed-in",
    params(InboxParameters),
    response(200, "One page", InboxPage)
)]
async fn inbox_list(
    context: RequestContext,
    query: web::Query<InboxParameters>,
) -> Result<HttpResponse> {
    let InboxParameters { page, limit, unread } = query.into_inner();
    let (page, limit) = page_and_limit(page, limit)?;
    let (core, by) = (Arc::clone(&context.core), context.by.clone());
    let read = move |conn: &mut Conn| {
        let mut readable = Readable { core: &core, by: &by, known: HashMap::new() };
        let mut shown = Vec::new();
        for entry in queries::newest(conn, &by.id, MOST)? {
            if let Some(title) = readable.title(conn, &entry)? {
                shown.push((entry, title));
            }
        }
        let count_unread = shown.iter().filter(|(entry, _)| entry.read_at.is_none()).count();
        if let Some(unread) = unread {
            shown.retain(|(entry, _)| entry.read_at.is_none() == unread);
        }
        let total = i64::try_from(shown.len()).map_err(Error::internal)?;
        let skipped = usize::try_from((page - 1) * limit).map_err(Error::internal)?;
        let on_page = usize::try_from(limit).map_err(Error::internal)?;
        let items = shown.into_iter().skip(skipped).take(on_page);
        let items = items.map(|(entry, title)| InboxEntry::seen(conn, &core, &by, (entry, title)));
        Ok(InboxPage {
            items: items.collect::<Result<_>>()?,
            total,
            page,
            limit,
            total_pages: (total + limit - 1) / limit,
            unread: count_unread,
        })
    };
    Ok(HttpResponse::Ok().json(context.read(read).await?))
}

/// The entries that were read.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Entries that were read")]
struct InboxRead {
    /// The identifiers of entries; those of others and those that are read already change nothing.
    #[schemars(title = "Entries", length(max = 1000), extend("x-messages" = { "required": "Entries is required" }))]
    ids: Vec<Id>,
}

/// Mark entries of the own inbox as read
#[post("/inbox/read", tag = "inbox", permission = "signed-in", response(204, "Marked as read"))]
async fn inbox_read(context: RequestContext, body: Valid<InboxRead>) -> Result<HttpResponse> {
    let ids = body.value.ids;
    context
        .write(&json!(ids), move |writing| {
            let account = writing.by.id.clone();
            queries::mark_read(writing.conn, &account, &ids, Timestamp::now())?;
            Ok(Answer::nothing())
        })
        .await
}

/// What the user may read of the records that entries are about.
struct Readable<'a> {
    core: &'a Core,
    by: &'a Actor,
    known: HashMap<(String, Id), Option<Option<String>>>,
}

impl Readable<'_> {
    /// Returns the title of the record that an entry is about, if it is about one; `None` when the user may not read it.
    fn title(&mut self, conn: &mut Conn, entry: &EntryRow) -> Result<Option<Option<String>>> {
        let Some((resource, record)) = entry.resource.clone().zip(entry.record_id.clone()) else {
            return Ok(Some(None));
        };
        let key = (resource, record);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let found = self.look_up(conn, &key.0, &key.1)?;
        self.known.insert(key, found.clone());
        Ok(found)
    }

    fn look_up(&self, conn: &mut Conn, resource: &str, id: &Id) -> Result<Option<Option<String>>> {
        let Self { core, by, .. } = self;
        if resource == CHANGE_SETS {
            let set = if_any(change_sets::queries::find(conn, id))?;
            let entry = set.and_then(|set| core.records.get(&set.resource));
            let is_shown =
                entry.is_some_and(|entry| change_sets::is_shown(entry, &core.policy, by));
            return Ok(is_shown.then_some(None));
        }
        let Some(entry) =
            core.records.get(resource).filter(|_| by.may(&core.policy, resource, READ))
        else {
            return Ok(None);
        };
        let Some(view) = if_any(entry.view(conn, id))? else { return Ok(None) };
        let view = match core.records.narrows(&by.access, entry) {
            true => Gate::new(conn, &core.records, &by.access).shown(entry, view)?,
            false => Some(view),
        };
        Ok(view.map(|view| Some(entry.title(&view))))
    }
}

fn if_any<T>(read: Result<T>) -> Result<Option<T>> {
    match read {
        Err(Error::NotFound) => Ok(None),
        read => read.map(Some),
    }
}

impl InboxEntry {
    fn seen(
        conn: &mut Conn,
        core: &Core,
        by: &Actor,
        (entry, title): (EntryRow, Option<String>),
    ) -> Result<Self> {
        let actor = entry.by_id.zip(entry.by_name);
        let mut actor = actor.map(|(id, name)| ChangedBy { id, name });
        core.records.see_actor(conn, &mut actor, by)?;
        Ok(Self {
            id: entry.id,
            kind: entry.kind,
            text: entry.text,
            resource: entry.resource,
            record_id: entry.record_id,
            title,
            by: actor,
            created_at: entry.created_at,
            read_at: entry.read_at,
        })
    }
}
