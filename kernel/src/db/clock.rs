//! The clock of the database: one for all nodes, whatever their own say.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Nullable, Timestamp as Time};

use super::conn::Conn;
use crate::base::error::Result;
use crate::base::time::Timestamp;

/// What time it is by the clock of the database. SQLite has none but that of its machine.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Now.
    pub now: Timestamp,
    /// No transaction of another connection that began before this is still open: what was stamped
    /// earlier by this clock has been committed, or never will be.
    pub settled: Timestamp,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Time)]
    now: Timestamp,
    #[diesel(sql_type = Nullable<Time>)]
    oldest: Option<Timestamp>,
}

impl Clock {
    /// Reads the clock. A snapshot that is taken by this statement or later holds what had been
    /// settled.
    pub fn read(conn: &mut Conn) -> Result<Self> {
        if conn.is_sqlite() {
            let now = Timestamp::now();
            return Ok(Self { now, settled: now });
        }
        let Row { now, oldest } = sql_query(
            "SELECT clock_timestamp()::timestamp AS now, (SELECT min(xact_start)::timestamp \
             FROM pg_stat_activity WHERE datname = current_database() \
             AND pid <> pg_backend_pid()) AS oldest",
        )
        .get_result(conn)?;
        Ok(Self { now, settled: oldest.map_or(now, |oldest| oldest.min(now)) })
    }
}
