//! Inserts rows of the audit trail, with their hashes and the names of the fields that changed.

use std::collections::BTreeMap;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, Binary, Integer, Nullable, Text, Timestamp as Time};
use serde_json::value::RawValue;

use super::{BATCH, RevisionRow, changes, numbered};
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::on_each;

/// Inserts rows, which are numbered in this order.
pub(crate) fn insert(conn: &mut Conn, rows: &[RevisionRow]) -> Result<()> {
    let derived = |row| Ok((numbered::hash_of(row).to_vec(), changed(row)?));
    for batch in rows.chunks(BATCH) {
        let derived: Vec<(Vec<u8>, String)> = batch.iter().map(derived).collect::<Result<_>>()?;
        if let (Conn::Pg(conn), [_, _, ..]) = (&mut *conn, batch) {
            Many::of(batch, &derived).execute(conn)?;
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

/// Rows by column. Each column is one value of the statement, so that it is the same for any number of rows and
/// stays prepared.
struct Many<'a>(Vec<Column<'a>>);

/// The values of a column.
enum Column<'a> {
    Texts(Vec<Option<&'a str>>),
    Numbers(Vec<i32>),
    Times(Vec<Timestamp>),
    Hashes(Vec<&'a [u8]>),
}

impl<'a> Many<'a> {
    fn of(rows: &'a [RevisionRow], derived: &'a [(Vec<u8>, String)]) -> Self {
        let optional =
            |of: fn(&RevisionRow) -> Option<&str>| Column::Texts(rows.iter().map(of).collect());
        let text = |of: fn(&RevisionRow) -> &str| {
            Column::Texts(rows.iter().map(|row| Some(of(row))).collect())
        };
        Self(vec![
            text(|row| &row.resource),
            text(|row| row.record_id.as_str()),
            Column::Numbers(rows.iter().map(|row| row.version).collect()),
            text(|row| &row.action),
            Column::Times(rows.iter().map(|row| row.at).collect()),
            text(|row| row.actor_id.as_str()),
            text(|row| &row.actor_name),
            optional(|row| row.request_id.as_deref()),
            optional(|row| row.before.as_deref()),
            optional(|row| row.after.as_deref()),
            Column::Hashes(derived.iter().map(|(hash, _)| hash.as_slice()).collect()),
            Column::Texts(derived.iter().map(|(_, changed)| Some(changed.as_str())).collect()),
        ])
    }
}

impl Query for Many<'_> {
    type SqlType = ();
}
impl QueryId for Many<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}
impl RunQueryDsl<PgConnection> for Many<'_> {}

impl QueryFragment<Pg> for Many<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "INSERT INTO changes (resource, record_id, version, action, at, actor_id, actor_name, \
             request_id, before, after, hash, changed) SELECT * FROM unnest(",
        );
        for (index, column) in self.0.iter().enumerate() {
            if index > 0 {
                out.push_sql(", ");
            }
            match column {
                Column::Texts(texts) => out.push_bind_param::<Array<Nullable<Text>>, _>(texts)?,
                Column::Numbers(numbers) => out.push_bind_param::<Array<Integer>, _>(numbers)?,
                Column::Times(times) => out.push_bind_param::<Array<Time>, _>(times)?,
                Column::Hashes(hashes) => out.push_bind_param::<Array<Binary>, _>(hashes)?,
            }
        }
        out.push_sql(")");
        Ok(())
    }
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
