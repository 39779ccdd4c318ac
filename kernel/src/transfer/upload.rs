//! An import over HTTP: the file and the mapping out of a multipart body. The file goes to a
//! temporary one as it comes, so that its size costs no memory.

use std::io::{self, Seek, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::web::{Bytes, BytesMut};
use actix_web::{HttpRequest, HttpResponse, web};
use aws_lc_rs::digest::{Context, SHA256};
use futures_util::{Stream, StreamExt, TryStreamExt};
use serde::Deserialize;
use tempfile::NamedTempFile;

use super::import::Import;
use super::mapping::{Empty, Existing, Mapping, Repeated};
use super::named;
use crate::call::Call;
use crate::error::{Error, Result, is_full};
use crate::kernel::Kernel;
use crate::records::Entry;

/// The most bytes that a file may have.
const LIMIT: usize = 50 * 1024 * 1024;
const TOO_LARGE: &str = "A file may have at most 50 MiB";

/// The most bytes that a mapping may have.
const MAPPING_LIMIT: usize = 256 * 1024;

/// The most bytes that a body may have: a file, a mapping, and what stands between them.
const BODY_LIMIT: usize = LIMIT + MAPPING_LIMIT + 64 * 1024;

/// How fast a body has to come, in bytes a second on the average, once it has been coming for
/// [`PATIENCE`]: slower than any phone that has a connection at all.
const SLOWEST: f64 = 4.0 * 1024.0;

/// How long nothing may come of a body that is not yet whole.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long the whole body may take.
const DEADLINE: Duration = Duration::from_secs(15 * 60);

/// The query of an import.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Options {
    #[serde(default)]
    dry_run: bool,
    existing: Option<Existing>,
    repeated: Option<Repeated>,
    empty: Option<Empty>,
}

/// Imports the file of the body into the resource `name`.
pub(crate) async fn upload(
    call: Call,
    name: &'static str,
    options: Options,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !kind.is_some_and(|kind| kind.to_ascii_lowercase().starts_with("multipart/form-data")) {
        return Err(Error::UnsupportedType(
            "Send the file as multipart/form-data, in the field `file`",
        ));
    }
    let declared = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let declared: Option<usize> = declared.and_then(|length| length.parse().ok());
    if declared.is_some_and(|length| length > BODY_LIMIT) {
        return Err(Error::TooLarge(TOO_LARGE));
    }
    let parts = Multipart::new(request.headers(), weighed(payload, BODY_LIMIT));
    let arrived = tokio::time::timeout(DEADLINE, arrived(parts)).await;
    let ((file, digest), mapping) = arrived.map_err(|_| Error::TooSlow)??;
    // Of a file with secrets in it not even a digest is kept.
    let secret = call.kernel.plan.records.get(name).is_some_and(Entry::has_secrets);
    let mut asked = mapping.as_ref().map_or_else(Vec::new, |text| text.to_vec());
    asked.extend(if secret { &[] } else { digest.as_slice() });
    let once = call.once(&asked);
    // Unpacking a table and compiling a mapping take memory and processor: one at a time.
    let _turn = call.kernel.preparations.acquire().await.map_err(Error::internal)?;
    let mapping = match mapping {
        Some(text) if !text.is_empty() => Some(chosen(&call.kernel, &text).await?),
        _ => None,
    };
    let import = Import {
        resource: name.to_owned(),
        open: Arc::new(move || {
            let mut file = file.reopen()?;
            file.rewind()?;
            Ok(Box::new(io::BufReader::new(file)))
        }),
        mapping,
        existing: options.existing,
        repeated: options.repeated,
        empty: options.empty,
        dry_run: options.dry_run,
        once,
        by: call.by,
        on_step: None,
    };
    let report = import.run(&call.kernel).await?;
    Ok(HttpResponse::Ok().json(report))
}

/// The parts of the body: the file with its digest, and the mapping.
async fn arrived(mut parts: Multipart) -> Result<((NamedTempFile, Vec<u8>), Option<Bytes>)> {
    let (mut file, mut mapping) = (None, None);
    while let Some(mut part) = next(&mut parts, PATIENCE).await? {
        match part.name() {
            Some("file") if file.is_none() => {
                file = Some(spool(&mut part).await?);
            }
            Some("mapping") if mapping.is_none() => {
                let limit = "A mapping may have at most 256 KiB";
                mapping = Some(read(&mut part, MAPPING_LIMIT, limit).await?);
            }
            _ => {
                return Err(Error::Malformed(
                    "The parts of an import are one `file` and one `mapping`".into(),
                ));
            }
        }
    }
    let file = file.ok_or_else(|| Error::Malformed("The part `file` is missing".into()))?;
    Ok((file, mapping))
}

/// What comes next, unless it is too long in coming.
async fn next<T>(
    coming: &mut (impl Stream<Item = Result<T, MultipartError>> + Unpin),
    patience: Duration,
) -> Result<Option<T>> {
    let next = tokio::time::timeout(patience, coming.try_next()).await;
    next.map_err(|_| Error::TooSlow)?.map_err(broken)
}

/// A mapping of a module by its name, or one that the caller wrote, as TOML or JSON.
async fn chosen(app: &Arc<Kernel>, text: &Bytes) -> Result<Mapping> {
    let text = std::str::from_utf8(text)
        .map_err(|_| Error::invalid("/mapping", "The mapping is not UTF-8 text"))?;
    // Compiling its patterns takes time that no other request should wait for.
    let (app, text) = (Arc::clone(app), text.to_owned());
    let mapping = web::block(move || named::mapping(&app.plan, &text)).await;
    mapping.map_err(Error::internal)?.map_err(|sentence| Error::invalid("/mapping", sentence))
}

/// Writes the file down as it comes; answers it and a digest of it.
async fn spool(part: &mut Field) -> Result<(NamedTempFile, Vec<u8>)> {
    let mut file = web::block(NamedTempFile::new).await.map_err(Error::internal)?.map_err(full)?;
    let mut digest = Context::new(&SHA256);
    let mut length = 0;
    while let Some(chunk) = next(part, PATIENCE).await? {
        length += chunk.len();
        if length > LIMIT {
            return Err(Error::TooLarge(TOO_LARGE));
        }
        digest.update(&chunk);
        file = web::block(move || file.write_all(&chunk).map(|()| file))
            .await
            .map_err(Error::internal)?
            .map_err(full)?;
    }
    Ok((file, digest.finish().as_ref().to_vec()))
}

fn full(error: io::Error) -> Error {
    match is_full(&error) {
        true => Error::DiskFull,
        false => Error::internal(format!("keeping an uploaded file: {error}")),
    }
}

async fn read(part: &mut Field, limit: usize, sentence: &'static str) -> Result<Bytes> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = next(part, PATIENCE).await? {
        if bytes.len() + chunk.len() > limit {
            return Err(Error::TooLarge(sentence));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

/// A body that ends with an error when it is more than `most` bytes, or comes too slowly. Whatever
/// stands in it counts, also what belongs to no part.
fn weighed(
    body: impl Stream<Item = Result<Bytes, PayloadError>>,
    most: usize,
) -> impl Stream<Item = Result<Bytes, PayloadError>> {
    let (began, mut came) = (Instant::now(), 0);
    body.map(move |chunk| {
        let chunk = chunk?;
        came += chunk.len();
        if came > most {
            return Err(PayloadError::Overflow);
        }
        if is_too_slow(came, began.elapsed()) {
            return Err(PayloadError::Io(io::ErrorKind::TimedOut.into()));
        }
        Ok(chunk)
    })
}

fn is_too_slow(came: usize, after: Duration) -> bool {
    (came as f64) < after.saturating_sub(PATIENCE).as_secs_f64() * SLOWEST
}

fn broken(error: MultipartError) -> Error {
    match error {
        MultipartError::Payload(PayloadError::Overflow) => Error::TooLarge(TOO_LARGE),
        MultipartError::Payload(PayloadError::Io(error))
            if error.kind() == io::ErrorKind::TimedOut =>
        {
            Error::TooSlow
        }
        _ => Error::Malformed("The multipart body cannot be read".into()),
    }
}

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::*;

    #[actix_web::test]
    async fn an_upload_that_stalls_is_not_waited_for() {
        let mut stalled = stream::pending::<Result<Bytes, MultipartError>>();
        let next = next(&mut stalled, Duration::from_millis(10)).await;
        assert!(matches!(next, Err(Error::TooSlow)));
    }

    #[test]
    fn an_upload_that_trickles_is_not_waited_for() {
        let seconds = Duration::from_secs;
        assert!(!is_too_slow(1, PATIENCE));
        assert!(is_too_slow(1, PATIENCE + seconds(1)));
        assert!(is_too_slow(100 * 1024, PATIENCE + seconds(60)));
        assert!(!is_too_slow(300 * 1024, PATIENCE + seconds(60)));
    }

    #[actix_web::test]
    async fn a_body_is_weighed_whatever_stands_in_it() {
        let chunk = || Ok(Bytes::from_static(b"what belongs to no part"));
        let chunks = stream::iter([chunk(), chunk(), chunk()]);
        let weighed: Vec<_> = weighed(chunks, 50).collect().await;
        assert!(weighed[..2].iter().all(Result::is_ok));
        assert!(matches!(weighed[2], Err(PayloadError::Overflow)));
        let refused = broken(MultipartError::Payload(PayloadError::Overflow));
        assert!(matches!(refused, Error::TooLarge(_)));
        let slow = PayloadError::Io(io::ErrorKind::TimedOut.into());
        assert!(matches!(broken(MultipartError::Payload(slow)), Error::TooSlow));
    }
}
