//! Inserts rows of the audit trail, with their hashes and the names of the fields that changed.

use std::collections::BTreeMap;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, Binary, Integer, Nullable, Text, Timestamp as Time};
use serde_json::value::RawValue;

use super::{BATCH, RevisionRow, changes, numbered};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
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
#[derive(Default)]
struct Many<'a> {
    resource: Vec<&'a str>,
    record_id: Vec<&'a Id>,
    version: Vec<i32>,
    action: Vec<&'a str>,
    at: Vec<Timestamp>,
    actor_id: Vec<&'a Id>,
    actor_name: Vec<&'a str>,
    request_id: Vec<Option<&'a str>>,
    before: Vec<Option<&'a str>>,
    after: Vec<Option<&'a str>>,
    hash: Vec<&'a [u8]>,
    changed: Vec<&'a str>,
}

impl<'a> Many<'a> {
    fn of(rows: &'a [RevisionRow], derived: &'a [(Vec<u8>, String)]) -> Self {
        let mut many = Self::default();
        for (row, (hash, changed)) in rows.iter().zip(derived) {
            many.resource.push(&row.resource);
            many.record_id.push(&row.record_id);
            many.version.push(row.version);
            many.action.push(&row.action);
            many.at.push(row.at);
            many.actor_id.push(&row.actor_id);
            many.actor_name.push(&row.actor_name);
            many.request_id.push(row.request_id.as_deref());
            many.before.push(row.before.as_deref());
            many.after.push(row.after.as_deref());
            many.hash.push(hash);
            many.changed.push(changed);
        }
        many
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
        out.push_bind_param::<Array<Text>, _>(&self.resource)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.record_id)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Integer>, _>(&self.version)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.action)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Time>, _>(&self.at)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.actor_id)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.actor_name)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Text>>, _>(&self.request_id)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Text>>, _>(&self.before)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Text>>, _>(&self.after)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Binary>, _>(&self.hash)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.changed)?;
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
