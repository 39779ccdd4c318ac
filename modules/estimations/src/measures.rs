//! The measures of estimates and of the consensus. SQL occurs only as expressions over columns.
//!
//! `x` is the natural logarithm of an estimated yearly rent. A zero or missing denominator leaves
//! the unit out, and the `n` of the measure counts only the others.

use kernel::explore::{Aggregate, Agreement, Facts, Measure, Rating};
use units::{AED, AED_PER_SQ_FT};

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
        description: "The middle of what the desk thinks these units rent for in a year: the median of their consensus rents.",
        formula: "consensus of a unit = exp(median of ln(estimates)); of several units the median",
        unit: AED,
        numbers: &[RENT],
        listed: &[LISTED],
        aggregate: Aggregate::median(|unit| unit[0]),
        none: NO_ESTIMATE,
        ..OF_UNITS
    },
    Measure {
        name: "rentPerSqFt",
        label: "Rent per sq ft",
        description: "The consensus rent for each square foot of total area, in the middle of these units.",
        formula: "median of consensus / total area",
        unit: AED_PER_SQ_FT,
        numbers: &[RENT, AREA],
        listed: &[LISTED, AREA],
        aggregate: Aggregate::median(|unit| per(unit[0], unit[1])),
        none: NO_AREA,
        ..OF_UNITS
    },
    Measure {
        name: "listedRent",
        label: "Listed rent",
        description: "What these units are listed for in a year, in the middle of them.",
        formula: "median of listed rent",
        unit: AED,
        numbers: &[LISTED],
        aggregate: Aggregate::median(|unit| unit[0]),
        none: "None of these units has a listed rent.",
        ..OF_UNITS
    },
    Measure {
        name: "listedGap",
        label: "Gap to listed rent",
        description: "How far the consensus is above or below the listed rent, in the middle of these units.",
        formula: "median of (consensus / listed rent − 1)",
        signed: true,
        unit: "%",
        numbers: &[RENT, "units.yearly_rent_in_aed"],
        aggregate: Aggregate::median(|unit| per(unit[0], unit[1]) - 1.0),
        none: NO_LISTED,
        ..OF_UNITS
    },
    Measure {
        name: "listedDistance",
        label: "Distance from listed rent",
        description: "How far the consensus is from the listed rent, above or below, in the middle of these units.",
        formula: "median of |consensus / listed rent − 1|",
        unit: "%",
        numbers: &[RENT, "units.yearly_rent_in_aed"],
        aggregate: Aggregate::median(|unit| (per(unit[0], unit[1]) - 1.0).abs()),
        none: NO_LISTED,
        ..OF_UNITS
    },
    Measure {
        name: "grossYield",
        label: "Gross yield",
        description: "A year of the consensus rent as a share of the purchase price, in the middle of these units.",
        formula: "median of consensus / purchase price",
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
        description: "The same yield after service charges: what is left of a year's rent as a share of the purchase price.",
        formula: "median of (consensus − service charges per sq ft · total area) / purchase price",
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
        description: "All consensus rents together as a share of all purchase prices, so that expensive units weigh more.",
        formula: "sum of consensus / sum of purchase prices",
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
        description: "All rents after service charges together as a share of all purchase prices, so that expensive units weigh more.",
        formula: "sum of (consensus − service charges per sq ft · total area) / sum of purchase prices",
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
        description: "How many years of the consensus rent the purchase price is, in the middle of these units.",
        formula: "median of purchase price / consensus",
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
        description: "How much of the consensus rent service charges take, in the middle of these units.",
        formula: "median of service charges per sq ft · total area / consensus",
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
        description: "How far the estimators of a unit are apart, in the middle of these units. It needs three estimators.",
        formula: "median of spread; spread of a unit = 1.4826 · median of |x − median of x|, x = ln(estimate)",
        unit: "%",
        numbers: &["consensus.spread"],
        aggregate: Aggregate::median(|unit| unit[0]),
        none: NO_THIRD,
        ..OF_UNITS
    },
    Measure {
        name: "halfWidth",
        label: "Half width",
        description: "How far the true rent may be from the consensus, up or down, in 95 of 100 cases. It needs three estimators.",
        formula: "median of 1.96 · 1.2533 · spread / √estimators",
        unit: "%",
        numbers: &["consensus.half_width"],
        aggregate: Aggregate::median(|unit| unit[0]),
        none: NO_THIRD,
        ..OF_UNITS
    },
    Measure {
        name: "confidence",
        label: "Confidence",
        description: "How closely the estimators of a unit agree, in points: above 85 is high, below 70 is low.",
        formula: "median of 100 · (1 − spread)",
        unit: "points",
        numbers: &["consensus.confidence"],
        aggregate: Aggregate::median(|unit| unit[0]),
        none: NO_THIRD,
        ..OF_UNITS
    },
    Measure {
        name: "coverage",
        label: "Coverage",
        description: "The share of units that have enough estimators.",
        formula: "units with at least the required number of estimators / all units",
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
        description: "The rent when reliable estimators count for more, beside the consensus. It needs five estimators, and is renewed each hour.",
        formula: "median of exp(Σ w·(x − bias) / Σ w); w = 1 / (s² + 0.05²), at most 3 times the median weight, s and bias of the estimator",
        unit: AED,
        numbers: &["consensus.weighted_rent"],
        aggregate: Aggregate::median(|unit| unit[0]),
        none: "None of these units had five estimators when the latest run was made.",
        ..OF_UNITS
    },
    Measure {
        name: "estimate",
        label: "Estimate",
        description: "The estimated yearly rent, in the middle of these estimates.",
        formula: "median of estimates",
        unit: AED,
        numbers: &["assessments.estimated_yearly_rent_in_aed"],
        aggregate: Aggregate::median(|one| one[0]),
        none: "There is no estimate here.",
        ..OF_ESTIMATES
    },
    Measure {
        name: "estimates",
        label: "Estimates",
        description: "How many estimates there are: the latest one of each estimator for each unit.",
        aggregate: Aggregate::Count,
        none: "There is no estimate here.",
        ..OF_ESTIMATES
    },
    Measure {
        name: "estimators",
        label: "Estimators",
        description: "How many people made these estimates.",
        texts: &["assessments.agent_id"],
        aggregate: Aggregate::Distinct,
        none: "There is no estimate here.",
        ..OF_ESTIMATES
    },
    Measure {
        name: "bias",
        label: "Bias",
        description: "Whether an estimator is usually above or below the others, and by how much.",
        formula: "exp(median of e) − 1; e = x − median of at least three others, x = ln(estimate)",
        signed: true,
        unit: "%",
        numbers: AMONG_OTHERS,
        aggregate: Aggregate::Median { of: error, then: |middle| middle.exp() - 1.0 },
        none: NO_OTHERS,
        ..OF_ESTIMATES
    },
    Measure {
        name: "biasLow",
        label: "Bias, low end",
        description: "The low end of the range in which the bias lies in 95 of 100 cases. It needs three estimates.",
        formula: "exp(median of e − 1.96 · 1.2533 · 1.4826 · median of |e − median of e| / √n) − 1",
        signed: true,
        unit: "%",
        numbers: AMONG_OTHERS,
        aggregate: Aggregate::Whole(|facts| end_of_bias(facts, -1.0)),
        none: TOO_FEW,
        ..OF_ESTIMATES
    },
    Measure {
        name: "biasHigh",
        label: "Bias, high end",
        description: "The high end of the range in which the bias lies in 95 of 100 cases. It needs three estimates.",
        formula: "exp(median of e + 1.96 · 1.2533 · 1.4826 · median of |e − median of e| / √n) − 1",
        signed: true,
        unit: "%",
        numbers: AMONG_OTHERS,
        aggregate: Aggregate::Whole(|facts| end_of_bias(facts, 1.0)),
        none: TOO_FEW,
        ..OF_ESTIMATES
    },
    Measure {
        name: "medianError",
        label: "Median error",
        description: "How far an estimate usually is from what the others say, above or below.",
        formula: "exp(median of |e|) − 1; e = x − median of at least three others, x = ln(estimate)",
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
        description: "The share of estimates that are at most 5 % from what the others say.",
        formula: "share with |exp(e) − 1| ≤ 5 %; e = x − median of at least three others",
        unit: "%",
        numbers: AMONG_OTHERS,
        aggregate: Aggregate::Share(|one| within(one, 0.05)),
        none: NO_OTHERS,
        ..OF_ESTIMATES
    },
    Measure {
        name: "within10",
        label: "Within 10 %",
        description: "The share of estimates that are at most 10 % from what the others say.",
        formula: "share with |exp(e) − 1| ≤ 10 %; e = x − median of at least three others",
        unit: "%",
        numbers: AMONG_OTHERS,
        aggregate: Aggregate::Share(|one| within(one, 0.10)),
        none: NO_OTHERS,
        ..OF_ESTIMATES
    },
    Measure {
        name: "within20",
        label: "Within 20 %",
        description: "The share of estimates that are at most 20 % from what the others say.",
        formula: "share with |exp(e) − 1| ≤ 20 %; e = x − median of at least three others",
        unit: "%",
        numbers: AMONG_OTHERS,
        aggregate: Aggregate::Share(|one| within(one, 0.20)),
        none: NO_OTHERS,
        ..OF_ESTIMATES
    },
    Measure {
        name: "agreement",
        label: "Agreement",
        description: "How much of what differs between estimates is due to the units and not to the estimators: 1 is perfect agreement.",
        formula: "ICC(1,1), one-way, of x minus the mean of its project and bedrooms; units with at least two estimates",
        aggregate: Aggregate::Whole(|facts| {
            let agreement = agreement(facts);
            (agreement.single(), agreement.ratings())
        }),
        ..AGREEMENT
    },
    Measure {
        name: "agreementOfMeans",
        label: "Agreement of means",
        description: "How well the average estimate of a unit would agree with that of as many other estimators: 1 is perfectly.",
        formula: "ICC(1,k), one-way, of x minus the mean of its project and bedrooms",
        aggregate: Aggregate::Whole(|facts| {
            let agreement = agreement(facts);
            (agreement.of_means(), agreement.ratings())
        }),
        ..AGREEMENT
    },
    Measure {
        name: "alpha",
        label: "Krippendorff's alpha",
        description: "Another measure of how much estimators agree: 1 is perfect agreement, 0 is none.",
        formula: "Krippendorff's α = 1 − observed / expected disagreement of x within project and bedrooms, with the squared difference as distance",
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
