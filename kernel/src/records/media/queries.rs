//! The SQL of images.

use diesel::dsl::exists;
use diesel::prelude::*;

use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, Run};
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

diesel::joinable!(media_uses -> media_files (file));
diesel::allow_tables_to_appear_in_same_query!(media_files, media_uses);

const PENDING: &str = "pending";
const STORED: &str = "stored";
const DELETING: &str = "deleting";

/// The row of an image file.
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
        .into_boxed::<crate::db::Db>();
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
    let uses = media_uses::table.filter(media_uses::file.eq(media_files::id));
    media_files::table
        .filter(is_left.or(is_old).and(diesel::dsl::not(exists(uses))))
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
    let uses = media_uses::table.filter(media_uses::file.eq(file));
    let unused = media_files::table
        .find(file)
        .filter(is_left.or(is_old).and(diesel::dsl::not(exists(uses))));
    let marked = (media_files::state.eq(DELETING), media_files::touched_at.eq(Timestamp::now()));
    Ok(diesel::update(unused).set(marked).execute(conn)? == 1)
}

/// Deletes the row of a file whose bytes are deleted.
pub(crate) fn forget_file(conn: &mut Conn, file: &str) -> Result<()> {
    let marked = media_files::table.find(file).filter(media_files::state.eq(DELETING));
    diesel::delete(marked).run(conn)
}

/// Returns the files that records or their revisions use.
pub(crate) fn files_in_use(conn: &mut Conn) -> Result<Vec<FileRow>> {
    let uses = media_uses::table.filter(media_uses::file.eq(media_files::id));
    media_files::table
        .filter(exists(uses))
        .order(media_files::id)
        .select(FileRow::as_select())
        .all(conn)
}

/// Deletes the rows of unused files: a backup does not have their bytes.
pub(crate) fn drop_unused(conn: &mut Conn) -> Result<()> {
    let uses = media_uses::table.filter(media_uses::file.eq(media_files::id));
    let unused = media_files::table.filter(diesel::dsl::not(exists(uses)));
    diesel::delete(unused).run(conn)
}

/// Sets the time of last use of all files to `at`, for tests.
#[cfg(feature = "testing")]
pub(crate) fn date_back(conn: &mut Conn, at: Timestamp) -> Result<()> {
    diesel::update(media_files::table).set(media_files::touched_at.eq(at)).run(conn)
}
