//! The values of a dimension as they are met: which group a fact is in.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;

use chrono::{Datelike, Days, NaiveDate};

use super::answer::{ExplorerKey, ExplorerPlace};
use super::declare::{Grain, Kind, Member};
use super::statement::Names;
use crate::db::cells::{self, Cell};
use crate::db::{Conn, fold_text};
use crate::error::Result;
use crate::time::monday_of;

/// How many names are asked for at once, and from how many on all there are are read instead.
const NAMES_AT_ONCE: usize = 500;
const ALL_NAMES: usize = 5000;

/// The seconds by which Asia/Dubai is ahead of UTC the whole year.
const AHEAD: i64 = 4 * 3600;

/// What the first value of every dimension stands for: that there is none.
pub(super) const NONE: u32 = 0;

/// How many numbers are kept with what they have come down to.
const MOST_NUMBERS: usize = 10_000;

/// The values of a dimension that have been met, each known by a number.
pub(super) struct Members {
    kind: Option<Kind>,
    today: NaiveDate,
    all: Vec<Member>,
    by_key: HashMap<Cow<'static, str>, u32>,
    places: HashMap<u32, ExplorerPlace>,
    /// Groups that facts are in, one stretch after the other, so that a fact takes no memory.
    groups: Vec<u32>,
    /// Where each value stands there alone.
    alone: Vec<usize>,
    /// What has come down to which stretch: texts, numbers by their bits, days since 1970.
    texts: HashMap<Box<str>, Stretch>,
    numbers: HashMap<u64, Stretch>,
    days: HashMap<i64, Stretch>,
    /// How many days later a fact counts: those of an earlier period lie under those of the later.
    shift: i64,
}

/// A stretch of groups: where it begins, and how long it is.
type Stretch = (usize, usize);

/// The stretch of the group of those without a value.
const NO_VALUE: Stretch = (0, 1);

impl Members {
    /// None yet; without a dimension everything is one group.
    pub(super) fn new(kind: Option<Kind>, today: NaiveDate) -> Self {
        let label = if kind.is_some() { "Not stated" } else { "All" };
        let none = Member { order: f64::INFINITY, key: "".into(), label: label.into() };
        Self {
            kind,
            today,
            all: vec![none],
            by_key: HashMap::new(),
            places: HashMap::new(),
            groups: vec![NONE],
            alone: vec![0],
            texts: HashMap::new(),
            numbers: HashMap::new(),
            days: HashMap::new(),
            shift: 0,
        }
    }

    /// The values of these keys, as they are told; one that was not met is called by its key.
    pub(super) fn told_of(&self, keys: &[Option<String>]) -> Vec<ExplorerKey> {
        let told = |key: &Option<String>| match key {
            None => self.told(NONE),
            Some(key) => match self.by_key.get(key.as_str()) {
                Some(number) => self.told(*number),
                None => ExplorerKey { key: Some(key.clone()), label: key.clone(), place: None },
            },
        };
        keys.iter().map(told).collect()
    }

    /// Has facts count so many days later from now on.
    pub(super) fn shift(&mut self, days: i64) {
        self.shift = days;
        self.days.clear();
    }

    /// The groups that a fact with this value is in; one at least.
    pub(super) fn of(&mut self, cell: &Cell) -> &[u32] {
        let (start, length) = self.find(cell);
        &self.groups[start..start + length]
    }

    fn find(&mut self, cell: &Cell) -> Stretch {
        let Some(kind) = self.kind else { return NO_VALUE };
        match (kind, cell) {
            (_, Cell::Missing) => NO_VALUE,
            (Kind::Time(grain), cell) => self.day(grain, cell),
            (Kind::Numbers(member), cell) => {
                let number = cell.number();
                if let Some(found) = self.numbers.get(&number.to_bits()) {
                    return *found;
                }
                let found = self.one(member(number));
                if self.numbers.len() < MOST_NUMBERS {
                    self.numbers.insert(number.to_bits(), found);
                }
                found
            }
            (_, Cell::Number(_)) => NO_VALUE,
            (kind, Cell::Text(text)) => {
                let text = text.as_str();
                if let Some(found) = self.texts.get(text) {
                    return *found;
                }
                let found = match kind {
                    Kind::Texts(member) => self.one(member(text, self.today)),
                    Kind::List => self.list(text),
                    _ => {
                        let member = plain(text);
                        self.one(member)
                    }
                };
                self.texts.insert(text.into(), found);
                found
            }
        }
    }

    fn list(&mut self, text: &str) -> Stretch {
        let items: Vec<String> = serde_json::from_str(text).unwrap_or_default();
        let mut found: Vec<u32> = items.iter().map(|item| self.member(plain(item))).collect();
        found.sort_unstable();
        found.dedup();
        if found.is_empty() {
            return NO_VALUE;
        }
        self.groups.extend_from_slice(&found);
        (self.groups.len() - found.len(), found.len())
    }

    fn day(&mut self, grain: Grain, cell: &Cell) -> Stretch {
        let Some(day) = day_of(cell) else { return NO_VALUE };
        if let Some(found) = self.days.get(&day) {
            return *found;
        }
        let date = date(day + self.shift).map(|date| cut(grain, date));
        let found = self.one(date.map(|(first, key, label)| Member {
            order: f64::from(first.num_days_from_ce()),
            key: key.into(),
            label: label.into(),
        }));
        self.days.insert(day, found);
        found
    }

    /// The stretch of one group.
    fn one(&mut self, member: Option<Member>) -> Stretch {
        let number = self.member(member);
        (self.alone[number as usize], 1)
    }

    fn member(&mut self, member: Option<Member>) -> u32 {
        let Some(member) = member else { return NONE };
        if let Some(known) = self.by_key.get(&member.key) {
            return *known;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(NONE);
        self.by_key.insert(member.key.clone(), number);
        self.all.push(member);
        self.alone.push(self.groups.len());
        self.groups.push(number);
        number
    }

    /// What a value is known by, unless there is none, what people call it, and where it is.
    pub(super) fn told(&self, number: u32) -> ExplorerKey {
        let member = &self.all[number as usize];
        ExplorerKey {
            key: (number != NONE).then(|| member.key.clone().into_owned()),
            label: member.label.clone().into_owned(),
            place: self.places.get(&number).copied(),
        }
    }

    /// Looks up what records are called, and where they are.
    pub(super) fn name(&mut self, conn: &mut Conn) -> Result<()> {
        let Some(Kind::Record { of: table, called, place }) = self.kind else { return Ok(()) };
        let ids: Vec<String> = self.by_key.keys().map(|key| key.clone().into_owned()).collect();
        let some: Vec<Option<&[String]>> = if ids.len() > ALL_NAMES {
            vec![None]
        } else {
            ids.chunks(NAMES_AT_ONCE).map(Some).collect()
        };
        for ids in some {
            let names = Names { table, called, place, ids: ids.map(<[_]>::to_vec) };
            cells::each(conn, names, |row| {
                if let [id, name, place @ ..] = row
                    && let (Some(id), Some(name)) = (id.text(), name.text())
                    && let Some(number) = self.by_key.get(id)
                {
                    self.all[*number as usize].label = name.to_owned().into();
                    if let [Cell::Number(latitude), Cell::Number(longitude)] = *place {
                        self.places.insert(*number, ExplorerPlace { latitude, longitude });
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// The values in the dimension's own order, those without one last.
    pub(super) fn ranks(&self) -> Vec<u32> {
        let folded: Vec<String> = self.all.iter().map(|one| fold_text(&one.label)).collect();
        let mut order: Vec<usize> = (0..self.all.len()).collect();
        order.sort_by(|one, other| {
            let (a, b) = (&self.all[*one], &self.all[*other]);
            let by_label = || folded[*one].cmp(&folded[*other]).then_with(|| a.label.cmp(&b.label));
            a.order
                .partial_cmp(&b.order)
                .unwrap_or(Ordering::Equal)
                .then_with(by_label)
                .then_with(|| a.key.cmp(&b.key))
        });
        let mut ranks = vec![0; self.all.len()];
        for (rank, member) in (0..).zip(order) {
            ranks[member] = rank;
        }
        ranks
    }
}

/// A text as it stands; an empty one is none.
fn plain(text: &str) -> Option<Member> {
    (!text.is_empty()).then(|| Member {
        order: 0.0,
        key: text.to_owned().into(),
        label: text.to_owned().into(),
    })
}

/// Which day since 1970 it was in Asia/Dubai.
fn day_of(cell: &Cell) -> Option<i64> {
    let seconds = match cell {
        Cell::Missing => return None,
        #[expect(clippy::cast_possible_truncation, reason = "seconds since 1970 fit")]
        Cell::Number(seconds) => seconds.floor() as i64,
        Cell::Text(text) => {
            let text = text.as_str();
            let number =
                |range| text.get(range).and_then(|digits: &str| digits.parse::<u32>().ok());
            let year = text.get(..4).and_then(|digits| digits.parse().ok())?;
            let date = NaiveDate::from_ymd_opt(year, number(5..7)?, number(8..10)?)?;
            days(date) * 86_400 + i64::from(number(11..13)?) * 3600
        }
    };
    Some((seconds + AHEAD).div_euclid(86_400))
}

fn days(date: NaiveDate) -> i64 {
    date.signed_duration_since(NaiveDate::default()).num_days()
}

fn date(day: i64) -> Option<NaiveDate> {
    NaiveDate::default().checked_add_days(Days::new(u64::try_from(day).ok()?))
}

impl ExplorerKey {
    /// A day, as the dimension of days tells it.
    pub fn day(day: NaiveDate) -> Self {
        let (_, key, label) = cut(Grain::Day, day);
        Self { key: Some(key), label, place: None }
    }
}

/// The first day of what `date` lies in, what that is known by, and what people call it.
fn cut(grain: Grain, date: NaiveDate) -> (NaiveDate, String, String) {
    match grain {
        Grain::Day => (date, date.to_string(), date.format("%-d %b %Y").to_string()),
        Grain::Week => {
            let monday = monday_of(date);
            (monday, monday.to_string(), format!("Week of {}", monday.format("%-d %b %Y")))
        }
        Grain::Month => {
            let first = date.with_day(1).unwrap_or(date);
            (first, date.format("%Y-%m").to_string(), date.format("%B %Y").to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(kind: Kind) -> Members {
        Members::new(Some(kind), NaiveDate::default())
    }

    #[test]
    fn days_begin_at_midnight_in_dubai_and_weeks_on_monday() {
        let mut days = members(Kind::Time(Grain::Day));
        let mut weeks = members(Kind::Time(Grain::Week));
        let mut months = members(Kind::Time(Grain::Month));
        for (seconds, day, week, month) in [
            (1_793_995_199.0, "2026-11-06", "2026-11-02", "2026-11"),
            (1_794_168_000.0, "2026-11-09", "2026-11-09", "2026-11"),
            (1_793_476_800.0, "2026-11-01", "2026-10-26", "2026-11"),
        ] {
            let cell = Cell::Number(seconds);
            for (members, key) in [(&mut days, day), (&mut weeks, week), (&mut months, month)] {
                let found = members.of(&cell)[0];
                assert_eq!(members.told(found).key.as_deref(), Some(key));
            }
        }
    }

    #[test]
    fn what_is_missing_comes_last_and_has_no_key() {
        let mut bedrooms = members(Kind::Numbers(|number| {
            let (key, label) = (number.to_string(), format!("{number}BR"));
            Some(Member { order: number, key: key.into(), label: label.into() })
        }));
        assert_eq!(bedrooms.of(&Cell::Missing), [NONE]);
        assert_eq!(bedrooms.of(&Cell::Number(10.0)), [1]);
        assert_eq!(bedrooms.of(&Cell::Number(2.0)), [2]);
        let none = bedrooms.told(NONE);
        assert_eq!((none.key, none.label.as_str()), (None, "Not stated"));
        assert_eq!(bedrooms.ranks(), [2, 1, 0]);
    }
}
