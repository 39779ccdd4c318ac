//! Takes an import over HTTP: the file and the mapping from a multipart body. The file is spooled
//! to a temporary file as it arrives, so that its size costs no memory.

use std::io::{self, Seek, Write};
use std::sync::Arc;

use actix_multipart::Field;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use aws_lc_rs::digest::{Context, SHA256};
use data_encoding::HEXLOWER;
use serde::Deserialize;
use serde_json::{Map, Value};
use tempfile::NamedTempFile;

use super::bound_import::Import;
use super::mapping::{Empty, Existing, Mapping, Repeated, Writing};
use super::shared::Transfer;
use crate::base::error::{Error, Result, is_full};
use crate::base::slow_hash::stretched;
use crate::records::RegisteredResource;
use crate::records::change_sets::CREATE;
use crate::records::change_sets::making::OnStored;
use crate::records::idempotency::Answer;
use crate::records::jobs::work::{LongRequest, NewJob};
use crate::records::jobs::{JobKind, Progress, ReadProgress};
use crate::records::multipart::Parts;
use crate::records::request::RequestContext;

/// The maximum size of a file in bytes.
const LIMIT: usize = 50 * 1024 * 1024;
const TOO_LARGE: &str = "A file may have at most 50 MiB";

/// The maximum size of a mapping in bytes.
const MAPPING_LIMIT: usize = 256 * 1024;

/// The maximum size of a body in bytes: a file, a mapping, and the multipart boundaries.
const BODY_LIMIT: usize = LIMIT + MAPPING_LIMIT + 64 * 1024;

/// The query of an import.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Options {
    #[serde(default)]
    dry_run: bool,
    #[serde(default)]
    plan: bool,
    existing: Option<Existing>,
    repeated: Option<Repeated>,
    empty: Option<Empty>,
}

/// Imports the file of the body into the resource that is mounted at the path.
pub(crate) async fn upload(
    (context, long): (RequestContext, LongRequest),
    transfer: web::Data<Transfer>,
    entry: web::Data<RegisteredResource>,
    options: web::Query<Options>,
    (request, payload): (HttpRequest, web::Payload),
    on_stored: OnStored,
) -> Result<HttpResponse> {
    let options = options.into_inner();
    if context.is_proposal && !options.plan {
        return Err(Error::not_permitted(entry.info().name, CREATE));
    }
    if options.plan && options.dry_run {
        return Err(Error::Malformed("Give `plan` or `dryRun`, not both".into()));
    }
    let parts = Parts::of(&request, payload, BODY_LIMIT, TOO_LARGE)?;
    let Body { file, digest, mapping, writing } = read_parts(parts).await?;
    let mut fingerprint = serde_json::to_vec(&writing).map_err(Error::internal)?;
    fingerprint.extend(mapping.iter().flatten());
    // What is stored of a file with passwords must not be faster to guess them from than their hashes.
    match !entry.secrets().is_empty() && context.has_idempotency_key() {
        true => {
            let (digest, account) = (HEXLOWER.encode(&digest), context.by.id.to_string());
            fingerprint.extend(stretched(digest, account).await?);
        }
        false => fingerprint.extend(digest),
    }
    let once = context.once(&fingerprint);
    let (of, name) = (once.clone(), entry.info().name);
    // Unpacking a table and compiling a mapping take memory and processor time: one at a time.
    let _permit = transfer.preparations.take().await?;
    let mapping = match mapping {
        Some(text) if !text.is_empty() => Some(parse_mapping(&transfer, &text).await?),
        _ => None,
    };
    let import = move |progress: Progress| Import {
        resource: entry.info().name.to_owned(),
        open: {
            let progress = progress.clone();
            Arc::new(move || {
                let mut file = file.reopen()?;
                file.rewind()?;
                let bytes = file.metadata()?.len();
                let file = io::BufReader::new(file);
                Ok(Box::new(ReadProgress::begin(file, bytes, progress.clone())))
            })
        },
        mapping,
        writing,
        existing: options.existing,
        repeated: options.repeated,
        empty: options.empty,
        dry_run: options.dry_run,
        plans: options.plan,
        is_proposal: context.is_proposal,
        once,
        by: context.by,
        progress,
    };
    let (core, transfer) = (context.core, transfer.into_inner());
    if options.dry_run {
        let report = import(Progress::default()).run(&core, &transfer).await?;
        return Ok(HttpResponse::Ok().json(report));
    }
    let kind = if options.plan { JobKind::Plan } else { JobKind::Import };
    // It runs to its end even when the client disconnects, so that no rows are left without a set.
    long.respond(NewJob::of(kind, name), of, move |progress| async move {
        let import = import(progress);
        match import.plans {
            true => import.store_plan(&core, &transfer, on_stored).await,
            false => Answer::ok(&import.run(&core, &transfer).await?),
        }
    })
    .await
}

/// The parts of the body.
struct Body {
    file: NamedTempFile,
    /// The SHA-256 digest of the file.
    digest: Vec<u8>,
    mapping: Option<Bytes>,
    writing: Writing,
}

/// The parts that say how a file is written.
const WRITING: [&str; 4] = ["separator", "encoding", "dateOrder", "numbers"];

async fn read_parts(mut parts: Parts) -> Result<Body> {
    let (mut file, mut mapping, mut writing) = (None, None, Map::new());
    while let Some(mut part) = parts.next().await? {
        match part.name() {
            Some("file") if file.is_none() => {
                file = Some(spool(&parts, &mut part).await?);
            }
            Some("mapping") if mapping.is_none() => {
                let limit = "A mapping may have at most 256 KiB";
                mapping = Some(parts.read(&mut part, MAPPING_LIMIT, limit).await?);
            }
            Some(name) if WRITING.contains(&name) && !writing.contains_key(name) => {
                let name = name.to_owned();
                let text = parts.read(&mut part, 100, "A choice has at most 100 bytes").await?;
                let text = String::from_utf8_lossy(&text).trim().to_owned();
                writing.insert(name, text.into());
            }
            _ => {
                return Err(Error::Malformed(
                    "The parts of an import are one `file`, one `mapping`, and one each of \
                     `separator`, `encoding`, `dateOrder` and `numbers`"
                        .into(),
                ));
            }
        }
    }
    let missing = || Error::Malformed("The part `file` is missing".into());
    let (file, digest) = file.ok_or_else(missing)?;
    // An empty choice is none.
    writing.retain(|_, text| text.as_str() != Some(""));
    if !writing.is_empty() && mapping.as_ref().is_some_and(|mapping| !mapping.is_empty()) {
        let message = "A mapping says itself how its file is written";
        return Err(Error::invalid("/mapping", message));
    }
    Ok(Body { file, digest, mapping, writing: parse_writing(writing)? })
}

/// Parses what the caller says of how the file is written.
fn parse_writing(parts: Map<String, Value>) -> Result<Writing> {
    for (name, text) in &parts {
        let alone = Map::from_iter([(name.clone(), text.clone())]);
        let writing = serde_json::from_value(alone.into()).ok();
        let writing = writing.and_then(|one: Writing| one.guessed(&[]).ok());
        if writing.is_none() {
            let known = match name.as_str() {
                "separator" => "comma, semicolon, tab or bar",
                "encoding" => "an encoding such as utf-8, utf-16le or windows-1256",
                "dateOrder" => "dayMonthYear, monthDayYear or yearMonthDay",
                _ => "point or comma",
            };
            return Err(Error::invalid(format!("/{name}"), format!("This must be {known}")));
        }
    }
    serde_json::from_value(parts.into()).map_err(Error::internal)
}

/// Returns a mapping of a module by its name, or parses the one that the caller wrote, as TOML or
/// JSON.
async fn parse_mapping(transfer: &Transfer, text: &Bytes) -> Result<Mapping> {
    let text = std::str::from_utf8(text)
        .map_err(|_| Error::invalid("/mapping", "The mapping is not UTF-8 text"))?;
    // Compiling its patterns takes time that no other request should wait for.
    let (mappings, text) = (Arc::clone(&transfer.mappings), text.to_owned());
    let mapping = web::block(move || mappings.find(&text)).await;
    mapping.map_err(Error::internal)?.map_err(|message| Error::invalid("/mapping", message))
}

/// Writes the file to disk as it arrives. Returns it with its SHA-256 digest.
async fn spool(parts: &Parts, part: &mut Field) -> Result<(NamedTempFile, Vec<u8>)> {
    let mut file = web::block(NamedTempFile::new).await.map_err(Error::internal)?.map_err(full)?;
    let mut digest = Context::new(&SHA256);
    let mut length = 0;
    while let Some(chunk) = parts.chunk(part).await? {
        length += chunk.len();
        if length > LIMIT {
            return Err(Error::TooLarge(TOO_LARGE.into()));
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
