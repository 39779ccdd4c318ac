//! The working hours of the demo's people: Monday to Friday, by day, in Dubai, and always before
//! now.

use chrono::{Datelike, NaiveDate, TimeDelta, Weekday};
use kernel::prelude::*;
use kernel::seeded::{SeededRandom, seed_of};

use super::people::Skill;
use super::sitting::{Sitting, Step};

/// The minimum time in seconds over which the estimates of a rotation are spread.
const LEAST: i64 = 10 * 3600;

/// A person's working hours of a rotation: the beginning of each span, and its length in seconds.
pub(super) struct Hours(Vec<(Timestamp, i64)>);

impl Hours {
    /// Makes the hours of the week of `monday`, up to now. Early in the week, people began with its
    /// rotation in the days before.
    pub(super) fn of(skill: &Skill, monday: NaiveDate, now: Timestamp) -> Self {
        let end = now.plus_seconds(-90);
        let mut spans: Vec<(Timestamp, i64)> =
            (0..5).filter_map(|day| span(skill, monday + TimeDelta::days(day), end)).collect();
        let mut before = monday;
        while spans.iter().map(|(_, seconds)| seconds).sum::<i64>() < LEAST {
            before -= TimeDelta::days(1);
            if let Some(span) = span(skill, before, end) {
                spans.insert(0, span);
            }
        }
        Self(spans)
    }

    fn seconds(&self) -> i64 {
        self.0.iter().map(|(_, seconds)| seconds).sum()
    }

    /// Returns the time after this many seconds of work.
    fn at(&self, mut seconds: i64) -> Timestamp {
        for (begin, length) in &self.0 {
            if seconds < *length {
                return begin.plus_seconds(seconds);
            }
            seconds -= length;
        }
        let end = self.0.last().map(|(begin, length)| begin.plus_seconds(*length));
        end.unwrap_or_else(Timestamp::now)
    }

    /// Returns the time at which each step of a sitting, one of `sittings`, is saved.
    pub(super) fn times(
        &self,
        sittings: usize,
        sitting: &Sitting,
        steps: Vec<(usize, Step)>,
    ) -> Vec<(Timestamp, usize, Step)> {
        let length: i64 = steps.iter().map(|(_, step)| step.after).sum();
        let slot = self.seconds() / i64::try_from(sittings.max(1)).unwrap_or(1);
        let place = i64::try_from(sitting.place).unwrap_or_default();
        let mut worked = (slot * place + slot / 10).min(self.seconds() - length - 60).max(0);
        let mut times = Vec::with_capacity(steps.len());
        for (unit, step) in steps {
            worked += step.after;
            times.push((self.at(worked), unit, step));
        }
        times
    }
}

/// Returns the working hours of a day; none at weekends, and of today the past ones.
fn span(skill: &Skill, day: NaiveDate, end: Timestamp) -> Option<(Timestamp, i64)> {
    if matches!(day.weekday(), Weekday::Sat | Weekday::Sun) {
        return None;
    }
    let number = u64::try_from(day.num_days_from_ce()).unwrap_or_default() % 7;
    let mut random = SeededRandom::new(seed_of(skill.email), 20, number);
    let minutes = |random: &mut SeededRandom, between| random.between(between).round() as i64 * 60;
    let begin = Timestamp::start_of(day).plus_seconds(minutes(&mut random, (510.0, 600.0)));
    let length = minutes(&mut random, (450.0, 540.0));
    let passed = end.seconds() - begin.seconds();
    let length = length.min(passed);
    (length > 0).then_some((begin, length))
}

#[cfg(test)]
mod tests {
    use super::super::people::PEOPLE;
    use super::*;

    #[test]
    fn whatever_the_moment_there_are_ten_working_hours_behind_it() {
        let monday: NaiveDate = "2026-11-16".parse().unwrap();
        for hour in 0..7 * 24 {
            let now = Timestamp::start_of(monday).plus_seconds(hour * 3600 + 120);
            for skill in &PEOPLE {
                let hours = Hours::of(skill, monday, now);
                assert!(hours.seconds() >= LEAST);
                let last = hours.at(hours.seconds() - 1);
                assert!(last < now, "{last} is not before {now}");
                for (begin, seconds) in hours.0 {
                    let weekday = begin.day().weekday();
                    assert!(!matches!(weekday, Weekday::Sat | Weekday::Sun));
                    let since = begin.seconds() - Timestamp::start_of(begin.day()).seconds();
                    assert!(since >= 8 * 3600 && since + seconds <= 20 * 3600);
                }
            }
        }
    }
}
