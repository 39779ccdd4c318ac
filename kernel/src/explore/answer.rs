//! The response types of a question: each table of facts is scanned once, its facts are aggregated,
//! and the groups are sorted.
//!
//! Cost: one pass over the facts in memory, some 30 ns for each fact and measure, and the query for
//! changed rows. On SQLite that query reads the change log, on PostgreSQL it scans each table, some
//! 80 ms for a million rows. A filter is a query of its own. The first question that needs a column
//! loads it, which takes some microseconds a row. In memory a number takes 8 bytes and a text 4,
//! beside the dictionary of distinct texts.

use std::collections::HashMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::base::time::Timestamp;

/// The answer to a question of the explorer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplorerAnswer {
    /// One entry for each row, or for each row and column that has facts: rows in the requested
    /// order, columns in the order of their dimension.
    pub rows: Vec<ExplorerRow>,
    /// The columns of all these rows, in the order of their dimension, when `cols` was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub cols: Option<Vec<Arc<ExplorerKey>>>,
    /// The number of rows in all, before `limit`.
    pub total: u64,
    /// The time of the data.
    pub as_of: Timestamp,
}

/// The measures of one group.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplorerRow {
    /// The value of the dimension `rows`; without that dimension all facts are one row.
    pub row: Arc<ExplorerKey>,
    /// The value of the dimension `cols`, when it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub col: Option<Arc<ExplorerKey>>,
    /// The values by the names of their measures.
    pub values: ExplorerValues,
}

/// One value of a dimension.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExplorerKey {
    /// The key of the value; null when there is none.
    pub key: Option<String>,
    /// The name to show.
    pub label: String,
    /// The position on the map, of a record whose position is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub place: Option<ExplorerPlace>,
}

/// A position on the map, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExplorerPlace {
    /// Latitude, positive north of the equator.
    pub latitude: f64,
    /// Longitude, positive east of Greenwich.
    pub longitude: f64,
}

/// Values by the names of their measures, in the requested order.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(inline, with = "HashMap<String, ExplorerValue>", description = "")]
pub struct ExplorerValues(pub Vec<(&'static str, ExplorerValue)>);

/// The value of a measure.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExplorerValue {
    /// Null when nothing could be computed.
    pub value: Option<f64>,
    /// The number of facts that it is computed from. Facts without a value that the measure needs
    /// are left out.
    pub n: u64,
    /// The value that it is compared with, when `compare` was given and is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub compare: Option<ExplorerCompared>,
}

/// The value that a measure is compared with.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExplorerCompared {
    /// Null when nothing could be computed.
    pub value: Option<f64>,
    /// The number of facts that it is computed from.
    pub n: u64,
}

impl Serialize for ExplorerValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
