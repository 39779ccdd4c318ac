//! The SQL of images.

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::sql_types::Bool;

use super::store::Size;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, Db, Run};
use crate::on_each;

diesel::table! {
    media_files (id) {
        id -> Text,
        content_type -> Text,
        preview_type -> Text,
        width -> Integer,
        height -> Integer,
        state -> Text,
        touched_at -> Timestamp,
    }
}

diesel::table! {
    media_uses (resource, record_id, file) {
        resource -> Text,
        record_id -> Text,
        file -> Text,
        held -> Bool,
    }
}

diesel::table! {
    // The files that users attached to records (`records::attached`), whose bytes are files of the store, too.
    record_files (id) {
        id -> Text,
        resource -> Text,
        record_id -> Text,
        name -> Text,
        content_type -> Text,
        size -> BigInt,
        file -> Text,
        account_id -> Text,
        account_name -> Text,
        created_at -> Timestamp,
        deleted_at -> Nullable<Timestamp>,
        deleted_by_id -> Nullable<Text>,
        deleted_by -> Nullable<Text>,
    }
}

diesel::joinable!(media_uses -> media_files (file));
diesel::allow_tables_to_appear_in_same_query!(media_files, media_uses, record_files);

const PENDING: &str = "pending";
const STORED: &str = "stored";
const DELETING: &str = "deleting";

/// The row of a file: an image, or what is attached to a record and has no previews.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = media_files)]
pub(crate) struct FileRow {
    pub(crate) id: String,
    pub(crate) content_type: String,
    pub(crate) preview_type: String,
    pub(crate) width: i32,
    pub(crate) height: i32,
    state: String,
    touched_at: Timestamp,
}

impl FileRow {
    /// Makes the row of a file that is about to be stored.
    pub(crate) fn pending(
        id: String,
        (content_type, preview_type): (&str, &str),
        (width, height): (i32, i32),
    ) -> Self {
        Self {
            id,
            content_type: content_type.into(),
            preview_type: preview_type.into(),
            width,
            height,
            state: PENDING.into(),
            touched_at: Timestamp::now(),
        }
    }

    /// Makes the row of a file that is attached to a record, and is about to be stored.
    pub(crate) fn attached(id: String, content_type: &str) -> Self {
        Self::pending(id, (content_type, ""), (0, 0))
    }

    /// Returns the objects of the store that hold it.
    pub(crate) fn sizes(&self) -> &'static [Size] {
        if self.preview_type.is_empty() { &[Size::Full] } else { &Size::ALL }
    }
}

/// The condition on a file that a record or its revisions need it.
type Needed = Box<dyn BoxableExpression<media_files::table, Db, SqlType = Bool>>;

/// Makes the condition that a record or its revisions use an image, or that a file is attached to a record.
fn is_needed() -> Needed {
    let attached = record_files::table
        .filter(record_files::file.eq(media_files::id))
        .filter(record_files::deleted_at.is_null());
    Box::new(is_used().or(exists(attached)))
}

/// Makes the condition that a record or its revisions use an image.
fn is_used() -> Needed {
    Box::new(exists(media_uses::table.filter(media_uses::file.eq(media_files::id))))
}

/// A record that uses an image, or whose revisions do.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = media_uses)]
pub(crate) struct UseRow {
    pub(crate) resource: String,
    pub(crate) record_id: Id,
    pub(crate) file: String,
    pub(crate) held: bool,
}

/// Inserts the row of a file that is about to be stored, or protects an existing file from
/// deletion. Returns false when its deletion has begun.
pub(crate) fn begin(conn: &mut Conn, file: &FileRow) -> Result<bool> {
    on_each!(conn, |conn| diesel::insert_into(media_files::table)
        .values(file)
        .on_conflict_do_nothing()
        .execute(conn))?;
    let of_file = media_files::table.find(&file.id).filter(media_files::state.ne(DELETING));
    let touched = diesel::update(of_file).set(media_files::touched_at.eq(Timestamp::now()));
    Ok(touched.execute(conn)? == 1)
}

/// Marks a file as stored.
pub(crate) fn finish(conn: &mut Conn, file: &str) -> Result<bool> {
    let of_file = media_files::table.find(file).filter(media_files::state.ne(DELETING));
    let stored = (media_files::state.eq(STORED), media_files::touched_at.eq(Timestamp::now()));
    Ok(diesel::update(of_file).set(stored).execute(conn)? == 1)
}

pub(crate) fn is_stored(conn: &mut Conn, file: &str) -> Result<bool> {
    let of_file = media_files::table.find(file).filter(media_files::state.eq(STORED));
    Ok(diesel::select(exists(of_file)).get_result(conn)?)
}

/// Protects a stored file from deletion for another day. Returns whether there is such a file.
pub(crate) fn touch_stored(conn: &mut Conn, file: &str) -> Result<bool> {
    let of_file = media_files::table.find(file).filter(media_files::state.eq(STORED));
    let touched = diesel::update(of_file).set(media_files::touched_at.eq(Timestamp::now()));
    Ok(touched.execute(conn)? == 1)
}

pub(crate) fn hold(conn: &mut Conn, resource: &str, record: &Id, file: &str) -> Result<()> {
    let row = UseRow {
        resource: resource.into(),
        record_id: record.clone(),
        file: file.into(),
        held: true,
    };
    on_each!(conn, |conn| diesel::insert_into(media_uses::table)
        .values(&row)
        .on_conflict((media_uses::resource, media_uses::record_id, media_uses::file))
        .do_update()
        .set(media_uses::held.eq(true))
        .execute(conn))?;
    Ok(())
}

pub(crate) fn release(conn: &mut Conn, resource: &str, record: &Id, file: &str) -> Result<()> {
    diesel::update(media_uses::table.find((resource, record, file)))
        .set(media_uses::held.eq(false))
        .run(conn)
}

/// Returns the file when this record uses it.
pub(crate) fn find_used(
    conn: &mut Conn,
    resource: &str,
    record: &Id,
    file: &str,
) -> Result<Option<FileRow>> {
    media_uses::table
        .inner_join(media_files::table)
        .filter(media_uses::resource.eq(resource).and(media_uses::record_id.eq(record)))
        .filter(media_uses::file.eq(file).and(media_uses::held.eq(true)))
        .select(FileRow::as_select())
        .first_if_any(conn)
}

/// Returns at most `most` uses after the key `after`, in the order of their keys.
pub(crate) fn uses_after(
    conn: &mut Conn,
    after: Option<&UseRow>,
    most: i64,
) -> Result<Vec<UseRow>> {
    let mut uses = media_uses::table
        .order((media_uses::resource, media_uses::record_id, media_uses::file))
        .limit(most)
        .select(UseRow::as_select())
        .into_boxed::<Db>();
    if let Some(UseRow { resource, record_id, file, .. }) = after {
        let behind_file = media_uses::record_id
            .eq(record_id)
            .and(media_uses::file.gt(file))
            .or(media_uses::record_id.gt(record_id));
        let behind = media_uses::resource
            .gt(resource)
            .or(media_uses::resource.eq(resource).and(behind_file));
        uses = uses.filter(behind);
    }
    uses.all(conn)
}

/// Deletes a use that has not changed since it was read. Its file stays for another day, so that a
/// backup in progress finds it.
pub(crate) fn forget_use(conn: &mut Conn, one: &UseRow) -> Result<()> {
    let same = media_uses::table
        .find((&one.resource, &one.record_id, &one.file))
        .filter(media_uses::held.eq(one.held));
    if diesel::delete(same).execute(conn)? == 1 {
        touch_stored(conn, &one.file)?;
    }
    Ok(())
}

/// Returns the files that were not touched since `before`, or since `begun` when their deletion had
/// begun. Some of them may be in use.
pub(crate) fn stale(
    conn: &mut Conn,
    before: Timestamp,
    begun: Timestamp,
    most: i64,
) -> Result<Vec<String>> {
    let is_left = media_files::state.eq(DELETING).and(media_files::touched_at.lt(begun));
    let is_old = media_files::state.ne(DELETING).and(media_files::touched_at.lt(before));
    media_files::table
        .filter(is_left.or(is_old))
        .filter(not(is_needed()))
        .order(media_files::touched_at)
        .limit(most)
        .select(media_files::id)
        .all(conn)
}

/// Marks a file as being deleted, unless it was touched or used since. Returns true to one process
/// only.
pub(crate) fn claim(
    conn: &mut Conn,
    file: &str,
    before: Timestamp,
    begun: Timestamp,
) -> Result<bool> {
    let is_left = media_files::state.eq(DELETING).and(media_files::touched_at.lt(begun));
    let is_old = media_files::state.ne(DELETING).and(media_files::touched_at.lt(before));
    let unused = media_files::table.find(file).filter(is_left.or(is_old)).filter(not(is_needed()));
    let marked = (media_files::state.eq(DELETING), media_files::touched_at.eq(Timestamp::now()));
    Ok(diesel::update(unused).set(marked).execute(conn)? == 1)
}

/// Deletes the row of a file whose bytes are deleted.
pub(crate) fn forget_file(conn: &mut Conn, file: &str) -> Result<()> {
    let marked = media_files::table.find(file).filter(media_files::state.eq(DELETING));
    diesel::delete(marked).run(conn)
}

/// Returns the files that records or their revisions need; only images from a database that is older than attached files.
pub(crate) fn files_in_use(conn: &mut Conn, has_attached: bool) -> Result<Vec<FileRow>> {
    media_files::table
        .filter(if has_attached { is_needed() } else { is_used() })
        .order(media_files::id)
        .select(FileRow::as_select())
        .all(conn)
}

/// Deletes the rows of unused files: a backup does not have their bytes.
pub(crate) fn drop_unused(conn: &mut Conn) -> Result<()> {
    let unused = media_files::table.filter(not(is_needed()));
    diesel::delete(unused).run(conn)
}

/// Sets the time of last use of all files to `at`, for tests.
#[cfg(feature = "testing")]
pub(crate) fn date_back(conn: &mut Conn, at: Timestamp) -> Result<()> {
    diesel::update(media_files::table).set(media_files::touched_at.eq(at)).run(conn)
}
