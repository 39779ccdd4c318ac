//! The clock of the database: one clock for all nodes, whatever their own clocks show.

use diesel::sql_types::{Nullable, Timestamp as Time};

use super::conn::Conn;
use super::prepared;
use crate::base::error::Result;
use crate::base::time::Timestamp;

/// A reading of the database clock. SQLite uses the clock of its machine.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The current time.
    pub now: Timestamp,
    /// No transaction of another connection that began before this time is still open: what this
    /// clock stamped earlier has been committed or rolled back.
    pub settled: Timestamp,
}

impl Clock {
    /// Reads the clock. A snapshot taken by this statement or later contains everything settled.
    pub fn read(conn: &mut Conn) -> Result<Self> {
        if conn.is_sqlite() {
            let now = Timestamp::now();
            return Ok(Self { now, settled: now });
        }
        let sql = "SELECT clock_timestamp()::timestamp, (SELECT min(xact_start)::timestamp \
                   FROM pg_stat_activity WHERE datname = current_database() \
                   AND pid <> pg_backend_pid())";
        let (now, oldest): (Timestamp, Option<Timestamp>) =
            prepared::row::<(Time, Nullable<Time>), _>(conn, sql, &[])?;
        Ok(Self { now, settled: oldest.map_or(now, |oldest| oldest.min(now)) })
    }
}
