//! Searches for one substring in several fields, as SQL.
//!
//! Matches are looked up first, in each table by itself: when they are few, the list is restricted
//! to their identifiers. A term without matches costs one lookup in each index and nothing else; a
//! term with many matches stays a condition, whose cost the planner estimates.

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::Text;
use diesel::sqlite::Sqlite;

use super::expression::{Node, Searched, Test};
use crate::base::error::Result;
use crate::db::search::Tables;
use crate::db::{Conn, prepared};

/// Up to how many identifiers stand in a condition.
const FEW: usize = 500;

impl Node {
    /// Looks up what is searched for.
    ///
    /// Each term is searched by itself. Once one of them is resolved to identifiers, the others are
    /// tested on those records alone: on SQLite about 5 µs each.
    pub(super) fn resolved(self, conn: &mut Conn) -> Result<Self> {
        match self {
            Self::All(parts) => {
                let (mut resolved, mut is_narrowed) = (Vec::with_capacity(parts.len()), false);
                for part in parts {
                    let had_search = part.has_search();
                    let part = part.resolved(conn)?;
                    if part.is_never() {
                        return Ok(part);
                    }
                    is_narrowed |= had_search && !part.has_search();
                    resolved.push(part);
                }
                let all = Self::All(resolved);
                Ok(if is_narrowed { all.for_walking() } else { all })
            }
            Self::Any(parts) => {
                let parts = parts.into_iter().map(|part| part.resolved(conn));
                let mut parts = parts.collect::<Result<Vec<_>>>()?;
                // SQLite uses no index for an `OR` with a constant operand.
                parts.retain(|part| !part.is_never());
                Ok(Self::Any(parts))
            }
            Self::Search(searched) => Ok(match searched.few(conn)? {
                Some(values) => {
                    let (Searched::Own { id: column, .. } | Searched::Named { refers: column, .. }) =
                        searched;
                    Self::Test(column, Test::In { not: false, values })
                }
                None => Self::Search(searched),
            }),
            Self::Cached(_, node) => node.resolved(conn),
            test @ (Self::Test(..) | Self::Not(_) | Self::Referred { .. }) => Ok(test),
        }
    }

    /// Rewrites the condition for a query that reads along an order and stops early: a search with
    /// many matches is then tested per record.
    pub(super) fn for_walking(self) -> Self {
        let all = |parts: Vec<Self>| parts.into_iter().map(Self::for_walking).collect();
        match self {
            Self::All(parts) => Self::All(all(parts)),
            Self::Any(parts) => Self::Any(all(parts)),
            Self::Search(Searched::Own { id, columns, term, .. }) => {
                Self::Search(Searched::Own { id, columns, term, walking: true })
            }
            other => other,
        }
    }

    /// Returns whether it contains a search that was not resolved to identifiers.
    fn has_search(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::has_search),
            Self::Cached(_, node) => node.has_search(),
            Self::Test(..) | Self::Not(_) | Self::Referred { .. } => false,
            Self::Search(_) => true,
        }
    }

    /// Returns whether no record can meet it.
    pub(super) fn is_never(&self) -> bool {
        match self {
            Self::All(parts) => parts.iter().any(Self::is_never),
            Self::Any(parts) => parts.iter().all(Self::is_never),
            Self::Test(_, Test::In { not: false, values }) => values.is_empty(),
            Self::Referred { within, or_none, .. } => !or_none && within.is_never(),
            Self::Cached(_, node) => node.is_never(),
            Self::Test(..) | Self::Not(_) | Self::Search(_) => false,
        }
    }
}

impl Searched {
    /// Returns the identifiers that it finds, when they are few.
    fn few(&self, conn: &mut Conn) -> Result<Option<Vec<String>>> {
        let (Self::Own { term, .. } | Self::Named { term, .. }) = self;
        let pattern = term.pattern.as_str().into();
        let (sql, values) = match self {
            Self::Own { id, .. } => {
                let Tables { texts, index } = Tables::of(id.table);
                let select = format!("SELECT id FROM {texts} WHERE");
                match &term.phrase {
                    Some(phrase) if conn.is_sqlite() => {
                        let rows = format!("SELECT rowid FROM {index} WHERE {index} MATCH ?");
                        (format!("{select} row IN ({rows})"), vec![phrase.as_str().into()])
                    }
                    Some(_) => (
                        format!("{select} trigrams(text) @> trigrams(?) AND text LIKE ?"),
                        vec![term.text.as_str().into(), pattern],
                    ),
                    None => (format!("{select} text LIKE ? ESCAPE '\\'"), vec![pattern]),
                }
            }
            // The table is small, with one row for many that refer to it.
            Self::Named { called, .. } => {
                let (table, name) = (called.table, called.name);
                let sql = format!("SELECT id FROM {table} WHERE fold({name}) LIKE ? ESCAPE '\\'");
                (sql, vec![pattern])
            }
        };
        let sql = format!("{sql} LIMIT {}", FEW + 1);
        let found = prepared::rows::<Text, String>(conn, &sql, &values)?;
        Ok((found.len() <= FEW).then_some(found))
    }
}

macro_rules! sql_for {
    ($backend:ty, $sqlite:literal) => {
        impl QueryFragment<$backend> for Searched {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                match self {
                    Self::Own { id, term, walking, .. } => {
                        let texts = Tables::of(id.table).texts;
                        if *walking {
                            out.push_sql(&format!(
                                "EXISTS (SELECT 1 FROM {texts} WHERE {texts}.id = "
                            ));
                            QueryFragment::<$backend>::walk_ast(&*id.sql, out.reborrow())?;
                            out.push_sql(" AND ");
                        } else {
                            QueryFragment::<$backend>::walk_ast(&*id.sql, out.reborrow())?;
                            out.push_sql(&format!(" IN (SELECT id FROM {texts} WHERE "));
                            if term.phrase.is_some() && !$sqlite {
                                out.push_sql("trigrams(text) @> trigrams(");
                                out.push_bind_param::<Text, String>(&term.text)?;
                                out.push_sql(") AND ");
                            }
                        }
                        out.push_sql("text LIKE ");
                        out.push_bind_param::<Text, String>(&term.pattern)?;
                        out.push_sql(" ESCAPE '\\')");
                    }
                    Self::Named { refers, called, term } => {
                        let table = called.table;
                        QueryFragment::<$backend>::walk_ast(&*refers.sql, out.reborrow())?;
                        // As an array, which PostgreSQL can look up in an index and combine with
                        // other indexes.
                        out.push_sql(if $sqlite { " IN (" } else { " = ANY(ARRAY(" });
                        out.push_sql(&format!("SELECT id FROM {table} WHERE fold("));
                        QueryFragment::<$backend>::walk_ast(&*called.sql, out.reborrow())?;
                        out.push_sql(") LIKE ");
                        out.push_bind_param::<Text, String>(&term.pattern)?;
                        out.push_sql(" ESCAPE '\\'");
                        out.push_sql(if $sqlite { ")" } else { "))" });
                    }
                }
                Ok(())
            }
        }
    };
}

sql_for!(Pg, false);
sql_for!(Sqlite, true);
