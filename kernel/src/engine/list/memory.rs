//! Answers a list from the columns in memory: which records match, how many, and which of them are on
//! the page. Their rows are read from the database.
//!
//! The cost grows with the rows of the table, at 1,000,000 rows about a millisecond for each test of a
//! filter, whatever the indexes. What memory cannot answer exactly is left to the database.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex};

use super::expression::{Bound, Column, Node, Order, Test};
use super::fields::Fields;
use super::kind::Kind;
use super::query::{Among, ListQuery};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::{Conn, fold_text};
use crate::engine::columns::{
    self, Bitmap, CurrentTables, EXACT, Key, NONE, Need, Shape, SortColumn, Texts, Wanted,
};

impl Column {
    /// Returns its table, and how its compared values are cached.
    fn cached(&self) -> &(&'static str, Wanted) {
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

/// What a list asks of the columns in memory.
struct Question<'a> {
    table: &'static str,
    filter: Option<Node>,
    among: Option<&'a Among>,
    terms: Vec<String>,
    /// The searched columns of the table, and those of other tables with the column that refers to
    /// them.
    searched: Vec<Column>,
    named: Vec<(Column, Column)>,
    sort: SortColumn,
}

impl ListQuery {
    /// Returns the number of matching records, and the identifiers of those on a page. `None` when
    /// the database has to answer.
    pub(super) fn in_memory<Table: 'static, Source>(
        &self,
        conn: &mut Conn,
        fields: &Fields<Table, Source>,
        order: &Order,
        offset: i64,
        limit: i64,
    ) -> Result<Option<(i64, Vec<Id>)>> {
        let Some(cache) = &self.columns else { return Ok(None) };
        let question = self.question(fields, order);
        let (_, identifier) = fields.identifier().cached();
        let Some(mut tables) =
            cache.current(conn, &question.needs(), identifier, self.requested_at)?
        else {
            return Ok(None);
        };
        let (Ok(offset), Ok(limit)) = (usize::try_from(offset), usize::try_from(limit)) else {
            return Ok(None);
        };
        Ok(question.answer(&mut tables, order.descending, offset, limit))
    }

    fn question<Table: 'static, Source>(
        &self,
        fields: &Fields<Table, Source>,
        order: &Order,
    ) -> Question<'_> {
        let (table, sorted) = order.column.cached();
        let own = fields.identifier().cached().0;
        let through =
            order.column.through.as_ref().map(|join| (*table, join.refers.cached().1.clone()));
        let (mut searched, mut named) = (Vec::new(), Vec::new());
        if !self.search.is_empty() {
            for field in fields.searched_fields() {
                let shown = field.shown.clone().of_kind(Kind::Text);
                match field.shown.is_joined() {
                    true => named.push((field.filter.clone(), shown)),
                    false => searched.push(shown),
                }
            }
        }
        Question {
            table: own,
            filter: self.filter.as_ref().and_then(|filter| fields.condition(filter)),
            among: self.among.as_ref(),
            terms: self.search.iter().map(|term| fold_text(term)).collect(),
            searched,
            named,
            sort: SortColumn { wanted: sorted.clone(), through },
        }
    }
}

impl Question<'_> {
    /// Returns the columns that it needs, by table.
    fn needs(&self) -> Vec<Need> {
        let mut needs = vec![Need { table: self.table, columns: Vec::new() }];
        let mut add = |table: &'static str, wanted: &Wanted| {
            let at = needs.iter().position(|need| need.table == table).unwrap_or_else(|| {
                needs.push(Need { table, columns: Vec::new() });
                needs.len() - 1
            });
            if !needs[at].columns.contains(wanted) {
                needs[at].columns.push(wanted.clone());
            }
        };
        match &self.sort.through {
            None => add(self.table, &self.sort.wanted),
            Some((other, refers)) => {
                add(self.table, refers);
                add(other, &self.sort.wanted);
            }
        }
        let named = self.named.iter().flat_map(|(refers, shown)| [refers, shown]);
        for column in self.searched.iter().chain(named) {
            let (table, wanted) = column.cached();
            add(table, wanted);
        }
        if let Some(filter) = &self.filter {
            each_test(filter, &mut |column, test| {
                let (table, wanted) = compared(column, test);
                add(table, &wanted);
            });
        }
        needs
    }

    fn answer(
        &self,
        tables: &mut CurrentTables<'_>,
        descending: bool,
        offset: usize,
        limit: usize,
    ) -> Option<(i64, Vec<Id>)> {
        let matching = self.matching(tables)?;
        let count = match &matching {
            Some(matching) => matching.count(),
            None => tables.columns(self.table)?.rows,
        };
        let sorted = tables.sorted(self.table, &self.sort)?;
        let matching = matching.as_ref().map(|matching| (matching, count));
        let rows = sorted.page(matching, descending, offset, limit);
        let keys = tables.keys(self.table)?;
        let id = |row: &u32| Id::parse(&keys.rows()[*row as usize].to_string());
        let ids = rows.iter().map(id).collect::<Option<Vec<Id>>>()?;
        Some((i64::try_from(count).ok()?, ids))
    }

    /// Returns the rows that match; all of them with `Some(None)`.
    #[expect(clippy::option_option, reason = "the outer one is whether memory can answer")]
    fn matching(&self, tables: &CurrentTables<'_>) -> Option<Option<Bitmap>> {
        let rows = tables.columns(self.table)?.rows;
        let mut matching: Option<Bitmap> = None;
        let mut restrict = |to: Bitmap| match &mut matching {
            None => matching = Some(to),
            Some(matching) => matching.intersect(&to),
        };
        if let Some(filter) = &self.filter {
            restrict(self.meeting(tables, rows, filter)?);
        }
        if let Some(among) = self.among {
            let keys = tables.keys(self.table)?;
            let (Among::These(ids) | Among::AllBut(ids)) = among;
            let mut set = Bitmap::filled(rows, false);
            ids.iter().for_each(|id| set.insert(keys.row(&Key::of(id.as_str()))));
            if matches!(among, Among::AllBut(_)) {
                set.invert();
            }
            restrict(set);
        }
        for term in &self.terms {
            restrict(self.containing(tables, rows, term)?);
        }
        Some(matching)
    }

    /// Returns the rows that meet a condition.
    fn meeting(&self, tables: &CurrentTables<'_>, rows: usize, node: &Node) -> Option<Bitmap> {
        match node {
            Node::All(parts) => {
                let mut all = Bitmap::filled(rows, true);
                for part in parts {
                    all.intersect(&self.meeting(tables, rows, part)?);
                }
                Some(all)
            }
            Node::Any(parts) => {
                let mut any = Bitmap::filled(rows, false);
                for part in parts {
                    any.unite(&self.meeting(tables, rows, part)?);
                }
                Some(any)
            }
            Node::Test(column, test) => {
                let (table, wanted) = compared(column, test);
                let values = tables.columns(table)?.column(&wanted).ok()?;
                passing(&values, rows, column.kind, test)
            }
            Node::Search(_) => None,
        }
    }

    /// Returns the rows with a term in any searched field.
    fn containing(&self, tables: &CurrentTables<'_>, rows: usize, term: &str) -> Option<Bitmap> {
        let mut found = Bitmap::filled(rows, false);
        let finder = memchr::memmem::Finder::new(term);
        let is_found = |text: &str| finder.find(text.as_bytes()).is_some();
        for column in &self.searched {
            let (table, wanted) = column.cached();
            let columns::Column::Texts { codes, texts } =
                tables.columns(table)?.column(wanted).ok()?
            else {
                return None;
            };
            found.unite(&with_codes(&codes, &texts, is_found));
        }
        for (refers, shown) in &self.named {
            let ((_, refers), (other, shown)) = (refers.cached(), shown.cached());
            let (keys, called) = (tables.keys(other)?, tables.columns(other)?.column(shown).ok()?);
            let columns::Column::Texts { codes: called, texts } = called else { return None };
            let is_called = with_codes(&called, &texts, is_found);
            let columns::Column::Texts { codes, texts } =
                tables.columns(self.table)?.column(refers).ok()?
            else {
                return None;
            };
            let is_named = |id: &str| match keys.row(&Key::of(id)) {
                NONE => false,
                row => is_called.contains(row),
            };
            found.unite(&with_codes(&codes, &texts, is_named));
        }
        Some(found)
    }
}

fn each_test(node: &Node, each: &mut impl FnMut(&Column, &Test)) {
    match node {
        Node::All(parts) | Node::Any(parts) => parts.iter().for_each(|part| each_test(part, each)),
        Node::Test(column, test) => each(column, test),
        Node::Search(_) => {}
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
                Test::Missing => return Some(Bitmap::of(rows, |row| numbers[row].is_nan())),
                Test::Is(operator, bound) => (*operator, number(bound)?),
                _ => return None,
            };
            // Beyond, different integers are one number in memory.
            if kind == Kind::Whole && bound.abs() >= EXACT {
                return None;
            }
            Some(match operator {
                "=" => Bitmap::of(rows, |row| numbers[row] == bound),
                "<>" => Bitmap::of(rows, |row| !numbers[row].is_nan() && numbers[row] != bound),
                "<" => Bitmap::of(rows, |row| numbers[row] < bound),
                "<=" => Bitmap::of(rows, |row| numbers[row] <= bound),
                ">" => Bitmap::of(rows, |row| numbers[row] > bound),
                ">=" => Bitmap::of(rows, |row| numbers[row] >= bound),
                _ => return None,
            })
        }
        columns::Column::Texts { codes, texts } => {
            if matches!(test, Test::Missing) {
                return Some(Bitmap::of(rows, |row| codes[row] == NONE));
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
                    let values: HashSet<&str> = values.iter().map(String::as_str).collect();
                    return Some(with_codes(codes, texts, |text| values.contains(text) != *not));
                }
                Test::Like { not, pattern } => {
                    let pattern = Pattern::of(pattern)?;
                    return Some(with_codes(codes, texts, |text| pattern.fits(text) != *not));
                }
                Test::Is(..) | Test::Missing => return None,
            };
            Some(match operator {
                "=" => match texts.code(bound) {
                    NONE => Bitmap::filled(rows, false),
                    code => Bitmap::of(rows, |row| codes[row] == code),
                },
                "<>" => with_codes(codes, texts, |text| text != bound),
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
fn with_codes(codes: &[u32], texts: &Texts, passes: impl Fn(&str) -> bool) -> Bitmap {
    let passing: Vec<bool> = texts.all().iter().map(|text| passes(text)).collect();
    Bitmap::of(codes.len(), |row| passing.get(codes[row] as usize).copied().unwrap_or(false))
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
