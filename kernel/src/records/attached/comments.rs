//! Comments on records. Who may read a record may read and write them; only the writer edits or deletes one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::mentions::{MentionedUser, Mentions};
use super::queries::{self, CommentRow};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, statements};
use crate::engine::list::Page;
use crate::records::actor::Actor;
use crate::records::change::WriteContext;
use crate::records::revisions::ChangedBy;
use crate::records::{Records, RegisteredResource};

const NOT_YOURS: &str = "Only the user who wrote a comment can change or delete it";

/// A comment on a record.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordComment {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// What it says.
    text: String,
    /// The users whom it mentions, without those whom the reader may not read.
    mentions: Vec<MentionedUser>,
    /// Who wrote it; null when the reader may not read who.
    by: Option<ChangedBy>,
    /// When it was written.
    created_at: Timestamp,
    /// When it was edited last; null when it never was.
    edited_at: Option<Timestamp>,
}

/// A new comment.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordCommentInput {
    /// What it says.
    #[schemars(length(min = 1, max = 4000), extend("x-normalize" = ["trim"]))]
    pub(crate) text: String,
    /// The users whom it mentions, who may read the record.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub(crate) mentions: Vec<Id>,
}

/// Changes of a comment.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordCommentPatch {
    /// What it says.
    #[serde(default)]
    #[schemars(with = "String", length(min = 1, max = 4000), extend("x-normalize" = ["trim"]))]
    pub(crate) text: Option<String>,
    /// The users whom it mentions, who may read the record.
    #[serde(default)]
    #[schemars(with = "Vec<Id>", length(max = 20))]
    pub(crate) mentions: Option<Vec<Id>>,
}

/// A comment on a record that is being written.
pub(crate) struct Written {
    row: CommentRow,
}

impl Written {
    /// Returns the users whom it mentions already.
    pub(crate) fn mentions(&self) -> &Mentions {
        &self.row.mentions
    }

    /// Returns what it says.
    pub(crate) fn text(&self) -> &str {
        &self.row.text
    }
}

impl Records {
    /// Returns one page of the comments on a record, the oldest first.
    ///
    /// # Errors
    /// 404 for a record that the user may not read.
    pub(crate) fn comments(
        &self,
        conn: &mut Conn,
        (entry, id): (&RegisteredResource, &Id),
        (page, limit): (i64, i64),
        by: &Actor,
    ) -> Result<Page<RecordComment>> {
        self.readable_view(conn, entry, id, by)?;
        let of = (entry.info().name, id);
        let total = queries::count_comments(conn, of)?;
        let rows = queries::comments(conn, of, (limit, (page - 1) * limit))?;
        let items = rows.into_iter().map(|row| self.seen_comment(conn, row, by));
        let items = items.collect::<Result<_>>()?;
        Ok(Page { items, total, page, limit, total_pages: (total + limit - 1) / limit })
    }

    fn seen_comment(&self, conn: &mut Conn, row: CommentRow, by: &Actor) -> Result<RecordComment> {
        let mut actor = Some(ChangedBy { id: row.account_id, name: row.account_name });
        self.see_actor(conn, &mut actor, by)?;
        let mut mentions = Vec::with_capacity(row.mentions.0.len());
        for MentionedUser { id, name } in row.mentions.0 {
            let mut user = Some(ChangedBy { id, name });
            self.see_actor(conn, &mut user, by)?;
            mentions.extend(user.map(|ChangedBy { id, name }| MentionedUser { id, name }));
        }
        Ok(RecordComment {
            id: row.id,
            text: row.text,
            mentions,
            by: actor,
            created_at: row.created_at,
            edited_at: row.edited_at,
        })
    }
}

impl WriteContext<'_> {
    /// Begins a comment on a record that the user may read, whose row no other transaction deletes meanwhile.
    pub(crate) fn new_comment(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        text: String,
    ) -> Result<Written> {
        self.must_be_commentable(entry, id)?;
        let row = CommentRow {
            id: Id::new(),
            resource: entry.info().name.to_owned(),
            record_id: id.clone(),
            text,
            mentions: Mentions::default(),
            account_id: self.by.id.clone(),
            account_name: self.by.name.clone(),
            created_at: Timestamp::now(),
            edited_at: None,
        };
        Ok(Written { row })
    }

    /// Begins to edit a comment of the user.
    ///
    /// # Errors
    /// 403 for a comment of another user.
    pub(crate) fn own_comment(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        comment: &Id,
    ) -> Result<Written> {
        self.must_be_commentable(entry, id)?;
        let row = queries::comment(self.conn, (entry.info().name, id), comment)?;
        match row.account_id == self.by.id {
            true => Ok(Written { row }),
            false => Err(Error::Refused(NOT_YOURS)),
        }
    }

    /// Stores a new comment with the users whom it mentions.
    pub(crate) fn store_comment(
        &mut self,
        Written { row }: Written,
        mentions: Mentions,
    ) -> Result<RecordComment> {
        let row = CommentRow { mentions, ..row };
        queries::insert_comment(self.conn, &row)?;
        self.records.seen_comment(self.conn, row, self.by)
    }

    /// Stores an edited comment; what is not given stays as it is.
    pub(crate) fn edit_comment(
        &mut self,
        Written { row }: Written,
        text: Option<String>,
        mentions: Option<Mentions>,
    ) -> Result<RecordComment> {
        let text = text.unwrap_or_else(|| row.text.clone());
        let mentions = mentions.unwrap_or_else(|| row.mentions.clone());
        if text != row.text || mentions != row.mentions {
            let edited_at = Some(Timestamp::now());
            let row = CommentRow { text, mentions, edited_at, ..row };
            queries::update_comment(self.conn, &row)?;
            return self.records.seen_comment(self.conn, row, self.by);
        }
        self.records.seen_comment(self.conn, row, self.by)
    }

    /// Deletes a comment of the user.
    pub(crate) fn delete_comment(&mut self, Written { row }: Written) -> Result<()> {
        queries::delete_comment(self.conn, &row.id)
    }

    fn must_be_commentable(&mut self, entry: &RegisteredResource, id: &Id) -> Result<()> {
        if !statements::exists(self.conn, entry.info().table, id)? {
            return Err(Error::NotFound);
        }
        self.records.readable_view(self.conn, entry, id, self.by).map(drop)
    }
}
