//! Serves an image to callers who may read the record that contains it.

use std::sync::Arc;

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::validators::names_validator;
use crate::records::RegisteredResource;
use crate::records::actor::Actor;
use crate::records::core::Core;
use crate::records::media::{Size, queries};
use crate::records::request::RequestContext;
use crate::records::resource::Resource;

/// The policy for an image that a browser opens by itself: it may only be shown.
const POLICY: &str = "default-src 'none'; sandbox";

/// A file never changes under its name. A shared cache must not serve it to other users, and this
/// browser's cache must not serve it to another account.
const CACHING: &str = "private, max-age=31536000, immutable";

/// The query of an image.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShowQuery {
    size: Option<String>,
}

impl ShowQuery {
    fn size(&self) -> Result<Size> {
        let Some(wanted) = self.size.as_deref() else { return Ok(Size::Full) };
        let size = Size::ALL.into_iter().find(|size| size.name() == wanted);
        size.ok_or_else(|| Error::Malformed("`size` is one of `small`, `large`, `full`".into()))
    }
}

/// Serves the image `file` of a record of `R`, for an operation of a module. `size` is `small`,
/// `large` or `full`, the default.
///
/// # Errors
/// [`Error::NotFound`] unless the record has the image, and [`Error::Busy`] while the store is
/// unreachable.
pub async fn show_of<R: Resource>(
    context: &RequestContext,
    request: &HttpRequest,
    (id, file): (&Id, &str),
    size: Option<String>,
) -> Result<HttpResponse> {
    let entry = context.core.records.get(R::INFO.name).ok_or(Error::NotFound)?;
    let of = (id.clone(), file.to_owned());
    send((&context.core, entry), request, context.by(), of, ShowQuery { size }.size()?).await
}

/// Serves an image of a record of the resource that is mounted at the path.
pub(crate) async fn show(
    core: web::Data<Core>,
    entry: web::Data<RegisteredResource>,
    request: HttpRequest,
    by: Actor,
    of: web::Path<(Id, String)>,
    query: web::Query<ShowQuery>,
) -> Result<HttpResponse> {
    let entry = entry.into_inner();
    send((&core, &entry), &request, &by, of.into_inner(), query.size()?).await
}

async fn send(
    (core, entry): (&Core, &Arc<RegisteredResource>),
    request: &HttpRequest,
    by: &Actor,
    (id, file): (Id, String),
    size: Size,
) -> Result<HttpResponse> {
    let (entry, records, by) = (Arc::clone(entry), Arc::clone(&core.records), by.clone());
    let key = size.key(&file);
    let found = core.db.answer(move |conn| {
        let name = entry.info().name;
        let found = queries::find_used(conn, name, &id, &file)?.ok_or(Error::NotFound)?;
        let record = entry.find(conn, &id)?;
        // A version of the past may have it, which only who sees everything may look at.
        let is_narrowed = records.narrows(&by.access, &entry);
        match is_narrowed && !records.seen(conn, &entry, record, &by)?.shows(&file) {
            true => Err(Error::NotFound),
            false => Ok(found),
        }
    });
    let found = found.await?;
    let kind = match size {
        Size::Full => found.content_type,
        Size::Small | Size::Large => found.preview_type,
    };
    let etag = format!("\"{}-{}\"", found.id, size.name());
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CACHE_CONTROL, CACHING))
        .insert_header((header::VARY, HeaderValue::from_static("authorization")))
        .insert_header((header::ETAG, etag.as_str()));
    let known = request.headers().get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    if known.is_some_and(|known| names_validator(known, &etag)) {
        return Ok(response.status(actix_web::http::StatusCode::NOT_MODIFIED).finish());
    }
    let lost = format!("{key} is not in the store");
    let bytes = core.media.with_store(move |store| store.get(&key)).await?;
    let bytes = bytes.ok_or_else(|| Error::internal(lost))?;
    Ok(response
        .content_type(kind)
        .insert_header((header::CONTENT_DISPOSITION, "inline"))
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .body(bytes))
}
