//! Seeded random numbers for demo data and tests: the same subject always yields the same sequence.
//!
//! Written by hand and not with `rand` 0.10 or `fastrand` 2.5:
//!
//! - **The same numbers after an update.** rand permits other ones in every minor version, and
//!   fastrand drew others from the same seed in 2.1.0: demo data and what tests expect would change.
//! - **Normal deviates.** fastrand has none, rand has them in one crate more, `rand_distr`.
//! - **Little is left.** The generator is `bits` and `mix`, a published algorithm that a test compares
//!   with published values; subjects, weights and shares would be written here all the same.

/// splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
#[derive(Clone, Debug)]
pub struct SeededRandom(u64);

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

impl SeededRandom {
    /// Starts the sequence of the `number`th thing of a kind (`subject`), such as `(UNIT, 17)`.
    /// Sequences of different things are independent.
    pub fn new(seed: u64, subject: u64, number: u64) -> Self {
        Self(mix(mix(seed ^ mix(subject)).wrapping_add(number.wrapping_mul(GAMMA))))
    }

    /// Returns 64 random bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mix(self.0)
    }

    /// Returns a number from 0 to below 1.
    pub fn fraction(&mut self) -> f64 {
        // The upper 53 bits, which a float represents exactly.
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a whole number from 0 to below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.fraction() * end as f64) as usize
    }

    /// Returns one of the values.
    ///
    /// # Panics
    /// When there is none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Returns a uniformly distributed number between two values.
    pub fn between(&mut self, (low, high): (f64, f64)) -> f64 {
        low + (high - low) * self.fraction()
    }

    /// Returns a number around 1: most often near it, never further away than `reach`.
    pub fn around_one(&mut self, reach: f64) -> f64 {
        1.0 + reach * (self.fraction() - self.fraction())
    }

    /// Returns a number of the standard normal distribution (Box and Muller, 1958).
    pub fn normal(&mut self) -> f64 {
        // `1 - fraction` is above 0, as the logarithm requires.
        let radius = (-2.0 * (1.0 - self.fraction()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.fraction()).cos()
    }

    /// Returns true with the probability `share`.
    pub fn falls(&mut self, share: f64) -> bool {
        self.fraction() < share
    }
}

/// Returns the value at the point `fraction` (0 to 1) of the cumulated weights.
pub fn weighted<T: Copy>(fraction: f64, values: &[(T, f64)]) -> T {
    let total: f64 = values.iter().map(|(_, weight)| weight).sum();
    let mut left = fraction * total;
    for &(value, weight) in values {
        left -= weight;
        if left < 0.0 {
            return value;
        }
    }
    values[values.len() - 1].0
}

/// Hashes a name to a seed (FNV-1a), so that the units of a project stay the same when another
/// project is added.
pub fn seed_of(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::{SeededRandom, seed_of, weighted};

    #[test]
    fn the_generator_is_splitmix64() {
        // The first values of the published generator for the seed 0.
        let mut random = SeededRandom(0);
        assert_eq!(random.bits(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.bits(), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn normal_has_mean_zero_and_deviation_one() {
        let mut random = SeededRandom::new(1, 2, 3);
        let values: Vec<f64> = (0..10_000).map(|_| random.normal()).collect();
        let mean = values.iter().sum::<f64>() / 10_000.0;
        let square = values.iter().map(|value| value * value).sum::<f64>() / 10_000.0;
        assert!(mean.abs() < 0.03 && (square - 1.0).abs() < 0.05, "{mean} {square}");
        let near = values.iter().filter(|value| value.abs() < 1.0).count();
        assert!((6_650..7_000).contains(&near), "{near}");
    }

    #[test]
    fn subjects_and_numbers_have_independent_sequences() {
        let first =
            |subject, number| SeededRandom::new(seed_of("Nawras"), subject, number).fraction();
        assert_eq!(first(1, 1), first(1, 1));
        assert_ne!(first(1, 1), first(2, 1));
        assert_ne!(first(1, 1), first(1, 2));
    }

    #[test]
    fn weights_share_out_the_whole() {
        let values = [('a', 1.0), ('b', 3.0)];
        let all: String = [0.0, 0.24, 0.26, 0.99].map(|at| weighted(at, &values)).iter().collect();
        assert_eq!(all, "aabb");
    }
}
