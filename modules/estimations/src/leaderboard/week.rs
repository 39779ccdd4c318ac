//! Weeks, from Monday 00:00 in Asia/Dubai to the next one; and the periods of a leaderboard, which
//! consist of weeks and end now.

use chrono::{Datelike, NaiveDate, TimeDelta};
use kernel::prelude::*;
use kernel::time::week_of;
use schemars::JsonSchema;
use serde::Serialize;

/// How many seconds after its end a week is not frozen yet: what was saved in its last moment may
/// not be committed yet.
const SETTLES: i64 = 60;

/// A week, by its Monday.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Week(pub(super) NaiveDate);

impl Week {
    /// Returns the week of `at`.
    pub(crate) fn of(at: Timestamp) -> Self {
        Self(week_of(at.day()))
    }

    /// Returns its beginning.
    pub(crate) fn start(self) -> Timestamp {
        Timestamp::start_of(self.0)
    }

    /// Returns its end: the time of its freeze, and the beginning of the next week.
    pub(crate) fn end(self) -> Timestamp {
        self.next().start()
    }

    pub(crate) fn previous(self) -> Self {
        Self(self.0 - TimeDelta::days(7))
    }

    pub(crate) fn next(self) -> Self {
        Self(self.0 + TimeDelta::days(7))
    }

    /// Returns whether a run of it can have been stored at `made_at`: after its end, and not later
    /// than now except for the usual differences of clocks.
    pub(crate) fn was_frozen_in_time(self, made_at: Timestamp, now: Timestamp) -> bool {
        self.is_settled(now) && made_at >= self.end() && made_at <= now.plus_seconds(SETTLES)
    }

    /// Returns whether it has ended, and all that was saved in it is committed.
    pub(crate) fn is_settled(self, now: Timestamp) -> bool {
        self.end().plus_seconds(SETTLES) <= now
    }
}

/// The period of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Period {
    /// Every week.
    All,
    /// The weeks whose Monday is in the current month.
    Month,
    /// The open week.
    Week,
}

impl Period {
    /// Parses the parameter of a request; all weeks by default.
    pub(crate) fn read(word: Option<&str>) -> Result<Self> {
        match word {
            None | Some("all") => Ok(Self::All),
            Some("month") => Ok(Self::Month),
            Some("week") => Ok(Self::Week),
            Some(_) => Err(Error::Malformed("`period` must be all, month or week".into())),
        }
    }

    /// Returns the first of its weeks, where the very first estimate was saved in `first`. `None`
    /// when it has none: in the days of a month before its first Monday.
    pub(crate) fn first(self, first: Week, now: Timestamp) -> Option<Week> {
        let open = Week::of(now);
        match self {
            Self::All => Some(first.min(open)),
            Self::Week => Some(open),
            Self::Month => {
                let of_month = now.day().with_day(1)?;
                let monday = week_of(of_month);
                let week = Week(monday);
                let week = if monday < of_month { week.next() } else { week };
                (week <= open).then_some(week.max(first.min(open)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn week(day: &str) -> Week {
        Week(week_of(day.parse().unwrap()))
    }

    fn at(time: &str) -> Timestamp {
        serde_json::from_value(time.into()).unwrap()
    }

    #[test]
    fn a_week_begins_and_ends_at_midnight() {
        let one = Week::of(at("2026-11-22T23:59:59Z"));
        assert_eq!(one, week("2026-11-16"));
        assert_eq!(Week::of(at("2026-11-23T00:00:00Z")), one.next());
        assert_eq!(one.start(), at("2026-11-16T00:00:00Z"));
        assert_eq!(one.end(), at("2026-11-23T00:00:00Z"));
        assert!(!one.is_settled(at("2026-11-23T00:00:59Z")));
        assert!(one.is_settled(at("2026-11-23T00:01:00Z")));
    }

    #[test]
    fn run_is_valid_when_its_week_was_over_and_its_time_is_not_in_the_future() {
        let one = Week::of(at("2026-11-18T12:00:00Z"));
        let is_valid = |made_at: &str, now: &str| one.was_frozen_in_time(at(made_at), at(now));
        assert!(is_valid("2026-11-23T00:01:00Z", "2026-11-23T00:01:00Z"));
        assert!(is_valid("2026-11-23T00:02:00Z", "2027-11-23T00:01:30Z"));
        // A clock may be a second ahead, but not an hour.
        assert!(is_valid("2026-11-24T00:00:01Z", "2026-11-24T00:00:00Z"));
        assert!(!is_valid("2026-11-24T01:00:00Z", "2026-11-24T00:00:00Z"));
        // Before the week was over, by either clock.
        assert!(!is_valid("2026-11-22T23:59:59Z", "2026-12-23T00:01:00Z"));
        assert!(!is_valid("2026-12-23T00:01:00Z", "2026-11-18T12:00:00Z"));
    }

    #[test]
    fn a_month_holds_the_weeks_whose_monday_lies_in_it() {
        let early = week("2020-01-01");
        let first = |now: &str| Period::Month.first(early, at(now));
        // November 2026 begins on a Sunday: that day is in a week of October.
        assert_eq!(first("2026-11-01T12:00:00Z"), None);
        assert_eq!(first("2026-11-02T12:00:00Z"), Some(week("2026-11-02")));
        assert_eq!(first("2026-11-30T12:00:00Z"), Some(week("2026-11-02")));
        // June begins on a Monday.
        assert_eq!(first("2026-06-01T00:00:00Z"), Some(week("2026-06-01")));
        assert_eq!(first("2026-05-31T23:59:59Z"), Some(week("2026-05-04")));
    }

    #[test]
    fn no_period_begins_before_the_first_estimate() {
        let now = at("2026-11-25T12:00:00Z");
        let first = week("2026-11-09");
        assert_eq!(Period::All.first(first, now), Some(first));
        assert_eq!(Period::Month.first(first, now), Some(first));
        assert_eq!(Period::Week.first(first, now), Some(week("2026-11-23")));
        assert_eq!(Period::All.first(week("2027-01-01"), now), Some(week("2026-11-23")));
    }
}
