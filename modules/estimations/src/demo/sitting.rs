//! Simulates how a person goes through a project in one sitting: the opinion of each unit, how it
//! is entered, and slips.

use kernel::seeded::{SeededRandom, seed_of};

use super::Unit;
use super::people::Skill;
use super::worth::{doubt, number};
use crate::assessments::{BaseSource, Entry};
use crate::estimator_projects::percentage_base;

/// The subjects of random numbers.
const PROJECT: u64 = 10;
const UNIT: u64 = 11;

/// A sitting: some units of a project, one after the other.
pub(super) struct Sitting {
    /// The number of sittings of the rotation before it.
    pub(super) place: usize,
    /// The units, by index.
    units: Vec<usize>,
    /// This person's bias for the project as a whole (a logarithm).
    leaning: f64,
    /// The first unit of a run of equal estimates, and the length of the run.
    repeated: Option<(usize, usize)>,
}

/// A save.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) rent: i64,
    pub(super) entry: Entry,
    /// Seconds since the previous save.
    pub(super) after: i64,
}

/// Plans the sittings of a rotation: `share` of its units, project by project, except for a few
/// skipped ones.
pub(super) fn plan(skill: &Skill, projects: &[Vec<usize>], share: f64) -> Vec<Sitting> {
    let all: usize = projects.iter().map(Vec::len).sum();
    let mut left = (all as f64 * share).round() as usize;
    let mut plan = Vec::new();
    for project in projects {
        let first = project.first().copied().unwrap_or_default();
        let mut random = SeededRandom::new(seed_of(skill.email), PROJECT, first as u64);
        let leaning = 0.02 * random.normal();
        let repeated = random.falls(skill.repeats).then(|| {
            let from = random.between((1.0, project.len().max(10) as f64 - 8.0)) as usize;
            (from, random.between((5.0, 8.0)) as usize)
        });
        let units: Vec<usize> =
            project.iter().take(left).copied().filter(|_| !random.falls(0.012)).collect();
        left = left.saturating_sub(project.len());
        if !units.is_empty() {
            plan.push(Sitting { place: plan.len(), units, leaning, repeated });
        }
    }
    plan
}

/// Returns the saves of a sitting, by unit. A correction follows immediately, or after the others.
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
        let mut random = SeededRandom::new(seed_of(skill.email), UNIT, subject);
        let heavy = if random.falls(0.04) { 2.5 } else { 1.0 };
        let off = heavy * doubt(unit) * skill.scatter * random.normal();
        let target = worths[place] + skill.bias + sitting.leaning + off;
        let target = target.exp();
        let seconds = (skill.pace * (0.45 * random.normal()).exp()).clamp(3.0, 400.0);
        let is_repeated =
            sitting.repeated.is_some_and(|(from, many)| (from + 1..from + many).contains(&at));
        let step = match previous.filter(|_| is_repeated) {
            Some(rent) => again(rent),
            None => enter(skill, unit, target, previous, seconds, &mut random),
        };
        previous = Some(step.rent);
        match slip(step.rent, &mut random) {
            Some(wrong) => {
                let entry = Entry { seconds: Some(seconds / 2.0), ..step.entry.clone() };
                let noticed = random.falls(0.5);
                steps.push((place, Step { rent: wrong, entry, after: step.after }));
                if noticed {
                    steps.push((place, corrected(&step, step.rent)));
                }
            }
            None => {
                if random.falls(0.03) {
                    // A later change of mind: a few per cent nearer to the target or away from it.
                    let rent =
                        rounded(step.rent as f64 * random.around_one(0.08), skill.rounded_to);
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

/// Enters an estimate.
fn enter(
    skill: &Skill,
    unit: &Unit,
    target: f64,
    previous: Option<i64>,
    seconds: f64,
    random: &mut SeededRandom,
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
    if random.falls(skill.copies) {
        let base = percentage_base(unit.listed, unit.area);
        return Step { rent: base, entry: entry(BaseSource::Unit, Some(base), 2, false), after };
    }
    let near = (target / base as f64).ln().abs() < 0.2;
    if near && random.falls(skill.percentages) {
        let (rent, taps) = by_percentages(base, target);
        return Step { rent, entry: entry(base_source, Some(base), taps, false), after };
    }
    let rent = rounded(target, skill.rounded_to);
    let taps = i32::try_from(rent.to_string().len()).unwrap_or_default();
    let taps = if skill.keyboard { 0 } else { taps };
    Step { rent, entry: entry(BaseSource::None, None, taps, skill.keyboard), after }
}

/// Presses the buttons of 5, 2 and 1 per cent until the target is reached, each result rounded as
/// in the app.
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

/// Returns the value with a digit too many or too few, or for a month; rarely.
fn slip(rent: i64, random: &mut SeededRandom) -> Option<i64> {
    let (digit, month) = (random.falls(0.0012), random.falls(0.0012));
    let wrong = match (digit, month) {
        (true, _) if rent >= 100_000 => rent / 10,
        (true, _) => rent * 10,
        (_, true) => rounded(rent as f64 / 12.0, 500),
        _ => return None,
    };
    (within_bounds(wrong) == wrong).then_some(wrong)
}

/// Rounds as people do: higher rents to larger multiples.
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
    fn typed_estimates_are_round() {
        assert_eq!(rounded(87_321.0, 500), 87_500);
        assert_eq!(rounded(87_321.0, 5000), 85_000);
        assert_eq!(rounded(612_345.0, 500), 610_000);
        assert_eq!(rounded(1_234.0, 500), 10_000);
    }
}
