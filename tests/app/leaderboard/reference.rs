//! A reference implementation of the leaderboard, written from its description. It computes from
//! plain rows, slowly and without any code of the product.

use std::collections::BTreeMap;

use chrono::Datelike;
use kernel::time::{Timestamp, today};

use crate::past_weeks::{DELAY, PastWeeks, Save, monday};

/// The result of a person in a week, or in several.
#[derive(Clone, Debug)]
pub(super) struct Earned {
    pub(super) scored: i32,
    pub(super) units: i32,
    pub(super) weight: f64,
    pub(super) points: f64,
    pub(super) last: Timestamp,
}

/// A line of a leaderboard.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) name: String,
    pub(super) completed: i64,
    pub(super) score: f64,
    pub(super) rank: i64,
    scored: i32,
    id: String,
}

/// All saves, and the cell of each unit.
pub(super) struct Reference {
    saves: Vec<Save>,
    /// The current time.
    now: Timestamp,
    cells: Vec<(String, i64)>,
}

impl Reference {
    pub(super) fn of(past: &PastWeeks<'_>, now: Timestamp) -> Self {
        let cells = past.units.iter().map(|unit| (unit.project.clone(), unit.bedrooms)).collect();
        Self { saves: past.saves.clone(), now, cells }
    }

    /// Returns the estimates that are current at a time: the last one of each person and unit
    /// before it.
    fn current(&self, at: Timestamp) -> BTreeMap<(usize, usize), (f64, Timestamp)> {
        let mut current = BTreeMap::new();
        let mut saves: Vec<&Save> = self.saves.iter().filter(|save| save.at < at).collect();
        saves.sort_by_key(|save| save.at);
        for save in saves {
            current.insert((save.unit, save.person), ((save.rent as f64).ln(), save.at));
        }
        current
    }

    /// Returns the estimate of a person for a unit that counts in a week, and the week in which it was
    /// saved: the one that is current `DELAY` seconds after the first save of the last week with a
    /// save. While that time is in the future and the week is open, the one of an earlier week.
    fn counted(&self, (unit, person): (usize, usize), week: i64) -> Option<(f64, i64)> {
        let own = self.saves.iter().filter(|save| (save.unit, save.person) == (unit, person));
        let mut own: Vec<&Save> = own.collect();
        own.sort_by_key(|save| save.at);
        (-9..=week).rev().find_map(|one| {
            let (from, until) = (monday(one), monday(one + 1));
            let saves: Vec<_> =
                own.iter().filter(|save| save.at >= from && save.at < until).collect();
            let stands = saves.first()?.at.plus_seconds(DELAY);
            let counted = saves.iter().rfind(|save| save.at <= stands)?;
            let counts = stands <= self.now || monday(week + 1) <= self.now;
            counts.then(|| ((counted.rent as f64).ln(), one))
        })
    }

    /// Returns everybody's result in a week, counted from this one.
    pub(super) fn of_week(&self, week: i64) -> BTreeMap<usize, Earned> {
        let current = self.current(monday(week + 1));
        // (person, cell, d) of the scored estimates. Estimates of the week that are not scored have
        // no d.
        let mut estimates = Vec::new();
        for ((unit, person), (_, at)) in &current {
            if *at < monday(week) {
                continue;
            }
            let others = current.keys().filter(|(of, by)| of == unit && by != person);
            let others = others.filter_map(|other| self.counted(*other, week));
            let others: Vec<f64> = others.map(|(x, _)| x).collect();
            let own = self.counted((*unit, *person), week).filter(|(_, of)| *of == week);
            let own = own.filter(|_| others.len() >= 3);
            let d = own.map(|(x, _)| (x - quantile(&others, 0.5)).abs());
            estimates.push((*person, &self.cells[*unit], d, *at));
        }
        let all: Vec<f64> = estimates.iter().filter_map(|(_, _, d, _)| *d).collect();
        let mut earned = BTreeMap::new();
        for (person, cell, d, at) in &estimates {
            let own = earned.entry(*person).or_insert(Earned {
                scored: 0,
                units: 0,
                weight: 0.0,
                points: 0.0,
                last: *at,
            });
            own.units += 1;
            own.last = own.last.max(*at);
            let Some(d) = d else { continue };
            let of_cell = estimates.iter().filter(|(_, other, _, _)| other == cell);
            let of_cell: Vec<f64> = of_cell.filter_map(|(_, _, d, _)| *d).collect();
            let (n, med) = (of_cell.len() as f64, quantile(&all, 0.5));
            let h = (n * quantile(&of_cell, 0.5) + 20.0 * med) / (n + 20.0) / med;
            let h = h.clamp(0.5, 2.0);
            own.scored += 1;
            own.weight += 1.0;
            own.points += 100.0 * (1.0 - d / (0.30 * h)).max(0.0);
        }
        earned
    }

    /// Computes the leaderboard of these weeks from the sums of their results.
    pub(super) fn board(&self, past: &PastWeeks<'_>, weeks: &[i64]) -> Vec<Line> {
        let mut sums: BTreeMap<usize, Earned> = BTreeMap::new();
        for week in weeks {
            for (person, earned) in self.of_week(*week) {
                match sums.get_mut(&person) {
                    None => drop(sums.insert(person, earned)),
                    Some(sum) => {
                        sum.scored += earned.scored;
                        sum.weight += earned.weight;
                        sum.points += earned.points;
                    }
                }
            }
        }
        let q = base(sums.values());
        let mut lines = Vec::new();
        for (person, sum) in &sums {
            let mut units: Vec<usize> = self
                .saves
                .iter()
                .filter(|save| save.person == *person && save.at >= monday(weeks[0]))
                .map(|save| save.unit)
                .collect();
            units.sort_unstable();
            units.dedup();
            lines.push(Line {
                name: past.people[*person].name.clone(),
                completed: units.len() as i64,
                score: score(sum, q),
                rank: 0,
                scored: sum.scored,
                id: past.people[*person].id.clone(),
            });
        }
        let ranks: Vec<usize> = lines
            .iter()
            .map(|line| lines.iter().filter(|other| other.score > line.score + 1e-9).count() + 1)
            .collect();
        for (line, rank) in lines.iter_mut().zip(ranks) {
            line.rank = rank as i64;
        }
        lines.sort_by_key(|line| (line.rank, -line.scored, line.name.clone(), line.id.clone()));
        lines
    }
}

/// Returns the periods and their weeks, counted from this one, which is 0.
pub(super) fn periods() -> [(&'static str, Vec<i64>); 3] {
    let this_month = |week: &i64| {
        let monday = monday(*week).day();
        (monday.year(), monday.month()) == (today().year(), today().month())
    };
    [
        ("all", (-5..=0).collect()),
        ("month", (-5..=0).filter(this_month).collect()),
        ("week", vec![0]),
    ]
}

/// Returns the weeks, counted from this one, that provide the previous ranks of a period.
pub(super) fn weeks_before(period: &str, weeks: &[i64]) -> Vec<i64> {
    match period {
        "week" => vec![-1],
        _ => weeks.iter().copied().filter(|week| *week < 0).collect(),
    }
}

pub(super) fn score(earned: &Earned, q: f64) -> f64 {
    (earned.points + 20.0 * q) / (earned.weight + 20.0)
}

/// q: the lower quartile of the raw means of people with a weight of at least ten.
pub(super) fn base<'a>(all: impl Iterator<Item = &'a Earned>) -> f64 {
    let telling = all.filter(|earned| earned.weight >= 10.0);
    let means: Vec<f64> = telling.map(|earned| earned.points / earned.weight).collect();
    if means.is_empty() { 40.0 } else { quantile(&means, 0.25) }
}

/// Type 7: with the sorted values x_1 to x_n and j + g = (n − 1)·p + 1, the quantile is (1 − g)·x_j
/// + g·x_(j+1).
fn quantile(values: &[f64], p: f64) -> f64 {
    let mut x = values.to_vec();
    x.sort_by(|one, other| one.partial_cmp(other).unwrap());
    let at = (x.len() as f64 - 1.0) * p + 1.0;
    let (j, g) = (at as usize, at.fract());
    if g == 0.0 { x[j - 1] } else { (1.0 - g) * x[j - 1] + g * x[j] }
}
