//! The files of a record over HTTP: listed, attached, downloaded, deleted.

use std::sync::Arc;

use actix_web::http::header::{
    self, Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue,
};
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;

use crate::base::config::MediaSettings;
use crate::base::digest::digest;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::list::page_and_limit;
use crate::records::RegisteredResource;
use crate::records::actor::Actor;
use crate::records::attached::content::FileType;
use crate::records::attached::files::NewFile;
use crate::records::attached::names::cleaned;
use crate::records::core::Core;
use crate::records::idempotency::Answer;
use crate::records::media::{BEING_DELETED, FileRow, Size, queries};
use crate::records::multipart::Parts;
use crate::records::request::RequestContext;

const ONE_FILE: &str = "The one part of an upload is `file`";
const NOT_ACCEPTED: &str =
    "A file must be a PDF, a JPEG, PNG or WebP picture, or a Word or Excel document without macros";

/// How many bytes the multipart boundaries and headers may have.
const FRAME: usize = 16 * 1024;

const MIB: u64 = 1024 * 1024;

/// The policy for a file that a browser opens all the same: it may do nothing.
const POLICY: &str = "default-src 'none'; sandbox";

/// The path of a file: the record, and the identifier of the file, which may be any text.
type OfFile = (Id, String);

type Mounted = web::Data<RegisteredResource>;

/// Reads the query parameters of the list.
#[derive(Deserialize)]
pub(crate) struct FileParameters {
    page: Option<String>,
    limit: Option<String>,
    #[serde(default)]
    deleted: bool,
}

/// Lists the files of a record.
pub(crate) async fn list(
    core: web::Data<Core>,
    entry: Mounted,
    by: Actor,
    id: web::Path<Id>,
    query: web::Query<FileParameters>,
) -> Result<HttpResponse> {
    let FileParameters { page, limit, deleted } = query.into_inner();
    let listed = (page_and_limit(page, limit)?, deleted);
    let records = Arc::clone(&core.records);
    let read = move |conn: &mut Conn| records.files(conn, (&entry, &id), listed, &by);
    let page = core.db.read_quick_or_long(read).await?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-cache")).json(page))
}

/// Attaches the file of the body to a record.
pub(crate) async fn create(
    context: RequestContext,
    entry: Mounted,
    id: web::Path<Id>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse> {
    let core = Arc::clone(&context.core);
    let media = &core.media;
    let MediaSettings { max_file_mib, files_mib, .. } = core.config.media;
    let (inner, of, by) = (Arc::clone(&core), id.clone(), context.by.clone());
    let to = entry.clone();
    // Before the body is received.
    let check = move |conn: &mut Conn| inner.records.must_be_changeable(conn, (&to, &of), &by);
    core.db.read_quick_or_long(check).await?;
    let _upload = media.begin_upload(&context.by.id)?;
    let _receiving = media.uploads.take().await?;
    let (name, bytes) = read_file(&request, payload, max_file_mib).await?;
    let judged = web::block(move || {
        let of_type = FileType::of(&bytes);
        (of_type, digest_of(&bytes), bytes)
    });
    let (of_type, file, bytes) = judged.await.map_err(Error::internal)?;
    let of_type = of_type.ok_or_else(|| Error::invalid("/file", NOT_ACCEPTED))?;
    let name = cleaned(&name, of_type);
    let row = FileRow::attached(file.clone(), of_type.content_type());
    if !core.db.write(move |conn| queries::begin(conn, &row)).await? {
        return Err(Error::Busy(BEING_DELETED));
    }
    let new = NewFile { name, of_type, size: bytes.len(), file };
    let key = Size::Full.key(&new.file);
    let kind = of_type.content_type();
    media.with_store(move |store| store.put(&key, &bytes, kind)).await?;
    let most = (files_mib > 0).then(|| files_mib.saturating_mul(MIB));
    context
        .write(&json!([new.file, new.name]), move |writing| {
            let file = writing.attach_file(&entry, &id, new, most)?;
            Answer::created(&file)
        })
        .await
}

/// Returns the name of a file in the store. Nothing else in the store has it, not even an image of the same bytes, which has
/// previews, too.
fn digest_of(bytes: &[u8]) -> String {
    digest(format!("attached {}", digest(bytes)))
}

/// Reads name and bytes of the one part `file`.
async fn read_file(
    request: &HttpRequest,
    payload: web::Payload,
    max_mib: u64,
) -> Result<(String, Bytes)> {
    let too_large = || format!("A file may have at most {max_mib} MiB");
    let most = usize::try_from(max_mib.saturating_mul(MIB)).unwrap_or(usize::MAX);
    let mut body = Parts::of(request, payload, most.saturating_add(FRAME), too_large())?;
    let mut found = None;
    while let Some(mut part) = body.next().await? {
        if part.name() != Some("file") || found.is_some() {
            return Err(Error::Malformed(ONE_FILE.into()));
        }
        let name = part.content_disposition().and_then(ContentDisposition::get_filename);
        let name = name.unwrap_or_default().to_owned();
        found = Some((name, body.read(&mut part, most, too_large()).await?));
    }
    found.ok_or_else(|| Error::Malformed("The part `file` is missing".into()))
}

/// Sends a file of a record, to be saved.
pub(crate) async fn download(
    core: web::Data<Core>,
    entry: Mounted,
    by: Actor,
    path: web::Path<OfFile>,
) -> Result<HttpResponse> {
    let (id, file) = path.into_inner();
    let file = Id::parse(&file).ok_or(Error::NotFound)?;
    let records = Arc::clone(&core.records);
    let find = move |conn: &mut Conn| records.file(conn, (&entry, &id), &file, &by);
    let found = core.db.read_quick_or_long(find).await?;
    let key = Size::Full.key(&found.file);
    let lost = format!("{key} is not in the store");
    let bytes = core.media.with_store(move |store| store.get(&key)).await?;
    let bytes = bytes.ok_or_else(|| Error::internal(lost))?;
    Ok(HttpResponse::Ok()
        .content_type(found.content_type)
        .insert_header(saved_as(&found.name))
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .body(bytes))
}

/// Has a browser save a response under this name.
pub(in crate::http) fn saved_as(name: &str) -> ContentDisposition {
    let plain: String =
        name.chars().map(|letter| if letter.is_ascii() { letter } else { '_' }).collect();
    let mut parameters = vec![DispositionParam::Filename(plain)];
    if !name.is_ascii() {
        parameters.push(DispositionParam::FilenameExt(ExtendedValue {
            charset: Charset::Ext("UTF-8".to_owned()),
            language_tag: None,
            value: name.as_bytes().to_vec(),
        }));
    }
    ContentDisposition { disposition: DispositionType::Attachment, parameters }
}

/// Deletes a file of a record.
pub(crate) async fn delete(
    context: RequestContext,
    entry: Mounted,
    path: web::Path<OfFile>,
) -> Result<HttpResponse> {
    let (id, file) = path.into_inner();
    let file = Id::parse(&file).ok_or(Error::NotFound)?;
    context
        .write(&json!(null), move |writing| {
            writing.delete_file(&entry, &id, &file)?;
            Ok(Answer::nothing())
        })
        .await
}
