//! Finds the rows that meet a condition, from the columns in memory.
//!
//! Each test passes over all rows: at 1,000,000 about a millisecond. What memory cannot tell exactly is
//! left to the database.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex};

use super::expression::{Bound, Column, Node, Test};
use super::kind::Kind;
use crate::engine::columns::{self, Bitmap, EXACT, Key, NONE, Shape, Texts, Wanted};

impl Column {
    /// Returns its table, and how its compared values are cached.
    pub(super) fn cached(&self) -> &(&'static str, Wanted) {
        self.cached.get_or_init(|| {
            let compared = self.compared();
            let column = format!("{}.{}", compared.table, compared.bare());
            let (shape, sql) = match self.kind {
                Kind::Text | Kind::LongText => (Shape::Text, compared.expression),
                Kind::Exact | Kind::Date => (Shape::Text, column),
                Kind::Whole | Kind::Number => (Shape::Number, column),
                Kind::Boolean => (
                    Shape::Number,
                    format!("CASE WHEN {column} THEN 1 WHEN NOT {column} THEN 0 END"),
                ),
                Kind::Instant => (Shape::Moment, column),
            };
            (interned(compared.table), Wanted { shape, sql })
        })
    }
}

/// Returns the same text for as long as the process runs; there are as many as tables.
fn interned(text: String) -> &'static str {
    static ALL: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
    let mut all = ALL.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(known) = all.get(text.as_str()) {
        return known;
    }
    let text: &'static str = text.leak();
    all.insert(text);
    text
}

impl Node {
    /// Calls `each` with every column that the condition compares, and its table.
    pub(crate) fn each_column(&self, each: &mut impl FnMut(&'static str, &Wanted)) {
        match self {
            Self::All(parts) | Self::Any(parts) => {
                parts.iter().for_each(|part| part.each_column(each));
            }
            Self::Test(column, test) => {
                let (table, wanted) = compared(column, test);
                each(table, &wanted);
            }
            Self::Search(_) => {}
        }
    }

    /// Returns which of so many rows meet the condition. `None` when the database has to tell.
    pub(crate) fn meeting(
        &self,
        rows: usize,
        column: &impl Fn(&str, &Wanted) -> Option<columns::Column>,
    ) -> Option<Bitmap> {
        match self {
            Self::All(parts) => {
                let mut all = Bitmap::filled(rows, true);
                for part in parts {
                    all.intersect(&part.meeting(rows, column)?);
                }
                Some(all)
            }
            Self::Any(parts) => {
                let mut any = Bitmap::filled(rows, false);
                for part in parts {
                    any.unite(&part.meeting(rows, column)?);
                }
                Some(any)
            }
            Self::Test(tested, test) => {
                let (table, wanted) = compared(tested, test);
                passing(&column(table, &wanted)?, rows, tested.kind, test)
            }
            Self::Search(_) => None,
        }
    }
}

/// Returns the column that a test compares: the whole text, where its index has only the beginning.
fn compared(column: &Column, test: &Test) -> (&'static str, Wanted) {
    match test {
        Test::IsWhole(..) => column.clone().of_kind(Kind::Text).cached().clone(),
        _ => column.cached().clone(),
    }
}

/// Returns the rows that pass a test. A missing value passes none but `Missing`.
fn passing(values: &columns::Column, rows: usize, kind: Kind, test: &Test) -> Option<Bitmap> {
    match values {
        columns::Column::Numbers(numbers) => {
            let (operator, bound) = match test {
                Test::Missing => return Some(Bitmap::of(numbers, f64::is_nan)),
                Test::Is(operator, bound) => (*operator, number(bound)?),
                _ => return None,
            };
            // Beyond, different integers are one number in memory.
            if kind == Kind::Whole && bound.abs() >= EXACT {
                return None;
            }
            Some(match operator {
                "=" => Bitmap::of(numbers, |number| number == bound),
                "<>" => Bitmap::of(numbers, |number| !number.is_nan() && number != bound),
                "<" => Bitmap::of(numbers, |number| number < bound),
                "<=" => Bitmap::of(numbers, |number| number <= bound),
                ">" => Bitmap::of(numbers, |number| number > bound),
                ">=" => Bitmap::of(numbers, |number| number >= bound),
                _ => return None,
            })
        }
        columns::Column::Texts { codes, texts } => {
            if matches!(test, Test::Missing) {
                return Some(Bitmap::of(codes, |code| code == NONE));
            }
            let day;
            let (operator, bound) = match test {
                Test::Is(operator, Bound::Text(text)) | Test::IsWhole(operator, text) => {
                    (*operator, text.as_str())
                }
                Test::Is(operator, Bound::Day(date)) => {
                    day = date.to_string();
                    (*operator, day.as_str())
                }
                Test::In { not, values, .. } => {
                    let mut passing = vec![*not; texts.len()];
                    for value in values {
                        if let Some(passes) = passing.get_mut(texts.code(value) as usize) {
                            *passes = !*not;
                        }
                    }
                    return Some(of_codes(codes, &passing));
                }
                Test::Like { not, pattern } => {
                    let pattern = Pattern::of(pattern)?;
                    let mut passing = pattern.fitting(texts);
                    passing.iter_mut().for_each(|passes| *passes ^= *not);
                    return Some(of_codes(codes, &passing));
                }
                Test::Is(..) | Test::Missing => return None,
            };
            Some(match operator {
                "=" => match texts.code(bound) {
                    NONE => Bitmap::filled(rows, false),
                    found => Bitmap::of(codes, |code| code == found),
                },
                "<>" => {
                    let bound = texts.code(bound);
                    Bitmap::of(codes, |code| code != bound && code != NONE)
                }
                "<" => with_codes(codes, texts, |text| text < bound),
                "<=" => with_codes(codes, texts, |text| text <= bound),
                ">" => with_codes(codes, texts, |text| text > bound),
                ">=" => with_codes(codes, texts, |text| text >= bound),
                _ => return None,
            })
        }
        columns::Column::Keys(keys) => {
            let (not, values) = match test {
                Test::Missing => return Some(Bitmap::filled(rows, false)),
                Test::In { not, values, .. } => (*not, &values[..]),
                Test::Is("=", Bound::Text(id)) => (false, std::slice::from_ref(id)),
                Test::Is("<>", Bound::Text(id)) => (true, std::slice::from_ref(id)),
                _ => return None,
            };
            let mut set = Bitmap::filled(rows, false);
            values.iter().for_each(|id| set.insert(keys.row(&Key::of(id))));
            if not {
                set.invert();
            }
            Some(set)
        }
    }
}

fn number(bound: &Bound) -> Option<f64> {
    match bound {
        Bound::Whole(number) => Some(*number as f64),
        Bound::Real(number) => Some(*number),
        Bound::Truth(truth) => Some(f64::from(u8::from(*truth))),
        Bound::Instant(time) => Some(time.seconds() as f64),
        Bound::Text(_) | Bound::Day(_) => None,
    }
}

/// Returns the rows whose text passes; each distinct text is tested once.
pub(super) fn with_codes(codes: &[u32], texts: &Texts, passes: impl Fn(&str) -> bool) -> Bitmap {
    of_codes(codes, &texts.all().map(passes).collect::<Vec<bool>>())
}

/// Returns the rows whose code passes. Most words of a search are in few of the columns, and no pass over the rows of
/// the others is needed.
pub(super) fn of_codes(codes: &[u32], passing: &[bool]) -> Bitmap {
    if !passing.contains(&true) {
        return Bitmap::filled(codes.len(), false);
    }
    Bitmap::of(codes, |code| passing.get(code as usize).copied().unwrap_or(false))
}

/// A `LIKE` pattern without wildcards but those at its ends.
struct Pattern {
    text: String,
    starts: bool,
    ends: bool,
}

impl Pattern {
    fn of(pattern: &str) -> Option<Self> {
        let (starts, rest) = match pattern.strip_prefix('%') {
            None => (true, pattern),
            Some(rest) => (false, rest),
        };
        let (mut text, mut ends) = (String::with_capacity(rest.len()), true);
        let mut letters = rest.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => text.push(letters.next()?),
                '%' if letters.peek().is_none() => ends = false,
                '%' | '_' => return None,
                letter => text.push(letter),
            }
        }
        Some(Self { text, starts, ends })
    }

    /// Returns for each code whether its text fits.
    fn fitting(&self, texts: &Texts) -> Vec<bool> {
        match (self.starts, self.ends) {
            (false, false) => texts.containing(&self.text),
            _ => texts.all().map(|text| self.fits(text)).collect(),
        }
    }

    fn fits(&self, text: &str) -> bool {
        match (self.starts, self.ends) {
            (true, true) => text == self.text,
            (true, false) => text.starts_with(&self.text),
            (false, true) => text.ends_with(&self.text),
            (false, false) => text.contains(&self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn patterns_mean_what_the_database_takes_them_for() {
        for (pattern, fits, does_not) in [
            ("%b%", "abc", "ac"),
            ("%c", "abc", "cb"),
            ("a%", "abc", "ba"),
            ("abc", "abc", "abcd"),
            ("%50\\%\\_%", "at 50%_ off", "at 50% off"),
            ("%\\%", "50%", "50"),
        ] {
            let of = Pattern::of(pattern).unwrap();
            assert!(of.fits(fits) && !of.fits(does_not), "{pattern}");
        }
        assert!(Pattern::of("a%b").is_none());
        assert!(Pattern::of("a_").is_none());
    }
}
