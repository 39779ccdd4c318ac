//! Measures inter-rater agreement: intraclass correlations of one-way analyses of variance, and
//! Krippendorff's alpha with the squared difference as distance.
//!
//! Targets differ by the cell that they belong to before their raters disagree, and this difference
//! would look like agreement. Therefore the mean of its *cell* is subtracted from every value.
//! Targets with a single rating carry no information about agreement and are left out before the
//! means are taken.
//!
//! With n values left, y = value − mean of its cell, of u targets with m(i) values each:
//!
//! - SSW = Σ (y − mean of its target)², MSW = SSW / (n − u); SSB = Σ m(i) · (mean of the target −
//!   mean of all)², MSB = SSB / (u − 1); m₀ = (n − Σ m(i)² / n) / (u − 1), which is m when all
//!   targets have m values.
//! - ICC(1,1) = (MSB − MSW) / (MSB + (m₀ − 1) · MSW); ICC(1,k) = (MSB − MSW) / MSB.
//! - α = 1 − Dₒ / Dₑ with Dₒ = 1/n · Σ over targets of 1/(m(i) − 1) · Σ (y − y')² over ordered
//!   pairs of its values, and Dₑ = 1/(n(n − 1)) · the same sum over ordered pairs of all values.
//!   For m values the sum over pairs is 2m times their sum of squared distances from their mean, so
//!   that pairs are never enumerated.

use std::collections::HashMap;
use std::hash::Hash;

/// One rating of one target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The target that is rated.
    pub target: u32,
    /// The cell that the target belongs to.
    pub cell: (u32, u64),
    /// The rating itself.
    pub value: f64,
}

/// The sums of squares of some ratings, from which the coefficients follow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    /// n, the number of ratings.
    ratings: f64,
    /// u, the number of targets.
    targets: f64,
    /// m₀, the usual number of ratings of a target.
    usual: f64,
    between: f64,
    within: f64,
    /// Σ m/(m − 1) · the sum of squares within a target.
    observed: f64,
    /// The sum of squares around the mean of all ratings.
    total: f64,
}

/// Sums of the values of one target or cell, for their mean and their scatter around it.
#[derive(Clone, Copy, Default)]
struct Accumulator {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Accumulator {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }
}

/// Assigns consecutive numbers from zero to distinct keys, in the order in which they come.
struct Numbering<K> {
    by_key: HashMap<K, usize>,
    last: Option<(K, usize)>,
}

impl<K: Copy + Eq + Hash> Numbering<K> {
    fn new() -> Self {
        Self { by_key: HashMap::new(), last: None }
    }

    /// Returns the number of a key. Successive ratings often have the same key, so the last one is
    /// cached.
    fn number(&mut self, key: K) -> usize {
        match self.last {
            Some((last, number)) if last == key => number,
            _ => {
                let next = self.by_key.len();
                let number = *self.by_key.entry(key).or_insert(next);
                self.last = Some((key, number));
                number
            }
        }
    }
}

/// Adds up the values of each number.
fn accumulators(count: usize, values: impl Iterator<Item = (usize, f64)>) -> Vec<Accumulator> {
    let mut accumulators = vec![Accumulator::default(); count];
    values.for_each(|(number, value)| accumulators[number].add(value));
    accumulators
}

impl Agreement {
    /// Computes the sums of squares of the ratings; values that are not finite are left out.
    pub fn of(ratings: impl Iterator<Item = Rating>) -> Self {
        let (mut targets, mut cells) = (Numbering::new(), Numbering::new());
        // Target, cell and value of each rating.
        let mut all: Vec<(usize, usize, f64)> = Vec::new();
        let mut counts: Vec<u32> = Vec::new();
        let mut taken: Vec<Rating> = Vec::new();
        for one in ratings.filter(|one| one.value.is_finite()) {
            let target = targets.number(one.target);
            if target == counts.len() {
                counts.push(0);
            }
            counts[target] += 1;
            all.push((target, 0, one.value));
            taken.push(one);
        }
        for (place, one) in all.iter_mut().zip(&taken) {
            if counts[place.0] > 1 {
                place.1 = cells.number(one.cell);
            }
        }
        all.retain(|(target, ..)| counts[*target] > 1);
        let of_cells = accumulators(cells.by_key.len(), all.iter().map(|(_, cell, x)| (*cell, *x)));
        let magnitude: f64 = all.iter().map(|(_, _, value)| value.powi(2)).sum();
        let mut whole = Accumulator::default();
        for (_, cell, value) in &mut all {
            *value -= of_cells[*cell].mean();
            whole.add(*value);
        }
        let mut of_targets =
            accumulators(counts.len(), all.iter().map(|(target, _, y)| (*target, *y)));
        let mut agreement = Self { ratings: whole.count, ..Self::default() };
        for (target, _, value) in &all {
            agreement.total += (value - whole.mean()).powi(2);
            let target = &mut of_targets[*target];
            target.squares += (value - target.mean()).powi(2);
        }
        let mut counts = 0.0;
        for target in of_targets.iter().filter(|target| target.count > 0.0) {
            agreement.targets += 1.0;
            agreement.between += target.count * (target.mean() - whole.mean()).powi(2);
            agreement.within += target.squares;
            agreement.observed += target.count / (target.count - 1.0) * target.squares;
            counts += target.count.powi(2);
        }
        // The sum of squares of equal values is not zero but the rounding error of their mean.
        let noise = 1e-26 * magnitude;
        for squares in [
            &mut agreement.between,
            &mut agreement.within,
            &mut agreement.observed,
            &mut agreement.total,
        ] {
            *squares = if *squares > noise { *squares } else { 0.0 };
        }
        agreement.usual =
            (agreement.ratings - counts / agreement.ratings) / (agreement.targets - 1.0);
        agreement
    }

    /// The number of ratings that were used: n.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
    pub fn ratings(&self) -> u64 {
        self.ratings as u64
    }

    /// ICC(1,1): the correlation of one rating with another one of the same target.
    pub fn single(&self) -> Option<f64> {
        let (between, within) = (self.between(), self.within());
        finite((between - within) / (between + (self.usual - 1.0) * within))
    }

    /// ICC(1,k): the correlation of the mean of a target's ratings with the mean of as many others.
    pub fn of_means(&self) -> Option<f64> {
        finite((self.between() - self.within()) / self.between())
    }

    /// Krippendorff's alpha.
    pub fn alpha(&self) -> Option<f64> {
        let observed = 2.0 * self.observed / self.ratings;
        let expected = 2.0 * self.total / (self.ratings - 1.0);
        // With one target both are equal, but for the rounding error of their sums.
        let alpha = finite(1.0 - observed / expected)?;
        Some(if alpha.abs() < ROUNDING { 0.0 } else { alpha })
    }

    /// MSB, the mean square between targets.
    fn between(&self) -> f64 {
        self.between / (self.targets - 1.0)
    }

    /// MSW, the mean square within targets.
    fn within(&self) -> f64 {
        self.within / (self.ratings - self.targets)
    }
}

/// The rounding error that sums of floating-point numbers may have.
const ROUNDING: f64 = 1e-12;

/// Returns `None` for a coefficient that is undefined: of too few ratings, or of ratings that are
/// all equal.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the agreement of ratings, given by cell and target.
    fn of(cells: &[&[&[f64]]]) -> Agreement {
        let mut ratings = Vec::new();
        let mut target = 0;
        for (cell, targets) in (0..).zip(cells) {
            for values in *targets {
                target += 1;
                let rating = |value| Rating { target, cell: (cell, 2), value };
                ratings.extend(values.iter().copied().map(rating));
            }
        }
        Agreement::of(ratings.into_iter())
    }

    #[track_caller]
    fn same(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    /// Shrout and Fleiss (1979), table 2: six targets, four judges; ICC(1,1) is .17 and ICC(1,4) .44.
    const SHROUT_AND_FLEISS: &[&[f64]] = &[
        &[9.0, 2.0, 5.0, 8.0],
        &[6.0, 1.0, 3.0, 2.0],
        &[8.0, 4.0, 6.0, 8.0],
        &[7.0, 1.0, 2.0, 6.0],
        &[10.0, 5.0, 6.0, 9.0],
        &[6.0, 2.0, 4.0, 7.0],
    ];

    #[test]
    fn correlations_are_those_of_the_literature() {
        let agreement = of(&[SHROUT_AND_FLEISS]);
        // Mean squares of 11.24 between and 6.26 within.
        assert_eq!((agreement.ratings(), agreement.usual), (24, 4.0));
        assert!(
            (agreement.between() - 11.24).abs() < 0.005
                && (agreement.within() - 6.26).abs() < 0.005
        );
        let (between, within) = (1349.0 / 120.0, 112.75 / 18.0);
        same(agreement.single(), (between - within) / (between + 3.0 * within));
        same(agreement.of_means(), (between - within) / between);
        assert_eq!(format!("{:.2}", agreement.single().unwrap()), "0.17");
        assert_eq!(format!("{:.2}", agreement.of_means().unwrap()), "0.44");
    }

    #[test]
    fn targets_may_have_different_numbers_of_ratings() {
        // Squares: of the targets 2 and 8/3, so 14/3 within on three degrees; the means 2, 13/3 are
        // around 17/5 by 98/15 on one; m₀ = 5 − 13/5 = 12/5.
        let agreement = of(&[&[&[1.0, 3.0], &[3.0, 5.0, 5.0]]]);
        let (between, within) = (98.0 / 15.0, 14.0 / 9.0);
        same(agreement.single(), (between - within) / (between + 7.0 / 5.0 * within));
        same(agreement.of_means(), (between - within) / between);
        // Pairs: Dₒ = (1/1 · 8 + 1/2 · 16) / 5 = 16/5; Dₑ = 2 · 5 · 56/5 / (5 · 4) = 28/5.
        same(agreement.alpha(), 1.0 - 16.0 / 28.0);
    }

    #[test]
    fn alpha_is_that_of_the_literature() {
        // Krippendorff (2011), the reliability data with four observers: .849 with interval distance.
        let agreement = of(&[&[
            &[1.0, 1.0, 1.0],
            &[2.0, 2.0, 3.0, 2.0],
            &[3.0, 3.0, 3.0, 3.0],
            &[3.0, 3.0, 3.0, 3.0],
            &[2.0, 2.0, 2.0, 2.0],
            &[1.0, 2.0, 3.0, 4.0],
            &[4.0, 4.0, 4.0, 4.0],
            &[1.0, 1.0, 2.0, 1.0],
            &[2.0, 2.0, 2.0, 2.0],
            &[5.0, 5.0, 5.0],
            &[1.0, 1.0],
            &[3.0],
        ]]);
        assert_eq!(agreement.ratings(), 40);
        assert_eq!(format!("{:.3}", agreement.alpha().unwrap()), "0.849");
    }

    #[test]
    fn difference_between_cells_is_not_agreement() {
        let near: &[&[f64]] = &[&[1.0, 3.0], &[3.0, 5.0, 5.0]];
        let far: &[&[f64]] = &[&[101.0, 103.0], &[103.0, 105.0, 105.0]];
        let twice = of(&[near, near]);
        let apart = of(&[near, far]);
        same(apart.single(), twice.single().unwrap());
        same(apart.of_means(), twice.of_means().unwrap());
        same(apart.alpha(), twice.alpha().unwrap());
    }

    #[test]
    fn agreement_of_too_few_or_equal_ratings_is_undefined() {
        for agreement in
            [of(&[]), of(&[&[&[1.0], &[2.0]]]), of(&[&[&[0.1, 0.1, 0.1], &[0.1, 0.1]]])]
        {
            assert_eq!(
                (agreement.single(), agreement.of_means(), agreement.alpha()),
                (None, None, None)
            );
        }
        // One target to a cell: how targets differ is unknown.
        let agreement = of(&[&[&[0.1, 0.3]], &[&[0.7, 1.3]]]);
        assert_eq!(agreement.ratings(), 4);
        same(agreement.single(), -1.0);
        assert_eq!(agreement.of_means(), None);
        same(agreement.alpha(), -0.5);
    }
}
