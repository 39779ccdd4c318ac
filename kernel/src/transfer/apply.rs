//! Writes the steps of an import: all of them, or none, on SQLite in slices (`records/slices`).

use std::sync::Arc;
use std::time::Instant;

use super::bound_import::BoundImport;
use super::mapping::CellError;
use super::report::ImportReport;
use super::steps::{Step, Steps};
use crate::base::error::{Error, Result};
use crate::db::{Conn, statements};
use crate::records::change::WriteContext;
use crate::records::core::Core;
use crate::records::jobs::Stage;
use crate::records::slices::{SlicesLock, in_slices};
use crate::records::{Created, Records, Rejected};

/// After how many steps, a power of two, and after each doubling, statements are planned again: the plans of a
/// table with few rows read all of them.
const MANY: u64 = 256;

/// Writes all steps in the current transaction.
pub(super) fn write_all(
    conn: &mut Conn,
    records: &Records,
    steps: &mut Steps,
    import: &BoundImport,
) -> Result<()> {
    import.import.progress.begin(Stage::Writing, steps.count);
    write(conn, records, steps, import, None).map(drop)
}

/// Writes the steps on SQLite: in one transaction when there are few, otherwise in slices between
/// which other requests write. The lock makes sure that no other request with the same idempotency key writes.
pub(super) async fn write_in_slices(
    core: &Arc<Core>,
    lock: &SlicesLock,
    bound: &Arc<BoundImport>,
    mut steps: Steps,
    report: ImportReport,
) -> Result<ImportReport> {
    let (inner, import) = (Arc::clone(core), Arc::clone(bound));
    let count = steps.count;
    bound.import.progress.begin(Stage::Writing, count);
    let step = move |conn: &mut Conn, until: Option<Instant>| {
        write(conn, &inner.records, &mut steps, &import, until)
    };
    let import = Arc::clone(bound);
    let commit = move |conn: &mut Conn| {
        import.idempotently(conn, |conn| {
            import.record(conn, &report)?;
            Ok(report)
        })
    };
    in_slices(core, lock, count, step, commit).await
}

/// Writes steps until the moment `until`. Returns whether all steps are written.
fn write(
    conn: &mut Conn,
    records: &Records,
    steps: &mut Steps,
    import: &BoundImport,
    until: Option<Instant>,
) -> Result<bool> {
    let mut writing = WriteContext::new(conn, records, import.by());
    let mut created = Created::default();
    loop {
        let Some(step) = steps.next()? else {
            created.finish(&mut writing).map_err(refused)?;
            return Ok(true);
        };
        write_step(&mut writing, &mut created, step).map_err(refused)?;
        steps.written += 1;
        if has_doubled(steps.written) {
            statements::plan_again(writing.conn)?;
        }
        import.import.progress.advance(1);
        if until.is_some_and(|until| Instant::now() >= until) {
            created.finish(&mut writing).map_err(refused)?;
            return Ok(false);
        }
    }
}

/// Returns whether so many steps are [`MANY`], or that doubled once or several times.
fn has_doubled(written: u64) -> bool {
    written >= MANY && written.is_power_of_two()
}

fn write_step<'a>(
    writing: &mut WriteContext<'a>,
    created: &mut Created<'a>,
    step: Step,
) -> Result<(), Rejected> {
    let line = step.line;
    let rejected = |error| Rejected { line, error };
    let entry = writing.records.get(&step.resource).ok_or_else(|| rejected(Error::NotFound))?;
    if step.new {
        return created.add(writing, entry, (line, step.id, step.body));
    }
    // It may be the change of a record that was just created.
    created.finish(writing)?;
    writing.update(entry, &step.id, Ok(step.body)).map(drop).map_err(rejected)
}

/// Maps an error of a step to its row: another request has written something conflicting since the
/// step was planned.
fn refused(Rejected { line, error }: Rejected) -> Error {
    let message = match error {
        Error::Invalid(errors) | Error::Protected(_, errors) => {
            errors.into_iter().next().map(|error| error.message)
        }
        Error::Conflict { detail, .. } => Some(detail),
        Error::NotFound => Some("The record was deleted meanwhile".to_owned()),
        refused @ (Error::NotPermitted(..) | Error::Refused(_)) => Some(refused.to_string()),
        other => return other,
    };
    let message = message.unwrap_or_default();
    Error::Rows(vec![CellError { line, column: String::new(), message }])
}

#[cfg(test)]
mod tests {
    use super::has_doubled;

    #[test]
    fn statements_are_planned_again_once_for_each_doubling() {
        let planned: Vec<u64> = (0..5_000).filter(|written| has_doubled(*written)).collect();
        assert_eq!(planned, [256, 512, 1024, 2048, 4096]);
    }
}
