//! Idempotent requests: a client that repeats one with the same `Idempotency-Key` gets the first
//! response.
//!
//! The response is stored in the transaction of the change. So either both are committed or neither
//! is, whether the response is lost on its way or the process ends. When two requests with one key
//! arrive at the same moment, the second waits for the first and gets its response.

mod queries;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap};
use actix_web::{HttpResponse, HttpResponseBuilder};
use aws_lc_rs::digest::{SHA256, digest};
use data_encoding::HEXLOWER;
use serde::Serialize;

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::seen::Seen;
use queries::AnswerRow;

/// The header with the idempotency key.
pub(crate) const HEADER: &str = "Idempotency-Key";

/// How long a response is stored, in seconds.
pub(crate) const RETENTION_SECONDS: i64 = 24 * 60 * 60;

/// The maximum length of an idempotency key, in characters.
const LONGEST_KEY: usize = 200;

/// A response, with the parts that are stored and sent again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) etag: Option<String>,
    pub(crate) location: Option<String>,
    pub(crate) body: Option<String>,
}

impl Answer {
    /// Responds 200 with `body` as JSON.
    pub fn ok(body: &impl Serialize) -> Result<Self> {
        Self::json(StatusCode::OK, body)
    }

    /// Responds 201 with `body` as JSON, where that is not the record itself.
    pub fn created(body: &impl Serialize) -> Result<Self> {
        Self::json(StatusCode::CREATED, body)
    }

    /// Responds 204.
    pub fn nothing() -> Self {
        Self { status: StatusCode::NO_CONTENT, etag: None, location: None, body: None }
    }

    /// Responds 202 with no body.
    pub fn received() -> Self {
        Self { status: StatusCode::ACCEPTED, etag: None, location: None, body: None }
    }

    /// Responds 202 with `body` as JSON.
    pub fn accepted(body: &impl Serialize) -> Result<Self> {
        Self::json(StatusCode::ACCEPTED, body)
    }

    pub(crate) fn json(status: StatusCode, body: &impl Serialize) -> Result<Self> {
        let body = serde_json::to_string(body).map_err(Error::internal)?;
        Ok(Self { status, etag: None, location: None, body: Some(body) })
    }

    /// Responds with a record and its `ETag`.
    pub(crate) fn record(status: StatusCode, record: &Seen) -> Result<Self> {
        Ok(Self { etag: Some(record.etag()), ..Self::json(status, record.view())? })
    }

    pub(crate) fn respond(self) -> HttpResponse {
        let mut response = HttpResponseBuilder::new(self.status);
        if let Some(etag) = self.etag {
            response.insert_header((header::ETAG, etag));
        }
        if let Some(location) = self.location {
            response.insert_header((header::LOCATION, location));
        }
        match self.body {
            Some(body) => response.content_type("application/json").body(body),
            None => response.finish(),
        }
    }
}

/// A request with an idempotency key.
#[derive(Clone, Debug)]
pub(crate) struct IdempotentRequest {
    account: Id,
    key: String,
    fingerprint: String,
}

impl IdempotentRequest {
    /// Reads the idempotency key of a request, if it has one.
    pub(crate) fn key(headers: &HeaderMap) -> Result<Option<String>> {
        let Some(key) = headers.get(HEADER) else { return Ok(None) };
        let key = key.to_str().ok().map(str::trim).filter(|key| {
            (1..=LONGEST_KEY).contains(&key.len())
                && key.bytes().all(|byte| byte.is_ascii_graphic())
        });
        key.map(|key| Some(key.to_owned())).ok_or_else(|| {
            Error::Malformed(format!("`{HEADER}` must have 1 to {LONGEST_KEY} visible characters"))
        })
    }

    /// Identifies a request of `account` with `key`. Two requests are the same when all of
    /// `parts` are equal.
    pub(crate) fn new(account: &Id, key: String, parts: &[&[u8]]) -> Self {
        let digests: Vec<u8> =
            parts.iter().flat_map(|part| digest(&SHA256, part).as_ref().to_vec()).collect();
        let fingerprint = digest(&SHA256, &digests);
        let fingerprint = HEXLOWER.encode(fingerprint.as_ref());
        Self { account: account.clone(), key, fingerprint }
    }

    /// Returns whether a response to `account` with `key` is stored and has not expired.
    pub(crate) fn is_answered(conn: &mut Conn, account: &Id, key: &str) -> Result<bool> {
        let since = Timestamp::now().plus_seconds(-RETENTION_SECONDS);
        Ok(queries::find_since(conn, account, key, since)?.is_some())
    }

    /// Does `work` and stores its response, or returns the stored response. A different request
    /// with the same key is a 422.
    pub(crate) fn perform(
        &self,
        conn: &mut Conn,
        work: impl FnOnce(&mut Conn) -> Result<Answer>,
    ) -> Result<Answer> {
        let now = Timestamp::now();
        let expired = now.plus_seconds(-RETENTION_SECONDS);
        if queries::take(conn, self, (now, expired))? {
            let answer = work(conn)?;
            queries::store(conn, &self.account, &self.key, &answer)?;
            return Ok(answer);
        }
        self.answered_since(conn, expired)?.ok_or(Error::NotFound)
    }

    /// Does `work` as [`IdempotentRequest::perform`] does, if the request has a key.
    pub(crate) fn perform_if_any(
        request: Option<&Self>,
        conn: &mut Conn,
        work: impl FnOnce(&mut Conn) -> Result<Answer>,
    ) -> Result<Answer> {
        match request {
            Some(request) => request.perform(conn, work),
            None => work(conn),
        }
    }

    /// Returns the stored response, if there is one, for work that begins before it can take the
    /// key.
    pub(crate) fn answered(&self, conn: &mut Conn) -> Result<Option<Answer>> {
        self.answered_since(conn, Timestamp::now().plus_seconds(-RETENTION_SECONDS))
    }

    /// Returns whether another request has the same key.
    pub(crate) fn has_key_of(&self, other: &Self) -> bool {
        self.account == other.account && self.key == other.key
    }

    /// Takes the keys of different requests, before their work is done on PostgreSQL. Returns of each whether its key
    /// was free; [`IdempotentRequest::store_all`] has to follow for those.
    pub(crate) fn take_all(conn: &mut Conn, requests: &[&Self]) -> Result<Vec<bool>> {
        queries::take_all(conn, requests, Timestamp::now())
    }

    /// Stores the responses of requests whose keys were taken, and frees the keys of those that have none.
    pub(crate) fn store_all(conn: &mut Conn, made: &[(&Self, Option<&Answer>)]) -> Result<()> {
        let answered = made.iter().filter_map(|(one, answer)| Some((*one, (*answer)?)));
        queries::store_all(conn, &answered.collect::<Vec<_>>())?;
        let mut unanswered = made.iter().filter(|(_, answer)| answer.is_none());
        unanswered.try_for_each(|(one, _)| queries::free(conn, &one.account, &one.key))
    }

    /// Returns the key, and what is the same for all requests that are this one.
    pub(crate) fn key_and_fingerprint(&self) -> (String, String) {
        (self.key.clone(), self.fingerprint.clone())
    }

    /// Returns account and key.
    fn text(&self) -> String {
        format!("{} {}", self.account, self.key)
    }

    fn answered_since(&self, conn: &mut Conn, time: Timestamp) -> Result<Option<Answer>> {
        let stored = queries::find_since(conn, &self.account, &self.key, time)?;
        let Some(AnswerRow { fingerprint, status, etag, location, body }) = stored else {
            return Ok(None);
        };
        if fingerprint != self.fingerprint {
            return Err(Error::invalid("", format!("This {HEADER} was used for another request")));
        }
        let status = u16::try_from(status).map_err(Error::internal)?;
        let status = StatusCode::from_u16(status).map_err(Error::internal)?;
        Ok(Some(Answer { status, etag, location, body }))
    }
}
