//! Points in time as the API and the tables hold them: UTC, to the microsecond.

use std::borrow::Cow;

use chrono::{
    Datelike, NaiveDate, NaiveDateTime, NaiveTime, SubsecRound, TimeDelta, Timelike, Utc,
};
use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::Pg;
use diesel::serialize::{self, Output, ToSql};
use diesel::sqlite::Sqlite;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::db::Db;

/// A point in time, UTC, microseconds; in JSON RFC 3339 with `Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, AsExpression, FromSqlRow)]
#[diesel(sql_type = diesel::sql_types::Timestamp)]
pub struct Timestamp(NaiveDateTime);

/// How far Asia/Dubai, the desk's time zone, is ahead of UTC, the whole year.
const DUBAI: TimeDelta = TimeDelta::hours(4);

/// The day that it is in Asia/Dubai.
pub fn today() -> NaiveDate {
    Timestamp::now().day()
}

/// The Monday that the week of `day` begins with.
pub fn monday_of(day: NaiveDate) -> NaiveDate {
    day - TimeDelta::days(i64::from(day.weekday().num_days_from_monday()))
}

impl Timestamp {
    /// Later than any that there will be.
    pub(crate) const LAST: Self = Self(NaiveDateTime::MAX);

    /// Now.
    pub fn now() -> Self {
        Self(Utc::now().naive_utc().trunc_subsecs(6))
    }

    /// The point `seconds` after this one; before it when negative.
    pub fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0 + TimeDelta::seconds(seconds))
    }

    /// When `day` begins in Asia/Dubai.
    pub fn start_of(day: NaiveDate) -> Self {
        Self(day.and_time(NaiveTime::MIN) - DUBAI)
    }

    /// The day that it is then in Asia/Dubai.
    pub fn day(self) -> NaiveDate {
        (self.0 + DUBAI).date()
    }

    /// Whole seconds since 1970.
    pub fn seconds(self) -> i64 {
        self.0.and_utc().timestamp()
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // By hand, for each record that is read or written has two of them: a format that has to be
        // understood each time takes several times as long.
        let (date, time) = (self.0.date(), self.0.time());
        let (hour, minute) = (time.hour(), time.minute());
        // A leap second is told as the sixtieth.
        let (leap, nanos) = (time.nanosecond() / 1_000_000_000, time.nanosecond() % 1_000_000_000);
        let (second, micros) = (time.second() + leap, nanos / 1_000);
        write!(f, "{date:?}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
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

impl FromSql<diesel::sql_types::Timestamp, Db> for Timestamp {
    fn from_sql(value: <Db as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        value.from_sql::<Self, diesel::sql_types::Timestamp>()
    }
}

impl FromSql<diesel::sql_types::Timestamp, Pg> for Timestamp {
    fn from_sql(value: <Pg as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        let time = FromSql::<diesel::sql_types::Timestamp, Pg>::from_sql(value)?;
        Ok(Self(time))
    }
}

impl FromSql<diesel::sql_types::Timestamp, Sqlite> for Timestamp {
    fn from_sql(value: <Sqlite as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        let text: String = FromSql::<diesel::sql_types::Text, Sqlite>::from_sql(value)?;
        match of_columns(&text) {
            Some(time) => Ok(Self(time)),
            None => Ok(Self(NaiveDateTime::parse_from_str(&text, "%F %T%.f")?)),
        }
    }
}

/// A point in time as SQLite's columns have it, `2026-11-22 20:00:00.123456`: each part has its
/// place, so that no format has to be understood.
fn of_columns(text: &str) -> Option<NaiveDateTime> {
    let part = |from: usize, to: usize| text.get(from..to)?.parse::<u32>().ok();
    let micros = match text.len() {
        19 => 0,
        23 => part(20, 23)? * 1_000,
        26 => part(20, 26)?,
        _ => return None,
    };
    let date = NaiveDate::from_ymd_opt(part(0, 4)?.try_into().ok()?, part(5, 7)?, part(8, 10)?)?;
    date.and_hms_micro_opt(part(11, 13)?, part(14, 16)?, part(17, 19)?, micros)
}

impl ToSql<diesel::sql_types::Timestamp, Db> for Timestamp {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Db>) -> serialize::Result {
        out.set_value((diesel::sql_types::Timestamp, self));
        Ok(serialize::IsNull::No)
    }
}

impl ToSql<diesel::sql_types::Timestamp, Pg> for Timestamp {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<diesel::sql_types::Timestamp, Pg>::to_sql(&self.0, out)
    }
}

impl ToSql<diesel::sql_types::Timestamp, Sqlite> for Timestamp {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        // As diesel writes it, without a format that has to be understood each time.
        out.set_value(self.0.to_string());
        Ok(serialize::IsNull::No)
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDateTime;

    use super::{Timestamp, monday_of};

    #[test]
    fn a_week_begins_on_monday_at_midnight_in_dubai() {
        let day = |text: &str| text.parse().unwrap();
        for (any, monday) in [
            ("2026-11-16", "2026-11-16"),
            ("2026-11-22", "2026-11-16"),
            ("2026-11-23", "2026-11-23"),
            ("2027-01-01", "2026-12-28"),
        ] {
            assert_eq!(monday_of(day(any)), day(monday), "{any}");
        }
        let start = Timestamp::start_of(day("2026-11-23"));
        assert_eq!(start.to_string(), "2026-11-22T20:00:00.000000Z");
        assert_eq!(start.day(), day("2026-11-23"));
        assert_eq!(start.plus_seconds(-1).day(), day("2026-11-22"));
    }

    #[test]
    fn columns_are_read_as_they_are_written() {
        for text in [
            "2026-11-22 20:00:00",
            "2026-11-22 20:00:00.120",
            "0099-01-02 03:04:05.000060",
            "+10000-01-01 00:00:00.100",
        ] {
            let read = NaiveDateTime::parse_from_str(text, "%F %T%.f").unwrap();
            assert_eq!(read.to_string(), text);
            // What has no place of its own is left to the format.
            assert_eq!(super::of_columns(text), (!text.starts_with('+')).then_some(read));
        }
        for text in ["", "2026-11-22", "2026-13-22 20:00:00", "2026-11-22 20:00:0é"] {
            assert_eq!(super::of_columns(text), None, "{text}");
        }
    }

    #[test]
    fn points_in_time_are_told_to_the_microsecond() {
        for text in [
            "2026-11-22T20:00:00.000000Z",
            "0099-01-02T03:04:05.000060Z",
            "2026-12-31T23:59:60.999999Z",
            "+10000-01-01T00:00:00.100000Z",
        ] {
            let read: Timestamp = serde_json::from_value(text.into()).unwrap();
            assert_eq!(read.to_string(), text);
            // As the format says that it stands for.
            assert_eq!(read.0.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string(), text);
        }
    }
}
