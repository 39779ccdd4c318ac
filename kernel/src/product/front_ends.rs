//! The built front ends, and each of their files in the content codings that clients accept.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use actix_web::web;
use aws_lc_rs::digest::{SHA256, digest};
use parking_lot::RwLock;
use rust_embed::Embed;

use crate::engine::precompressed::{Given, Precompressed, unpacked};

/// Looks up a file of a front end by its path. A compressible file exists as `path.br`; nothing
/// reads `path` itself then. The empty path is the folder: that file lists the paths of all others,
/// one a line. Without it files are found all the same, but not prepared.
pub type Files = fn(&str) -> Option<File>;

/// A file of a front end.
pub struct File {
    /// Its content.
    pub bytes: Cow<'static, [u8]>,
    /// The SHA-256 of the content, computed by the build.
    pub digest: [u8; 32],
}

/// The front ends of a product.
#[derive(Clone, Copy)]
pub struct Ui {
    /// The back-office and analytics.
    pub admin: Files,
    /// The shell: the public pages, home, and the product's own areas.
    pub shell: Files,
    /// The API reference.
    pub docs: Files,
}

/// Returns the file of an embedded folder at this path; of the folder itself, the paths of all its files.
pub fn file<Folder: Embed>(path: &str) -> Option<File> {
    if path.is_empty() {
        let paths = Folder::iter().collect::<Vec<_>>().join("\n");
        return Some(File { bytes: paths.into_bytes().into(), digest: [0; 32] });
    }
    let file = Folder::get(path)?;
    Some(File { digest: file.metadata.sha256_hash(), bytes: file.data })
}

/// Returns whether the shell has a page at this path, with these areas; every other path is 'Not Found'.
pub(crate) fn is_of_shell(path: &str, areas: &[&str]) -> bool {
    let path = path.strip_prefix('/').unwrap_or(path).trim_end_matches('/');
    let first = path.split('/').next().unwrap_or_default();
    matches!(path, "" | "login" | "join-us" | "forgot" | "reset" | "inbox")
        || first == "home"
        || areas.contains(&first)
}

/// The suffix of a file that the build compressed with brotli.
const PACKED: &str = ".br";

/// A folder of a front end, its files in the content codings that clients accept.
pub(crate) struct Folder {
    files: Files,
    /// What the head of each of its pages has of the product.
    head: Option<String>,
    cached: RwLock<HashMap<String, Arc<Precompressed>>>,
}

impl Folder {
    fn of(files: Files, head: Option<String>) -> Self {
        Self { files, head, cached: RwLock::default() }
    }

    /// Returns the file at this path, if there is one.
    pub(crate) fn find(&self, path: &str) -> Option<Arc<Precompressed>> {
        let cached = self.cached.read().get(path).cloned();
        if cached.is_some() || path.is_empty() || path.ends_with(PACKED) {
            return cached;
        }
        let packed = (self.files)(&format!("{path}{PACKED}"));
        let is_packed = packed.is_some();
        let File { bytes, digest } = packed.or_else(|| (self.files)(path))?;
        let bytes = match bytes {
            Cow::Borrowed(bytes) => web::Bytes::from_static(bytes),
            Cow::Owned(bytes) => bytes.into(),
        };
        let content_type = content_type(path);
        let given = match is_packed {
            true => Given::Brotli(bytes),
            false if is_dense(content_type) => Given::Dense(bytes),
            false => Given::Plain(bytes),
        };
        let (given, digest) = match &self.head {
            Some(head) if path.ends_with(".html") => with_head(given, head)?,
            _ => (given, digest.to_vec()),
        };
        // Names of assets contain a hash of their content, so they never change.
        let hashed = path.starts_with("assets/");
        let caching = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
        let found = Arc::new(Precompressed::new(content_type, caching, &digest, given));
        let mut cached = self.cached.write();
        Some(Arc::clone(cached.entry(path.to_owned()).or_insert(found)))
    }

    /// Makes every content coding of every file that the folder lists.
    fn prepare(&self) {
        let list = (self.files)("").map(|list| list.bytes).unwrap_or_default();
        for path in String::from_utf8_lossy(&list).lines() {
            if let Some(file) = self.find(path.strip_suffix(PACKED).unwrap_or(path)) {
                file.prepare();
            }
        }
    }
}

/// The front ends of a running product.
pub(crate) struct FrontEnds {
    pub(crate) admin: Folder,
    pub(crate) shell: Folder,
    pub(crate) docs: Folder,
}

impl FrontEnds {
    /// Makes them; every page but that of the API reference has `head` in its own.
    pub(crate) fn of(ui: Ui, head: &str) -> Self {
        let [admin, shell] =
            [ui.admin, ui.shell].map(|files| Folder::of(files, Some(head.to_owned())));
        Self { admin, shell, docs: Folder::of(ui.docs, None) }
    }

    /// Makes every content coding of every file, so that no client waits for it.
    pub(crate) fn prepare(&self) {
        for folder in [&self.shell, &self.admin, &self.docs] {
            folder.prepare();
        }
    }
}

/// Returns a page with what its head has of the product, in place of its own title, and its digest; a page without a head as it
/// is.
fn with_head(page: Given, head: &str) -> Option<(Given, Vec<u8>)> {
    let page = match page {
        Given::Brotli(bytes) => unpacked(&bytes)?,
        Given::Plain(bytes) | Given::Dense(bytes) => bytes,
    };
    let mut page = String::from_utf8_lossy(&page).into_owned();
    let title = page.find("<title>").zip(page.find(END_OF_TITLE));
    if let Some((start, end)) =
        title.filter(|(start, end)| start < end && page.contains(END_OF_HEAD))
    {
        page.replace_range(start..end + END_OF_TITLE.len(), "");
    }
    let page = page.replacen(END_OF_HEAD, &format!("{head}{END_OF_HEAD}"), 1);
    let digest = digest(&SHA256, page.as_bytes()).as_ref().to_vec();
    Some((Given::Plain(page.into()), digest))
}

const END_OF_HEAD: &str = "</head>";
const END_OF_TITLE: &str = "</title>";

/// Returns whether content of this type is already compressed.
fn is_dense(content_type: &str) -> bool {
    matches!(content_type, "image/png" | "image/x-icon" | "font/woff2" | UNKNOWN_TYPE)
}

/// The content type of an unknown file.
const UNKNOWN_TYPE: &str = "application/octet-stream";

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => UNKNOWN_TYPE,
    }
}
