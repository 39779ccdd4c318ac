//! Stores uploaded pictures.

use images::Picture;
use schemars::JsonSchema;
use serde::Serialize;

use super::queries::{self, FileRow};
use super::store::{Size, Store};
use crate::base::digest::digest;
use crate::base::error::{Error, Result};

pub(crate) const BEING_DELETED: &str =
    "This image is being deleted at the moment. Try again shortly";

/// An image that has been uploaded, as a record takes it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct UploadedImage {
    /// The name by which records refer to it.
    pub(crate) file: String,
    /// Its width in pixels.
    #[schemars(range(min = 1))]
    pub(crate) width: i32,
    /// Its height in pixels.
    #[schemars(range(min = 1))]
    pub(crate) height: i32,
}

/// Stores a picture within a transaction, for demo data, and returns its file name.
pub(crate) fn store_picture(
    conn: &mut crate::db::Conn,
    store: &Store,
    picture: &Picture,
) -> Result<String> {
    let row = row_of(picture)?;
    if !queries::begin(conn, &row)? {
        return Err(Error::Busy(BEING_DELETED));
    }
    put(store, &row, picture)?;
    queries::finish(conn, &row.id)?;
    Ok(row.id)
}

pub(crate) fn row_of(picture: &Picture) -> Result<FileRow> {
    let id = digest(&picture.full);
    let kinds = (picture.kind.content_type(), picture.preview_kind.content_type());
    let side = |side: u32| i32::try_from(side).map_err(Error::internal);
    Ok(FileRow::pending(id, kinds, (side(picture.width)?, side(picture.height)?)))
}

pub(crate) fn put(store: &Store, row: &FileRow, picture: &Picture) -> Result<()> {
    let objects = [
        (Size::Small, &picture.small, &row.preview_type),
        (Size::Large, &picture.large, &row.preview_type),
        (Size::Full, &picture.full, &row.content_type),
    ];
    objects.iter().try_for_each(|(size, bytes, kind)| store.put(&size.key(&row.id), bytes, kind))
}
