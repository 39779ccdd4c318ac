//! The expression tree of a list query: columns, conditions, an order. `sql` writes it.

use std::sync::{Arc, OnceLock};

use chrono::NaiveDate;
use diesel::internal::table_macro::{Identifier, StaticQueryFragment};
use diesel::pg::Pg;
use diesel::query_builder::QueryFragment;
use diesel::sqlite::Sqlite;

use super::computed::ComputedField;
use super::kind::{Compared, FieldKind, HasFieldKind};
use crate::base::time::Timestamp;
use crate::db::list_indexes::ListIndex;
use crate::db::search;
use crate::engine::columns::ColumnExpr;

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

/// A column as it is compared and sorted.
#[derive(Clone)]
pub(crate) struct FieldColumn {
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
    pub(super) fn of<C>(column: C) -> Self
    where
        C: diesel::Column<Table: NamedTable> + ColumnSql + 'static,
        C::SqlType: HasFieldKind,
    {
        Self { kind: C::SqlType::KIND, nullable: C::SqlType::NULLABLE, ..Self::as_it_is(column) }
    }

    /// The column's own SQL.
    pub(super) fn sql(&self) -> Arc<dyn ColumnSql> {
        Arc::clone(&self.sql)
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

    /// Marks the column as belonging to a joined table, which `refers` references.
    pub(super) fn through(mut self, refers: &FieldColumn) -> Self {
        self.through = Some(Join { optional: refers.nullable, refers: Arc::new(refers.clone()) });
        self
    }

    /// Returns the column's own SQL, without the normalization that makes it comparable.
    pub(super) fn bare(&self) -> &dyn ColumnSql {
        &*self.sql
    }

    /// A column of a table, compared byte by byte.
    pub(super) fn as_it_is<C>(column: C) -> Self
    where
        C: diesel::Column<Table: NamedTable> + ColumnSql + 'static,
    {
        Self::new(Arc::new(column), C::Table::NAME, C::NAME)
    }

    pub(super) fn of_kind(self, kind: FieldKind) -> Self {
        match kind == self.kind {
            true => self,
            false => Self { kind, cached: Arc::default(), ..self },
        }
    }

    pub(super) fn kind(&self) -> FieldKind {
        self.kind
    }

    pub(super) fn is_nullable(&self) -> bool {
        self.nullable
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

    /// Returns the compared expression as an index of its table would have it.
    pub(super) fn compared(&self) -> Compared {
        let Self { table, name, .. } = *self;
        let expression = match self.kind {
            FieldKind::Text => format!("fold({name})"),
            FieldKind::LongText => format!("substr(fold({name}),1,200)"),
            _ => name.to_owned(),
        };
        Compared { table, column: name, expression }
    }

    /// Returns the index that comparing and sorting needs, with its table.
    pub(super) fn index(&self) -> (String, ListIndex) {
        let Compared { table, column, expression } = self.compared();
        let index = ListIndex { name: column.to_owned(), expression, nullable: self.nullable };
        (table.to_owned(), index)
    }
}

/// A condition.
#[derive(Clone)]
pub(crate) enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Test(FieldColumn, Test),
    Search(Searched),
}

/// A test of a column.
#[derive(Clone)]
pub(crate) enum Test {
    /// `=`, `<>`, `<`, `<=`, `>`, `>=`.
    Is(&'static str, Bound),
    Like {
        not: bool,
        pattern: String,
    },
    In {
        not: bool,
        values: Vec<String>,
    },
    /// Compares the whole text, where the order is by its beginning only.
    IsWhole(&'static str, String),
    Missing,
    Present,
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
    /// Returns whether no record can meet it.
    pub(super) fn is_never(&self) -> bool {
        match self {
            Self::All(parts) => parts.iter().any(Self::is_never),
            Self::Any(parts) => parts.iter().all(Self::is_never),
            Self::Test(_, Test::In { not: false, values }) => values.is_empty(),
            Self::Test(..) | Self::Search(_) => false,
        }
    }

    /// Returns whether every record meets it, as without any filter.
    pub(super) fn is_always(&self) -> bool {
        matches!(self, Self::All(parts) if parts.iter().all(Self::is_always))
    }

    /// Rewrites the condition for a query that reads along an order and stops early: a search with
    /// many matches is then tested per record.
    pub(super) fn for_walking(self) -> Self {
        let all = |parts: Vec<Self>| parts.into_iter().map(Self::for_walking).collect();
        match self {
            Self::All(parts) => Self::All(all(parts)),
            Self::Any(parts) => Self::Any(all(parts)),
            Self::Search(searched) => Self::Search(searched.for_walking()),
            test @ Self::Test(..) => test,
        }
    }

    /// Returns whether it contains a search that was not resolved to identifiers.
    pub(super) fn has_search(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::has_search),
            Self::Test(..) => false,
            Self::Search(_) => true,
        }
    }

    /// Returns whether its SQL is one of few texts, so that caching the prepared statement is
    /// worthwhile.
    pub(super) fn is_common(&self) -> bool {
        self.tests().is_some_and(|tests| tests <= 2)
    }

    /// Counts its tests; `None` when the SQL of one has variable length.
    fn tests(&self) -> Option<usize> {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().map(Self::tests).sum(),
            Self::Test(_, Test::In { .. }) => None,
            Self::Test(..) | Self::Search(_) => Some(1),
        }
    }
}

/// A condition on the rows of a list.
#[derive(Clone)]
pub(crate) struct Cond(pub(super) Node);

impl Cond {
    pub(crate) fn new(node: Node) -> Self {
        Self(node)
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
    /// In columns of the resource's own table.
    Own {
        id: FieldColumn,
        term: search::Term,
        /// Whether each record is tested by itself, because only the first ones are needed.
        walking: bool,
    },
    /// In the names of records referred to: the foreign key, and the column with the name.
    Named { refers: FieldColumn, called: FieldColumn, term: search::Term },
}
