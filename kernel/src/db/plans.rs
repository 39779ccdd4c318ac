//! Query plans, for tests of which index serves a statement.

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Text};

use super::conn::Conn;
use crate::base::error::{Error, Result};

/// Refreshes the planner statistics, as the database does on its own schedule.
pub(crate) fn analyze(conn: &mut Conn) -> Result<()> {
    Ok(conn.batch_execute("ANALYZE")?)
}

/// Returns the plan of `statement`, a query as diesel shows it, with its bound values after it.
/// Sequential scans are disabled in PostgreSQL, because they are the cheapest for the few rows of a
/// test.
pub(crate) fn of(conn: &mut Conn, statement: &str) -> Result<String> {
    let statement = with_values(statement)?;
    let steps: Vec<String> = if conn.is_sqlite() {
        let plan = format!("EXPLAIN QUERY PLAN {statement}");
        let steps = sql::<(Integer, Integer, Integer, Text)>(&plan);
        let steps: Vec<(i32, i32, i32, String)> = steps.load(conn)?;
        steps.into_iter().map(|(.., detail)| detail).collect()
    } else {
        conn.batch_execute("SET enable_seqscan = off")?;
        sql::<Text>(&format!("EXPLAIN {statement}")).load(conn)?
    };
    Ok(steps.join("\n"))
}

/// `… WHERE a = $1 -- binds: ["x"]` -> `… WHERE a = 'x'`. SQLite plans without the values.
fn with_values(statement: &str) -> Result<String> {
    let Some((sql, values)) = statement.split_once(" -- binds: ") else {
        return Ok(statement.to_owned());
    };
    if !sql.contains('$') {
        return Ok(sql.to_owned());
    }
    let values = values.replace("Timestamp(", "\"").replace("),", "\",").replace(")]", "\"]");
    let values: Vec<serde_json::Value> = serde_json::from_str(&values)
        .map_err(|error| Error::internal(format!("{values}: {error}")))?;
    let mut sql = sql.to_owned();
    for (index, value) in values.iter().enumerate().rev() {
        let literal = match value {
            serde_json::Value::String(text) => format!("'{}'", text.replace('\'', "''")),
            serde_json::Value::Array(texts) => {
                let texts: Vec<String> = texts.iter().map(ToString::to_string).collect();
                format!("'{{{}}}'", texts.join(", "))
            }
            other => other.to_string(),
        };
        sql = sql.replace(&format!("${}", index + 1), &literal);
    }
    Ok(sql)
}
