//! Reads the parts of a multipart body, with limits on its size, its rate and its duration.

use std::borrow::Cow;
use std::io;
use std::time::{Duration, Instant};

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::HttpRequest;
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::web::{self, Bytes, BytesMut};
use futures_util::{Stream, StreamExt, TryStreamExt};

use crate::base::error::{Error, Result};

/// The minimum rate of a body in bytes per second, averaged since it began, after the first
/// [`PATIENCE`]: slower than any phone with a connection.
const SLOWEST: f64 = 4.0 * 1024.0;

/// How long an incomplete body may pause.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long the whole body may take.
const DEADLINE: Duration = Duration::from_secs(15 * 60);

/// A multipart body that is being received.
pub(crate) struct Parts {
    parts: Multipart,
    until: Instant,
    too_large: Cow<'static, str>,
}

impl Parts {
    /// Reads the parts of a body of at most `most` bytes; `too_large` is the message for a larger
    /// one.
    pub(crate) fn of(
        request: &HttpRequest,
        payload: web::Payload,
        most: usize,
        too_large: impl Into<Cow<'static, str>>,
    ) -> Result<Self> {
        let too_large = too_large.into();
        let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
        let kind = header(CONTENT_TYPE).unwrap_or_default().to_ascii_lowercase();
        if !kind.starts_with("multipart/form-data") {
            return Err(Error::UnsupportedType(
                "Send the file as multipart/form-data, in the field `file`",
            ));
        }
        let declared: Option<usize> = header(CONTENT_LENGTH).and_then(|one| one.parse().ok());
        if declared.is_some_and(|length| length > most) {
            return Err(Error::TooLarge(too_large));
        }
        let parts = Multipart::new(request.headers(), weighed(payload, most));
        Ok(Self { parts, until: Instant::now() + DEADLINE, too_large })
    }

    /// Returns the next part.
    pub(crate) async fn next(&mut self) -> Result<Option<Field>> {
        let patience = patience(self.until, Instant::now());
        next(&mut self.parts, patience, &self.too_large).await
    }

    /// Returns the next chunk of a part.
    pub(crate) async fn chunk(&self, part: &mut Field) -> Result<Option<Bytes>> {
        next(part, patience(self.until, Instant::now()), &self.too_large).await
    }

    /// Reads a whole part of at most `limit` bytes.
    pub(crate) async fn read(
        &self,
        part: &mut Field,
        limit: usize,
        message: impl Into<Cow<'static, str>>,
    ) -> Result<Bytes> {
        let mut bytes = BytesMut::new();
        while let Some(chunk) = self.chunk(part).await? {
            if bytes.len() + chunk.len() > limit {
                return Err(Error::TooLarge(message.into()));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes.freeze())
    }
}

/// Returns how long the next chunk of a body that has to be complete by `until` may take.
fn patience(until: Instant, now: Instant) -> Duration {
    PATIENCE.min(until.saturating_duration_since(now))
}

/// Awaits the next item, unless it takes too long.
async fn next<T>(
    coming: &mut (impl Stream<Item = Result<T, MultipartError>> + Unpin),
    patience: Duration,
    too_large: &str,
) -> Result<Option<T>> {
    let next = tokio::time::timeout(patience, coming.try_next()).await;
    next.map_err(|_| Error::TooSlow)?.map_err(|error| broken(error, too_large))
}

/// Limits a body: it ends with an error when it has more than `most` bytes, or is too slow. All
/// bytes count, also those outside any part.
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

fn broken(error: MultipartError, too_large: &str) -> Error {
    match error {
        MultipartError::Payload(PayloadError::Overflow) => {
            Error::TooLarge(too_large.to_owned().into())
        }
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
    use actix_web::FromRequest;
    use actix_web::test::TestRequest;
    use futures_util::stream;

    use super::*;

    #[actix_web::test]
    async fn an_upload_that_stalls_is_not_waited_for() {
        let mut stalled = stream::pending::<Result<Bytes, MultipartError>>();
        let next = next(&mut stalled, Duration::from_millis(10), "").await;
        assert!(matches!(next, Err(Error::TooSlow)));
    }

    #[actix_web::test]
    async fn an_upload_has_fifteen_minutes_in_all() {
        let payload = {
            let (request, mut payload) = TestRequest::post()
                .insert_header((CONTENT_TYPE, "multipart/form-data; boundary=x"))
                .to_http_parts();
            let body = web::Payload::from_request(&request, &mut payload).await.unwrap();
            Parts::of(&request, body, 1024, "").unwrap()
        };
        let minutes = |minutes: u64| Instant::now() + Duration::from_secs(60 * minutes);
        assert_eq!(patience(payload.until, minutes(14)), PATIENCE);
        assert_eq!(patience(payload.until, minutes(15)), Duration::ZERO);
        // Without patience it has ended, whatever came until then.
        let mut late = stream::pending::<Result<Bytes, MultipartError>>();
        assert!(matches!(next(&mut late, Duration::ZERO, "").await, Err(Error::TooSlow)));
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
        let refused = broken(MultipartError::Payload(PayloadError::Overflow), "");
        assert!(matches!(refused, Error::TooLarge(_)));
        let slow = PayloadError::Io(io::ErrorKind::TimedOut.into());
        assert!(matches!(broken(MultipartError::Payload(slow), ""), Error::TooSlow));
    }
}
