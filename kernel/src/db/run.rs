//! Runs statements of diesel with the errors of the kernel.

use diesel::dsl::Limit;
use diesel::prelude::*;
use diesel::query_dsl::methods::{ExecuteDsl, LimitDsl, LoadQuery};

use super::conn::Conn;
use crate::base::error::Result;

/// A statement of diesel.
pub(crate) trait Run: RunQueryDsl<Conn> + Sized {
    /// Executes it.
    fn run(self, conn: &mut Conn) -> Result<()>
    where
        Self: ExecuteDsl<Conn>,
    {
        self.execute(conn)?;
        Ok(())
    }

    /// Returns all its rows.
    fn all<'query, Row>(self, conn: &mut Conn) -> Result<Vec<Row>>
    where
        Self: LoadQuery<'query, Conn, Row>,
    {
        Ok(self.load(conn)?)
    }

    /// Returns its first row, if it has any.
    fn first_if_any<'query, Row>(self, conn: &mut Conn) -> Result<Option<Row>>
    where
        Self: LimitDsl,
        Limit<Self>: LoadQuery<'query, Conn, Row>,
    {
        Ok(self.first(conn).optional()?)
    }
}

impl<T: RunQueryDsl<Conn>> Run for T {}
