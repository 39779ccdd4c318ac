//! Reads rows whose columns are known only at run time, one at a time: the input of aggregates.
//!
//! However many rows there are, only one is in memory. A column is a number or a text, according to
//! its value: queries cast numbers to DOUBLE PRECISION, the only numeric type read here.

use std::cell::RefCell;

use diesel::connection::DefaultLoadingMode;
use diesel::deserialize::{self, FromSql, QueryableByName};
use diesel::pg::{Pg, PgRowByRowLoadingMode};
use diesel::prelude::*;
use diesel::row::{Field, NamedRow, Row};
use diesel::sql_types::{Double, Untyped};
use diesel::sqlite::{Sqlite, SqliteType};
use smallvec::SmallVec;

use super::conn::Conn;
use super::interrupt;
use super::prepared::{Prepared, Value};
use crate::base::error::Result;

/// The type OID of DOUBLE PRECISION in PostgreSQL.
const FLOAT8: u32 = 701;

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    /// NULL.
    Missing,
    Number(f64),
    Text(Text),
}

impl Cell {
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text.as_str()),
            Self::Missing | Self::Number(_) => None,
        }
    }
}

/// The length of a text stored inline, in bytes: an identifier and a little more.
const SHORT: usize = 30;

/// A text. Most are short and need no allocation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text(SmallVec<[u8; SHORT]>);

impl Text {
    fn new(text: &str) -> Self {
        Self(SmallVec::from_slice(text.as_bytes()))
    }

    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

/// The values of a row, in the order of its columns.
struct Cells(Vec<Cell>);

thread_local! {
    /// The buffer of the previous row, reused for the next one.
    static ROOM: RefCell<Vec<Cell>> = const { RefCell::new(Vec::new()) };
}

impl Cells {
    /// Reads the cells of a row into the reused buffer, which the caller returns with `give_back`.
    fn of(
        count: usize,
        mut cell: impl FnMut(usize) -> deserialize::Result<Cell>,
    ) -> deserialize::Result<Self> {
        let mut cells = ROOM.take();
        cells.clear();
        for index in 0..count {
            cells.push(cell(index)?);
        }
        Ok(Self(cells))
    }

    fn give_back(self) {
        ROOM.set(self.0);
    }
}

impl QueryableByName<Sqlite> for Cells {
    fn build<'a>(row: &impl NamedRow<'a, Sqlite>) -> deserialize::Result<Self> {
        let cell = |index| {
            let field = Row::get(row, index);
            let Some(mut value) = field.as_ref().and_then(Field::value) else {
                return Ok(Cell::Missing);
            };
            Ok(match value.value_type() {
                Some(SqliteType::Text) => Cell::Text(Text::new(value.read_text())),
                _ => Cell::Number(value.read_double()),
            })
        };
        Self::of(row.field_count(), cell)
    }
}

impl QueryableByName<Pg> for Cells {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> deserialize::Result<Self> {
        let cell = |index| {
            let field = Row::get(row, index);
            let Some(value) = field.as_ref().and_then(Field::value) else {
                return Ok(Cell::Missing);
            };
            Ok(match value.get_oid().get() {
                FLOAT8 => Cell::Number(<f64 as FromSql<Double, Pg>>::from_sql(value)?),
                _ => Cell::Text(Text::new(std::str::from_utf8(value.as_bytes())?)),
            })
        };
        Self::of(row.field_count(), cell)
    }
}

/// Calls `each` with every row of a query; each `?` in it is one of the values.
pub(crate) fn each(
    conn: &mut Conn,
    sql: &str,
    values: &[Value<'_>],
    mut each: impl FnMut(&[Cell]) -> Result<()>,
) -> Result<()> {
    let query = Prepared::<Untyped>::once(sql, values);
    let mut read = |row: QueryResult<Cells>| -> Result<()> {
        let cells = row?;
        interrupt::check()?;
        each(&cells.0)?;
        cells.give_back();
        Ok(())
    };
    match conn {
        Conn::Sqlite(conn) => {
            query.load_iter::<Cells, DefaultLoadingMode>(conn)?.try_for_each(&mut read)
        }
        Conn::Pg(conn) => {
            query.load_iter::<Cells, PgRowByRowLoadingMode>(conn)?.try_for_each(&mut read)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn a_text_is_itself_however_long() {
        for length in [0, 1, 29, 30, 31, 255, 256, 1000] {
            let text = "é".repeat(length / 2) + if length % 2 == 1 { "a" } else { "" };
            assert_eq!(Text::new(&text).as_str(), text);
        }
    }
}
