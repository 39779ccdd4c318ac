//! The explorer as its reader sees it: the rows of each table that the reader may read, and nothing that is computed from
//! what a rule hides.
//!
//! A fact that may not be read is none, and neither is one of a record of the dataset that may not be read. Any other
//! record that may not be read is joined by nothing, so that its facts are in the group without a value. A column is read
//! when a field shows it whose value the reader sees in every record. A table without a resource, such as one with computed
//! values, is read by users who read all records of its module.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::catalog::Catalog;
use super::chart::{Chart, Charted};
use super::declare::{Dataset, Dimension, DimensionKind, Measure};
use super::explorer::Explorer;
use super::question::Question;
use super::unseen::Unseen;
use crate::base::time::today;
use crate::engine::list::Node;
use crate::engine::policy::{Access, FieldLevel, READ, ResourceAccess};
use crate::records::{Records, RegisteredResource};

impl Explorer {
    /// Returns the explorer as a reader sees it.
    pub(crate) fn seen_by(self, access: &Arc<Access>) -> Self {
        if access.is_empty() {
            return self;
        }
        let catalog = self.seen.get(access.key(), || Arc::new(self.catalog_of(access)));
        Self { catalog, access: Arc::clone(access), ..self }
    }

    /// Returns what a reader's questions can contain, and the charts that these draw.
    fn catalog_of(&self, access: &Arc<Access>) -> Catalog {
        let mut catalog = self.catalog.seen_by(&self.records, access);
        let all = Arc::new(catalog.clone());
        let seen = Self { catalog: all, access: Arc::clone(access), ..self.clone() };
        catalog.charts.retain(|chart| seen.can_draw(chart));
        catalog
    }

    /// Returns whether the reader sees what a chart shows.
    fn can_draw(&self, chart: &Chart) -> bool {
        match chart.of {
            Charted::Question(query_of) => Question::check(self, &query_of(today())).is_ok(),
            Charted::Computed { measures, rows, .. } => {
                measures.iter().all(|name| self.catalog.measure(name).is_some())
                    && self.catalog.dimensions.iter().any(|one| one.name == rows)
            }
        }
    }
}

impl Catalog {
    /// Returns what a reader's questions can contain.
    fn seen_by(&self, records: &Records, access: &Access) -> Self {
        let mut readable = HashMap::new();
        let mut unseen = Unseen::default();
        let mut narrowed: BTreeMap<&str, &ResourceAccess> = BTreeMap::new();
        for entry in records.all() {
            let Some(of) = access.of(entry.info().name).filter(|of| of.narrows_reading()) else {
                continue;
            };
            narrowed.insert(entry.info().name, of);
            let table = entry.info().table;
            if let Some(filter) = of.rows(READ).filter() {
                match entry.registration.read.condition(filter) {
                    Some(condition) => {
                        // As lists of the resource have it.
                        let key = format!("{} {}", access.key(), entry.info().name);
                        readable.insert(table, Node::Cached(key.into(), Box::new(condition)));
                    }
                    None => drop(unseen.tables.insert(table)),
                }
            }
            if of.narrowed_fields().iter().any(|field| !of.sees(field)) {
                unseen.columns.insert(table, columns_seen(entry, of));
            }
        }
        let is_narrowed = |resources: &[&'static str]| {
            resources.iter().any(|resource| narrowed.contains_key(resource))
        };
        let derived = self.derived.iter().filter(|(_, resources)| is_narrowed(resources));
        unseen.tables.extend(derived.map(|(table, _)| *table));

        let join_paths = self.join_paths.seen_by(readable, unseen);
        let paths = &join_paths;
        let reads = |from: &str, all: &[&'static str]| {
            all.iter().all(|expression| paths.reads_from(from, expression))
        };
        let measures = self
            .measures
            .iter()
            .filter(|one| reads(one.facts, one.numbers) && reads(one.facts, one.texts))
            .map(|one| Measure {
                listed: if reads(one.facts, one.listed) { one.listed } else { &[] },
                ..*one
            })
            .collect();
        let is_grouped_by =
            |one: &&Dimension| matches!(one.kind, DimensionKind::Time(_)) || paths.reads(one.key);
        let dimensions = self.dimensions.iter().filter(is_grouped_by).copied().collect();
        let mut seen = self.clone();
        (seen.measures, seen.dimensions, seen.join_paths) = (measures, dimensions, join_paths);
        let is_possible = |one: &&Dataset| {
            seen.join_paths.reads(one.time)
                && seen.join_paths.reads(one.record)
                && seen.measures.iter().any(|measure| seen.possible(measure, one))
        };
        let datasets = self.datasets.iter().filter(is_possible).copied().collect();
        seen.datasets = datasets;
        seen
    }
}

/// Returns the columns that show a field whose value the reader sees in every record.
fn columns_seen(entry: &RegisteredResource, of: &ResourceAccess) -> HashSet<&'static str> {
    let fields = entry.fields.iter().filter(|field| of.sees(field.name));
    fields.map(|field| field.column).chain(["id"]).collect()
}

impl ResourceAccess {
    /// Returns whether the user sees a field of every record that the user may read.
    pub(crate) fn sees(&self, field: &str) -> bool {
        self.levels(field).0 >= FieldLevel::ReadOnly
    }

    /// Returns whether the user does not see all of all records.
    pub(crate) fn narrows_reading(&self) -> bool {
        self.rows(READ).filter().is_some()
            || self.narrowed_fields().iter().any(|one| !self.sees(one))
    }
}
