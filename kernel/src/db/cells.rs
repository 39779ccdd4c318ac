//! Reads rows whose columns are known only at run time, one at a time: the input of aggregates.
//!
//! However many rows there are, only one is in memory. A column is a number or a text, according to
//! its value: queries cast numbers to DOUBLE PRECISION, the only numeric type read here.

use std::cell::RefCell;

use diesel::deserialize::{self, FromSql, QueryableByName};
use diesel::pg::{Pg, PgRowByRowLoadingMode};
use diesel::prelude::*;
use diesel::query_builder::{Query, QueryFragment, QueryId};
use diesel::row::{Field, NamedRow, Row};
use diesel::sql_types::{Double, Untyped};
use diesel::sqlite::{Sqlite, SqliteType};

use super::conn::Conn;
use super::interrupt;
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
pub(crate) enum Text {
    Short(u8, [u8; SHORT]),
    Long(Box<str>),
}

impl Text {
    fn new(text: &str) -> Self {
        let mut bytes = [0; SHORT];
        match (bytes.get_mut(..text.len()), u8::try_from(text.len())) {
            (Some(room), Ok(length)) => {
                room.copy_from_slice(text.as_bytes());
                Self::Short(length, bytes)
            }
            _ => Self::Long(text.into()),
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Short(length, bytes) => {
                std::str::from_utf8(&bytes[..usize::from(*length)]).unwrap_or_default()
            }
            Self::Long(text) => text,
        }
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

/// A query whose columns are known only at run time.
pub(crate) trait Columns:
    Query<SqlType = Untyped>
    + QueryFragment<Pg>
    + QueryFragment<Sqlite>
    + QueryId
    + RunQueryDsl<PgConnection>
    + RunQueryDsl<SqliteConnection>
    + 'static
{
}

/// Calls `each` with every row of `query`.
pub(crate) fn each(
    conn: &mut Conn,
    query: impl Columns,
    mut each: impl FnMut(&[Cell]) -> Result<()>,
) -> Result<()> {
    match conn {
        Conn::Sqlite(conn) => {
            for row in query.load_iter::<Cells, diesel::connection::DefaultLoadingMode>(conn)? {
                let cells = row?;
                interrupt::check()?;
                each(&cells.0)?;
                cells.give_back();
            }
        }
        Conn::Pg(conn) => {
            for row in query.load_iter::<Cells, PgRowByRowLoadingMode>(conn)? {
                let cells = row?;
                interrupt::check()?;
                each(&cells.0)?;
                cells.give_back();
            }
        }
    }
    Ok(())
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
