//! When a subscription is due.

use chrono::{Datelike, Days, NaiveDate, NaiveTime};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kinds::Comparison;
use super::queries::SubscriptionRow;
use crate::base::calendar::{Calendar, calendar};
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;

/// After how many seconds the count of an alert is looked at again.
const ALERT_SECONDS: i64 = 25;

/// A time of the week, in the product's time zone.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Schedule")]
pub(super) struct Schedule {
    /// The day of the week, 1 for Monday to 7 for Sunday; every day without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Day of the week", range(min = 1, max = 7))]
    pub(super) weekday: Option<i32>,
    /// The time of the day: `08:30`.
    #[schemars(title = "Time", regex(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$"), extend(
        "x-messages" = { "required": "Time is required", "pattern": "This must be a time such as 08:30" }
    ))]
    pub(super) time: String,
}

/// Returns the first time after `now` at which a schedule is due, in the zone of a calendar: a time that a change of clocks skips is
/// as long after the change, one that it repeats is due once.
///
/// # Errors
/// An internal one when the time is none.
fn next_in(
    calendar: &Calendar,
    (weekday, time): (Option<i32>, &str),
    now: Timestamp,
) -> Result<Timestamp> {
    let time = NaiveTime::parse_from_str(time, "%H:%M").map_err(Error::internal)?;
    let today = calendar.local(now.0).date();
    let days = (0..=8).filter_map(|days| today.checked_add_days(Days::new(days)));
    let is_on = |day: &NaiveDate, weekday: i32| {
        i32::try_from(day.weekday().number_from_monday()) == Ok(weekday)
    };
    let mut due = days
        .filter(|day| weekday.is_none_or(|weekday| is_on(day, weekday)))
        .map(|day| Timestamp(calendar.utc(day.and_time(time))));
    due.find(|due| *due > now).ok_or_else(|| Error::internal("a week has each of its days"))
}

impl SubscriptionRow {
    /// Returns when it is looked at next.
    pub(super) fn next(&self, now: Timestamp) -> Result<Timestamp> {
        match &self.time {
            Some(time) => next_in(calendar(), (self.weekday, time), now),
            None => Ok(now.plus_seconds(ALERT_SECONDS)),
        }
    }

    /// Returns its bound, if it is an alert.
    pub(super) fn alert(&self) -> Option<(Comparison, i64)> {
        self.operator.zip(self.bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        serde_json::from_value(text.into()).unwrap()
    }

    #[test]
    fn it_is_the_first_such_time_after_now_in_the_zone() {
        let berlin = Calendar::of("Europe/Berlin", chrono::Weekday::Mon).unwrap();
        // 2026-11-29 is a Sunday.
        for (weekday, time, now, expected) in [
            (None, "11:01", "2026-11-29T10:00:00Z", "2026-11-29T10:01:00Z"),
            (None, "11:00", "2026-11-29T10:00:00Z", "2026-11-30T10:00:00Z"),
            (Some(7), "09:00", "2026-11-29T10:00:00Z", "2026-12-06T08:00:00Z"),
            (Some(7), "12:00", "2026-11-29T10:00:00Z", "2026-11-29T11:00:00Z"),
            (Some(1), "00:00", "2026-11-29T23:30:00Z", "2026-12-06T23:00:00Z"),
            // The clocks go back: half past two comes twice, and is due once.
            (None, "02:30", "2026-10-24T20:00:00Z", "2026-10-25T00:30:00Z"),
            (None, "02:30", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"),
            // They go forward: there is no half past two.
            (None, "02:30", "2027-03-27T20:00:00Z", "2027-03-28T01:30:00Z"),
            (None, "02:30", "2027-03-28T01:30:00Z", "2027-03-29T00:30:00Z"),
        ] {
            let due = next_in(&berlin, (weekday, time), at(now)).unwrap();
            assert_eq!(due, at(expected), "{weekday:?} {time} after {now}");
        }
        assert!(next_in(&berlin, (None, "25:00"), at("2026-11-29T10:00:00Z")).is_err());
    }
}
