//! How somebody goes through a project in one sitting: what they think of each unit, how they enter
//! it, and what goes wrong.

use kernel::seeded::{SeededRandom, seed_of};

use super::Unit;
use super::people::Skill;
use super::worth::{doubt, number};
use crate::assessments::{BaseSource, Entry};
use crate::estimator_projects::percentage_base;

/// What dice are thrown for.
const PROJECT: u64 = 10;
const UNIT: u64 = 11;

/// Some units of a project, one after the other.
pub(super) struct Sitting {
    /// How many sittings of the rotation are before it.
    pub(super) place: usize,
    /// The units, by their places.
    units: Vec<usize>,
    /// What this person thinks of the project as a whole, beside everything else (a logarithm).
    leaning: f64,
    /// From which unit on how many get the same figure.
    repeated: Option<(usize, usize)>,
}

/// A figure that is saved.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) rent: i64,
    pub(super) entry: Entry,
    /// Seconds since the one before.
    pub(super) after: i64,
}

/// The sittings of a rotation: `share` of its units, project by project, but for a few that were
/// skipped.
pub(super) fn plan(skill: &Skill, projects: &[Vec<usize>], share: f64) -> Vec<Sitting> {
    let all: usize = projects.iter().map(Vec::len).sum();
    let mut left = (all as f64 * share).round() as usize;
    let mut plan = Vec::new();
    for project in projects {
        let first = project.first().copied().unwrap_or_default();
        let mut dice = SeededRandom::new(seed_of(skill.email), PROJECT, first as u64);
        let leaning = 0.02 * dice.normal();
        let repeated = dice.falls(skill.repeats).then(|| {
            let from = dice.between((1.0, project.len().max(10) as f64 - 8.0)) as usize;
            (from, dice.between((5.0, 8.0)) as usize)
        });
        let units: Vec<usize> =
            project.iter().take(left).copied().filter(|_| !dice.falls(0.012)).collect();
        left = left.saturating_sub(project.len());
        if !units.is_empty() {
            plan.push(Sitting { place: plan.len(), units, leaning, repeated });
        }
    }
    plan
}

/// What is saved in a sitting, by unit. A figure that is corrected follows at once, or after the
/// others.
pub(super) fn steps(
    skill: &Skill,
    sitting: &Sitting,
    units: &[Unit],
    worths: &[f64],
) -> Vec<(usize, Step)> {
    let mut steps: Vec<(usize, Step)> = Vec::new();
    let mut later = Vec::new();
    let mut previous = None;
    for (at, &place) in sitting.units.iter().enumerate() {
        let unit = &units[place];
        let subject = seed_of(&unit.project.name) ^ number(&unit.number);
        let mut dice = SeededRandom::new(seed_of(skill.email), UNIT, subject);
        let heavy = if dice.falls(0.04) { 2.5 } else { 1.0 };
        let off = heavy * doubt(unit) * skill.scatter * dice.normal();
        let target = worths[place] + skill.bias + sitting.leaning + off;
        let target = target.exp();
        let seconds = (skill.pace * (0.45 * dice.normal()).exp()).clamp(3.0, 400.0);
        let is_repeated =
            sitting.repeated.is_some_and(|(from, many)| (from + 1..from + many).contains(&at));
        let step = match previous.filter(|_| is_repeated) {
            Some(rent) => again(rent),
            None => enter(skill, unit, target, previous, seconds, &mut dice),
        };
        previous = Some(step.rent);
        match slip(step.rent, &mut dice) {
            Some(wrong) => {
                let entry = Entry { seconds: Some(seconds / 2.0), ..step.entry.clone() };
                let seen = dice.falls(0.5);
                steps.push((place, Step { rent: wrong, entry, after: step.after }));
                if seen {
                    steps.push((place, corrected(&step, step.rent)));
                }
            }
            None => {
                if dice.falls(0.03) {
                    // On second thoughts, a few per cent nearer to it or away from it.
                    let rent = rounded(step.rent as f64 * dice.around_one(0.08), skill.rounded_to);
                    if rent != step.rent {
                        later.push((place, corrected(&step, rent)));
                    }
                }
                steps.push((place, step));
            }
        }
    }
    steps.extend(later);
    steps
}

/// A figure as it is entered.
fn enter(
    skill: &Skill,
    unit: &Unit,
    target: f64,
    previous: Option<i64>,
    seconds: f64,
    dice: &mut SeededRandom,
) -> Step {
    let after = seconds.round() as i64 + 2;
    let (base_source, base) = match previous {
        Some(rent) => (BaseSource::Previous, rent),
        None => (BaseSource::Unit, percentage_base(unit.listed, unit.area)),
    };
    let entry = |base_source, base_value, taps, typed| Entry {
        base_source,
        base_value,
        taps: Some(taps),
        typed: Some(typed),
        seconds: Some((seconds * 10.0).round() / 10.0),
    };
    if dice.falls(skill.copies) {
        let base = percentage_base(unit.listed, unit.area);
        return Step { rent: base, entry: entry(BaseSource::Unit, Some(base), 2, false), after };
    }
    let near = (target / base as f64).ln().abs() < 0.2;
    if near && dice.falls(skill.percentages) {
        let (rent, taps) = by_percentages(base, target);
        return Step { rent, entry: entry(base_source, Some(base), taps, false), after };
    }
    let rent = rounded(target, skill.rounded_to);
    let taps = i32::try_from(rent.to_string().len()).unwrap_or_default();
    let taps = if skill.keyboard { 0 } else { taps };
    Step { rent, entry: entry(BaseSource::None, None, taps, skill.keyboard), after }
}

/// The buttons of 5, 2 and 1 per cent until one is there, each rounded as the app rounds.
fn by_percentages(base: i64, target: f64) -> (i64, i32) {
    let (mut rent, mut taps) = (base, 0);
    while taps < 12 {
        let gap = target / rent as f64 - 1.0;
        let step = match gap.abs() {
            gap if gap > 0.035 => 5.0,
            gap if gap > 0.015 => 2.0,
            gap if gap > 0.006 => 1.0,
            _ => break,
        };
        rent = (rent as f64 * (1.0 + step * gap.signum() / 100.0)).round() as i64;
        taps += 1;
    }
    (within_bounds(rent), taps)
}

fn again(rent: i64) -> Step {
    let entry = Entry {
        base_source: BaseSource::Previous,
        base_value: Some(rent),
        taps: Some(2),
        typed: Some(false),
        seconds: Some(4.0),
    };
    Step { rent, entry, after: 6 }
}

fn corrected(step: &Step, rent: i64) -> Step {
    let entry = Entry {
        base_source: BaseSource::Saved,
        base_value: Some(step.rent),
        taps: Some(6),
        typed: Some(false),
        seconds: Some(9.0),
    };
    Step { rent, entry, after: 25 }
}

/// What was meant, with a digit too many or too few, or for a month; seldom.
fn slip(rent: i64, dice: &mut SeededRandom) -> Option<i64> {
    let (digit, month) = (dice.falls(0.0012), dice.falls(0.0012));
    let wrong = match (digit, month) {
        (true, _) if rent >= 100_000 => rent / 10,
        (true, _) => rent * 10,
        (_, true) => rounded(rent as f64 / 12.0, 500),
        _ => return None,
    };
    (within_bounds(wrong) == wrong).then_some(wrong)
}

/// As people type it: the dearer, the rounder.
fn rounded(rent: f64, to: i64) -> i64 {
    let to = if rent > 400_000.0 { to.max(5000) } else { to } as f64;
    within_bounds(((rent / to).round() * to) as i64)
}

fn within_bounds(rent: i64) -> i64 {
    rent.clamp(10_000, 5_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_come_near_in_few_steps() {
        for (base, target) in [(100_000, 118_000.0), (80_000, 66_000.0), (87_500, 87_600.0)] {
            let (rent, taps) = by_percentages(base, target);
            assert!((rent as f64 / target - 1.0).abs() <= 0.011, "{rent} for {target}");
            assert!(taps <= 8, "{taps}");
        }
    }

    #[test]
    fn typed_figures_are_round() {
        assert_eq!(rounded(87_321.0, 500), 87_500);
        assert_eq!(rounded(87_321.0, 5000), 85_000);
        assert_eq!(rounded(612_345.0, 500), 610_000);
        assert_eq!(rounded(1_234.0, 500), 10_000);
    }
}
