//! Inserts many rows with one statement of PostgreSQL, which has each column as one value: so it is the same for any
//! number of rows and stays prepared. Diesel's has a value for each cell, and PostgreSQL parses it each time.

use diesel::expression::AsExpression;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, SqlType};

use super::conn::Conn;
use crate::base::error::{Error, Result};

/// A column of rows that are inserted.
pub struct ColumnValues<'a> {
    name: &'static str,
    values: Box<dyn QueryFragment<Pg> + 'a>,
}

impl<'a> ColumnValues<'a> {
    /// Returns the values of a column, in the order of the rows.
    pub fn of<C, T>(_: C, values: Vec<T>) -> Self
    where
        C: Column,
        C::SqlType: SqlType + 'static,
        Vec<T>: AsExpression<Array<C::SqlType>, Expression: QueryFragment<Pg> + 'a>,
    {
        Self { name: C::NAME, values: Box::new(values.as_expression()) }
    }
}

/// Inserts rows, given by column, on PostgreSQL.
///
/// # Errors
/// Those of the statement. On SQLite it fails: rows are inserted one by one there.
pub fn insert_rows(
    conn: &mut Conn,
    table: &'static str,
    columns: &[ColumnValues<'_>],
) -> Result<()> {
    match conn {
        Conn::Pg(conn) => InsertRows { table, columns }.execute(conn)?,
        Conn::Sqlite(_) => return Err(Error::internal("SQLite has no arrays")),
    };
    Ok(())
}

struct InsertRows<'a> {
    table: &'static str,
    columns: &'a [ColumnValues<'a>],
}

impl Query for InsertRows<'_> {
    type SqlType = ();
}
impl QueryId for InsertRows<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}
impl RunQueryDsl<PgConnection> for InsertRows<'_> {}

impl QueryFragment<Pg> for InsertRows<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("INSERT INTO ");
        out.push_identifier(self.table)?;
        let separated = |at: usize| if at == 0 { " (" } else { ", " };
        for (at, column) in self.columns.iter().enumerate() {
            out.push_sql(separated(at));
            out.push_identifier(column.name)?;
        }
        out.push_sql(") SELECT * FROM unnest");
        for (at, column) in self.columns.iter().enumerate() {
            out.push_sql(separated(at));
            column.values.walk_ast(out.reborrow())?;
        }
        out.push_sql(")");
        Ok(())
    }
}
