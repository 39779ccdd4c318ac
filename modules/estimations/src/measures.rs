//! The measures of estimates and of the consensus. SQL occurs only as expressions over columns.
//!
//! `x` is the natural logarithm of an estimated yearly rent. A zero or missing denominator leaves
//! the unit out, and the `n` of the measure counts only the others.

use kernel::explore::{Aggregate, Agreement, Facts, Measure, Rating};

use crate::MINIMUM_ESTIMATORS;
use crate::consensus::{FEWEST_FOR_SPREAD, MAD_TO_SIGMA, MEDIAN_TO_MEAN, median, median_of_others};
use crate::score::FEWEST_OTHERS;

/// The listed rent; zero means that there is none.
const LISTED: &str = "NULLIF(units.yearly_rent_in_aed, 0)";
const RENT: &str = "consensus.rent";
const AREA: &str = "units.total_area_in_sq_ft";
const PRICE: &str = "units.purchase_price_in_aed";
const CHARGES: &str = "units.service_charges_per_sq_ft";

/// The template of measures of units.
const OF_UNITS: Measure = Measure { facts: "units", ..Measure::DEFAULT };

/// The template of measures of estimates.
const OF_ESTIMATES: Measure = Measure { facts: "assessments", ..Measure::DEFAULT };

/// The numbers from which an estimate's distance from the others follows.
const AMONG_OTHERS: &[&str] = &[
    "assessments.log_rent",
    "consensus.estimators",
    "consensus.low",
    "consensus.middle",
    "consensus.high",
];

// Reasons why a measure has no value.
const NO_ESTIMATE: &str = "None of these units has an estimate.";
const NO_AREA: &str = "None of these units has both an estimate and an area.";
const NO_PRICE: &str = "None of these units has both an estimate and a purchase price.";
const NO_LISTED: &str = "None of these units has both an estimate and a listed rent.";
const NO_THIRD: &str = "None of these units has three estimators.";
const NO_OTHERS: &str = "None of these estimates has three others of the same unit beside it.";
const TOO_FEW: &str =
    "Fewer than three of these estimates have three others of the same unit beside them.";

pub(crate) const MEASURES: &[Measure] = &[
    Measure {
        name: "rent",
        label: "Rent",
        description: "Median of the consensus rents: of a unit exp(median of x).",
        unit: "AED",
        numbers: &[RENT],
        listed: &[LISTED],
        aggregate: Aggregate::median(|unit| unit[0]),
        none: NO_ESTIMATE,
        ..OF_UNITS
    },
    Measure {
        name: "rentPerSqFt",
        label: "Rent per sq ft",
        description: "Median of consensus / total area.",
        unit: "AED per sq ft",
        numbers: &[RENT, AREA],
        listed: &[LISTED, AREA],
        aggregate: Aggregate::median(|unit| per(unit[0], unit[1])),
        none: NO_AREA,
        ..OF_UNITS
    },
    Measure {
        name: "listedGap",
        label: "Gap to listed rent",
        description: "Median of consensus / listed rent − 1.",
        unit: "%",
        numbers: &[RENT, "units.yearly_rent_in_aed"],
        aggregate: Aggregate::median(|unit| per(unit[0], unit[1]) - 1.0),
        none: NO_LISTED,
        ..OF_UNITS
    },
    Measure {
        name: "listedDistance",
        label: "Distance from listed rent",
        description: "Median of |consensus / listed rent − 1|.",
        unit: "%",
        numbers: &[RENT, "units.yearly_rent_in_aed"],
        aggregate: Aggregate::median(|unit| (per(unit[0], unit[1]) - 1.0).abs()),
        none: NO_LISTED,
        ..OF_UNITS
    },
    Measure {
        name: "grossYield",
        label: "Gross yield",
        description: "Median of consensus / purchase price.",
        unit: "%",
        numbers: &[RENT, PRICE],
        listed: &[LISTED, PRICE],
        aggregate: Aggregate::median(|unit| per(unit[0], unit[1])),
        none: NO_PRICE,
        ..OF_UNITS
    },
    Measure {
        name: "netYield",
        label: "Net yield",
        description: "Median of (consensus − service charges per sq ft · total area) / purchase \
                      price.",
        unit: "%",
        numbers: &[RENT, PRICE, CHARGES, AREA],
        listed: &[LISTED, PRICE, CHARGES, AREA],
        aggregate: Aggregate::median(|unit| per(net(unit), unit[1])),
        none: NO_PRICE,
        ..OF_UNITS
    },
    Measure {
        name: "grossYieldOfSums",
        label: "Gross yield of sums",
        description: "Sum of consensus rents / sum of the same units' purchase prices.",
        unit: "%",
        numbers: &[RENT, PRICE],
        listed: &[LISTED, PRICE],
        aggregate: Aggregate::Ratio { over: |unit| unit[0], under: |unit| unit[1] },
        none: NO_PRICE,
        ..OF_UNITS
    },
    Measure {
        name: "netYieldOfSums",
        label: "Net yield of sums",
        description: "Sum of (consensus − service charges per sq ft · total area) / sum of the same \
                      units' purchase prices.",
        unit: "%",
        numbers: &[RENT, PRICE, CHARGES, AREA],
        listed: &[LISTED, PRICE, CHARGES, AREA],
        aggregate: Aggregate::Ratio { over: net, under: |unit| unit[1] },
        none: NO_PRICE,
        ..OF_UNITS
    },
    Measure {
        name: "priceToRent",
        label: "Price to rent",
        description: "Median of purchase price / consensus.",
        unit: "×",
        numbers: &[RENT, PRICE],
        listed: &[LISTED, PRICE],
        aggregate: Aggregate::median(|unit| per(unit[1], unit[0])),
        none: NO_PRICE,
        ..OF_UNITS
    },
    Measure {
        name: "serviceShare",
        label: "Service charges of rent",
        description: "Median of service charges per sq ft · total area / consensus.",
        unit: "%",
        numbers: &[RENT, CHARGES, AREA],
        listed: &[LISTED, CHARGES, AREA],
        aggregate: Aggregate::median(|unit| per(unit[1] * unit[2], unit[0])),
        none: NO_AREA,
        ..OF_UNITS
    },
    Measure {
        name: "spread",
        label: "Spread",
        description: "Median of the units' spreads: 1.4826 · median |x − median of x|, from three \
                      estimators on.",
        unit: "%",
        numbers: &["consensus.spread"],
        aggregate: Aggregate::median(|unit| unit[0]),
        none: NO_THIRD,
        ..OF_UNITS
    },
    Measure {
        name: "halfWidth",
        label: "Half width",
        description: "Median of the units' half widths: 1.96 · 1.2533 · spread / √estimators.",
        unit: "%",
        numbers: &["consensus.half_width"],
        aggregate: Aggregate::median(|unit| unit[0]),
        none: NO_THIRD,
        ..OF_UNITS
    },
    Measure {
        name: "confidence",
        label: "Confidence",
        description: "Median of the units' confidences: 100 · (1 − spread).",
        unit: "points",
        numbers: &["consensus.confidence"],
        aggregate: Aggregate::median(|unit| unit[0]),
        none: NO_THIRD,
        ..OF_UNITS
    },
    Measure {
        name: "coverage",
        label: "Coverage",
        description: "Share of all units that enough estimators have assessed.",
        unit: "%",
        numbers: &["consensus.estimators"],
        settings: &[&MINIMUM_ESTIMATORS],
        aggregate: Aggregate::Share(|unit| Some(unit[0] >= unit[1])),
        none: "There is no unit here.",
        ..OF_UNITS
    },
    Measure {
        name: "weightedRent",
        label: "Weighted rent",
        description: "Median of the units' means of rents weighted by how reliable their estimators \
                      are, from five on, as the latest run has them.",
        unit: "AED",
        numbers: &["consensus.weighted_rent"],
        aggregate: Aggregate::median(|unit| unit[0]),
        none: "None of these units had five estimators when the latest run was made.",
        ..OF_UNITS
    },
    Measure {
        name: "estimates",
        label: "Estimates",
        description: "Number of current estimates: one for each estimator and unit.",
        aggregate: Aggregate::Count,
        none: "There is no estimate here.",
        ..OF_ESTIMATES
    },
    Measure {
        name: "estimators",
        label: "Estimators",
        description: "Number of people who made these estimates.",
        texts: &["assessments.agent_id"],
        aggregate: Aggregate::Distinct,
        none: "There is no estimate here.",
        ..OF_ESTIMATES
    },
    Measure {
        name: "bias",
        label: "Bias",
        description: "exp(median of e) − 1 with e = x − median of the others' x, where there are at \
                      least three others.",
        unit: "%",
        numbers: AMONG_OTHERS,
        aggregate: Aggregate::Median { of: error, then: |middle| middle.exp() - 1.0 },
        none: NO_OTHERS,
        ..OF_ESTIMATES
    },
    Measure {
        name: "biasLow",
        label: "Bias, low end",
        description: "The low end of the 95 % interval of the bias: exp(median of e − 1.96 · 1.2533 \
                      · 1.4826 · median |e − median of e| / √n) − 1, from three estimates on.",
        unit: "%",
        numbers: AMONG_OTHERS,
        aggregate: Aggregate::Whole(|facts| end_of_bias(facts, -1.0)),
        none: TOO_FEW,
        ..OF_ESTIMATES
    },
    Measure {
        name: "biasHigh",
        label: "Bias, high end",
        description: "The high end of the 95 % interval of the bias: exp(median of e + 1.96 · 1.2533 \
                      · 1.4826 · median |e − median of e| / √n) − 1, from three estimates on.",
        unit: "%",
        numbers: AMONG_OTHERS,
        aggregate: Aggregate::Whole(|facts| end_of_bias(facts, 1.0)),
        none: TOO_FEW,
        ..OF_ESTIMATES
    },
    Measure {
        name: "medianError",
        label: "Median error",
        description: "exp(median of |e|) − 1 with e = x − median of the others' x, where there are \
                      at least three others.",
        unit: "%",
        numbers: AMONG_OTHERS,
        aggregate: Aggregate::Median {
            of: |one| error(one).abs(),
            then: |middle| middle.exp() - 1.0,
        },
        none: NO_OTHERS,
        ..OF_ESTIMATES
    },
    Measure {
        name: "within5",
        label: "Within 5 %",
        description: "Share of estimates at most 5 % off the median of the others, where there are at \
                      least three others.",
        unit: "%",
        numbers: AMONG_OTHERS,
        aggregate: Aggregate::Share(|one| within(one, 0.05)),
        none: NO_OTHERS,
        ..OF_ESTIMATES
    },
    Measure {
        name: "within10",
        label: "Within 10 %",
        description: "Share of estimates at most 10 % off the median of the others, where there are \
                      at least three others.",
        unit: "%",
        numbers: AMONG_OTHERS,
        aggregate: Aggregate::Share(|one| within(one, 0.10)),
        none: NO_OTHERS,
        ..OF_ESTIMATES
    },
    Measure {
        name: "within20",
        label: "Within 20 %",
        description: "Share of estimates at most 20 % off the median of the others, where there are \
                      at least three others.",
        unit: "%",
        numbers: AMONG_OTHERS,
        aggregate: Aggregate::Share(|one| within(one, 0.20)),
        none: NO_OTHERS,
        ..OF_ESTIMATES
    },
    Measure {
        name: "agreement",
        label: "Agreement",
        description: "ICC(1,1), one-way, of x within cells: each x minus the mean of its project \
                      and bedrooms, of units with at least two estimates.",
        aggregate: Aggregate::Whole(|facts| {
            let agreement = agreement(facts);
            (agreement.single(), agreement.ratings())
        }),
        ..AGREEMENT
    },
    Measure {
        name: "agreementOfMeans",
        label: "Agreement of means",
        description: "ICC(1,k), one-way, of x within cells: how much the units' means agree with \
                      those of as many other estimators.",
        aggregate: Aggregate::Whole(|facts| {
            let agreement = agreement(facts);
            (agreement.of_means(), agreement.ratings())
        }),
        ..AGREEMENT
    },
    Measure {
        name: "alpha",
        label: "Krippendorff's alpha",
        description: "1 − observed / expected disagreement of x within cells, with the squared \
                      difference as distance.",
        aggregate: Aggregate::Whole(|facts| {
            let agreement = agreement(facts);
            (agreement.alpha(), agreement.ratings())
        }),
        ..AGREEMENT
    },
];

const AGREEMENT: Measure = Measure {
    none: "Too few of these units have two estimates to compare.",
    numbers: &["assessments.log_rent", "units.bedrooms"],
    texts: &["assessments.unit_id", "assessments.project_id"],
    ..OF_ESTIMATES
};

/// Divides; `NaN` unless the denominator is above zero.
fn per(over: f64, under: f64) -> f64 {
    if under > 0.0 { over / under } else { f64::NAN }
}

/// Computes the rent less service charges, from consensus, price, service charges per sq ft and
/// area.
fn net(unit: &[f64]) -> f64 {
    unit[0] - unit[2] * unit[3]
}

/// Computes how far an estimate's logarithm is above the median of the others.
fn error(one: &[f64]) -> f64 {
    let [x, estimators, low, middle, high] = *one else { return f64::NAN };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small count")]
    let k = estimators as usize;
    let others = median_of_others(k, (low, middle, high), x).filter(|_| k > FEWEST_OTHERS);
    others.map_or(f64::NAN, |others| x - others)
}

/// Computes the end of the 95 % interval of the bias on this side, and the number of estimates.
fn end_of_bias(facts: &Facts, side: f64) -> (Option<f64>, u64) {
    let errors: Vec<f64> =
        facts.each().map(|(numbers, _)| error(numbers)).filter(|e| e.is_finite()).collect();
    let n = errors.len();
    let end = median(&errors).filter(|_| n >= FEWEST_FOR_SPREAD).and_then(|middle| {
        let off: Vec<f64> = errors.iter().map(|e| (e - middle).abs()).collect();
        let half = 1.96 * MEDIAN_TO_MEAN * MAD_TO_SIGMA * median(&off)? / (n as f64).sqrt();
        Some((middle + side * half).exp() - 1.0)
    });
    (end, n as u64)
}

/// Returns whether an estimate is at most this share off the others. A distance of exactly the
/// share is within it, despite rounding of logarithms.
fn within(one: &[f64], share: f64) -> Option<bool> {
    let error = error(one);
    error.is_finite().then(|| (error.exp() - 1.0).abs() <= share + 1e-12)
}

fn agreement(facts: &Facts) -> Agreement {
    Agreement::of(facts.each().filter_map(|(numbers, texts)| match (numbers, texts) {
        (&[value, bedrooms], &[target, project]) => {
            Some(Rating { target, cell: (project, bedrooms.to_bits()), value })
        }
        _ => None,
    }))
}
