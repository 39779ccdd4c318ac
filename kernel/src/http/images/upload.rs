//! An image taken in over HTTP: the file out of a multipart body, a picture out of the file.

use std::sync::Arc;

use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use images::Refusal;
use serde_json::json;

use crate::base::error::{Error, Result};
use crate::records::idempotency::Answer;
use crate::records::media::{BEING_DELETED, Limits, UploadedImage, put, queries, row_of};
use crate::records::multipart::Parts;
use crate::records::request::RequestContext;

const ONE_FILE: &str = "The one part of an upload is `file`";
/// What is sent beside the file itself.
const FRAME: usize = 16 * 1024;

/// Takes in the image of the body. It is kept for a day, and from then on as long as a record holds it,
/// or a version in the history.
pub(crate) async fn upload(
    context: RequestContext,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse> {
    let core = Arc::clone(&context.core);
    let media = &core.media;
    let _place = media.begin_upload(&context.by().id)?;
    let limits = media.limits.clone();
    let picture = {
        let _room = media.uploads.acquire().await.map_err(Error::internal)?;
        let bytes = received(&request, payload, &limits).await?;
        let _turn = media.decoding.acquire().await.map_err(Error::internal)?;
        let pixels = limits.pixels;
        let read = web::block(move || images::read(&bytes, pixels)).await;
        read.map_err(Error::internal)?.map_err(|refusal| refused(refusal, &limits))?
    };
    let row = row_of(&picture)?;
    let uploaded = UploadedImage { file: row.id.clone(), width: row.width, height: row.height };
    let noted = row.clone();
    if !core.db.write(move |conn| queries::begin(conn, &noted)).await? {
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

fn refused(refusal: Refusal, limits: &Limits) -> Error {
    Error::invalid(
        "/file",
        match refusal {
            Refusal::Unknown => "An image must be a JPEG, PNG or WebP file",
            Refusal::Damaged => "This image is damaged or not complete",
            Refusal::TooManyPixels => &limits.too_many_pixels,
        },
    )
}

/// The bytes of the one part `file`.
async fn received(request: &HttpRequest, payload: web::Payload, limits: &Limits) -> Result<Bytes> {
    let too_large = || limits.too_large.clone();
    let mut body = Parts::of(request, payload, limits.bytes + FRAME, too_large())?;
    let mut bytes = None;
    while let Some(mut part) = body.next().await? {
        if part.name() != Some("file") || bytes.is_some() {
            return Err(Error::Malformed(ONE_FILE.into()));
        }
        bytes = Some(body.read(&mut part, limits.bytes, too_large()).await?);
    }
    bytes.ok_or_else(|| Error::Malformed("The part `file` is missing".into()))
}
