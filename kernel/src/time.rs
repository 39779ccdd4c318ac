//! Points in time as the API and the tables hold them: UTC, to the microsecond.

use std::borrow::Cow;

use chrono::{NaiveDate, NaiveDateTime, NaiveTime, SubsecRound, Utc};
use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::serialize::{self, Output, ToSql};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A point in time, UTC, microseconds; in JSON RFC 3339 with `Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, AsExpression, FromSqlRow)]
#[diesel(sql_type = diesel::sql_types::Timestamp)]
pub struct Timestamp(NaiveDateTime);

impl Timestamp {
    /// Later than any that there will be.
    pub(crate) const LAST: Self = Self(NaiveDateTime::MAX);

    /// Now.
    pub fn now() -> Self {
        Self(Utc::now().naive_utc().trunc_subsecs(6))
    }

    /// The point `seconds` after this one; before it when negative.
    pub fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0 + chrono::Duration::seconds(seconds))
    }

    /// When `day` begins in Asia/Dubai, the desk's time zone, which is four hours ahead of UTC the
    /// whole year.
    pub fn start_of(day: NaiveDate) -> Self {
        Self(day.and_time(NaiveTime::MIN) - chrono::Duration::hours(4))
    }

    /// Whole seconds since 1970.
    pub fn seconds(self) -> i64 {
        self.0.and_utc().timestamp()
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0.format("%Y-%m-%dT%H:%M:%S%.6fZ"))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let time = chrono::DateTime::<Utc>::deserialize(deserializer)?;
        Ok(Self(time.naive_utc().trunc_subsecs(6)))
    }
}

impl JsonSchema for Timestamp {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Timestamp".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time" })
    }
}

impl<DB: Backend> FromSql<diesel::sql_types::Timestamp, DB> for Timestamp
where
    NaiveDateTime: FromSql<diesel::sql_types::Timestamp, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(NaiveDateTime::from_sql(bytes)?))
    }
}

impl<DB: Backend> ToSql<diesel::sql_types::Timestamp, DB> for Timestamp
where
    NaiveDateTime: ToSql<diesel::sql_types::Timestamp, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.0.to_sql(out)
    }
}
