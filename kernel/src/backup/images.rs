//! The images and attached files in a backup: after the rows, each object of the store on a line of its own, as JSON.
//!
//! Of the files in the snapshot those are included that a record or a version refers to, or that are attached to a record. Such a
//! file stays in the store for at least a day after the last reference is deleted, so that it is
//! still existing while other requests write.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};

use super::Progress;
use super::file::{Draft, Lines};
use crate::base::error::{Error, Result};
use crate::records::media::{FileRow, Size, Store};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Object {
    key: String,
    content_type: String,
    content: String,
}

/// Returns the number of objects of the images among these files, and of the others.
pub(super) fn count(files: &[FileRow]) -> (u64, u64) {
    let objects = files.iter().map(|file| file.sizes().len());
    let (images, others): (Vec<usize>, Vec<usize>) = objects.partition(|count| *count > 1);
    (images.into_iter().sum::<usize>() as u64, others.len() as u64)
}

/// Writes the objects of these files into a backup.
pub(super) fn write(
    files: &[FileRow],
    store: &Store,
    draft: &mut Draft,
    progress: &Progress,
) -> Result<()> {
    for file in files {
        for size in file.sizes() {
            let key = size.key(&file.id);
            let bytes = store.get(&key)?.ok_or_else(|| {
                Error::startup(format!(
                    "The image {key} is not in {store}, and a record holds it. Name the place that \
                     has the images with media_folder or media_s3_endpoint"
                ))
            })?;
            let content_type = match size {
                Size::Full => &file.content_type,
                Size::Small | Size::Large => &file.preview_type,
            };
            let content = BASE64_STANDARD.encode(bytes);
            let object = Object { key, content_type: content_type.clone(), content };
            draft.row(&serde_json::to_string(&object).map_err(Error::internal)?)?;
            progress.advance(1)?;
        }
    }
    Ok(())
}

/// Stores the next `count` objects of a backup. The names of new objects are added to `stored`,
/// also on failure.
pub(super) fn read(
    lines: &mut Lines,
    count: u64,
    store: &Store,
    stored: &mut Vec<String>,
    progress: &Progress,
) -> Result<()> {
    for _ in 0..count {
        let Object { key, content_type, content } =
            serde_json::from_str(&lines.line()?).map_err(Error::internal)?;
        if !is_key(&key) {
            return Err(Error::startup(format!(
                "The backup names an image {key}, which is no name"
            )));
        }
        let bytes = BASE64_STANDARD.decode(content).map_err(Error::internal)?;
        match store.get(&key)? {
            Some(existing) if existing == bytes => {}
            existing => {
                if existing.is_none() {
                    stored.push(key.clone());
                }
                store.put(&key, &bytes, &content_type)?;
            }
        }
        progress.advance(1)?;
    }
    Ok(())
}

/// Returns whether a name is one that an upload generates: it becomes a path.
fn is_key(key: &str) -> bool {
    let Some((_, name)) = key.split_once('/') else { return false };
    let file = name.split('-').next().unwrap_or_default();
    let is_digest = file.len() == 64 && file.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_digest && Size::ALL.iter().any(|size| size.key(file) == key)
}

/// Deletes the objects that a failed restore has stored.
pub(super) fn delete_stored(store: &Store, stored: &[String]) {
    for key in stored {
        if let Err(error) = store.delete(key) {
            tracing::warn!(
                %error,
                key,
                "an image of a failed restore could not be deleted from the store"
            );
        }
    }
    if !stored.is_empty() {
        store.remove_empty();
    }
}

#[cfg(test)]
mod tests {
    use super::is_key;

    #[test]
    fn only_names_of_images_become_paths() {
        let file = "0a".repeat(32);
        assert!(is_key(&format!("0a/{file}-small")));
        for wrong in ["", "../x", "0a/../../x-small", "/etc/passwd"] {
            assert!(!is_key(wrong), "{wrong}");
        }
        assert!(!is_key(&format!("0b/{file}-small")) && !is_key(&format!("0a/{file}-huge")));
    }
}
