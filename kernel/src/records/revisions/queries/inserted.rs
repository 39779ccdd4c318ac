//! Inserts rows of the audit trail, with their hashes and the names of the fields that changed.

use std::collections::BTreeMap;

use diesel::prelude::*;
use serde_json::value::RawValue;

use super::{BATCH, RevisionRow, changes, numbered};
use crate::base::error::{Error, Result};
use crate::db::{self, ColumnValues, Conn};
use crate::{by_column, on_each};

/// Inserts rows, which are numbered in this order.
pub(crate) fn insert(conn: &mut Conn, rows: &[RevisionRow]) -> Result<()> {
    let derived = |row| Ok((numbered::hash_of(row).to_vec(), changed(row)?));
    for batch in rows.chunks(BATCH) {
        let derived: Vec<(Vec<u8>, String)> = batch.iter().map(derived).collect::<Result<_>>()?;
        if batch.len() > 1 && !conn.is_sqlite() {
            let mut columns = Vec::from(by_column!(
                changes,
                batch,
                [
                    resource, record_id, version, action, at, actor_id, actor_name, request_id,
                    before, after
                ]
            ));
            let hashes = derived.iter().map(|(hash, _)| Some(hash));
            columns.push(ColumnValues::of(changes::hash, hashes));
            let changed = derived.iter().map(|(_, changed)| changed);
            columns.push(ColumnValues::of(changes::changed, changed));
            db::insert_rows(conn, "changes", &columns)?;
            continue;
        }
        for (row, (hash, changed)) in batch.iter().zip(derived) {
            let values = (row, changes::hash.eq(hash), changes::changed.eq(changed));
            on_each!(conn, |conn| diesel::insert_into(changes::table)
                .values(values)
                .execute(conn))?;
        }
    }
    Ok(())
}

/// The fields that say which record it is and when it was changed.
const IDENTITY_AND_TIMES: [&str; 4] = ["_id", "id", "createdAt", "updatedAt"];

/// Returns the column `changed` of a row. It compares the texts of values, without parsing them.
fn changed(row: &RevisionRow) -> Result<String> {
    let (before, after) = (texts_of(row.before.as_deref())?, texts_of(row.after.as_deref())?);
    let differs = |name: &&&str| match (before.get(*name), after.get(*name)) {
        (Some(one), Some(other)) => one.get() != other.get(),
        _ => true,
    };
    let only_before = before.keys().filter(|name| !after.contains_key(*name));
    let mut text = String::new();
    for name in only_before.chain(after.keys()).filter(differs) {
        text.push(' ');
        text.push_str(&name.to_lowercase());
    }
    if !text.is_empty() {
        text.push(' ');
    }
    Ok(text)
}

/// Returns the fields of a record that have a value, each with its JSON text.
fn texts_of(record: Option<&str>) -> Result<BTreeMap<&str, &RawValue>> {
    let Some(record) = record else { return Ok(BTreeMap::new()) };
    let mut texts: BTreeMap<&str, &RawValue> =
        serde_json::from_str(record).map_err(Error::internal)?;
    texts.retain(|name, value| !IDENTITY_AND_TIMES.contains(name) && value.get() != "null");
    Ok(texts)
}
