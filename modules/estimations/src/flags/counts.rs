//! Counts open flags, now and in the past.

use diesel::prelude::*;
use kernel::Reader;
use kernel::prelude::*;

use super::Flags;
use crate::tables::{figure_runs, flags};

/// Counts the open flags that the user may read: an index range scan.
pub fn open_flags(conn: &mut Conn, reader: &Reader) -> Result<i64> {
    let open = flags::table.filter(flags::looked.eq(false));
    Ok(open.filter(reader.readable::<Flags>()?).count().get_result(conn)?)
}

/// Returns the number of open flags at `at`, by the last run before it: an index lookup. `None` before the first run, and
/// for a user who may not read all flags, which a run counts.
pub fn open_flags_at(conn: &mut Conn, reader: &Reader, at: Timestamp) -> Result<Option<i32>> {
    if !reader.sees_all::<Flags>() {
        return Ok(None);
    }
    let run = figure_runs::table.filter(figure_runs::as_of.lt(at)).order(figure_runs::as_of.desc());
    Ok(run.select(figure_runs::open_flags).first(conn).optional()?)
}
