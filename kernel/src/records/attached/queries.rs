//! The SQL of files and comments on records.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use super::mentions::Mentions;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::prepared::{self, Value};
use crate::db::{Conn, Db, Run};
use crate::records::media::queries::record_files;

diesel::table! {
    record_comments (id) {
        id -> Text,
        resource -> Text,
        record_id -> Text,
        text -> Text,
        mentions -> Text,
        account_id -> Text,
        account_name -> Text,
        created_at -> Timestamp,
        edited_at -> Nullable<Timestamp>,
    }
}

/// The tables of what is attached to records.
const TABLES: [&str; 2] = ["record_files", "record_comments"];

/// A record: its resource, and its identifier.
pub(crate) type OfRecord<'a> = (&'a str, &'a Id);

#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = record_files, treat_none_as_default_value = false)]
pub(crate) struct FileRow {
    pub(crate) id: Id,
    pub(crate) resource: String,
    pub(crate) record_id: Id,
    pub(crate) name: String,
    pub(crate) content_type: String,
    pub(crate) size: i64,
    /// The file of the store.
    pub(crate) file: String,
    pub(crate) account_id: Id,
    pub(crate) account_name: String,
    pub(crate) created_at: Timestamp,
    pub(crate) deleted_at: Option<Timestamp>,
    pub(crate) deleted_by_id: Option<Id>,
    pub(crate) deleted_by: Option<String>,
}

#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = record_comments, treat_none_as_default_value = false)]
pub(crate) struct CommentRow {
    pub(crate) id: Id,
    pub(crate) resource: String,
    pub(crate) record_id: Id,
    pub(crate) text: String,
    pub(crate) mentions: Mentions,
    pub(crate) account_id: Id,
    pub(crate) account_name: String,
    pub(crate) created_at: Timestamp,
    pub(crate) edited_at: Option<Timestamp>,
}

pub(crate) fn insert_file(conn: &mut Conn, file: &FileRow) -> Result<()> {
    diesel::insert_into(record_files::table).values(file).run(conn)
}

fn files_of<'a>(
    (resource, record): OfRecord<'a>,
    with_deleted: bool,
) -> record_files::BoxedQuery<'a, Db> {
    let of_record = record_files::resource.eq(resource).and(record_files::record_id.eq(record));
    let files = record_files::table.filter(of_record).into_boxed::<Db>();
    match with_deleted {
        true => files,
        false => files.filter(record_files::deleted_at.is_null()),
    }
}

/// Counts the files of a record, also those that were deleted if these are wanted.
pub(crate) fn count_files(conn: &mut Conn, of: OfRecord<'_>, with_deleted: bool) -> Result<i64> {
    Ok(files_of(of, with_deleted).count().get_result(conn)?)
}

/// Returns files of a record, the newest first.
pub(crate) fn files(
    conn: &mut Conn,
    of: OfRecord<'_>,
    with_deleted: bool,
    (limit, offset): (i64, i64),
) -> Result<Vec<FileRow>> {
    let files = files_of(of, with_deleted).order(record_files::id.desc());
    files.limit(limit).offset(offset).select(FileRow::as_select()).all(conn)
}

/// Returns a file of a record that was not deleted.
pub(crate) fn file(conn: &mut Conn, of: OfRecord<'_>, id: &Id) -> Result<FileRow> {
    let found = files_of(of, false).filter(record_files::id.eq(id));
    Ok(found.select(FileRow::as_select()).first(conn)?)
}

/// Stores that a file was deleted. Returns false when it was already.
pub(crate) fn delete_file(
    conn: &mut Conn,
    id: &Id,
    (by, name, at): (&Id, &str, Timestamp),
) -> Result<bool> {
    let file = record_files::table.find(id).filter(record_files::deleted_at.is_null());
    let deleted = diesel::update(file).set((
        record_files::deleted_at.eq(Some(at)),
        record_files::deleted_by_id.eq(Some(by)),
        record_files::deleted_by.eq(Some(name)),
    ));
    Ok(deleted.execute(conn)? == 1)
}

/// Returns how many bytes the files of all records have together: one pass over them.
pub(crate) fn total_size(conn: &mut Conn) -> Result<i64> {
    let sql =
        "SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM record_files WHERE deleted_at IS NULL";
    prepared::row::<BigInt, _>(conn, sql, &[])
}

pub(crate) fn insert_comment(conn: &mut Conn, comment: &CommentRow) -> Result<()> {
    diesel::insert_into(record_comments::table).values(comment).run(conn)
}

fn comments_of<'a>((resource, record): OfRecord<'a>) -> record_comments::BoxedQuery<'a, Db> {
    let of_record =
        record_comments::resource.eq(resource).and(record_comments::record_id.eq(record));
    record_comments::table.filter(of_record).into_boxed::<Db>()
}

pub(crate) fn count_comments(conn: &mut Conn, of: OfRecord<'_>) -> Result<i64> {
    Ok(comments_of(of).count().get_result(conn)?)
}

/// Returns comments on a record, the oldest first.
pub(crate) fn comments(
    conn: &mut Conn,
    of: OfRecord<'_>,
    (limit, offset): (i64, i64),
) -> Result<Vec<CommentRow>> {
    let comments = comments_of(of).order(record_comments::id).limit(limit).offset(offset);
    comments.select(CommentRow::as_select()).all(conn)
}

pub(crate) fn comment(conn: &mut Conn, of: OfRecord<'_>, id: &Id) -> Result<CommentRow> {
    let found = comments_of(of).filter(record_comments::id.eq(id));
    Ok(found.select(CommentRow::as_select()).first(conn)?)
}

pub(crate) fn update_comment(conn: &mut Conn, comment: &CommentRow) -> Result<()> {
    diesel::update(record_comments::table.find(&comment.id))
        .set((
            record_comments::text.eq(&comment.text),
            record_comments::mentions.eq(&comment.mentions),
            record_comments::edited_at.eq(comment.edited_at),
        ))
        .run(conn)
}

pub(crate) fn delete_comment(conn: &mut Conn, id: &Id) -> Result<()> {
    forget_moves(conn, id)?;
    diesel::delete(record_comments::table.find(id)).run(conn)
}

fn forget_moves(conn: &mut Conn, item: &Id) -> Result<()> {
    prepared::execute(conn, "DELETE FROM record_moves WHERE item = ?", &[item.into()])?;
    Ok(())
}

/// Has the files and comments of a record follow to another one, and stores that they did so by this request.
pub(crate) fn move_all(
    conn: &mut Conn,
    (resource, from): OfRecord<'_>,
    to: &Id,
    request: Option<&Id>,
) -> Result<()> {
    for table in TABLES {
        if let Some(request) = request {
            let note = format!(
                "INSERT INTO record_moves (request_id, item, from_record, to_record) \
                 SELECT ?, id, record_id, ? FROM {table} WHERE resource = ? AND record_id = ?"
            );
            let values = [request.into(), to.into(), resource.into(), from.into()];
            prepared::execute(conn, &note, &values)?;
        }
        let follow =
            format!("UPDATE {table} SET record_id = ? WHERE resource = ? AND record_id = ?");
        prepared::execute(conn, &follow, &[to.into(), resource.into(), from.into()])?;
    }
    Ok(())
}

/// Returns whether files or comments followed a merge by this request.
pub(crate) fn any_moved(conn: &mut Conn, request: &Id) -> Result<bool> {
    let any = "SELECT 1 FROM record_moves WHERE request_id = ? LIMIT 1";
    prepared::finds(conn, any, &[request.into()])
}

/// Which end of a move a record is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MoveEnd {
    From,
    To,
}

/// Moves back what a request moved from a record, or to it, and is where it was moved to.
pub(crate) fn move_back(
    conn: &mut Conn,
    (resource, record): OfRecord<'_>,
    (end, reversed): (MoveEnd, &Id),
    request: Option<&Id>,
) -> Result<()> {
    let column = match end {
        MoveEnd::From => "from_record",
        MoveEnd::To => "to_record",
    };
    for table in TABLES {
        let moved = format!(
            "SELECT m.item, m.from_record, m.to_record FROM record_moves m JOIN {table} i ON i.id = m.item \
             WHERE m.request_id = ? AND m.{column} = ? AND i.resource = ? AND i.record_id = m.to_record \
             ORDER BY m.item"
        );
        let values = [reversed.into(), record.into(), resource.into()];
        let moved = prepared::rows::<(Text, Text, Text), (Id, Id, Id)>(conn, &moved, &values)?;
        let back = format!("UPDATE {table} SET record_id = ? WHERE id = ?");
        for (item, from, to) in moved {
            prepared::execute(conn, &back, &[(&from).into(), (&item).into()])?;
            if let Some(request) = request {
                let note = "INSERT INTO record_moves (request_id, item, from_record, to_record) \
                            VALUES (?, ?, ?, ?)";
                let values = [request.into(), (&item).into(), (&to).into(), (&from).into()];
                prepared::execute(conn, note, &values)?;
            }
        }
    }
    Ok(())
}

/// Returns records with files or comments after the record `after`, at most `most`, in their order.
pub(crate) fn records_after(
    conn: &mut Conn,
    after: Option<&(String, Id)>,
    most: i64,
) -> Result<Vec<(String, Id)>> {
    let sql = "SELECT resource, record_id FROM record_files WHERE (resource, record_id) > (?, ?) \
               UNION SELECT resource, record_id FROM record_comments WHERE (resource, record_id) > (?, ?) \
               ORDER BY resource, record_id LIMIT ?";
    let (resource, record) =
        after.map_or(("", ""), |(resource, record)| (resource.as_str(), record.as_str()));
    let values =
        [resource.into(), record.into(), resource.into(), record.into(), Value::Whole(most)];
    prepared::rows::<(Text, Text), _>(conn, sql, &values)
}

/// Deletes the files and comments of a record whose history is deleted. Returns the files of the store that it had.
pub(crate) fn delete_all(conn: &mut Conn, (resource, record): OfRecord<'_>) -> Result<Vec<String>> {
    let files: Vec<String> =
        files_of((resource, record), false).select(record_files::file).load(conn)?;
    for table in TABLES {
        let values = [resource.into(), record.into()];
        let moves = format!(
            "DELETE FROM record_moves WHERE item IN \
             (SELECT id FROM {table} WHERE resource = ? AND record_id = ?)"
        );
        prepared::execute(conn, &moves, &values)?;
        let rows = format!("DELETE FROM {table} WHERE resource = ? AND record_id = ?");
        prepared::execute(conn, &rows, &values)?;
    }
    Ok(files)
}
