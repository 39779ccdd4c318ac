//! The comments on a record over HTTP, and the users whom they may mention.

use std::sync::Arc;

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use serde::Deserialize;
use serde_json::Value;
use text::fold_case;

use crate::auth::RuledAccount;
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::list::page_and_limit;
use crate::engine::policy::READ;
use crate::inbox::{self, Entry, Kind};
use crate::product::kernel::Kernel;
use crate::records::RegisteredResource;
use crate::records::actor::Actor;
use crate::records::attached::comments::{RecordCommentInput, RecordCommentPatch};
use crate::records::attached::mentions::{MOST, MentionableUsers, MentionedUser, Mentions};
use crate::records::body::Valid;
use crate::records::change::WriteContext;
use crate::records::core::Core;
use crate::records::idempotency::Answer;
use crate::records::request::RequestContext;
use crate::records::revisions::ChangedBy;

const NOT_MENTIONABLE: &str = "There is no such user who may read this record";

/// How many users a search finds, and of how many it is worked out together whether they may read the record.
const MOST_FOUND: usize = 20;
const AT_ONCE: usize = 50;

/// How many characters of a comment an inbox shows.
const EXCERPT: usize = 300;

/// The path of a comment: the record, and the identifier of the comment, which may be any text.
type OfComment = (Id, String);

type Mounted = web::Data<RegisteredResource>;

/// Reads the query parameters of the list.
#[derive(Deserialize)]
pub(crate) struct CommentParameters {
    page: Option<String>,
    limit: Option<String>,
}

/// Reads the query parameters of the users.
#[derive(Deserialize)]
pub(crate) struct UserParameters {
    #[serde(default)]
    search: String,
}

/// Lists the comments on a record.
pub(crate) async fn list(
    core: web::Data<Core>,
    entry: Mounted,
    by: Actor,
    id: web::Path<Id>,
    query: web::Query<CommentParameters>,
) -> Result<HttpResponse> {
    let CommentParameters { page, limit } = query.into_inner();
    let at = page_and_limit(page, limit)?;
    let records = Arc::clone(&core.records);
    let read = move |conn: &mut Conn| records.comments(conn, (&entry, &id), at, &by);
    let page = core.db.read_quick_or_long(read).await?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-cache")).json(page))
}

/// Writes a comment on a record.
pub(crate) async fn create(
    context: RequestContext,
    kernel: web::Data<Kernel>,
    entry: Mounted,
    id: web::Path<Id>,
    body: Valid<RecordCommentInput>,
) -> Result<HttpResponse> {
    let Valid { value: RecordCommentInput { text, mentions }, json } = body;
    context
        .write(&json, move |writing| {
            let written = writing.new_comment(&entry, &id, text)?;
            let of = Subject { kernel: &kernel, entry: &entry, id: &id };
            let mentions = of.mentions(writing, mentions, written.mentions())?;
            of.post(writing, &mentions, written.mentions(), written.text())?;
            Answer::created(&writing.store_comment(written, mentions)?)
        })
        .await
}

/// Edits a comment of the caller.
pub(crate) async fn update(
    context: RequestContext,
    kernel: web::Data<Kernel>,
    entry: Mounted,
    path: web::Path<OfComment>,
    body: Valid<RecordCommentPatch>,
) -> Result<HttpResponse> {
    let (id, comment) = parsed(path.into_inner())?;
    let RecordCommentPatch { text, mentions } = body.value;
    context
        .write(&Value::Null, move |writing| {
            let written = writing.own_comment(&entry, &id, &comment)?;
            let of = Subject { kernel: &kernel, entry: &entry, id: &id };
            let mentions = match mentions {
                Some(mentions) => Some(of.mentions(writing, mentions, written.mentions())?),
                None => None,
            };
            if let Some(mentions) = &mentions {
                let text = text.as_deref().unwrap_or(written.text());
                of.post(writing, mentions, written.mentions(), text)?;
            }
            Answer::ok(&writing.edit_comment(written, text, mentions)?)
        })
        .await
}

/// Deletes a comment of the caller.
pub(crate) async fn delete(
    context: RequestContext,
    entry: Mounted,
    path: web::Path<OfComment>,
) -> Result<HttpResponse> {
    let (id, comment) = parsed(path.into_inner())?;
    context
        .write(&Value::Null, move |writing| {
            let written = writing.own_comment(&entry, &id, &comment)?;
            writing.delete_comment(written)?;
            Ok(Answer::nothing())
        })
        .await
}

/// Lists the users whom a comment on a record may mention: those who may read it, whose names have all words of the search.
pub(crate) async fn users(
    context: RequestContext,
    kernel: web::Data<Kernel>,
    entry: Mounted,
    id: web::Path<Id>,
    query: web::Query<UserParameters>,
) -> Result<HttpResponse> {
    let words: Vec<String> = query.search.split_whitespace().map(fold_case).collect();
    let by = context.by.clone();
    let read = move |conn: &mut Conn| {
        kernel.core.records.readable_view(conn, &entry, &id, &by)?;
        let of = Subject { kernel: &kernel, entry: &entry, id: &id };
        let has_all = |name: &str| {
            let name = fold_case(name);
            words.iter().all(|word| name.contains(word.as_str()))
        };
        let mut accounts = kernel.auth.ruled_accounts(conn)?;
        // Nobody is found by a part of a name that is hidden.
        let are_hidden = kernel.core.records.hides_names(&by.access);
        accounts.retain(|account| are_hidden || has_all(&account.name));
        let mut items = Vec::new();
        let mut accounts = accounts.into_iter().peekable();
        while items.len() < MOST_FOUND && accounts.peek().is_some() {
            let some = accounts.by_ref().take(AT_ONCE).collect();
            let mut readers = of.readers_among(conn, some, &by)?;
            readers.retain(|reader| !are_hidden || has_all(&reader.name));
            items.extend(readers);
        }
        items.truncate(MOST_FOUND);
        Ok(MentionableUsers { items })
    };
    Ok(HttpResponse::Ok().json(context.read_long(read).await?))
}

fn parsed((id, comment): OfComment) -> Result<(Id, Id)> {
    Ok((id, Id::parse(&comment).ok_or(Error::NotFound)?))
}

/// The record that comments are about.
struct Subject<'a> {
    kernel: &'a Kernel,
    entry: &'a RegisteredResource,
    id: &'a Id,
}

impl Subject<'_> {
    /// Returns those of these users who may read the record, without those whom `by` may not read.
    fn readers_among(
        &self,
        conn: &mut Conn,
        accounts: Vec<RuledAccount>,
        by: &Actor,
    ) -> Result<Vec<MentionedUser>> {
        let records = &self.kernel.core.records;
        let mut users = Vec::with_capacity(accounts.len());
        for account in accounts {
            if !account.locked && records.may_read_account(conn, &account.id, by)? {
                users.push((account.values.clone(), account));
            }
        }
        let (of, policy) = ((self.entry, self.id, READ), &self.kernel.plan.policy);
        let mut readers = Vec::new();
        for (RuledAccount { id, name, .. }, _) in records.who(conn, policy, of, (users, by))? {
            let mut reader = Some(ChangedBy { id, name });
            records.see_actor(conn, &mut reader, by)?;
            readers.extend(reader.map(|ChangedBy { id, name }| MentionedUser { id, name }));
        }
        Ok(readers)
    }

    /// Reads the users whom a comment is to mention; those whom it mentioned before stay.
    ///
    /// # Errors
    /// 422 at each who is unknown or locked, or may not read the record.
    fn mentions(
        &self,
        writing: &mut WriteContext<'_>,
        users: Vec<Id>,
        before: &Mentions,
    ) -> Result<Mentions> {
        let (mut mentions, mut errors) = (Mentions::default(), Vec::new());
        for (at, user) in users.into_iter().enumerate().take(MOST) {
            if mentions.has(&user) {
                continue;
            }
            if let Some(stays) = before.0.iter().find(|one| one.id == user) {
                mentions.0.push(stays.clone());
                continue;
            }
            let account = self.kernel.auth.ruled_account(writing.conn, &user)?;
            let accounts = account.into_iter().collect();
            match self.readers_among(writing.conn, accounts, writing.by)?.pop() {
                Some(reader) => mentions.0.push(reader),
                None => {
                    errors.push(FieldError::new(format!("/mentions/{at}"), NOT_MENTIONABLE));
                }
            }
        }
        if errors.is_empty() { Ok(mentions) } else { Err(Error::Invalid(errors)) }
    }

    /// Puts the comment into the inbox of the users whom it mentions now and did not before, but for its writer.
    fn post(
        &self,
        writing: &mut WriteContext<'_>,
        mentions: &Mentions,
        before: &Mentions,
        text: &str,
    ) -> Result<()> {
        let text = format!("You are mentioned in a comment: {}", excerpt(text));
        let new = mentions.0.iter().filter(|one| !before.has(&one.id) && one.id != writing.by.id);
        for user in new {
            let entry = Entry {
                to: &user.id,
                kind: Kind::Mention,
                text: text.clone(),
                resource: Some(self.entry.info().name),
                record: Some(self.id),
                by: Some(writing.by),
            };
            inbox::post(writing.conn, entry)?;
        }
        Ok(())
    }
}

/// Returns the beginning of a text.
fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}
