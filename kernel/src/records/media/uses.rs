//! Tracks which record uses which image, in the transaction of each change.

use serde_json::Value;

use super::queries;
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::records::RegisteredResource;
use crate::records::image_fields::files;

const NOT_THERE: &str = "There is no such image. Upload it again";

/// Returns the validation errors of the images that are new in `state`: each has to be a stored
/// file.
pub(crate) fn check(
    conn: &mut Conn,
    entry: &RegisteredResource,
    state: &Value,
    before: Option<&Value>,
) -> Result<Vec<FieldError>> {
    let mut errors = Vec::new();
    if entry.images.is_empty() {
        return Ok(errors);
    }
    let known = files(&entry.images, before);
    for (file, pointers) in files(&entry.images, Some(state)) {
        if !known.contains_key(file) && !queries::is_stored(conn, file)? {
            errors.extend(pointers.into_iter().map(|at| FieldError::new(at, NOT_THERE)));
        }
    }
    Ok(errors)
}

/// Updates the uses of images after a change of a record, given before and after. From then on its
/// new images are protected from deletion, and shown to users who may read the record.
///
/// # Errors
/// [`Error::Invalid`] when one of them is being deleted at this moment.
pub(crate) fn follow(
    conn: &mut Conn,
    entry: &RegisteredResource,
    id: &Id,
    before: Option<&Value>,
    after: Option<&Value>,
) -> Result<()> {
    if entry.images.is_empty() {
        return Ok(());
    }
    let name = entry.info().name;
    let (was, is) = (files(&entry.images, before), files(&entry.images, after));
    for (file, pointers) in &is {
        if was.contains_key(file) {
            continue;
        }
        // Touching the file makes a concurrent sweep check it again.
        if !queries::touch_stored(conn, file)? {
            let errors = pointers.iter().map(|at| FieldError::new(at.clone(), NOT_THERE));
            return Err(Error::Invalid(errors.collect()));
        }
        queries::hold(conn, name, id, file)?;
    }
    for file in was.keys().filter(|file| !is.contains_key(**file)) {
        queries::release(conn, name, id, file)?;
    }
    Ok(())
}
