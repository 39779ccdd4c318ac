//! Describes the rows that meet a condition, for the columns in memory. What memory cannot tell exactly is left to the
//! database.

use super::expression::{Bound, FieldColumn, Node, Test};
use super::kind::FieldKind;
use crate::engine::columns::{
    self, ColumnCache, ColumnExpr, Comparison, EXACT, FoundRows, Keys, NONE, RowSet, Shape, Texts,
    ValueTest,
};

impl FieldColumn {
    /// Returns its table, and how its compared values are cached.
    pub(super) fn cached(&self) -> &(&'static str, ColumnExpr) {
        self.cached.get_or_init(|| {
            let column = format!("{}.{}", self.table, self.name);
            let (shape, sql) = match self.kind {
                FieldKind::Text | FieldKind::LongText => (Shape::Text, self.compared().expression),
                FieldKind::Exact | FieldKind::Date => (Shape::Text, column),
                FieldKind::Whole | FieldKind::Number => (Shape::Number, column),
                FieldKind::Boolean => (
                    Shape::Number,
                    format!("CASE WHEN {column} THEN 1 WHEN NOT {column} THEN 0 END"),
                ),
                FieldKind::Instant => (Shape::Moment, column),
            };
            (self.table, ColumnExpr { shape, sql })
        })
    }
}

impl Node {
    /// Calls `each` with every column that the condition compares, and its table.
    pub(crate) fn each_column(&self, each: &mut impl FnMut(&'static str, &ColumnExpr)) {
        match self {
            Self::All(parts) | Self::Any(parts) => {
                parts.iter().for_each(|part| part.each_column(each));
            }
            Self::Test(FieldColumn { computed: Some(field), .. }, _) => field.each_column(each),
            Self::Test(column, test) => {
                let (table, wanted) = compared(column, test);
                each(table, &wanted);
            }
            Self::Search(_) => {}
        }
    }

    /// Describes the rows that meet the condition. `None` when the database has to tell.
    pub(crate) fn row_set<'a>(
        &self,
        column: &impl Fn(&str, &ColumnExpr) -> Option<columns::Column>,
        cache: &'a ColumnCache,
    ) -> Option<RowSet<'a>> {
        let all = |parts: &[Self]| -> Option<Vec<RowSet<'a>>> {
            parts.iter().map(|part| part.row_set(column, cache)).collect()
        };
        match self {
            Self::All(parts) => Some(RowSet::All(all(parts)?)),
            Self::Any(parts) => Some(RowSet::Any(all(parts)?)),
            Self::Test(FieldColumn { computed: Some(field), .. }, test) => {
                let numbers = field.in_memory(column, &cache.joins)?;
                let test = value_test(&numbers, FieldKind::Number, test)?;
                Some(RowSet::These(test.rows(&numbers)))
            }
            Self::Test(tested, test) => {
                let (table, wanted) = compared(tested, test);
                let column = column(table, &wanted)?;
                if let columns::Column::Keys(keys) = &column {
                    return with_keys(keys, test).map(RowSet::These);
                }
                let test = value_test(&column, tested.kind, test)?;
                Some(RowSet::of_values(column, test, &cache.value_indexes))
            }
            Self::Search(_) => None,
        }
    }
}

/// Returns the column that a test compares: the whole text, where the order is by the beginning only.
fn compared(column: &FieldColumn, test: &Test) -> (&'static str, ColumnExpr) {
    match test {
        Test::IsWhole(..) => column.clone().of_kind(FieldKind::Text).cached().clone(),
        _ => column.cached().clone(),
    }
}

fn value_test(column: &columns::Column, kind: FieldKind, test: &Test) -> Option<ValueTest> {
    let texts = match column {
        _ if matches!(test, Test::Missing) => return Some(ValueTest::IsMissing),
        _ if matches!(test, Test::Present) => return Some(ValueTest::IsPresent),
        columns::Column::Numbers(_) => {
            let Test::Is(operator, bound) = test else { return None };
            let is_whole = kind == FieldKind::Whole || matches!(bound, Bound::Whole(_));
            let bound = number(bound)?;
            // Beyond, different integers are one number in memory.
            let is_exact = !is_whole || bound.abs() < EXACT;
            return Comparison::of(operator)
                .filter(|_| is_exact)
                .map(|comparison| ValueTest::Number(comparison, bound));
        }
        columns::Column::Texts { texts, .. } => texts,
        columns::Column::Keys(_) => return None,
    };
    match test {
        Test::Is(operator, Bound::Text(text)) | Test::IsWhole(operator, text) => {
            compared_texts(texts, operator, text)
        }
        Test::Is(operator, Bound::Day(date)) => compared_texts(texts, operator, &date.to_string()),
        Test::In { not, values } => {
            let mut codes: Vec<u32> = values.iter().map(|value| texts.code(value)).collect();
            codes.retain(|code| *code != NONE);
            codes.sort_unstable();
            codes.dedup();
            Some(ValueTest::Codes(if *not { texts.others(&codes) } else { codes }))
        }
        Test::Like { not, pattern } => {
            let codes = Pattern::of(pattern)?.fitting(texts);
            Some(ValueTest::Codes(if *not { texts.others(&codes) } else { codes }))
        }
        Test::Is(..) | Test::Missing | Test::Present => None,
    }
}

fn compared_texts(texts: &Texts, operator: &str, bound: &str) -> Option<ValueTest> {
    Some(match Comparison::of(operator)? {
        Comparison::Equal => ValueTest::Code(texts.code(bound)),
        Comparison::Unequal => ValueTest::CodeNot(texts.code(bound)),
        comparison => ValueTest::Codes(texts.codes_of(|text| comparison.holds(text, bound))),
    })
}

/// Returns the rows whose primary key passes.
fn with_keys(keys: &Keys, test: &Test) -> Option<FoundRows> {
    let (not, ids) = match test {
        Test::Missing => (false, &[][..]),
        Test::Present => (true, &[][..]),
        Test::In { not, values } => (*not, &values[..]),
        Test::Is("=", Bound::Text(id)) => (false, std::slice::from_ref(id)),
        Test::Is("<>", Bound::Text(id)) => (true, std::slice::from_ref(id)),
        _ => return None,
    };
    Some(keys.having(ids.iter().map(String::as_str), not))
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

    /// Returns the codes of the texts that fit, ascending.
    fn fitting(&self, texts: &Texts) -> Vec<u32> {
        match (self.starts, self.ends) {
            (false, false) => texts.containing(&self.text),
            _ => texts.codes_of(|text| self.fits(text)),
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
