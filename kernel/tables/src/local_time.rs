//! The time zone that workbooks are written in: their moments have none.

use chrono::NaiveDateTime;

/// Converts points in time between UTC and a time zone.
#[derive(Clone, Copy, Debug)]
pub struct LocalTime {
    /// From UTC to the zone.
    pub of_utc: fn(NaiveDateTime) -> NaiveDateTime,
    /// From the zone to UTC.
    pub to_utc: fn(NaiveDateTime) -> NaiveDateTime,
}

impl LocalTime {
    /// UTC itself.
    pub const UTC: Self = Self { of_utc: |time| time, to_utc: |time| time };
}

/// Four hours ahead of UTC all year.
#[cfg(test)]
pub(crate) const FOUR_HOURS_EAST: LocalTime = LocalTime {
    of_utc: |time| time + chrono::TimeDelta::hours(4),
    to_utc: |time| time - chrono::TimeDelta::hours(4),
};
