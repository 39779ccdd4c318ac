//! Weeks: from Monday 00:00 in Asia/Dubai to the next one. And the periods of a leaderboard, which
//! are made of them and all reach up to now.

use chrono::{Datelike, NaiveDate, TimeDelta};
use kernel::prelude::*;
use kernel::time::monday_of;
use schemars::JsonSchema;
use serde::Serialize;

/// For how long after its end a week is not frozen yet, in seconds: what was saved in its last
/// moment may still be on its way into the database.
const SETTLES: i64 = 60;

/// A week, by the Monday that it begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Week(pub(super) NaiveDate);

impl Week {
    /// The week that `at` is in.
    pub(crate) fn of(at: Timestamp) -> Self {
        Self(monday_of(at.day()))
    }

    /// When it begins.
    pub(crate) fn start(self) -> Timestamp {
        Timestamp::start_of(self.0)
    }

    /// When it has ended: the moment of its freeze, and the next one's first.
    pub(crate) fn end(self) -> Timestamp {
        self.next().start()
    }

    pub(crate) fn previous(self) -> Self {
        Self(self.0 - TimeDelta::days(7))
    }

    pub(crate) fn next(self) -> Self {
        Self(self.0 + TimeDelta::days(7))
    }

    /// Whether a run of it that was stored at `made_at` can have been: after its end, and not later
    /// than now but for what clocks of machines are set by all the time.
    pub(crate) fn was_frozen_in_time(self, made_at: Timestamp, now: Timestamp) -> bool {
        self.is_settled(now) && made_at >= self.end() && made_at <= now.plus_seconds(SETTLES)
    }

    /// Whether it has ended, and all that was saved in it is in the database.
    pub(crate) fn is_settled(self, now: Timestamp) -> bool {
        self.end().plus_seconds(SETTLES) <= now
    }
}

/// What a leaderboard is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
#[schema(default = "all")]
pub(crate) enum Period {
    /// Every week.
    All,
    /// The weeks whose Monday lies in the current month.
    Month,
    /// The open week.
    Week,
}

impl Period {
    /// What a request asks for; everything, when it does not say.
    pub(crate) fn read(word: Option<&str>) -> Result<Self> {
        match word {
            None | Some("all") => Ok(Self::All),
            Some("month") => Ok(Self::Month),
            Some("week") => Ok(Self::Week),
            Some(_) => Err(Error::Malformed("`period` must be all, month or week".into())),
        }
    }

    /// The first of its weeks, where the first figure of all was saved in `first`. `None` when it
    /// has none: in the days of a month before its first Monday.
    pub(crate) fn first(self, first: Week, now: Timestamp) -> Option<Week> {
        let open = Week::of(now);
        match self {
            Self::All => Some(first.min(open)),
            Self::Week => Some(open),
            Self::Month => {
                let of_month = now.day().with_day(1)?;
                let monday = monday_of(of_month);
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
        Week(monday_of(day.parse().unwrap()))
    }

    fn at(time: &str) -> Timestamp {
        serde_json::from_value(time.into()).unwrap()
    }

    #[test]
    fn a_week_begins_and_ends_at_midnight_in_dubai() {
        let one = Week::of(at("2026-11-22T19:59:59Z"));
        assert_eq!(one, week("2026-11-16"));
        assert_eq!(Week::of(at("2026-11-22T20:00:00Z")), one.next());
        assert_eq!(one.start(), at("2026-11-15T20:00:00Z"));
        assert_eq!(one.end(), at("2026-11-22T20:00:00Z"));
        assert!(!one.is_settled(at("2026-11-22T20:00:59Z")));
        assert!(one.is_settled(at("2026-11-22T20:01:00Z")));
    }

    #[test]
    fn a_run_is_believed_when_its_week_was_over_and_its_time_has_come() {
        let one = Week::of(at("2026-11-18T12:00:00Z"));
        let believed = |made_at: &str, now: &str| one.was_frozen_in_time(at(made_at), at(now));
        assert!(believed("2026-11-22T20:01:00Z", "2026-11-22T20:01:00Z"));
        assert!(believed("2026-11-22T20:02:00Z", "2027-11-22T20:01:30Z"));
        // A second ahead is how clocks are; an hour is not.
        assert!(believed("2026-11-23T20:00:01Z", "2026-11-23T20:00:00Z"));
        assert!(!believed("2026-11-23T21:00:00Z", "2026-11-23T20:00:00Z"));
        // Before the week was over, by either clock.
        assert!(!believed("2026-11-22T19:59:59Z", "2026-12-22T20:01:00Z"));
        assert!(!believed("2026-12-22T20:01:00Z", "2026-11-18T12:00:00Z"));
    }

    #[test]
    fn a_month_holds_the_weeks_whose_monday_lies_in_it() {
        let early = week("2020-01-01");
        let first = |now: &str| Period::Month.first(early, at(now));
        // November 2026 begins on a Sunday: that day is in a week of October.
        assert_eq!(first("2026-11-01T12:00:00Z"), None);
        assert_eq!(first("2026-11-02T12:00:00Z"), Some(week("2026-11-02")));
        assert_eq!(first("2026-11-30T12:00:00Z"), Some(week("2026-11-02")));
        // June begins on a Monday, four hours earlier than in UTC.
        assert_eq!(first("2026-05-31T20:00:00Z"), Some(week("2026-06-01")));
        assert_eq!(first("2026-05-31T19:59:59Z"), Some(week("2026-05-04")));
    }

    #[test]
    fn no_period_begins_before_there_was_a_figure() {
        let now = at("2026-11-25T12:00:00Z");
        let first = week("2026-11-09");
        assert_eq!(Period::All.first(first, now), Some(first));
        assert_eq!(Period::Month.first(first, now), Some(first));
        assert_eq!(Period::Week.first(first, now), Some(week("2026-11-23")));
        assert_eq!(Period::All.first(week("2027-01-01"), now), Some(week("2026-11-23")));
    }
}
