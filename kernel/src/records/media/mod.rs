//! Images of records: uploaded, stored, shown to users who may see the record, and deleted when no
//! record or revision can need them.
//!
//! A resource has images when a field of its schema says `x-widget: image` ([`Image`]) or `images`
//! ([`ImageList`]). Its module does nothing else for them. The field holds the name of a file,
//! which is a digest of the file's content.
//!
//! `image_fields` finds those fields, `picture` stores a picture, and `uses` writes down which record
//! uses it, in the transaction of the change. `store` reads and writes the bytes: in a folder, or
//! in an object store (`s3`). `http/images` serves uploads and downloads, and `cli/image_sweep`
//! deletes unused files.
//!
//! The order of steps guarantees that a file of a record always exists. An upload inserts a row
//! that is `pending`, stores the bytes, and then marks the row `stored`. A record accepts stored
//! files only. A file that was not touched for a day, and that no record or revision uses, is
//! marked `deleting`; only one process can do that. Then its bytes are deleted, and then its row.

mod picture;
pub(crate) mod queries;
mod s3;
mod store;
mod uses;
mod value;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::slots::{Queue, Slots};
pub(crate) use picture::{BEING_DELETED, UploadedImage, put, row_of, store_picture};
#[cfg(feature = "testing")]
pub(crate) use queries::date_back;
pub(crate) use queries::{FileRow, drop_unused, files_in_use};
pub(crate) use store::{Size, Store};
pub(crate) use uses::{check, follow};
pub use value::{Image, ImageList};

/// How many uploads this process accepts at the same time. Each is buffered in memory.
const UPLOADS: usize = 4;

/// The queue of those who upload or see images. An upload may take as long as its body.
const QUEUE: Queue = Queue {
    bound: 200,
    deadline: Duration::from_secs(30),
    busy: "Many others are using images and files at the moment. Try again shortly",
};

/// How many files are transferred from or to the store at the same time. Each transfer blocks a
/// thread.
const TRANSFERS: usize = 16;

/// The state of a process for images.
pub(crate) struct Media {
    pub(crate) store: Arc<Store>,
    pub(crate) uploads: Slots,
    /// One picture at a time is decoded.
    pub(crate) decoding: Slots,
    transfers: Slots,
    /// The accounts with an upload in progress.
    uploading: Mutex<HashSet<Id>>,
}

impl Media {
    /// Takes the settings. Creates the folder when there is no object store.
    pub(crate) fn of(config: &Config) -> Result<Self> {
        let store = Store::open(&config.media)?;
        store.prepare()?;
        Ok(Self {
            store: Arc::new(store),
            uploads: Slots::new(UPLOADS, QUEUE),
            decoding: Slots::new(1, QUEUE),
            transfers: Slots::new(TRANSFERS, QUEUE),
            uploading: Mutex::default(),
        })
    }

    /// Runs `work` with the store on a thread that may block.
    pub(crate) async fn with_store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Store) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let _turn = self.transfers.take().await?;
        let store = Arc::clone(&self.store);
        actix_web::web::block(move || work(&store)).await.map_err(Error::internal)?
    }

    /// Takes the upload slot of an account, of which there is one.
    pub(crate) fn begin_upload(&self, account: &Id) -> Result<Uploading<'_>> {
        if !self.uploading.lock().insert(account.clone()) {
            return Err(Error::TooOften("Upload one file after the other", 1));
        }
        Ok(Uploading { media: self, account: account.clone() })
    }
}

/// The upload slot of an account, released on drop.
pub(crate) struct Uploading<'a> {
    media: &'a Media,
    account: Id,
}

impl Drop for Uploading<'_> {
    fn drop(&mut self) {
        self.media.uploading.lock().remove(&self.account);
    }
}
