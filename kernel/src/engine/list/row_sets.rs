//! Describes the rows that meet a condition, for the columns in memory. What memory cannot tell exactly is left to the
//! database.

use std::sync::Arc;

use super::expression::{Bound, FieldColumn, Node, Part, Searched, Test};
use super::kind::FieldKind;
use crate::engine::columns::{
    self, ColumnCache, ColumnExpr, Comparison, EXACT, FoundRows, Keys, NONE, RowSet, Shape, Texts,
    ValueTest, is_among,
};

impl FieldColumn {
    /// Returns its table, and how its compared values are cached.
    pub(super) fn cached(&self) -> &(&'static str, ColumnExpr) {
        self.cached.get_or_init(|| {
            let column = format!("{}.{}", self.table, self.name);
            let (shape, sql) = match self.kind {
                FieldKind::Text | FieldKind::LongText => (Shape::Text, self.expression()),
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

    /// Returns how the identifiers of its table are cached.
    fn id_of_table(&self) -> ColumnExpr {
        ColumnExpr { shape: Shape::Text, sql: format!("{}.id", self.table) }
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
            Self::Test(column, _) => {
                let (table, wanted) = column.cached();
                each(table, wanted);
            }
            Self::Not(node) | Self::Cached(_, node) => node.each_column(each),
            Self::Referred { refers, to, within, .. } => {
                for (table, wanted) in [refers, to].map(FieldColumn::cached) {
                    each(table, wanted);
                }
                within.each_column(each);
            }
            Self::Search(Searched::Own { columns, .. }) => {
                columns
                    .iter()
                    .map(FieldColumn::cached)
                    .for_each(|(table, wanted)| each(table, wanted));
            }
            Self::Search(Searched::Named { refers, called, .. }) => {
                let columns = [refers, called].map(FieldColumn::cached);
                columns.into_iter().for_each(|(table, wanted)| each(table, wanted));
                each(called.table, &called.id_of_table());
            }
        }
    }

    /// Returns whether memory can tell exactly which records meet it: from some bound on, different integers are one
    /// number there.
    pub(super) fn is_exact(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().all(Self::is_exact),
            Self::Not(node) | Self::Cached(_, node) | Self::Referred { within: node, .. } => {
                node.is_exact()
            }
            Self::Test(column, Test::Is(_, bound)) => {
                let is_whole = column.kind == FieldKind::Whole || matches!(bound, Bound::Whole(_));
                !is_whole || number(bound).is_none_or(|bound| bound.abs() < EXACT)
            }
            Self::Test(..) | Self::Search(_) => true,
        }
    }

    /// Describes the rows that meet the condition, of a table with so many. `None` when the database has to tell.
    pub(crate) fn row_set<'a>(
        &self,
        rows: usize,
        column: &impl Fn(&str, &ColumnExpr) -> Option<columns::Column>,
        cache: &'a ColumnCache,
    ) -> Option<RowSet<'a>> {
        let all = |parts: &[Self]| -> Option<Vec<RowSet<'a>>> {
            parts.iter().map(|part| part.row_set(rows, column, cache)).collect()
        };
        match self {
            Self::All(parts) => Some(RowSet::All(all(parts)?)),
            Self::Any(parts) => Some(RowSet::Any(all(parts)?)),
            Self::Test(FieldColumn { computed: Some(field), .. }, test) => {
                let numbers = field.in_memory(column, &cache.joins)?;
                let test = value_test(&numbers, test)?;
                Some(RowSet::These(Arc::new(test.rows(&numbers))))
            }
            Self::Test(tested, test) => {
                let (table, wanted) = tested.cached();
                let column = column(table, wanted)?;
                if let columns::Column::Keys(keys) = &column {
                    return with_keys(keys, test).map(|rows| RowSet::These(Arc::new(rows)));
                }
                let test = value_test(&column, test)?;
                Some(RowSet::of_values(column, test, &cache.value_indexes))
            }
            Self::Search(searched) => searched.row_set(column, cache),
            Self::Not(node) => Some(RowSet::Not(Box::new(node.row_set(rows, column, cache)?))),
            Self::Cached(key, node) => {
                let mut of = Vec::new();
                node.each_column(&mut |table, wanted| of.push(column(table, wanted)));
                let of = of.into_iter().collect::<Option<Vec<_>>>()?;
                let find = || Some(node.row_set(rows, column, cache)?.find(rows));
                cache.cached_rows.get(&of, key, find).map(RowSet::These)
            }
            Self::Referred { refers, to, within, or_none } => {
                referring((refers, to), within, *or_none, column, cache)
            }
        }
    }
}

impl Searched {
    /// Describes the rows with the term.
    fn row_set<'a>(
        &self,
        column: &impl Fn(&str, &ColumnExpr) -> Option<columns::Column>,
        cache: &'a ColumnCache,
    ) -> Option<RowSet<'a>> {
        let column_of = |field: &FieldColumn| {
            let (table, wanted) = field.cached();
            column(table, wanted)
        };
        match self {
            Self::Own { columns, term, .. } => {
                let parts = columns.iter().map(|searched| {
                    let column = column_of(searched)?;
                    let columns::Column::Texts { texts, .. } = &column else { return None };
                    let test = ValueTest::Codes(texts.containing(&term.text));
                    Some(RowSet::of_values(column, test, &cache.value_indexes))
                });
                Some(RowSet::Any(parts.collect::<Option<_>>()?))
            }
            Self::Named { refers, called, term } => {
                let records = column(called.table, &called.id_of_table())?;
                let (called, refers) = (column_of(called)?, column_of(refers)?);
                let (
                    columns::Column::Texts { codes: called, texts },
                    columns::Column::Texts { texts: ids, .. },
                ) = (&called, &refers)
                else {
                    return None;
                };
                let called_so = texts.containing(&term.text);
                if called_so.is_empty() {
                    return Some(RowSet::Any(Vec::new()));
                }
                let is_called = is_among(&called_so, texts.len());
                let named = cache.joins.of(&refers, &records, false);
                let is_named = |id: &u32| match named.first(*id) {
                    NONE => false,
                    row => is_called.get(called[row as usize] as usize) == Some(&true),
                };
                let test = ValueTest::Codes((0..).take(ids.len()).filter(is_named).collect());
                Some(RowSet::of_values(refers, test, &cache.value_indexes))
            }
        }
    }
}

/// Describes the rows whose foreign key `refers` leads to a record that meets `within`. It costs a step for each different
/// value of the foreign key.
fn referring<'a>(
    (refers, to): (&FieldColumn, &FieldColumn),
    within: &Node,
    or_none: bool,
    column: &impl Fn(&str, &ColumnExpr) -> Option<columns::Column>,
    cache: &'a ColumnCache,
) -> Option<RowSet<'a>> {
    let [refers, keys] = [refers, to].map(|field| {
        let (table, wanted) = field.cached();
        column(table, wanted)
    });
    let (refers, keys) = (refers?, keys?);
    let (columns::Column::Texts { texts, .. }, columns::Column::Keys(records)) = (&refers, &keys)
    else {
        return None;
    };
    let count = records.rows().len();
    let meeting = within.row_set(count, column, cache)?.find(count);
    let rows = cache.joins.of(&refers, &keys, false);
    let meets = |value: &u32| match rows.first(*value) {
        NONE => false,
        row => meeting.contains(row),
    };
    let values = ValueTest::Codes((0..).take(texts.len()).filter(meets).collect());
    let mut found = vec![RowSet::of_values(refers.clone(), values, &cache.value_indexes)];
    if or_none {
        found.push(RowSet::of_values(refers, ValueTest::IsMissing, &cache.value_indexes));
    }
    Some(RowSet::Any(found))
}

fn value_test(column: &columns::Column, test: &Test) -> Option<ValueTest> {
    let texts = match column {
        _ if matches!(test, Test::Missing) => return Some(ValueTest::IsMissing),
        _ if matches!(test, Test::Present) => return Some(ValueTest::IsPresent),
        columns::Column::Numbers(_) => {
            let Test::Is(comparison, bound) = test else { return None };
            return Some(ValueTest::Number(*comparison, number(bound)?));
        }
        columns::Column::Texts { texts, .. } => texts,
        columns::Column::Keys(_) => return None,
    };
    match test {
        Test::Is(comparison, Bound::Text(text)) => Some(compared_texts(texts, *comparison, text)),
        Test::Is(comparison, Bound::Day(date)) => {
            Some(compared_texts(texts, *comparison, &date.to_string()))
        }
        Test::In { not, values } => {
            let mut codes: Vec<u32> = values.iter().map(|value| texts.code(value)).collect();
            codes.retain(|code| *code != NONE);
            codes.sort_unstable();
            codes.dedup();
            Some(ValueTest::Codes(if *not { texts.others(&codes) } else { codes }))
        }
        Test::Has { not, part, text, .. } => {
            let codes = match part {
                Part::Any => texts.containing(text),
                Part::Beginning => texts.codes_of(|whole| whole.starts_with(text.as_str())),
                Part::End => texts.codes_of(|whole| whole.ends_with(text.as_str())),
            };
            Some(ValueTest::Codes(if *not { texts.others(&codes) } else { codes }))
        }
        Test::Is(..) | Test::Missing | Test::Present => None,
    }
}

fn compared_texts(texts: &Texts, comparison: Comparison, bound: &str) -> ValueTest {
    match comparison {
        Comparison::Equal => ValueTest::Code(texts.code(bound)),
        Comparison::Unequal => ValueTest::CodeNot(texts.code(bound)),
        comparison => ValueTest::Codes(texts.codes_of(|text| comparison.holds(text, bound))),
    }
}

/// Returns the rows whose primary key passes.
fn with_keys(keys: &Keys, test: &Test) -> Option<FoundRows> {
    let (not, ids) = match test {
        Test::Missing => (false, &[][..]),
        Test::Present => (true, &[][..]),
        Test::In { not, values } => (*not, &values[..]),
        Test::Is(Comparison::Equal, Bound::Text(id)) => (false, std::slice::from_ref(id)),
        Test::Is(Comparison::Unequal, Bound::Text(id)) => (true, std::slice::from_ref(id)),
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
