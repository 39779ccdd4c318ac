//! Searches for one substring in several fields.
//!
//! Matches are looked up first, in each table by itself: when they are few, the list is restricted
//! to their identifiers. A term without matches costs one lookup in each index and nothing else; a
//! term with many matches stays a condition, whose cost the planner estimates.

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::Text;
use diesel::sqlite::Sqlite;

use super::expression::Searched;
use super::expression::{Node, Test};
use crate::base::error::Result;
use crate::db::{Conn, search};

impl Searched {
    /// Rewrites the search for a query that reads along an order and stops early.
    pub(super) fn for_walking(mut self) -> Self {
        if let Self::Own { walking, .. } = &mut self {
            *walking = true;
        }
        self
    }

    /// Resolves the search to a condition: on few identifiers, or on the search index.
    pub(super) fn resolve(self, conn: &mut Conn) -> Result<Node> {
        let (column, few) = match &self {
            Self::Own { id, term, .. } => (id.clone(), search::few_own(conn, id.table, term)?),
            Self::Named { refers, called, term } => {
                (refers.clone(), search::few_named(conn, called.table, called.name, term)?)
            }
        };
        Ok(match few {
            Some(values) => Node::Test(column, Test::In { not: false, values, kept: false }),
            None => Node::Search(self),
        })
    }
}

macro_rules! sql_for {
    ($backend:ty, $sqlite:literal) => {
        impl QueryFragment<$backend> for Searched {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                match self {
                    Self::Own { id, term, walking } => {
                        let texts = search::Tables::of(id.table).texts;
                        if *walking {
                            out.push_sql(&format!(
                                "EXISTS (SELECT 1 FROM {texts} WHERE {texts}.id = "
                            ));
                            QueryFragment::<$backend>::walk_ast(id.bare(), out.reborrow())?;
                            out.push_sql(" AND ");
                        } else {
                            QueryFragment::<$backend>::walk_ast(id.bare(), out.reborrow())?;
                            out.push_sql(&format!(" IN (SELECT id FROM {texts} WHERE "));
                            if let Some(long) = term.long.as_ref().filter(|_| !$sqlite) {
                                out.push_sql("trigrams(text) @> trigrams(");
                                out.push_bind_param::<Text, String>(long)?;
                                out.push_sql(") AND ");
                            }
                        }
                        out.push_sql("text LIKE ");
                        out.push_bind_param::<Text, String>(&term.pattern)?;
                        out.push_sql(" ESCAPE '\\')");
                    }
                    Self::Named { refers, called, term } => {
                        let table = called.table;
                        QueryFragment::<$backend>::walk_ast(refers.bare(), out.reborrow())?;
                        // As an array, which PostgreSQL can look up in an index and combine with
                        // other indexes.
                        out.push_sql(if $sqlite { " IN (" } else { " = ANY(ARRAY(" });
                        out.push_sql(&format!("SELECT id FROM {table} WHERE fold("));
                        QueryFragment::<$backend>::walk_ast(called.bare(), out.reborrow())?;
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
