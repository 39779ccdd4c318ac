//! Attaches files to records. Who may read a record may read its files; who may change it may add and delete them.

use schemars::JsonSchema;
use serde::Serialize;

use super::content::FileType;
use super::queries::{self, FileRow};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::db::statements::{self, RowLock};
use crate::engine::list::Page;
use crate::records::actor::Actor;
use crate::records::change::WriteContext;
use crate::records::media;
use crate::records::revisions::{self, ChangedBy};
use crate::records::{Records, RegisteredResource};

/// A file of a record.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordFile {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// The name to save it under.
    name: String,
    /// The media type, by its content.
    #[serde(rename = "type")]
    content_type: String,
    /// The number of bytes.
    #[schemars(range(min = 0))]
    size: i64,
    /// Who attached it; null when the reader may not read who.
    by: Option<ChangedBy>,
    /// When it was attached.
    created_at: Timestamp,
    /// When it was deleted; absent while it can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted_at: Option<Timestamp>,
    /// Who deleted it; absent while it can be read, and when the reader may not read who.
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted_by: Option<ChangedBy>,
}

/// A file that is to be attached, of which the store has the bytes.
pub(crate) struct NewFile {
    pub(crate) name: String,
    pub(crate) of_type: FileType,
    pub(crate) size: usize,
    /// The file of the store.
    pub(crate) file: String,
}

impl Records {
    /// Returns one page of the files of a record, the newest first; those that were deleted, too, if these are wanted.
    ///
    /// # Errors
    /// 404 for a record that the user may not read.
    pub(crate) fn files(
        &self,
        conn: &mut Conn,
        (entry, id): (&RegisteredResource, &Id),
        ((page, limit), with_deleted): ((i64, i64), bool),
        by: &Actor,
    ) -> Result<Page<RecordFile>> {
        self.readable_view(conn, entry, id, by)?;
        let of = (entry.info().name, id);
        let total = queries::count_files(conn, of, with_deleted)?;
        let rows = queries::files(conn, of, with_deleted, (limit, (page - 1) * limit))?;
        let items = rows.into_iter().map(|row| self.seen_file(conn, row, by));
        let items = items.collect::<Result<_>>()?;
        Ok(Page { items, total, page, limit, total_pages: (total + limit - 1) / limit })
    }

    /// Returns a file of a record that the user may read.
    ///
    /// # Errors
    /// 404 for another one.
    pub(crate) fn file(
        &self,
        conn: &mut Conn,
        (entry, id): (&RegisteredResource, &Id),
        file: &Id,
        by: &Actor,
    ) -> Result<FileRow> {
        self.readable_view(conn, entry, id, by)?;
        queries::file(conn, (entry.info().name, id), file)
    }

    /// Fails unless a user may change a record: 404 for one that the user may not read, else 403.
    pub(crate) fn must_be_changeable(
        &self,
        conn: &mut Conn,
        (entry, id): (&RegisteredResource, &Id),
        by: &Actor,
    ) -> Result<()> {
        let view = entry.view(conn, id)?;
        self.must_be_allowed(conn, entry, &view, (by, revisions::UPDATE))
    }

    fn seen_file(&self, conn: &mut Conn, row: FileRow, by: &Actor) -> Result<RecordFile> {
        let mut actor = Some(ChangedBy { id: row.account_id, name: row.account_name });
        self.see_actor(conn, &mut actor, by)?;
        let deleted = row.deleted_by_id.zip(row.deleted_by);
        let mut deleted_by = deleted.map(|(id, name)| ChangedBy { id, name });
        self.see_actor(conn, &mut deleted_by, by)?;
        Ok(RecordFile {
            id: row.id,
            name: row.name,
            content_type: row.content_type,
            size: row.size,
            by: actor,
            created_at: row.created_at,
            deleted_at: row.deleted_at,
            deleted_by,
        })
    }
}

impl WriteContext<'_> {
    /// Fails as [`Records::must_be_changeable`] does, and locks the record.
    fn must_be_changeable(&mut self, entry: &RegisteredResource, id: &Id) -> Result<()> {
        self.lock(entry, id, RowLock::Update, revisions::UPDATE).map(drop)
    }

    /// Attaches a file to a record. `most` limits the bytes of all files together.
    ///
    /// # Errors
    /// 413 above that limit, 503 when the same file is being deleted at this moment.
    pub(crate) fn attach_file(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        new: NewFile,
        most: Option<u64>,
    ) -> Result<RecordFile> {
        self.must_be_changeable(entry, id)?;
        let size = i64::try_from(new.size).map_err(Error::internal)?;
        if let Some(most) = most {
            // One after the other, so that they do not exceed it together.
            statements::lock_changes(self.conn, "record_files")?;
            let total = queries::total_size(self.conn)?.saturating_add(size).unsigned_abs();
            if total > most {
                let mib = most / (1024 * 1024);
                let full = format!("The files of all records may have at most {mib} MiB together");
                return Err(Error::TooLarge(full.into()));
            }
        }
        if !media::queries::finish(self.conn, &new.file)? {
            return Err(Error::Busy(media::BEING_DELETED));
        }
        let row = FileRow {
            id: Id::new(),
            resource: entry.info().name.to_owned(),
            record_id: id.clone(),
            name: new.name,
            content_type: new.of_type.content_type().to_owned(),
            size,
            file: new.file,
            account_id: self.by.id.clone(),
            account_name: self.by.name.clone(),
            created_at: Timestamp::now(),
            deleted_at: None,
            deleted_by_id: None,
            deleted_by: None,
        };
        queries::insert_file(self.conn, &row)?;
        self.records.seen_file(self.conn, row, self.by)
    }

    /// Deletes a file of a record. Its bytes stay for a day, so that a backup in progress finds them.
    pub(crate) fn delete_file(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        file: &Id,
    ) -> Result<()> {
        self.must_be_changeable(entry, id)?;
        let row = queries::file(self.conn, (entry.info().name, id), file)?;
        let by = (&self.by.id, self.by.name.as_str(), Timestamp::now());
        if !queries::delete_file(self.conn, file, by)? {
            return Err(Error::NotFound);
        }
        media::queries::touch_stored(self.conn, &row.file).map(drop)
    }
}
