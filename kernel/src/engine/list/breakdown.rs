//! Breakdowns: how many records of a list have each value of a field.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::definitions::Definition;
use super::expression::{FieldColumn, Node};
use super::fields::Fields;
use super::filter::{Filter, quoted};
use super::memory::Memory;
use super::query::{ListQuery, Values};
use super::sql::Selected;
use crate::base::error::{Error, Result};
use crate::db::{Conn, statements};

/// The maximum number of values in a breakdown.
pub(crate) const MOST_VALUES: i64 = 50;

/// How many records have each value of a field.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Breakdown {
    /// The field.
    by: &'static str,
    /// The values, most frequent first; at most 50.
    items: Vec<ValueCount>,
    /// How many records match in all, including those with other values.
    total: i64,
}

/// How many records have a value.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ValueCount {
    /// The value as the record has it, for a reference the identifier of the record referred to;
    /// null when there is none.
    #[schemars(extend("type" = ["string", "boolean", "null"]))]
    value: Value,
    /// The name of the record referred to.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// How many records have it.
    #[schemars(range(min = 1))]
    count: i64,
}

/// Finds the definition of the field that `by` names.
///
/// # Errors
/// 400, naming the value, when there is no such field or it has no breakdown.
pub(crate) fn field<'a>(
    by: Option<&str>,
    definitions: impl Iterator<Item = &'a Definition> + Clone,
) -> Result<&'a Definition> {
    let possible = || definitions.clone().filter(|one| one.has_breakdown);
    possible().find(|one| Some(one.key) == by).ok_or_else(|| {
        let keys: Vec<&str> = possible().map(|one| one.key).collect();
        Error::Malformed(format!(
            "`by` names a select, a boolean or a reference, not {}. Possible: {}",
            quoted(by.unwrap_or_default()),
            keys.join(", ")
        ))
    })
}

impl Breakdown {
    /// Makes the breakdown by `field` of the values that were counted.
    pub(crate) fn of(field: &Definition, values: Values) -> Self {
        let items = values.counts.into_iter().map(|(value, count)| ValueCount {
            label: value.as_ref().and_then(|id| values.names.get(id)).cloned(),
            value: field.value_of(value),
            count,
        });
        Self { by: field.key, items: items.collect(), total: values.total }
    }
}

impl Values {
    /// Leaves out the names of the records that are referred to.
    pub(crate) fn without_names(self) -> Self {
        Self { names: HashMap::new(), ..self }
    }

    /// Adds the records without a value to those that were counted, of so many in all.
    pub(crate) fn completed(mut self, total: i64) -> Self {
        self.counts.retain(|(value, _)| value.is_some());
        let without = total - self.total;
        if without > 0 {
            let at = self.counts.partition_point(|(_, count)| *count > without);
            self.counts.insert(at, (None, without));
            self.counts.truncate(usize::try_from(MOST_VALUES).unwrap_or_default());
        }
        Self { total, ..self }
    }
}

impl ListQuery {
    /// Restricts the query to records whose reference in a field leads to one that the reader may read; `None` when the
    /// reader may read all of these.
    pub(crate) fn readable(&self, field: &str) -> Option<Self> {
        let references = &self.sight.as_ref()?.references;
        let (_, readable) = references.iter().find(|(name, _)| *name == field)?;
        let parts = self.filter.iter().chain([readable]).cloned().collect();
        Some(Self { filter: Some(Filter::All(parts)), ..self.clone() })
    }

    /// Counts the matching records by the values of the field `name`, in the columns in memory.
    pub(super) fn values_in_memory<Table: 'static, Source>(
        &self,
        conn: &mut Conn,
        memory: &Memory<'_>,
        fields: &Fields<Table, Source>,
        name: &str,
    ) -> Result<Option<Values>> {
        let (column, shown) = fields.compared_and_shown(name).ok_or_else(unknown)?;
        let (table, wanted) = column.cached();
        let Some(matches) = self.matches(conn, memory, fields, &[(*table, wanted)])? else {
            return Ok(None);
        };
        let most = usize::try_from(MOST_VALUES).unwrap_or_default();
        let found = matches.values(wanted, most).zip(matches.total());
        drop(matches);
        let Some((counts, total)) = found else { return Ok(None) };
        let names = names(conn, shown, &counts)?;
        Ok(Some(Values { counts, total, names }))
    }
}

fn unknown() -> Error {
    Error::internal("a breakdown was checked against other fields")
}

/// Returns the names of the records that are referred to.
fn names(
    conn: &mut Conn,
    shown: &FieldColumn,
    counts: &[(Option<String>, i64)],
) -> Result<HashMap<String, String>> {
    if !shown.is_joined() {
        return Ok(HashMap::new());
    }
    let ids: Vec<&str> = counts.iter().filter_map(|(id, _)| id.as_deref()).collect();
    statements::names(conn, shown.table, shown.name, &ids)
}

impl<Table: 'static, Source> Fields<Table, Source> {
    /// Counts the records that meet `condition` by the values of the field `name`, in one pass over the table.
    pub(super) fn values(&self, conn: &mut Conn, name: &str, condition: Node) -> Result<Values> {
        let (column, shown) = self.compared_and_shown(name).ok_or_else(unknown)?;
        let select = self.select(condition, Selected::Values(column.clone(), MOST_VALUES));
        let rows = select.typed::<(Nullable<Text>, BigInt, BigInt)>();
        let rows = rows.load::<(Option<String>, i64, i64)>(conn)?;
        let total = rows.first().map_or(0, |(_, _, total)| *total);
        let counts: Vec<_> = rows.into_iter().map(|(value, count, _)| (value, count)).collect();
        let names = names(conn, shown, &counts)?;
        Ok(Values { counts, total, names })
    }
}
