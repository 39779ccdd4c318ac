//! The file that a job makes: stored in parts as it is made, so that its size costs no memory, and sent part by part. The
//! parts are files that no record refers to, which are deleted after a day.

use std::sync::Arc;

use actix_web::web::Bytes;
use futures_util::{Stream, stream};
use serde::{Deserialize, Serialize};

use crate::base::digest::digest;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::records::core::Core;
use crate::records::media::{BEING_DELETED, FileRow, Size, queries};

/// How many bytes a part has.
const PART: usize = 8 * 1024 * 1024;

/// A file in the store.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredFile {
    /// What its parts are named after.
    id: Id,
    parts: u32,
    pub(crate) name: String,
    pub(crate) content_type: String,
    pub(crate) size: u64,
}

/// A file that is being made.
pub(crate) struct FileParts {
    core: Arc<Core>,
    file: StoredFile,
    /// The bytes that are not stored yet.
    part: Vec<u8>,
}

impl FileParts {
    pub(crate) fn new(core: &Arc<Core>, name: String, content_type: &str) -> Self {
        let content_type = content_type.to_owned();
        let file = StoredFile { id: Id::new(), parts: 0, name, content_type, size: 0 };
        Self { core: Arc::clone(core), file, part: Vec::new() }
    }

    /// Adds bytes to its end.
    pub(crate) async fn add(&mut self, bytes: &[u8]) -> Result<()> {
        self.part.extend_from_slice(bytes);
        match self.part.len() >= PART {
            true => self.store().await,
            false => Ok(()),
        }
    }

    /// Stores the rest, and returns the whole file.
    pub(crate) async fn finish(mut self) -> Result<StoredFile> {
        self.store().await?;
        Ok(self.file)
    }

    async fn store(&mut self) -> Result<()> {
        if self.part.is_empty() {
            return Ok(());
        }
        let name = name_of(&self.file.id, self.file.parts);
        let row = FileRow::attached(name.clone(), &self.file.content_type);
        if !self.core.db.write(move |conn: &mut Conn| queries::begin(conn, &row)).await? {
            return Err(Error::Busy(BEING_DELETED));
        }
        let part = std::mem::take(&mut self.part);
        self.file.size += part.len() as u64;
        self.file.parts += 1;
        let (key, kind) = (Size::Full.key(&name), self.file.content_type.clone());
        self.core.media.with_store(move |store| store.put(&key, &part, &kind)).await?;
        self.core.db.write(move |conn: &mut Conn| queries::finish(conn, &name)).await.map(drop)
    }
}

/// Reads a file part by part.
pub(crate) fn read(
    core: Arc<Core>,
    file: &StoredFile,
) -> impl Stream<Item = Result<Bytes>> + use<> {
    let (id, parts) = (file.id.clone(), file.parts);
    stream::unfold(0, move |part| {
        let (core, key) = (Arc::clone(&core), Size::Full.key(&name_of(&id, part)));
        async move {
            if part == parts {
                return None;
            }
            let lost = format!("{key} is not in the store");
            let read = core.media.with_store(move |store| store.get(&key)).await;
            let bytes = read.and_then(|bytes| bytes.ok_or_else(|| Error::internal(lost)));
            Some((bytes.map(Bytes::from), part + 1))
        }
    })
}

/// Returns the name of a part in the store, which nothing else there has.
fn name_of(id: &Id, part: u32) -> String {
    digest(format!("part {part} of {id}"))
}
