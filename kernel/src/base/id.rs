//! Identifiers of records: 24 lowercase hex characters, made by the server, rising with time.

use data_encoding::HEXLOWER;
use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Text;
use parking_lot::Mutex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::time::Timestamp;

/// An identifier: 24 lowercase hex characters.
///
/// The first twelve are the milliseconds since 1970, the next four a counter within that
/// millisecond, the last eight are random. Identifiers made by one process are strictly increasing.
#[derive(
    Clone,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    JsonSchema,
    AsExpression,
    FromSqlRow,
)]
#[diesel(sql_type = Text)]
#[serde(transparent)]
// A field says itself what it identifies.
#[schemars(inline, description = "")]
pub struct Id(
    #[schemars(
        regex(pattern = "^[0-9a-f]{24}$"),
        extend("x-messages" = { "pattern": "Choose one of the records there are" })
    )]
    String,
);

static LAST: Mutex<u64> = Mutex::new(0);

impl Id {
    /// Makes an identifier, greater than every one made before in this process.
    pub fn new() -> Self {
        let now = (chrono::Utc::now().timestamp_millis().unsigned_abs()) << 16;
        let mut last = LAST.lock();
        *last = now.max(*last + 1);
        let mut random = [0; 4];
        // Without random numbers identifiers would still be unique in this process.
        let _ = aws_lc_rs::rand::fill(&mut random);
        Self(format!("{:016x}{:08x}", *last, u32::from_le_bytes(random)))
    }

    /// Returns the lowest identifier of that moment.
    pub(crate) fn first_at(time: Timestamp) -> Self {
        let milliseconds = time.0.and_utc().timestamp_millis().unsigned_abs();
        Self(format!("{milliseconds:012x}{}", "0".repeat(12)))
    }

    /// The account identifier for "no account". Never that of a record.
    pub(crate) fn nil() -> Self {
        Self("0".repeat(24))
    }

    /// The account identifier of a request that has not signed in. Never that of a record.
    pub(crate) fn stranger() -> Self {
        Self("0".repeat(23) + "1")
    }

    /// Returns whether it may be that of an account: it stands neither for the operator nor for a
    /// client that has not signed in.
    pub(crate) fn has_account(&self) -> bool {
        *self != Self::nil() && *self != Self::stranger()
    }

    /// Parses an identifier. `None` when `text` is none.
    pub fn parse(text: &str) -> Option<Self> {
        Self::bytes_of(text).map(|_| Self(text.to_owned()))
    }

    /// Returns the bytes that the characters of an identifier stand for. `None` when `text` is
    /// none.
    pub(crate) fn bytes_of(text: &str) -> Option<[u8; 12]> {
        let mut bytes = [0; 12];
        // The decoder panics when the lengths do not match.
        let is_id = text.len() == 24 && HEXLOWER.decode_mut(text.as_bytes(), &mut bytes).is_ok();
        is_id.then_some(bytes)
    }

    /// Returns the identifier of these bytes.
    pub(crate) fn from_bytes(bytes: &[u8; 12]) -> Self {
        Self(HEXLOWER.encode(bytes))
    }

    /// Returns the 24 characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Id {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Id::parse(&text)
            .ok_or_else(|| serde::de::Error::custom("an identifier is 24 lowercase hex characters"))
    }
}

impl<DB: Backend> FromSql<Text, DB> for Id
where
    String: FromSql<Text, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(String::from_sql(bytes)?))
    }
}

impl<DB: Backend> ToSql<Text, DB> for Id
where
    String: ToSql<Text, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.0.to_sql(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_rise_and_parse_again() {
        let ids: Vec<Id> = (0..10_000).map(|_| Id::new()).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(ids.iter().all(|id| Id::parse(id.as_str()).as_ref() == Some(id)));
        let bytes = Id::bytes_of(ids[0].as_str()).unwrap();
        assert_eq!(Id::from_bytes(&bytes), ids[0]);
    }

    #[test]
    fn only_24_lowercase_hex_characters_are_an_identifier() {
        for text in ["", "0123", "0123456789ABCDEF01234567", "0123456789abcdef0123456g"] {
            assert_eq!(Id::parse(text), None, "{text}");
        }
    }
}
