//! Takes an image upload over HTTP: the file from a multipart body, and the picture from the file.

use std::sync::Arc;

use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use images::Refusal;
use serde_json::json;

use crate::base::config::MediaSettings;
use crate::base::error::{Error, Result};
use crate::records::idempotency::Answer;
use crate::records::media::{BEING_DELETED, UploadedImage, put, queries, row_of};
use crate::records::multipart::Parts;
use crate::records::request::RequestContext;

const ONE_FILE: &str = "The one part of an upload is `file`";
/// As [`images::MOST_SIDE`] and [`images::MOST_STRETCHED`].
const TOO_LONG: &str = "An image may have at most 30,000 pixels on a side, and be at most 20 times as long as it is wide";
/// How many bytes the multipart boundaries and headers may have.
const FRAME: usize = 16 * 1024;

/// Stores the image of the body. It is deleted after a day, unless a record or one of its versions
/// refers to it.
pub(crate) async fn upload(
    context: RequestContext,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse> {
    let core = Arc::clone(&context.core);
    let media = &core.media;
    let _upload = media.begin_upload(&context.by().id)?;
    let MediaSettings { max_mib, max_megapixels, .. } = core.config.media;
    let picture = {
        let _receiving = media.uploads.take().await?;
        let bytes = read_file(&request, payload, max_mib).await?;
        let _decoding = media.decoding.take().await?;
        let pixels = max_megapixels.saturating_mul(1_000_000);
        let read = web::block(move || images::read(&bytes, pixels)).await;
        read.map_err(Error::internal)?.map_err(|refusal| refused(refusal, max_megapixels))?
    };
    let row = row_of(&picture)?;
    let uploaded = UploadedImage { file: row.id.clone(), width: row.width, height: row.height };
    let pending = row.clone();
    if !core.db.write(move |conn| queries::begin(conn, &pending)).await? {
        return Err(Error::Busy(BEING_DELETED));
    }
    let stored = row.clone();
    media.with_store(move |store| put(store, &stored, &picture)).await?;
    context
        .write(&json!(row.id), move |writing| match queries::finish(writing.conn, &row.id)? {
            true => Answer::created(&uploaded),
            false => Err(Error::Busy(BEING_DELETED)),
        })
        .await
}

fn refused(refusal: Refusal, max_megapixels: u64) -> Error {
    let message = match refusal {
        Refusal::Unknown => "An image must be a JPEG, PNG or WebP file".to_owned(),
        Refusal::Damaged => "This image is damaged or not complete".to_owned(),
        Refusal::TooManyPixels => {
            format!("An image may have at most {max_megapixels} million pixels")
        }
        Refusal::TooLong => TOO_LONG.to_owned(),
    };
    Error::invalid("/file", message)
}

/// Reads the bytes of the one part `file`.
async fn read_file(request: &HttpRequest, payload: web::Payload, max_mib: u64) -> Result<Bytes> {
    let too_large = || format!("An image may have at most {max_mib} MiB");
    let most = usize::try_from(max_mib).unwrap_or(usize::MAX).saturating_mul(1024 * 1024);
    let mut body = Parts::of(request, payload, most.saturating_add(FRAME), too_large())?;
    let mut bytes = None;
    while let Some(mut part) = body.next().await? {
        if part.name() != Some("file") || bytes.is_some() {
            return Err(Error::Malformed(ONE_FILE.into()));
        }
        bytes = Some(body.read(&mut part, most, too_large()).await?);
    }
    bytes.ok_or_else(|| Error::Malformed("The part `file` is missing".into()))
}
