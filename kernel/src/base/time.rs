//! Points in time as the API and the tables represent them: UTC, to the microsecond.

pub use chrono::Weekday;
use chrono::{NaiveDate, NaiveDateTime, SubsecRound, TimeDelta, Timelike, Utc};
use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::calendar::calendar;

/// A point in time, UTC, microseconds; in JSON RFC 3339 with `Z`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema, AsExpression, FromSqlRow,
)]
#[diesel(sql_type = diesel::sql_types::Timestamp)]
#[schemars(inline, with = "String", description = "", extend("format" = "date-time"))]
pub struct Timestamp(pub(crate) NaiveDateTime);

/// Returns the current day in the product's time zone.
pub fn today() -> NaiveDate {
    Timestamp::now().day()
}

/// Returns the first day of the week of `day`, as the product has weeks.
pub fn week_of(day: NaiveDate) -> NaiveDate {
    calendar().week_of(day)
}

impl Timestamp {
    /// Later than any real point in time.
    pub(crate) const LAST: Self = Self(NaiveDateTime::MAX);

    /// Returns the current time.
    pub fn now() -> Self {
        Self(Utc::now().naive_utc().trunc_subsecs(6))
    }

    /// Returns the point `seconds` after this one; before it when negative.
    pub fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0 + TimeDelta::seconds(seconds))
    }

    /// Returns when `day` begins in the product's time zone.
    pub fn start_of(day: NaiveDate) -> Self {
        Self(calendar().start_of(day))
    }

    /// Returns the day in the product's time zone at this time.
    pub fn day(self) -> NaiveDate {
        calendar().local(self.0).date()
    }

    /// Returns whole seconds since 1970.
    pub fn seconds(self) -> i64 {
        self.0.and_utc().timestamp()
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Formatted by hand, because each record read or written has two of them: parsing a format
        // string each time takes several times as long.
        let (date, time) = (self.0.date(), self.0.time());
        let (hour, minute) = (time.hour(), time.minute());
        // A leap second is written as second 60.
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

#[cfg(test)]
mod tests {
    use super::Timestamp;

    #[test]
    fn points_in_time_have_microseconds() {
        for text in [
            "2026-11-22T20:00:00.000000Z",
            "0099-01-02T03:04:05.000060Z",
            "2026-12-31T23:59:60.999999Z",
            "+10000-01-01T00:00:00.100000Z",
        ] {
            let read: Timestamp = serde_json::from_value(text.into()).unwrap();
            assert_eq!(read.to_string(), text);
            // The same as chrono's format string yields.
            assert_eq!(read.0.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string(), text);
        }
    }
}
