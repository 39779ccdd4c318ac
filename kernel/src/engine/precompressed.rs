//! Content that is the same for every client, in each of its content codings: compressed once,
//! cached in memory, with a strong `ETag` per coding.
//!
//! Content made for each request is compressed by the middleware instead.

use std::io::{Read, Write};
use std::sync::{Arc, OnceLock};

use actix_web::http::header::{self, EntityTag, Header, HeaderMap, HeaderValue, IfNoneMatch};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::slices::Slices;
use crate::base::error::{Error, Result};

/// The brotli quality, out of 11, for content that the build did not compress.
const BROTLI_QUALITY: u32 = 7;

/// The brotli window as a power of two, in bytes: what browsers support.
const BROTLI_WINDOW: u32 = 22;

/// A content coding; the preferred one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Brotli,
    Gzip,
    Identity,
}

impl Coding {
    const ALL: [Self; 3] = [Self::Brotli, Self::Gzip, Self::Identity];

    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            // Keeps the middleware from compressing the response; see `remove_identity`.
            Self::Identity => IDENTITY,
        }
    }

    /// Returns whether this is its name in `Accept-Encoding`.
    fn is_called(self, name: &str) -> bool {
        name.eq_ignore_ascii_case(self.name())
            || self == Self::Gzip && name.eq_ignore_ascii_case("x-gzip")
    }
}

/// The `Content-Encoding` that keeps the middleware from compressing a response; removed again
/// before it is sent.
pub(crate) const IDENTITY: &str = "identity";

/// Content in its codings. Each is made on first use, and then cached.
pub(crate) struct Precompressed {
    content_type: &'static str,
    cache_control: &'static str,
    digest: String,
    /// The content in each coding, `None` where it is not available: in that in which it was given from the start.
    made: [OnceLock<Option<Bytes>>; 3],
}

/// Content as it was given.
pub(crate) enum Given {
    /// Uncompressed.
    Plain(Bytes),
    /// Incompressible, such as an image.
    Dense(Bytes),
    /// Compressed by brotli.
    Brotli(Bytes),
}

impl Precompressed {
    /// Makes content with its headers; `digest` is a digest of the content.
    pub(crate) fn new(
        content_type: &'static str,
        cache_control: &'static str,
        digest: &[u8],
        given: Given,
    ) -> Self {
        let digest = HEXLOWER.encode(&digest[..digest.len().min(12)]);
        let known = |bytes| OnceLock::from(Some(bytes));
        let made = match given {
            Given::Plain(bytes) => [OnceLock::new(), OnceLock::new(), known(bytes)],
            Given::Dense(bytes) => [OnceLock::from(None), OnceLock::from(None), known(bytes)],
            Given::Brotli(bytes) => [known(bytes), OnceLock::new(), OnceLock::new()],
        };
        Self { content_type, cache_control, digest, made }
    }

    /// Makes every coding that is not cached yet.
    pub(crate) fn prepare(&self) {
        for coding in Coding::ALL {
            self.coded(coding);
        }
    }

    /// Returns the content in this coding. `None` when it is not available in it.
    fn coded(&self, coding: Coding) -> Option<Bytes> {
        let make = || match coding {
            Coding::Identity => unpacked(&self.coded(Coding::Brotli)?),
            Coding::Gzip => gzipped(&self.coded(Coding::Identity)?),
            Coding::Brotli => brotli_compressed(&self.coded(Coding::Identity)?),
        };
        self.made[coding as usize].get_or_init(make).clone()
    }

    /// Responds to a `GET` or `HEAD` in the coding that the client prefers: 304 when the client has
    /// it, 406 when no accepted coding is available.
    pub(crate) async fn respond(self: &Arc<Self>, request: &HttpRequest) -> Result<HttpResponse> {
        for coding in accepted(request.headers()) {
            let made = match self.made[coding as usize].get() {
                Some(made) => made.clone(),
                // Takes milliseconds, once.
                None => {
                    let this = Arc::clone(self);
                    let made = web::block(move || this.coded(coding)).await;
                    made.map_err(Error::internal)?
                }
            };
            if let Some(bytes) = made {
                return Ok(self.answer(request, coding, bytes));
            }
        }
        let vary = (header::VARY, "Accept-Encoding");
        Ok(HttpResponse::NotAcceptable().insert_header(vary).finish())
    }

    fn answer(&self, request: &HttpRequest, coding: Coding, bytes: Bytes) -> HttpResponse {
        let tag = EntityTag::new_strong(match coding {
            Coding::Identity => self.digest.clone(),
            coding => format!("{}-{}", self.digest, coding.name()),
        });
        let known = match IfNoneMatch::parse(request) {
            Ok(IfNoneMatch::Any) => true,
            Ok(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(&tag)),
            Err(_) => false,
        };
        let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        response
            .insert_header(header::ETag(tag))
            .insert_header((header::CACHE_CONTROL, self.cache_control))
            .insert_header((header::VARY, "Accept-Encoding"));
        if known {
            return response.finish();
        }
        response
            .content_type(self.content_type)
            .insert_header((header::CONTENT_ENCODING, coding.name()))
            .body(Slices::from(bytes))
    }
}

/// Keeps the compressing middleware from touching a response.
pub(crate) fn leave_uncompressed(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(IDENTITY));
}

/// Removes `Content-Encoding: identity`, which no response should have (RFC 9110, 8.4.1).
pub(crate) fn remove_identity(headers: &mut HeaderMap) {
    if headers.get(header::CONTENT_ENCODING).is_some_and(|coding| coding == IDENTITY) {
        headers.remove(header::CONTENT_ENCODING);
    }
}

/// Returns the codings that a client accepts, the preferred first. Identity is accepted unless
/// excluded, and least preferred unless named (RFC 9110, 12.5.3).
fn accepted(headers: &HeaderMap) -> Vec<Coding> {
    let lines = headers.get_all(header::ACCEPT_ENCODING).filter_map(|line| line.to_str().ok());
    let named: Vec<(&str, f32)> =
        lines.flat_map(|line| line.split(',')).filter_map(preference).collect();
    let quality = |coding: Coding| {
        let own = named.iter().find(|(name, _)| coding.is_called(name));
        let any = named.iter().find(|(name, _)| *name == "*");
        match (own.or(any), coding) {
            (Some((_, quality)), _) => *quality,
            (None, Coding::Identity) => f32::MIN_POSITIVE,
            (None, _) => 0.0,
        }
    };
    let mut accepted = Coding::ALL.to_vec();
    accepted.retain(|coding| quality(*coding) > 0.0);
    // A stable sort, so that codings of equal quality stay in our order.
    accepted.sort_by(|one, other| quality(*other).total_cmp(&quality(*one)));
    accepted
}

/// Parses an item of `Accept-Encoding` into coding and quality, 0 to 1. `None` when it is
/// malformed.
fn preference(item: &str) -> Option<(&str, f32)> {
    let mut parts = item.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?;
    let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
    let quality = weight.map_or(Some(1.0), |weight| weight.trim().parse().ok())?;
    (0.0..=1.0).contains(&quality).then_some((name, quality))
}

/// Unpacks what brotli packed. `None` when it is damaged.
pub(crate) fn unpacked(packed: &[u8]) -> Option<Bytes> {
    let mut plain = Vec::with_capacity(packed.len() * 4);
    let read = brotli::Decompressor::new(packed, 16 * 1024).read_to_end(&mut plain);
    logged(read.map(|_| plain.into()))
}

fn gzipped(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    logged(encoder.write_all(plain).and_then(|()| encoder.finish()).map(Bytes::from))
}

fn brotli_compressed(plain: &[u8]) -> Option<Bytes> {
    let mut packed = Vec::new();
    let mut reader = brotli::CompressorReader::new(plain, 64 * 1024, BROTLI_QUALITY, BROTLI_WINDOW);
    let read = reader.read_to_end(&mut packed);
    logged(read.map(|_| packed.into()))
}

/// Logs a coding that cannot be made, and returns `None` for it.
fn logged(made: std::io::Result<Bytes>) -> Option<Bytes> {
    made.inspect_err(|error| tracing::error!(%error, "content cannot be compressed or unpacked"))
        .ok()
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;
    use actix_web::test::TestRequest;

    use super::Coding::{Brotli, Gzip, Identity};
    use super::*;

    fn request(accept: &str) -> HttpRequest {
        TestRequest::default().insert_header((header::ACCEPT_ENCODING, accept)).to_http_request()
    }

    #[test]
    fn the_coding_is_what_the_client_prefers() {
        let table: &[(&str, &[Coding])] = &[
            ("", &[Identity]),
            ("br", &[Brotli, Identity]),
            ("gzip, deflate, br", &[Brotli, Gzip, Identity]),
            ("gzip, deflate, br, zstd", &[Brotli, Gzip, Identity]),
            ("gzip", &[Gzip, Identity]),
            ("X-GZIP", &[Gzip, Identity]),
            ("br;q=0.5, gzip;q=0.8", &[Gzip, Brotli, Identity]),
            ("br;q=0.5, identity", &[Identity, Brotli]),
            ("br;q=0", &[Identity]),
            ("br;q=0.000, gzip ; q=0.001", &[Gzip, Identity]),
            ("*", &[Brotli, Gzip, Identity]),
            ("*;q=0", &[]),
            ("*;q=0, gzip", &[Gzip]),
            ("identity;q=0, gzip", &[Gzip]),
            ("identity;q=0", &[]),
            ("*;q=0.1, br;q=0", &[Gzip, Identity]),
            ("deflate, zstd", &[Identity]),
            ("gzip;q=2", &[Identity]),
            ("gzip;q=nonsense, ,;", &[Identity]),
        ];
        for (header, expected) in table {
            assert_eq!(accepted(request(header).headers()), *expected, "{header}");
        }
        let none = TestRequest::default().to_http_request();
        assert_eq!(accepted(none.headers()), [Identity]);
    }

    #[actix_web::test]
    async fn each_coding_is_made_once_with_the_same_content() {
        let plain = Bytes::from("lines of content\n".repeat(20_000));
        let given =
            Precompressed::new("text/plain", "no-cache", &[1; 32], Given::Plain(plain.clone()));
        let given = Arc::new(given);
        let packed = given.coded(Brotli).unwrap();
        let of_brotli = Given::Brotli(packed.clone());
        let built = Arc::new(Precompressed::new("text/plain", "no-cache", &[1; 32], of_brotli));
        for content in [given, built] {
            assert_eq!(content.coded(Identity).unwrap(), plain);
            assert_eq!(content.coded(Brotli).unwrap(), packed);
            let gzip = content.coded(Gzip).unwrap();
            assert!(gzip.len() < plain.len());
            // The same memory: it was not made again.
            assert_eq!(content.coded(Gzip).unwrap().as_ptr(), gzip.as_ptr());
            let answer = content.respond(&request("gzip")).await.unwrap();
            assert_eq!(to_bytes(answer.into_body()).await.unwrap(), gzip);
        }
    }

    #[actix_web::test]
    async fn dense_content_is_not_compressed_again() {
        let dense = Given::Dense(Bytes::from_static(b"PNG"));
        let dense = Arc::new(Precompressed::new("image/png", "no-cache", &[1; 32], dense));
        assert_eq!(dense.respond(&request("br")).await.unwrap().status(), 200);
        assert_eq!(dense.respond(&request("gzip, identity;q=0")).await.unwrap().status(), 406);
    }
}
