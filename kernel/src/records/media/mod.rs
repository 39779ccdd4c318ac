//! Images of records: uploaded, stored, shown to whoever may see the record, and deleted when nothing
//! can need them any more.
//!
//! A resource has images when a field of its schema says `x-widget: image` ([`Image`]) or `images`
//! ([`ImageList`]); nothing else is asked of its module. Its field holds the name of a file, and files
//! are named by a digest of what they hold.
//!
//! `fields` finds those fields, `picture` stores a picture, `uses` notes which record holds it in the
//! transaction of the change. `store` is where the bytes are: a folder, or an object store (`s3`).
//! `http/images` takes pictures in and gives them out, `cli/image_sweep` deletes what nobody needs.
//!
//! The order of things makes sure that a file of a record is always there. An upload notes its file as
//! `pending`, stores the bytes, and only then says `stored`; a record takes stored files only. A file
//! that nothing has touched for a day and no record or version holds is marked `deleting`, which one
//! process can do; then its bytes go, and then its row.

mod fields;
mod limits;
mod picture;
pub(crate) mod queries;
mod s3;
mod store;
mod uses;
mod value;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
pub(crate) use fields::ImageField;
pub(crate) use limits::Limits;
pub(crate) use picture::{BEING_DELETED, UploadedImage, put, row_of, store_picture};
#[cfg(feature = "testing")]
pub(crate) use queries::date_back;
pub(crate) use queries::{FileRow, drop_unused, files_in_use};
pub(crate) use store::{Size, Store};
pub(crate) use uses::{check, follow};
pub use value::{Image, ImageList};

/// How many uploads may be on their way to this process at the same time: each is kept in memory.
const UPLOADS: usize = 4;

/// How many files may be on their way from or to the store at the same time: each holds a thread.
const TRANSFERS: usize = 16;

/// What a process needs for images.
pub(crate) struct Media {
    pub(crate) store: Arc<Store>,
    pub(crate) limits: Limits,
    pub(crate) uploads: Semaphore,
    /// Room for the one picture that is being decoded.
    pub(crate) decoding: Semaphore,
    transfers: Semaphore,
    /// Who is uploading something at the moment.
    uploading: Mutex<HashSet<Id>>,
}

impl Media {
    /// Takes the settings; makes the folder when there is no object store.
    pub(crate) fn of(config: &Config) -> Result<Self> {
        let store = Store::open(&config.media)?;
        store.prepare()?;
        Ok(Self {
            store: Arc::new(store),
            limits: Limits::of(&config.media),
            uploads: Semaphore::new(UPLOADS),
            decoding: Semaphore::new(1),
            transfers: Semaphore::new(TRANSFERS),
            uploading: Mutex::default(),
        })
    }

    /// Works with the store on a thread where waiting holds nobody up.
    pub(crate) async fn with_store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Store) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let _turn = self.transfers.acquire().await.map_err(Error::internal)?;
        let store = Arc::clone(&self.store);
        actix_web::web::block(move || work(&store)).await.map_err(Error::internal)?
    }

    /// Takes the one place that an account has for its upload.
    pub(crate) fn begin_upload(&self, account: &Id) -> Result<Uploading<'_>> {
        let mut uploading = self.uploading.lock().unwrap_or_else(PoisonError::into_inner);
        if !uploading.insert(account.clone()) {
            return Err(Error::TooOften("Upload one image after the other", 1));
        }
        Ok(Uploading { media: self, account: account.clone() })
    }
}

/// The place that an account has for its upload, while it takes it.
pub(crate) struct Uploading<'a> {
    media: &'a Media,
    account: Id,
}

impl Drop for Uploading<'_> {
    fn drop(&mut self) {
        let uploading = self.media.uploading.lock();
        uploading.unwrap_or_else(PoisonError::into_inner).remove(&self.account);
    }
}
