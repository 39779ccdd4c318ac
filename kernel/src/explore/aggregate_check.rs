//! Tries the aggregate of a measure on invented facts, before there are real ones: it must read no more
//! numbers and texts of a fact than the measure declares.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::accumulators::Accumulator;
use super::declare::{Aggregate, Measure};
use crate::base::seeded::SeededRandom;

/// How many groups of facts are tried, of which the first lacks all numbers.
const GROUPS: u64 = 32;

/// How many facts a group has.
const FACTS: usize = 8;

/// How many numbers or texts more than declared, or fewer, are tried.
const REACH: usize = 8;

/// Checks that the aggregate of a measure can be computed from what the measure declares.
///
/// # Errors
/// The rest of a sentence that begins with the measure.
pub(super) fn check(measure: &Measure) -> Result<(), String> {
    let aggregate = measure.aggregate;
    let texts = measure.texts.len();
    if matches!(aggregate, Aggregate::Distinct) && texts == 0 {
        return Err("counts distinct texts, and declares none".into());
    }
    let numbers = measure.numbers.len() + measure.settings.len();
    let tried = |numbers, texts| Outcome::of(aggregate, (numbers, texts));
    match tried(numbers, texts) {
        Outcome::Values => Ok(()),
        Outcome::Panic => {
            let more = |known: usize| known + 1..=known + REACH;
            let sound = |outcome: Outcome| !matches!(outcome, Outcome::Panic);
            let read = more(numbers).find(|number| sound(tried(*number, texts)));
            if let Some(number) = read {
                return Err(format!("reads number {number} of a fact, and declares {numbers}"));
            }
            let read = more(texts).find(|text| sound(tried(numbers, *text)));
            if let Some(text) = read {
                return Err(format!("reads text {text} of a fact, and declares {texts}"));
            }
            Err("panics on a fact".into())
        }
        // A function that takes its numbers apart by a pattern has no value of another count of them.
        Outcome::Nothing => {
            let near = numbers.saturating_sub(REACH)..=numbers + REACH;
            let fitting = near
                .filter(|other| *other != numbers)
                .find(|other| matches!(tried(*other, texts), Outcome::Values));
            match fitting {
                None => Ok(()),
                Some(other) => {
                    Err(format!("has a value of {other} numbers of a fact, and declares {numbers}"))
                }
            }
        }
    }
}

/// What an aggregate makes of invented facts.
enum Outcome {
    /// A value, of at least one group.
    Values,
    /// No value of any.
    Nothing,
    Panic,
}

impl Outcome {
    fn of(aggregate: Aggregate, width: (usize, usize)) -> Self {
        let mut outcome = Self::Nothing;
        for group in 0..GROUPS {
            match catch_unwind(AssertUnwindSafe(|| value(aggregate, width, group))) {
                Ok(None) => {}
                Ok(Some(_)) => outcome = Self::Values,
                Err(_) => return Self::Panic,
            }
        }
        outcome
    }
}

/// Computes the value of a group of facts, each with so many numbers and texts.
fn value(aggregate: Aggregate, (numbers, texts): (usize, usize), group: u64) -> Option<f64> {
    let mut random = SeededRandom::new(0, 0, group);
    let most = [1.0, 20.0, 1e6][group as usize % 3];
    let mut accumulator = Accumulator::of(aggregate, (numbers, texts));
    for _ in 0..FACTS {
        let numbers: Vec<f64> = (0..numbers)
            .map(|_| match group {
                0 => f64::NAN,
                _ => random.between((0.0, most)),
            })
            .collect();
        let texts: Vec<u32> = (0..texts).map(|_| random.between((0.0, 3.0)) as u32).collect();
        accumulator.add(&aggregate.given(&numbers, &texts), &numbers, &texts);
    }
    accumulator.value(aggregate).value
}
