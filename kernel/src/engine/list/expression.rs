//! The expression tree of a list query: columns, conditions, an order. `sql` writes it.

use std::sync::{Arc, OnceLock};

use chrono::NaiveDate;
use diesel::internal::table_macro::{Identifier, StaticQueryFragment};
use diesel::pg::Pg;
use diesel::query_builder::{QueryFragment, QueryId};
use diesel::sqlite::Sqlite;

use super::computed::ComputedField;
use super::kind::{FieldKind, HasFieldKind};
use crate::base::time::Timestamp;
use crate::db::list_indexes::ListIndex;
use crate::db::search::{self, literal};
use crate::engine::columns::{ColumnExpr, Comparison, Shape};

/// A type-erased column that can be written as SQL for both databases.
pub trait ColumnSql: QueryFragment<Pg> + QueryFragment<Sqlite> + Send + Sync {}

impl<T: QueryFragment<Pg> + QueryFragment<Sqlite> + Send + Sync> ColumnSql for T {}

/// A table whose type has its name.
pub trait NamedTable {
    /// The name in the database.
    const NAME: &'static str;
}

impl<T: StaticQueryFragment<Component = Identifier<'static>>> NamedTable for T {
    const NAME: &'static str = T::STATIC_COMPONENT.0;
}

/// A column of a table that lists can have.
pub trait ListedColumn:
    diesel::Column<Table: NamedTable, SqlType: HasFieldKind> + ColumnSql + 'static
{
}

impl<C> ListedColumn for C where
    C: diesel::Column<Table: NamedTable, SqlType: HasFieldKind> + ColumnSql + 'static
{
}

/// A column as it is compared and sorted.
#[derive(Clone)]
pub(crate) struct FieldColumn {
    /// The column's own SQL, without the normalization that makes it comparable.
    pub(super) sql: Arc<dyn ColumnSql>,
    /// Its table and its name; empty when it is computed.
    pub(super) table: &'static str,
    pub(super) name: &'static str,
    pub(super) kind: FieldKind,
    pub(super) nullable: bool,
    /// What joins its table, when that is not the resource's own.
    pub(super) through: Option<Join>,
    /// What it is computed from, when it is no column of a table.
    pub(super) computed: Option<&'static ComputedField>,
    /// Its table and how it is kept in memory, once something has asked.
    pub(super) cached: Arc<OnceLock<(&'static str, ColumnExpr)>>,
}

/// A scalar subquery.
#[derive(Clone)]
pub(super) struct LookUp(pub(super) String);

impl QueryId for LookUp {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

/// A join of another table by its identifier.
#[derive(Clone)]
pub(super) struct Join {
    /// The foreign key.
    pub(super) refers: Arc<FieldColumn>,
    /// Whether it may be missing, so that a record has no row of the other table.
    pub(super) optional: bool,
}

impl FieldColumn {
    /// A column of a table, compared as its type says.
    pub(super) fn of<C: ListedColumn>(column: C) -> Self {
        Self { kind: C::SqlType::KIND, nullable: C::SqlType::NULLABLE, ..Self::as_it_is(column) }
    }

    /// Makes a column of some SQL, compared byte by byte.
    pub(super) fn new(sql: Arc<dyn ColumnSql>, table: &'static str, name: &'static str) -> Self {
        let (through, computed, cached) = (None, None, Arc::default());
        Self {
            sql,
            table,
            name,
            kind: FieldKind::Exact,
            nullable: false,
            through,
            computed,
            cached,
        }
    }

    /// Makes the column of an identifier that is read from another table by a scalar subquery on a row of `table`.
    pub(super) fn looked_up(table: &'static str, sql: LookUp) -> Self {
        let wanted = ColumnExpr { shape: Shape::Text, sql: sql.0.to_owned() };
        let cached = Arc::new(OnceLock::from((table, wanted)));
        Self { nullable: true, cached, ..Self::new(Arc::new(sql), table, "") }
    }

    /// Marks the column as belonging to a joined table, which `refers` references.
    pub(super) fn through(mut self, refers: &FieldColumn) -> Self {
        self.through = Some(Join { optional: refers.nullable, refers: Arc::new(refers.clone()) });
        self
    }

    /// A column of a table, compared byte by byte.
    pub(super) fn as_it_is<C: ListedColumn>(column: C) -> Self {
        Self::new(Arc::new(column), C::Table::NAME, C::NAME)
    }

    /// Makes the column of a computed field.
    pub(super) fn of_computed(field: &'static ComputedField) -> Self {
        let column = Self::new(Arc::new(*field), "", "");
        Self { computed: Some(field), kind: FieldKind::Number, nullable: true, ..column }
    }

    pub(super) fn of_kind(self, kind: FieldKind) -> Self {
        match kind == self.kind {
            true => self,
            false => Self { kind, cached: Arc::default(), ..self },
        }
    }

    /// Returns the column as it is compared with values: a text is as a whole, even where the order is by its beginning.
    pub(super) fn whole(&self) -> Self {
        match self.kind {
            FieldKind::LongText => self.clone().of_kind(FieldKind::Text),
            _ => self.clone(),
        }
    }

    /// Returns whether a list may have records without a value: because the column is nullable, or
    /// because the record refers to none.
    pub(super) fn may_be_missing(&self) -> bool {
        self.nullable || self.through.as_ref().is_some_and(|join| join.optional)
    }

    /// Returns whether it belongs to a joined table.
    pub(super) fn is_joined(&self) -> bool {
        self.through.is_some()
    }

    /// Returns the compared expression in plain form, without quotes, spaces or the table's name.
    pub(super) fn expression(&self) -> String {
        let name = self.name;
        match self.kind {
            FieldKind::Text => format!("fold({name})"),
            FieldKind::LongText => format!("substr(fold({name}),1,200)"),
            _ => name.to_owned(),
        }
    }

    /// Returns the index that comparing and sorting needs, with its table.
    pub(super) fn index(&self) -> (String, ListIndex) {
        let (name, expression) = (self.name.to_owned(), self.expression());
        (self.table.to_owned(), ListIndex { name, expression, nullable: self.nullable })
    }
}

/// A condition.
#[derive(Clone)]
pub(crate) enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Test(FieldColumn, Test),
    Search(Searched),
    /// A condition that many lists have, as those of one reader have the reader's rule: the rows that meet it are kept in memory
    /// under a key.
    Cached(Arc<str>, Box<Node>),
    /// Records that do not meet it.
    Not(Box<Node>),
    /// Whether the record that a foreign key refers to meets a condition.
    Referred {
        refers: FieldColumn,
        /// The identifier of the records referred to.
        to: FieldColumn,
        within: Box<Node>,
        /// Whether a record meets it that refers to none.
        or_none: bool,
    },
}

/// A test of a column.
#[derive(Clone)]
pub(crate) enum Test {
    Is(Comparison, Bound),
    /// Whether the text has this part; `pattern` finds it in SQL.
    Has {
        not: bool,
        part: Part,
        text: String,
        pattern: String,
    },
    In {
        not: bool,
        values: Vec<String>,
    },
    Missing,
    Present,
}

/// Where in a text a part is looked for.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    Any,
    Beginning,
    End,
}

impl Test {
    pub(super) fn has(part: Part, text: &str, not: bool) -> Self {
        let pattern = match part {
            Part::Any => format!("%{}%", literal(text)),
            Part::Beginning => format!("{}%", literal(text)),
            Part::End => format!("%{}", literal(text)),
        };
        Self::Has { not, part, text: text.to_owned(), pattern }
    }
}

/// A value that a column is compared with.
#[derive(Clone)]
pub(crate) enum Bound {
    Text(String),
    Whole(i64),
    Real(f64),
    Day(NaiveDate),
    Instant(Timestamp),
    Truth(bool),
}

impl Node {
    /// Returns whether every record meets it, as without any filter.
    pub(super) fn is_always(&self) -> bool {
        matches!(self, Self::All(parts) if parts.iter().all(Self::is_always))
    }
}

/// A condition on the rows of a list, or of any query of the same table.
#[derive(Clone)]
pub struct Cond(pub(super) Node);

impl Cond {
    pub(crate) fn new(node: Node) -> Self {
        Self(node)
    }

    /// The condition that every row meets.
    pub(crate) fn always() -> Self {
        Self(Node::All(Vec::new()))
    }
}

/// An order of the rows of a list.
#[derive(Clone)]
pub struct Order {
    pub(super) column: FieldColumn,
    pub(super) id: Arc<dyn ColumnSql>,
    pub(super) descending: bool,
}

impl Order {
    pub(super) fn new(column: FieldColumn, id: Arc<dyn ColumnSql>, descending: bool) -> Self {
        Self { column, id, descending }
    }
}

/// A search in one table.
#[derive(Clone)]
pub(crate) enum Searched {
    /// In these columns of the resource's own table.
    Own {
        id: FieldColumn,
        columns: Vec<FieldColumn>,
        term: search::Term,
        /// Whether each record is tested by itself, because only the first ones are needed.
        walking: bool,
    },
    /// In the names of records referred to: the foreign key, and the column with the name.
    Named { refers: FieldColumn, called: FieldColumn, term: search::Term },
}
