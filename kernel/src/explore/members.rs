//! Maps facts to groups: the values of a dimension, numbered as they are met.

use std::borrow::Cow;
use std::collections::HashMap;

use chrono::{Datelike, Days, NaiveDate};

use super::answer::ExplorerKey;
use super::declare::{DimensionKind, Grain, Member};
use super::groups::ByNumber;
use super::names::Names;
use super::scan::Fact;
use crate::base::calendar::{Calendar, OffsetSpan, calendar};
use crate::engine::columns::NONE as MISSING;

/// The number of the first value of every dimension, which stands for a missing value.
pub(super) const NONE: u32 = 0;

/// How many distinct numbers are cached with their group.
const MOST_NUMBERS: usize = 10_000;

/// The values of a dimension that have been met, each with a number.
pub(super) struct Members {
    kind: Option<DimensionKind>,
    today: NaiveDate,
    pub(super) all: Vec<Member>,
    /// The numbers of the values by their keys, of the passes before and of values that several texts
    /// or numbers of this one may have.
    by_key: HashMap<Cow<'static, str>, u32>,
    /// Whether this pass is the first one, in which every code has a value of its own.
    is_first: bool,
    /// The labels of records, when values are records, and the rows of some of these by the number of the
    /// value; `MISSING` where it was not looked up.
    pub(super) names: Option<Names>,
    pub(super) record_rows: Vec<u32>,
    /// The groups that facts are in, as consecutive ranges, so that a fact needs no allocation.
    groups: Vec<u32>,
    /// The index in `groups` of the range that has only this value, by the number of the value.
    alone: Vec<u32>,
    /// Caches of the range of a value: of texts by their codes in this pass over facts, of numbers
    /// by their bits, of days by days since 1970.
    texts: Vec<Option<Range>>,
    numbers: ByNumber<Range>,
    days: ByNumber<Range>,
    /// By how many days facts are moved: those of an earlier period are compared under the days of
    /// the later one.
    shift: i64,
    calendar: &'static Calendar,
    /// The period with one offset that the last fact was in: most facts are in the same one.
    span: OffsetSpan,
}

/// A range in `groups`: its start and its length.
type Range = (u32, u32);

/// The range of the group of facts without a value.
const NO_VALUE: Range = (0, 1);

impl Members {
    /// Starts without values; without a dimension all facts are one group.
    pub(super) fn new(kind: Option<DimensionKind>, today: NaiveDate) -> Self {
        Self::by(calendar(), kind, today)
    }

    fn by(calendar: &'static Calendar, kind: Option<DimensionKind>, today: NaiveDate) -> Self {
        let label = if kind.is_some() { "Not stated" } else { "All" };
        let none = Member { order: f64::INFINITY, key: "".into(), label: label.into() };
        Self {
            kind,
            today,
            all: vec![none],
            by_key: HashMap::new(),
            is_first: false,
            names: None,
            record_rows: Vec::new(),
            groups: vec![NONE],
            alone: vec![0],
            texts: Vec::new(),
            numbers: ByNumber::default(),
            days: ByNumber::default(),
            shift: 0,
            calendar,
            span: calendar.span_at(0),
        }
    }

    /// Sets the labels of its records.
    pub(super) fn set_names(&mut self, names: Option<Names>) {
        self.names = names;
    }

    /// Begins a pass over facts, whose texts have other codes than those of the last one and whose days
    /// are moved by `shift`.
    pub(super) fn begin(&mut self, shift: i64) {
        self.texts.clear();
        self.is_first = self.all.len() == 1;
        if self.by_key.len() + 1 < self.all.len() {
            let known = self.all.iter().zip(0..).skip(1);
            self.by_key.extend(known.map(|(member, number)| (member.key.clone(), number)));
        }
        if self.shift != shift {
            self.shift = shift;
            self.days.clear();
        }
    }

    /// Returns the groups that a fact is in by its value at this position; at least one.
    pub(super) fn of(&mut self, fact: &impl Fact, at: usize) -> &[u32] {
        let (start, length) = self.find(fact, at);
        &self.groups[start as usize..(start + length) as usize]
    }

    fn find(&mut self, fact: &impl Fact, at: usize) -> Range {
        match self.kind {
            None => NO_VALUE,
            Some(DimensionKind::Time(grain)) => self.day(grain, fact.number(at)),
            Some(DimensionKind::Numbers(member)) => {
                let number = fact.number(at);
                if number.is_nan() {
                    return NO_VALUE;
                }
                if let Some(found) = self.numbers.get(&number.to_bits()) {
                    return *found;
                }
                let found = self.one(member(number));
                if self.numbers.len() < MOST_NUMBERS {
                    self.numbers.insert(number.to_bits(), found);
                }
                found
            }
            Some(kind) => {
                let code = fact.code(at);
                if code == MISSING {
                    return NO_VALUE;
                }
                let index = code as usize;
                if let Some(Some(found)) = self.texts.get(index) {
                    return *found;
                }
                let text = fact.text(at, code);
                let found = match kind {
                    DimensionKind::Texts(member) => self.one(member(&text, self.today)),
                    DimensionKind::List => self.list(&text),
                    // The label of a record comes from the column cache.
                    DimensionKind::Record { .. } => {
                        let record = (!text.is_empty()).then(|| Member {
                            order: 0.0,
                            key: text.into_owned().into(),
                            label: Cow::Borrowed(""),
                        });
                        self.of_code(record)
                    }
                    _ => self.of_code(plain(&text)),
                };
                if self.texts.len() <= index {
                    self.texts.resize(index + 1, None);
                }
                self.texts[index] = Some(found);
                found
            }
        }
    }

    fn list(&mut self, text: &str) -> Range {
        let items: Vec<String> = serde_json::from_str(text).unwrap_or_default();
        let mut found: Vec<u32> = items.iter().map(|item| self.member(plain(item))).collect();
        found.sort_unstable();
        found.dedup();
        if found.is_empty() {
            return NO_VALUE;
        }
        let start = count(self.groups.len());
        self.groups.extend_from_slice(&found);
        (start, count(found.len()))
    }

    fn day(&mut self, grain: Grain, seconds: f64) -> Range {
        let Some(day) = self.day_of(seconds) else { return NO_VALUE };
        if let Some(found) = self.days.get(&day.cast_unsigned()) {
            return *found;
        }
        let date = date(day + self.shift).map(|date| cut(grain, date, self.calendar));
        let found = self.one(date.map(|(first, key, label)| Member {
            order: f64::from(first.num_days_from_ce()),
            key: key.into(),
            label: label.into(),
        }));
        self.days.insert(day.cast_unsigned(), found);
        found
    }

    /// Returns the day since 1970 in the product's time zone of a moment in seconds since 1970.
    fn day_of(&mut self, seconds: f64) -> Option<i64> {
        if !seconds.is_finite() {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "seconds since 1970 fit")]
        let whole = seconds.floor() as i64;
        self.span.day_of(whole).or_else(|| {
            self.span = self.calendar.span_at(whole);
            self.span.day_of(whole)
        })
    }

    /// Returns the range of one group.
    fn one(&mut self, member: Option<Member>) -> Range {
        let number = self.member(member);
        (self.alone[number as usize], 1)
    }

    /// Returns the range of the group of a code that this pass has not met yet.
    fn of_code(&mut self, member: Option<Member>) -> Range {
        match member {
            Some(member) if self.is_first => {
                let number = self.add(member);
                (self.alone[number as usize], 1)
            }
            member => self.one(member),
        }
    }

    fn member(&mut self, member: Option<Member>) -> u32 {
        let Some(member) = member else { return NONE };
        if let Some(known) = self.by_key.get(&member.key) {
            return *known;
        }
        let key = member.key.clone();
        let number = self.add(member);
        self.by_key.insert(key, number);
        number
    }

    fn add(&mut self, member: Member) -> u32 {
        let number = count(self.all.len());
        self.all.push(member);
        self.alone.push(count(self.groups.len()));
        self.groups.push(number);
        number
    }

    /// Returns the key of a value; `None` for the missing value.
    pub(super) fn key(&self, number: u32) -> Option<&str> {
        (number != NONE).then(|| &*self.all[number as usize].key)
    }

    /// Returns the number of values, with the missing one.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }
}

/// Makes a value of a text; an empty text is a missing value.
fn plain(text: &str) -> Option<Member> {
    (!text.is_empty()).then(|| Member {
        order: 0.0,
        key: text.to_owned().into(),
        label: text.to_owned().into(),
    })
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn date(day: i64) -> Option<NaiveDate> {
    NaiveDate::default().checked_add_days(Days::new(u64::try_from(day).ok()?))
}

impl ExplorerKey {
    /// Makes the key of a day, as the dimension of days has it.
    pub fn day(day: NaiveDate) -> Self {
        let (_, key, label) = cut(Grain::Day, day, calendar());
        Self { key: Some(key), label, place: None }
    }
}

/// Returns the first day of the day, week or month that `date` is in, its key and its label.
fn cut(grain: Grain, date: NaiveDate, calendar: &Calendar) -> (NaiveDate, String, String) {
    match grain {
        Grain::Day => (date, date.to_string(), date.format("%-d %b %Y").to_string()),
        Grain::Week => {
            let first = calendar.week_of(date);
            (first, first.to_string(), format!("Week of {}", first.format("%-d %b %Y")))
        }
        Grain::Month => {
            let first = date.with_day(1).unwrap_or(date);
            (first, date.format("%Y-%m").to_string(), date.format("%B %Y").to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::Weekday;

    use super::*;

    /// Members in a zone, with weeks from this day.
    fn in_zone(zone: &str, first_day: Weekday, grain: Grain) -> Members {
        let calendar = Box::leak(Box::new(Calendar::of(zone, first_day).unwrap()));
        Members::by(calendar, Some(DimensionKind::Time(grain)), NaiveDate::default())
    }

    #[test]
    fn days_begin_at_midnight_in_the_zone_and_weeks_on_the_products_day() {
        const DUBAI: (&str, Weekday) = ("Asia/Dubai", Weekday::Mon);
        const BERLIN: (&str, Weekday) = ("Europe/Berlin", Weekday::Sun);
        for (product, facts) in [
            (
                DUBAI,
                [
                    (1_793_995_199.0, "2026-11-06", "2026-11-02", "2026-11"),
                    (1_794_168_000.0, "2026-11-09", "2026-11-09", "2026-11"),
                    (1_793_476_800.0, "2026-11-01", "2026-10-26", "2026-11"),
                ],
            ),
            (
                BERLIN,
                [
                    // March ends two hours before that of UTC, October one hour.
                    (1_774_994_399.0, "2026-03-31", "2026-03-29", "2026-03"),
                    (1_774_994_400.0, "2026-04-01", "2026-03-29", "2026-04"),
                    (1_793_487_600.0, "2026-11-01", "2026-11-01", "2026-11"),
                ],
            ),
        ] {
            let members = |grain| in_zone(product.0, product.1, grain);
            let [mut days, mut weeks, mut months] =
                [Grain::Day, Grain::Week, Grain::Month].map(members);
            for (seconds, day, week, month) in facts {
                for (members, key) in [(&mut days, day), (&mut weeks, week), (&mut months, month)] {
                    let found = members.of(&[seconds], 0)[0];
                    assert_eq!(members.explorer_key(found).key.as_deref(), Some(key));
                }
            }
        }
    }
}
