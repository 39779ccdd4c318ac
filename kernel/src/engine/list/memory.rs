//! Answers a list from the columns in memory: which records match, how many, and which of them are on
//! the page. Their rows are read from the database.
//!
//! A list costs at 1,000,000 rows between 10 and 100 microseconds for each test of a filter, and the first times after a
//! change of its column about a millisecond; a part of a text is looked for in all different texts of its column. What
//! memory cannot answer exactly is left to the database.

use super::expression::{Column, Node, Order};
use super::fields::Fields;
use super::kind::Kind;
use super::query::{Among, ListQuery};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::{Conn, fold_text};
use crate::engine::columns::{
    self, ColumnCache, CurrentTables, NONE, Need, Rendered, RenderedKind, RowSet, Rows, SortColumn,
    ValueTest, Wanted, is_among,
};

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

/// What memory found of a page.
pub(super) struct Found {
    pub(super) total: i64,
    /// The identifiers of the records on the page, in order.
    pub(super) ids: Vec<Id>,
    /// Their texts, when they are to be rendered.
    pub(super) rendered: Option<Rendered>,
}

/// The records to be rendered: their kind and its tables.
#[derive(Clone, Copy)]
pub(super) struct ToRender<'a> {
    pub(super) kind: RenderedKind,
    pub(super) sources: &'a [&'static str],
}

impl ListQuery {
    /// Returns what the columns in memory say of a page. `None` when the database has to answer.
    pub(super) fn in_memory<Table: 'static, Source>(
        &self,
        conn: &mut Conn,
        cache: &ColumnCache,
        fields: &Fields<Table, Source>,
        order: &Order,
        limit: i64,
        to_render: Option<ToRender<'_>>,
    ) -> Result<Option<Found>> {
        let question = self.question(fields, order);
        let (_, identifier) = fields.identifier().cached();
        let sources = to_render.map_or(&[][..], |to_render| to_render.sources);
        let needs = question.needs(sources);
        let Some(tables) = cache.current(conn, &needs, identifier, self.requested_at)? else {
            return Ok(None);
        };
        let offset = (self.page - 1) * limit;
        let (Ok(offset), Ok(limit)) = (usize::try_from(offset), usize::try_from(limit)) else {
            return Ok(None);
        };
        Ok(question.answer(&tables, cache, order.descending, (offset, limit), to_render))
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
    /// Returns the columns that it needs, by table; of the tables in `sources` at least the keys.
    fn needs(&self, sources: &[&'static str]) -> Vec<Need> {
        let others = sources.iter().copied().filter(|source| *source != self.table);
        let tables = std::iter::once(self.table).chain(others);
        let mut needs: Vec<Need> =
            tables.map(|table| Need { table, columns: Vec::new() }).collect();
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
            filter.each_column(&mut add);
        }
        needs
    }

    fn answer(
        &self,
        tables: &CurrentTables<'_>,
        cache: &ColumnCache,
        descending: bool,
        (offset, limit): (usize, usize),
        to_render: Option<ToRender<'_>>,
    ) -> Option<Found> {
        let matching = self.matching(tables, cache)?;
        let count = match &matching {
            Some(matching) => matching.count(),
            None => tables.columns(self.table)?.rows,
        };
        let sorted = tables.sorted(self.table, &self.sort)?;
        let rows = sorted.page(matching.as_ref(), descending, offset, limit);
        let keys = tables.keys(self.table)?;
        let id = |row: &u32| Id::parse(&keys.rows()[*row as usize].to_string());
        let ids = rows.iter().map(id).collect::<Option<Vec<Id>>>()?;
        let rendered = match to_render {
            None => None,
            Some(ToRender { kind, sources }) => Some(tables.rendered(kind, sources, &rows)?),
        };
        Some(Found { total: i64::try_from(count).ok()?, ids, rendered })
    }

    /// Returns the rows that match; all of them with `Some(None)`.
    #[expect(clippy::option_option, reason = "the outer one is whether memory can answer")]
    fn matching(&self, tables: &CurrentTables<'_>, cache: &ColumnCache) -> Option<Option<Rows>> {
        let rows = tables.columns(self.table)?.rows;
        let column = |table: &str, wanted: &Wanted| tables.column(table, wanted);
        let mut parts = Vec::new();
        if let Some(filter) = &self.filter {
            parts.push(filter.meeting(&column, cache)?);
        }
        if let Some(among) = self.among {
            let (Among::These(ids) | Among::AllBut(ids)) = among;
            let not = matches!(among, Among::AllBut(_));
            let ids = ids.iter().map(Id::as_str);
            parts.push(RowSet::These(tables.keys(self.table)?.having(ids, not)));
        }
        for term in &self.terms {
            parts.push(self.containing(tables, cache, term)?);
        }
        Some((!parts.is_empty()).then(|| RowSet::All(parts).find(rows)))
    }

    /// Describes the rows with a term in any searched field.
    fn containing<'a>(
        &self,
        tables: &CurrentTables<'_>,
        cache: &'a ColumnCache,
        term: &str,
    ) -> Option<RowSet<'a>> {
        let column = |column: &Column| {
            let (table, wanted) = column.cached();
            tables.column(table, wanted)
        };
        let mut parts = Vec::new();
        for searched in &self.searched {
            let column = column(searched)?;
            let columns::Column::Texts { texts, .. } = &column else { return None };
            let test = ValueTest::Codes(texts.containing(term));
            parts.push(RowSet::of_values(column, test, &cache.value_indexes));
        }
        for (refers, shown) in &self.named {
            let keys = tables.columns(shown.cached().0)?.keys.clone()?;
            let (shown, refers) = (column(shown)?, column(refers)?);
            let (
                columns::Column::Texts { codes: called, texts },
                columns::Column::Texts { texts: ids, .. },
            ) = (&shown, &refers)
            else {
                return None;
            };
            let called_so = texts.containing(term);
            if called_so.is_empty() {
                continue;
            }
            let is_called = is_among(&called_so, texts.len());
            let named = cache.joins.of(&refers, &columns::Column::Keys(keys), false);
            let is_named = |id: &u32| match named.first(*id) {
                NONE => false,
                row => is_called.get(called[row as usize] as usize) == Some(&true),
            };
            let test = ValueTest::Codes((0..).take(ids.len()).filter(is_named).collect());
            parts.push(RowSet::of_values(refers, test, &cache.value_indexes));
        }
        Some(RowSet::Any(parts))
    }
}
