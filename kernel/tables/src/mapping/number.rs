//! Parses written numbers: separators, words, units, percent, Arabic digits, accountants' brackets.
//! The mapping decides which columns are numbers.

use serde_json::{Number, Value};

use super::spec::{NumberSpec, Percent};
use super::writing::NumberSigns;
use crate::cell_text::{comparable, quote, western};

/// The largest whole number up to which a 64-bit float is exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The number format of a column.
#[derive(Clone, Debug)]
pub(super) struct NumberFormat {
    decimal: char,
    group: Vec<char>,
    /// Words that are allowed before or after the number, longest first, each with its factor.
    words: Vec<(String, f64)>,
    percent: Option<Percent>,
}

impl Default for NumberFormat {
    fn default() -> Self {
        Self { decimal: '.', group: vec![','], words: Vec::new(), percent: None }
    }
}

impl NumberFormat {
    pub(super) fn new(spec: NumberSpec) -> Result<Self, String> {
        let decimal = match spec.decimal.as_deref().map(|text| (text, text.chars().next())) {
            None => '.',
            Some((text, Some(only))) if text.chars().count() == 1 => only,
            Some(_) => return Err("decimal: one character is expected".to_owned()),
        };
        let group: Vec<char> = match spec.group {
            Some(text) => text.chars().collect(),
            None if decimal == ',' => vec!['.'],
            None => vec![','],
        };
        if group.contains(&decimal) {
            return Err(format!("group: '{decimal}' is already the decimal separator"));
        }
        let mut words: Vec<(String, f64)> = Vec::new();
        for word in &spec.strip {
            words.push((comparable(word), 1.0));
        }
        for (word, factor) in &spec.units {
            let factor =
                factor.as_f64().ok_or_else(|| format!("units.{word}: a number is expected"))?;
            words.push((comparable(word), factor));
        }
        if words.iter().any(|(word, _)| word.is_empty()) {
            return Err("strip and units: a word must not be empty".to_owned());
        }
        words.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
        Ok(Self { decimal, group, words, percent: spec.percent })
    }

    /// The format of digits and a decimal point only, in which this program itself writes numbers.
    pub(super) fn bare() -> Self {
        Self { group: Vec::new(), ..Self::default() }
    }

    /// The format of people who write decimals after this sign. Groups are separated by the other one,
    /// a space or an apostrophe.
    pub(super) fn with(signs: NumberSigns) -> Self {
        let (decimal, group) = match signs {
            NumberSigns::Point => ('.', ','),
            NumberSigns::Comma => (',', '.'),
        };
        Self { decimal, group: vec![group, ' ', '\'', '\u{2019}'], ..Self::default() }
    }

    /// Parses a text as a JSON number: an integer when it has no fraction.
    pub(super) fn read(&self, written: &str) -> Result<Value, String> {
        let not_a_number = || format!("{} is not a number", quote(written));
        let text = comparable(&western(written));
        let (mut rest, mut factor) = self.without_words(&text);
        let mut negative = false;
        if let Some(inside) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            let (inside, inner) = self.without_words(inside.trim());
            (rest, factor, negative) = (inside, factor * inner, true);
        }
        let mut hundredths = false;
        if let Some(percent) = self.percent
            && let Some(before) = rest.strip_suffix('%')
        {
            rest = before.trim_end();
            hundredths = matches!(percent, Percent::Fraction);
        }
        if let Some(after) = rest.strip_prefix('-') {
            (rest, negative) = (after.trim_start(), !negative);
        } else if let Some(after) = rest.strip_prefix('+') {
            rest = after.trim_start();
        }
        // A currency may be between the sign and the digits.
        let (rest, inner) = self.without_words(rest);
        factor *= inner;

        let mut digits = self.digits(rest).ok_or_else(not_a_number)?;
        if negative {
            digits.insert(0, '-');
        }
        if factor == 1.0
            && !hundredths
            && let Ok(whole) = digits.parse::<i64>()
        {
            return Ok(Value::from(whole));
        }
        // Shifting the point in the text is exact, while dividing by 100 is not.
        if hundredths {
            digits.push_str("e-2");
        }
        let number: f64 = digits.parse().map_err(|_| not_a_number())?;
        let number = if factor == 1.0 { number } else { tidy(number * factor) };
        json(number).ok_or_else(not_a_number)
    }

    fn without_words<'t>(&self, text: &'t str) -> (&'t str, f64) {
        let (mut rest, mut factor) = (text.trim(), 1.0);
        while let Some((shorter, by)) = self
            .words
            .iter()
            .find_map(|(word, by)| strip_word(rest, word).map(|shorter| (shorter, by)))
        {
            rest = shorter.trim();
            factor *= by;
        }
        (rest, factor)
    }

    /// Returns the digits with a point and without separators; `None` when the separators are not
    /// at thousands, so that a decimal comma is never taken for one.
    fn digits(&self, text: &str) -> Option<String> {
        let (whole, fraction) = match text.split_once(['\u{66b}', self.decimal]) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (text, None),
        };
        let separates = |c: char| c == '\u{66c}' || self.group.contains(&c);
        let mut groups = whole.split(separates);
        let mut digits = groups.next()?.to_owned();
        let groups: Vec<&str> = groups.collect();
        if let Some((last, between)) = groups.split_last() {
            let leads = (1..=3).contains(&digits.len());
            // Two digits between separators are how India and the Gulf write lakhs.
            if !leads
                || last.len() != 3
                || between.iter().any(|group| !(2..=3).contains(&group.len()))
            {
                return None;
            }
        }
        digits.push_str(&groups.concat());
        let fraction = fraction.unwrap_or_default();
        let all = digits.bytes().chain(fraction.bytes());
        if (digits.is_empty() && fraction.is_empty())
            || !all.clone().all(|byte| byte.is_ascii_digit())
        {
            return None;
        }
        if !fraction.bytes().all(|digit| digit == b'0') {
            digits.push('.');
            digits.push_str(fraction);
        }
        Some(digits)
    }
}

/// Strips `word` from the end or beginning of a text, where it is not part of a longer word.
fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    if let Some(before) = text.strip_suffix(word)
        && !(letter(word.chars().next()) && letter(before.chars().next_back()))
    {
        return Some(before);
    }
    text.strip_prefix(word)
        .filter(|after| !(letter(word.chars().next_back()) && letter(after.chars().next())))
}

/// Rounds to fifteen significant digits, which removes the noise of sums such as 0.1 + 0.2.
pub(super) fn tidy(number: f64) -> f64 {
    format!("{number:.14e}").parse().unwrap_or(number)
}

/// Rounds half away from zero, as on paper.
pub(super) fn round(number: f64, places: u8) -> f64 {
    let scale = 10f64.powi(i32::from(places));
    tidy(tidy(number * scale).round() / scale)
}

/// Makes a JSON number, an integer when it has no fraction; `None` for infinity and `NaN`.
pub(super) fn json(number: f64) -> Option<Value> {
    if number.fract() == 0.0 && number.abs() <= EXACT {
        return Some(Value::from(number as i64));
    }
    Number::from_f64(number).map(Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn format(spec: Value) -> NumberFormat {
        let spec = serde_json::from_value(spec).expect("a number specification");
        NumberFormat::new(spec).expect("a number format")
    }

    fn read(spec: Value, text: &str) -> Value {
        format(spec).read(text).expect("a number")
    }

    #[test]
    fn thousands_separators_are_dropped() {
        assert_eq!(read(json!({}), " 1,234,500 "), json!(1_234_500));
    }

    #[test]
    fn lakh_grouping_is_read() {
        assert_eq!(read(json!({}), "12,34,500"), json!(1_234_500));
    }

    #[test]
    fn decimal_comma_is_declared() {
        assert_eq!(read(json!({"decimal": ","}), "1.234,5"), json!(1234.5));
    }

    #[test]
    fn undeclared_decimal_comma_is_refused_rather_than_misread() {
        let error = format(json!({})).read("12,5").expect_err("not thousands");
        assert_eq!(error, "'12,5' is not a number");
    }

    #[test]
    fn a_space_as_separator_covers_the_non_breaking_one() {
        assert_eq!(read(json!({"group": " "}), "1\u{a0}234"), json!(1234));
    }

    #[test]
    fn arabic_digits_and_separators_are_read() {
        assert_eq!(read(json!({}), "١٬٢٣٤٫٥"), json!(1234.5));
    }

    #[test]
    fn declared_words_are_stripped_on_both_sides_in_any_case() {
        assert_eq!(read(json!({"strip": ["AED", "/ year"]}), "aed 90,000 / Year"), json!(90_000));
    }

    #[test]
    fn undeclared_word_is_an_error() {
        assert!(format(json!({})).read("AED 90,000").is_err());
    }

    #[test]
    fn part_of_a_longer_word_is_not_stripped() {
        assert!(format(json!({"strip": ["m"]})).read("90 km").is_err());
    }

    #[test]
    fn unit_multiplies() {
        let units = json!({"units": {"sq m": 10.7639, "sq ft": 1, "M": 1_000_000}});
        assert_eq!(read(units.clone(), "100 sq m"), json!(1076.39));
        assert_eq!(read(units.clone(), "850 Sq Ft"), json!(850));
        assert_eq!(read(units, "1.2M"), json!(1_200_000));
    }

    #[test]
    fn brackets_and_minus_are_negative() {
        assert_eq!(read(json!({}), "(1,200)"), json!(-1200));
        assert_eq!(read(json!({"strip": ["AED"]}), "- AED 5"), json!(-5));
    }

    #[test]
    fn percent_is_a_fraction_or_points_as_declared() {
        assert_eq!(read(json!({"percent": "fraction"}), "7.1%"), json!(0.071));
        assert_eq!(read(json!({"percent": "points"}), "7.1 %"), json!(7.1));
        assert!(format(json!({})).read("7.1%").is_err());
    }

    #[test]
    fn whole_number_with_zero_decimals_is_whole() {
        assert_eq!(read(json!({}), "1,500.00"), json!(1500));
    }

    #[test]
    fn exponents_and_words_of_programmers_are_no_numbers() {
        for text in ["1e5", "NaN", "inf", "", "-", "."] {
            assert!(NumberFormat::default().read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn halves_round_away_from_zero() {
        assert_eq!(round(2.675, 2), 2.68);
        assert_eq!(round(-0.5, 0), -1.0);
    }
}
