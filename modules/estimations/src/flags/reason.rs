//! Writes why an estimate is worth a look, as a sentence whose beginning is the most informative:
//! lists show only the beginning.

use super::FlagKind;

/// For an estimate that is `off` from the unit's median, where up to `allowed` is usual: both are
/// logarithms.
pub(super) fn outlier(off: f64, middle: f64, allowed: f64) -> String {
    let side = if off > 0.0 { "above" } else { "below" };
    format!(
        "{} % {side} the consensus of {}; up to {} % is usual for this unit.",
        whole((off.exp_m1() * 100.0).abs()),
        aed(middle.exp()),
        whole((allowed.copysign(off).exp_m1() * 100.0).abs()),
    )
}

/// For an estimate that is `off` from the unit's median as such a slip would be.
pub(super) fn slip(kind: FlagKind, off: f64, middle: f64) -> String {
    let consensus = aed(middle.exp());
    match kind {
        FlagKind::Monthly => format!(
            "About a twelfth of the consensus of {consensus}: it may be the rent of one month."
        ),
        _ if off > 0.0 => {
            format!("About ten times the consensus of {consensus}: it may have a digit too many.")
        }
        _ => format!("About a tenth of the consensus of {consensus}: it may lack a digit."),
    }
}

/// For an estimate whose gross yield is outside the `usual` range.
pub(super) fn gross_yield(rent: i64, price: i64, usual: (f64, f64)) -> String {
    format!(
        "A gross yield of {:.1} % on the price of {}; {} to {} % is usual.",
        rent as f64 / price as f64 * 100.0,
        aed(price as f64),
        whole(usual.0 * 100.0),
        whole(usual.1 * 100.0),
    )
}

/// For an estimate whose AED per square foot are outside the `usual` range of its project and
/// bedrooms.
pub(crate) fn rent_per_area(per_area: f64, bedrooms: i32, usual: (f64, f64)) -> String {
    let units = match bedrooms {
        0 => "studios".into(),
        1 => "units with 1 bedroom".into(),
        many => format!("units with {many} bedrooms"),
    };
    format!(
        "AED {per_area:.2} per sq ft; of 100 estimates of {units} in this project, 98 \
         lie between {:.2} and {:.2}.",
        usual.0, usual.1,
    )
}

pub(super) fn untouched_base() -> String {
    "The value that its entry started from, saved unchanged.".into()
}

/// For one of `times` equal estimates.
pub(crate) fn repeated(times: usize) -> String {
    format!("One of {times} equal estimates that the estimator saved in a row.")
}

/// Formats an amount: `AED 1,250,000`.
fn aed(amount: f64) -> String {
    format!("AED {}", whole(amount))
}

/// Formats a non-negative number without decimals: `1,250,000`.
fn whole(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_grouped_by_thousands() {
        for (amount, text) in [
            (0.4, "AED 0"),
            (999.0, "AED 999"),
            (1_000.0, "AED 1,000"),
            (1_250_000.0, "AED 1,250,000"),
        ] {
            assert_eq!(aed(amount), text);
        }
    }

    #[test]
    fn reason_has_the_distance_and_the_usual_range() {
        let middle = 100_000_f64.ln();
        assert_eq!(
            outlier(1.44_f64.ln(), middle, 1.25_f64.ln()),
            "44 % above the consensus of AED 100,000; up to 25 % is usual for this \
             unit."
        );
        assert_eq!(
            outlier(0.7_f64.ln(), middle, 1.25_f64.ln()),
            "30 % below the consensus of AED 100,000; up to 20 % is usual for this \
             unit."
        );
        assert_eq!(
            gross_yield(140_000, 500_000, (0.02, 0.15)),
            "A gross yield of 28.0 % on the price of AED 500,000; 2 to 15 % is usual."
        );
    }
}
