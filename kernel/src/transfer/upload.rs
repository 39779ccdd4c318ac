//! An import over HTTP: the file and the mapping out of a multipart body.

use std::io::Cursor;
use std::sync::Arc;

use actix_multipart::{Field, Multipart};
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::{Bytes, BytesMut};
use actix_web::{HttpRequest, HttpResponse, web};
use futures_util::TryStreamExt;
use serde::Deserialize;

use super::import::{Import, named_mapping};
use super::mapping::{Existing, Mapping, Repeated};
use crate::auth::Actor;
use crate::error::{Error, Result};
use crate::kernel::Kernel;

/// The most bytes that a file may have.
const LIMIT: usize = 50 * 1024 * 1024;
const TOO_LARGE: &str = "A file may have at most 50 MiB";

/// The query of an import.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Options {
    #[serde(default)]
    dry_run: bool,
    existing: Option<Existing>,
    repeated: Option<Repeated>,
}

/// Imports the file of the body into the resource `name`.
pub(crate) async fn upload(
    app: web::Data<Kernel>,
    name: &'static str,
    by: Actor,
    options: Options,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("multipart/form-data")) {
        return Err(Error::UnsupportedType(
            "Send the file as multipart/form-data, in the field `file`",
        ));
    }
    let (mut file, mut mapping) = (None, None);
    let mut parts = Multipart::new(request.headers(), payload);
    while let Some(mut part) = parts.try_next().await.map_err(broken)? {
        match part.name() {
            Some("file") => file = Some(read(&mut part).await?),
            Some("mapping") => mapping = Some(read(&mut part).await?),
            _ => {
                return Err(Error::Malformed(
                    "The parts of an import are `file` and `mapping`".into(),
                ));
            }
        }
    }
    let file = file.ok_or_else(|| Error::Malformed("The part `file` is missing".into()))?;
    let mapping = match mapping {
        Some(text) if !text.is_empty() => Some(chosen(&app, &text)?),
        _ => None,
    };
    let import = Import {
        resource: name.to_owned(),
        open: Arc::new(move || Ok(Box::new(Cursor::new(file.clone())))),
        mapping,
        existing: options.existing,
        repeated: options.repeated,
        dry_run: options.dry_run,
        by,
    };
    let report = import.run(&app.into_inner()).await?;
    Ok(HttpResponse::Ok().json(report))
}

/// A mapping of a module by its name, or one that the caller wrote.
fn chosen(app: &Kernel, text: &Bytes) -> Result<Mapping> {
    let text = std::str::from_utf8(text)
        .map_err(|_| Error::invalid("/mapping", "The mapping is not UTF-8 text"))?;
    if text.trim_start().starts_with('{') {
        return Mapping::from_json(text).map_err(|sentence| Error::invalid("/mapping", sentence));
    }
    named_mapping(&app.plan.modules, text.trim())?
        .ok_or_else(|| Error::invalid("/mapping", "There is no mapping of this name"))
}

async fn read(part: &mut Field) -> Result<Bytes> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = part.try_next().await.map_err(broken)? {
        if bytes.len() + chunk.len() > LIMIT {
            return Err(Error::TooLarge(TOO_LARGE));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

fn broken(_: actix_multipart::MultipartError) -> Error {
    Error::Malformed("The multipart body cannot be read".into())
}
