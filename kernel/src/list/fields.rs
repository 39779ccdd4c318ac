//! The columns of a resource that may be sorted and searched, whitelisted by their JSON names.
//!
//! A column is checked against its source when it is added (one of a table that is not joined does
//! not compile) and erased there, so that one expression serves every resource.

use std::any::TypeId;
use std::marker::PhantomData;
use std::sync::Arc;

use diesel::expression::{AppearsOnTable, Expression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Bool, Date, Double, Integer, Nullable, Text, Timestamp};
use diesel::sqlite::Sqlite;

use crate::db::Db;

/// A column, whatever its type: SQL for both databases.
pub trait ColumnSql: QueryFragment<Pg> + QueryFragment<Sqlite> + Send + Sync {}
impl<T: QueryFragment<Pg> + QueryFragment<Sqlite> + Send + Sync> ColumnSql for T {}

/// How the values of a field compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Without case, in every script.
    Text,
    /// Like text, by its beginning: what may be too long for an index.
    Prose,
    /// Byte by byte, as it stands: identifiers, and what was made to be sorted.
    Exact,
    /// By value.
    Number,
    /// By time.
    Date,
    /// No before yes.
    Boolean,
}

/// The SQL types that a field can have.
pub trait HasKind {
    /// How its values compare.
    const KIND: Kind;
    /// Whether a value can be missing; missing ones sort first.
    const NULLABLE: bool = false;
}

macro_rules! kinds {
    ($($sql:ty => $kind:ident),+) => { $(
        impl HasKind for $sql { const KIND: Kind = Kind::$kind; }
        impl HasKind for Nullable<$sql> {
            const KIND: Kind = Kind::$kind;
            const NULLABLE: bool = true;
        }
    )+ };
}
kinds!(Text => Text, Integer => Number, BigInt => Number, Double => Number, Date => Date,
       Timestamp => Date, Bool => Boolean);

#[derive(Clone)]
pub(crate) struct Column {
    sql: Arc<dyn ColumnSql>,
    kind: Kind,
    nullable: bool,
    /// Whether it is of a joined table, so that a count that touches it has to join.
    joined: bool,
}

impl Column {
    /// A column of the resource's own table, compared byte by byte as it stands.
    fn as_it_is(sql: Arc<dyn ColumnSql>) -> Self {
        Self { sql, kind: Kind::Exact, nullable: false, joined: false }
    }
}

struct Field {
    name: &'static str,
    sort: Column,
    searched: Option<Column>,
}

/// The fields of a resource's lists. `Table` is the resource's own table, `Source` what its lists
/// select from: the same table, or a join.
pub struct Fields<Table, Source = Table> {
    id: Arc<dyn ColumnSql>,
    fields: Vec<Field>,
    source: PhantomData<fn() -> (Table, Source)>,
}

impl<Table: 'static, Source> Fields<Table, Source> {
    /// Starts with the identifier, which breaks every tie.
    pub fn new<C>(name: &'static str, id: C) -> Self
    where
        C: diesel::Column<Table = Table> + ColumnSql + 'static,
    {
        let id: Arc<dyn ColumnSql> = Arc::new(id);
        let fields = vec![Field { name, sort: Column::as_it_is(Arc::clone(&id)), searched: None }];
        Self { id, fields, source: PhantomData }
    }

    /// A text that may be long: sorted by its first 200 characters.
    pub fn prose<C>(mut self, name: &'static str, column: C) -> Self
    where
        C: diesel::Column + AppearsOnTable<Source> + ColumnSql + 'static,
        C::SqlType: HasKind,
        C::Table: 'static,
    {
        let sort = Column { kind: Kind::Prose, ..Self::column(column) };
        self.fields.push(Field { name, sort, searched: None });
        self
    }

    /// A field that can be sorted.
    pub fn sort<C>(mut self, name: &'static str, column: C) -> Self
    where
        C: diesel::Column + AppearsOnTable<Source> + ColumnSql + 'static,
        C::SqlType: HasKind,
        C::Table: 'static,
    {
        self.fields.push(Field { name, sort: Self::column(column), searched: None });
        self
    }

    /// A text field that can be sorted, and that a search looks into.
    pub fn search<C>(mut self, name: &'static str, column: C) -> Self
    where
        C: diesel::Column + AppearsOnTable<Source> + ColumnSql + Clone + 'static,
        C::SqlType: HasKind,
        C::Table: 'static,
    {
        let searched = Some(Self::column(column.clone()));
        self.fields.push(Field { name, sort: Self::column(column), searched });
        self
    }

    /// A text field that a search looks into, sorted by a column that holds its natural order.
    pub fn natural<C, O>(mut self, name: &'static str, column: C, order: O) -> Self
    where
        C: diesel::Column + AppearsOnTable<Source> + ColumnSql + 'static,
        O: diesel::Column<Table = Table> + ColumnSql + 'static,
        C::SqlType: HasKind,
        C::Table: 'static,
    {
        let searched = Some(Self::column(column));
        let sort = Column::as_it_is(Arc::new(order));
        self.fields.push(Field { name, sort, searched });
        self
    }

    fn column<C>(column: C) -> Column
    where
        C: diesel::Column + ColumnSql + 'static,
        C::SqlType: HasKind,
        C::Table: 'static,
    {
        Column {
            sql: Arc::new(column),
            kind: C::SqlType::KIND,
            nullable: C::SqlType::NULLABLE,
            joined: TypeId::of::<C::Table>() != TypeId::of::<Table>(),
        }
    }

    /// The names that can be sorted by.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.fields.iter().map(|field| field.name).collect()
    }

    /// Whether a search finds anything here at all.
    pub(crate) fn is_searchable(&self) -> bool {
        self.fields.iter().any(|field| field.searched.is_some())
    }

    /// The order by `name`, ties broken by the identifier in the same direction, so that one index
    /// `(column, id)` serves both directions. `None` when there is no such field.
    pub(crate) fn order(&self, name: &str, descending: bool) -> Option<Order<Source>> {
        let field = self.fields.iter().find(|field| field.name == name)?;
        let id = Arc::clone(&self.id);
        Some(Order { column: field.sort.clone(), id, descending, source: PhantomData })
    }

    /// Records that contain `term` in one of the searched fields, and whether that needs the joins.
    pub(crate) fn contains(&self, term: &str) -> (Node, bool) {
        let columns: Vec<Column> =
            self.fields.iter().filter_map(|field| field.searched.clone()).collect();
        let joined = columns.iter().any(|column| column.joined);
        let escaped = crate::db::fold_text(term)
            .replace('\\', "\\\\")
            .replace('%', "\\%")
            .replace('_', "\\_");
        (Node::Contains { columns, pattern: format!("%{escaped}%") }, joined)
    }
}

/// A condition, whatever it compares.
#[derive(Clone)]
pub(crate) enum Node {
    Contains { columns: Vec<Column>, pattern: String },
}

/// A condition on rows of `Source`.
pub struct Cond<Source> {
    node: Node,
    source: PhantomData<fn() -> Source>,
}

impl<Source> Cond<Source> {
    pub(crate) fn new(node: Node) -> Self {
        Self { node, source: PhantomData }
    }
}

/// An order of rows of `Source`.
pub struct Order<Source> {
    column: Column,
    id: Arc<dyn ColumnSql>,
    descending: bool,
    source: PhantomData<fn() -> Source>,
}

/// Both dialects are the same but for where the column's own SQL goes.
macro_rules! sql_for {
    ($backend:ty, $nulls:expr) => {
        impl QueryFragment<$backend> for Column {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                let (before, after) = match self.kind {
                    Kind::Text => ("fold(", ")"),
                    Kind::Prose => ("substr(fold(", "), 1, 200)"),
                    Kind::Exact | Kind::Number | Kind::Date | Kind::Boolean => ("", ""),
                };
                out.push_sql(before);
                QueryFragment::<$backend>::walk_ast(&*self.sql, out.reborrow())?;
                out.push_sql(after);
                Ok(())
            }
        }
        impl<Source> QueryFragment<$backend> for Order<Source> {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                self.column.walk_ast(out.reborrow())?;
                out.push_sql(if self.descending { " DESC" } else { " ASC" });
                // Missing values sort first on both databases, as the indexes have it.
                if $nulls && self.column.nullable {
                    out.push_sql(if self.descending { " NULLS LAST" } else { " NULLS FIRST" });
                }
                out.push_sql(", ");
                QueryFragment::<$backend>::walk_ast(&*self.id, out.reborrow())?;
                out.push_sql(if self.descending { " DESC" } else { " ASC" });
                Ok(())
            }
        }
        impl<Source> QueryFragment<$backend> for Cond<Source> {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                let Node::Contains { columns, pattern } = &self.node;
                out.push_sql("(");
                for (index, column) in columns.iter().enumerate() {
                    if index > 0 {
                        out.push_sql(" OR ");
                    }
                    column.walk_ast(out.reborrow())?;
                    out.push_sql(" LIKE ");
                    out.push_bind_param::<Text, String>(pattern)?;
                    out.push_sql(" ESCAPE '\\'");
                }
                out.push_sql(")");
                Ok(())
            }
        }
    };
}

sql_for!(Pg, true);
sql_for!(Sqlite, false);

macro_rules! expression {
    ($name:ident, $sql:ty) => {
        impl<Source> Expression for $name<Source> {
            type SqlType = $sql;
        }
        impl<Source> AppearsOnTable<Source> for $name<Source> {}
        impl<Source> SelectableExpression<Source> for $name<Source> {}
        impl<Source> ValidGrouping<()> for $name<Source> {
            type IsAggregate = is_aggregate::No;
        }
        impl<Source> QueryId for $name<Source> {
            type QueryId = ();
            const HAS_STATIC_QUERY_ID: bool = false;
        }
        impl<Source> QueryFragment<Db> for $name<Source> {
            fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
                Db::walk_variant_ast(self, out)
            }
        }
    };
}
expression!(Cond, Bool);
expression!(Order, Text);
