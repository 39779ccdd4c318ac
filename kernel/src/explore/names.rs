//! What records are called, and where they are: asked of the database for those in an answer.

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Text, Untyped};
use diesel::sqlite::Sqlite;

use crate::db::cells::Columns;

/// What records are called.
pub(super) struct Names {
    pub(super) table: &'static str,
    pub(super) called: &'static str,
    pub(super) place: Option<[&'static str; 2]>,
    /// Of which; without any, of all there are.
    pub(super) ids: Option<Vec<String>>,
}

macro_rules! sql_for {
    ($backend:ty) => {
        impl QueryFragment<$backend> for Names {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                out.unsafe_to_cache_prepared();
                let Self { table, called, .. } = self;
                out.push_sql(&format!("SELECT {table}.id, CAST({called} AS TEXT)"));
                for number in self.place.iter().flatten() {
                    out.push_sql(&format!(", CAST({number} AS DOUBLE PRECISION)"));
                }
                out.push_sql(&format!(" FROM {table}"));
                let Some(ids) = &self.ids else { return Ok(()) };
                out.push_sql(&format!(" WHERE {table}.id IN ("));
                for (index, id) in ids.iter().enumerate() {
                    out.push_sql(if index > 0 { ", " } else { "" });
                    out.push_bind_param::<Text, String>(id)?;
                }
                out.push_sql(")");
                Ok(())
            }
        }
    };
}
sql_for!(Pg);
sql_for!(Sqlite);

impl Query for Names {
    type SqlType = Untyped;
}
impl RunQueryDsl<PgConnection> for Names {}
impl RunQueryDsl<SqliteConnection> for Names {}
impl QueryId for Names {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}
impl Columns for Names {}
