//! Statements that name a table chosen at run time, and stay prepared: diesel prepares those of `sql_query`
//! each time, which on PostgreSQL takes longer than to execute them.
//!
//! A statement is kept by its text, for as long as the connection lives: the text depends on tables and
//! columns, never on values.

use std::marker::PhantomData;

use chrono::NaiveDate;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::query_dsl::methods::LoadQuery;
use diesel::result::Error as DieselError;
use diesel::sql_types::{Array, BigInt, Bool, Date, Double, Integer, Text, Timestamp as Time};
use diesel::sqlite::Sqlite;

use super::conn::Conn;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::on_each;

/// A value of a statement.
#[derive(Clone, Copy)]
pub(crate) enum Value<'a> {
    Text(&'a str),
    /// Identifiers, as an array of PostgreSQL.
    Ids(&'a [Id]),
    /// Texts, as an array of PostgreSQL.
    Texts(&'a [String]),
    /// The values of a column of rows, as an array of PostgreSQL.
    Column(&'a dyn QueryFragment<Pg>),
    Whole(i64),
    Number(f64),
    Day(NaiveDate),
    Time(Timestamp),
    Boolean(bool),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a Id> for Value<'a> {
    fn from(id: &'a Id) -> Self {
        Self::Text(id.as_str())
    }
}

/// A statement, which returns rows of type `Returned`.
#[derive(Clone, Copy)]
pub(crate) struct Prepared<'a, Returned> {
    sql: &'a str,
    values: &'a [Value<'a>],
    /// Whether it is cached.
    is_cached: bool,
    returned: PhantomData<Returned>,
}

impl<'a, Returned> Prepared<'a, Returned> {
    fn cached(sql: &'a str, values: &'a [Value<'a>]) -> Self {
        Self { sql, values, is_cached: true, returned: PhantomData }
    }

    /// A statement that is one of very many, and is not cached.
    pub(super) fn once(sql: &'a str, values: &'a [Value<'a>]) -> Self {
        Self { is_cached: false, ..Self::cached(sql, values) }
    }
}

/// Executes a statement; each `?` in it is one of the values. Returns the number of rows changed.
pub(crate) fn execute(conn: &mut Conn, sql: &str, values: &[Value<'_>]) -> Result<usize> {
    let statement = Prepared::<()>::cached(sql, values);
    Ok(on_each!(conn, |conn| statement.execute(conn))?)
}

/// Returns the rows of a query whose columns have these types in SQL: `rows::<(Text, BigInt), _>`.
pub(crate) fn rows<'a, Types, Row>(
    conn: &mut Conn,
    sql: &'a str,
    values: &'a [Value<'a>],
) -> Result<Vec<Row>>
where
    Prepared<'a, Types>: LoadQuery<'a, PgConnection, Row> + LoadQuery<'a, SqliteConnection, Row>,
{
    let query = Prepared::<Types>::cached(sql, values);
    Ok(on_each!(conn, |conn| query.load(conn))?)
}

/// Returns the one row of a query.
pub(crate) fn row<'a, Types, Row>(
    conn: &mut Conn,
    sql: &'a str,
    values: &'a [Value<'a>],
) -> Result<Row>
where
    Prepared<'a, Types>: LoadQuery<'a, PgConnection, Row> + LoadQuery<'a, SqliteConnection, Row>,
{
    rows(conn, sql, values)?.pop().ok_or_else(|| Error::internal(format!("no row of {sql}")))
}

/// Returns whether a query, `SELECT 1 …`, returns a row.
pub(crate) fn finds(conn: &mut Conn, sql: &str, values: &[Value<'_>]) -> Result<bool> {
    Ok(!rows::<Integer, i32>(conn, sql, values)?.is_empty())
}

impl<Returned> QueryId for Prepared<'_, Returned> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Returned> Query for Prepared<'_, Returned> {
    type SqlType = Returned;
}

impl<Returned, C> RunQueryDsl<C> for Prepared<'_, Returned> {}

/// Implements a statement for a database; `$arrays` are the arms of the values that are arrays.
macro_rules! sql_for {
    ($backend:ty, $out:ident, { $($arrays:tt)+ }) => {
        impl<Returned> QueryFragment<$backend> for Prepared<'_, Returned> {
            fn walk_ast<'b>(&'b self, mut $out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                if !self.is_cached {
                    $out.unsafe_to_cache_prepared();
                }
                let mut values = self.values.iter();
                for (index, part) in self.sql.split('?').enumerate() {
                    if index > 0 {
                        let lacks =
                            || DieselError::QueryBuilderError("a statement lacks a value".into());
                        match values.next().ok_or_else(lacks)? {
                            Value::Text(text) => $out.push_bind_param::<Text, _>(text)?,
                            Value::Whole(number) => $out.push_bind_param::<BigInt, _>(number)?,
                            Value::Number(number) => $out.push_bind_param::<Double, _>(number)?,
                            Value::Day(day) => $out.push_bind_param::<Date, _>(day)?,
                            Value::Time(time) => $out.push_bind_param::<Time, _>(time)?,
                            Value::Boolean(truth) => $out.push_bind_param::<Bool, _>(truth)?,
                            $($arrays)+
                        }
                    }
                    $out.push_sql(part);
                }
                Ok(())
            }
        }
    };
}

sql_for!(Pg, out, {
    Value::Ids(ids) => out.push_bind_param::<Array<Text>, _>(ids)?,
    Value::Texts(texts) => out.push_bind_param::<Array<Text>, _>(texts)?,
    Value::Column(column) => column.walk_ast(out.reborrow())?,
});
sql_for!(Sqlite, out, {
    Value::Ids(_) | Value::Texts(_) | Value::Column(_) => {
        return Err(DieselError::QueryBuilderError("SQLite has no arrays".into()));
    }
});
