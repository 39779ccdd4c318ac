//! The join paths between tables: the references of resources, and the joins that modules declare.

use std::collections::{HashMap, VecDeque};

use super::declare::Join;
use super::expression::{Named, column};
use crate::records::resource::Registration;

/// The joins between tables.
#[derive(Debug, Default)]
pub(super) struct JoinPaths(Vec<JoinStep>);

/// A join from a row of one table to the rows of another that have the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JoinStep {
    pub(super) from: Named,
    pub(super) to: Named,
    pub(super) many: bool,
    /// Whether such a row exists for every value, as with a foreign key.
    sure: bool,
}

impl JoinPaths {
    /// Collects, for each module, the references of its resources to one record and the joins that
    /// it declares. `tables` has the table of each resource.
    pub(super) fn of<'a>(
        modules: impl Iterator<Item = (&'a [Registration], &'a [Join])>,
        tables: &HashMap<&'static str, &'static str>,
    ) -> Self {
        let references = |one: &Registration| -> Vec<JoinStep> {
            let info = one.info;
            let references = info.references.iter().filter(|reference| {
                !reference.field.ends_with("/*")
                    && (reference.table.is_empty() || reference.table == info.table)
            });
            let steps = references.filter_map(|reference| {
                let from = Named { table: info.table, column: reference.column };
                let to = Named { table: tables.get(reference.to)?, column: "id" };
                Some(JoinStep { from, to, many: false, sure: true })
            });
            steps.collect()
        };
        let join = |join: &Join| {
            let (from, to) = (column(join.from)?, column(join.to)?);
            Some(JoinStep { from, to, many: join.many, sure: false })
        };
        let steps = modules.flat_map(|(resources, joins)| {
            let steps = resources.iter().flat_map(references);
            steps.chain(joins.iter().filter_map(join)).collect::<Vec<_>>()
        });
        Self(steps.collect())
    }

    /// Returns the shortest join path on which each row leads to at most one; of two equally short
    /// ones, the one declared first.
    pub(super) fn to_one(&self, from: &str, to: &str) -> Option<Vec<JoinStep>> {
        self.shortest(from, to, 0)
    }

    /// Returns the path of `to_one`, or else one with a single step to many rows.
    pub(super) fn to_any(&self, from: &str, to: &str) -> Option<Vec<JoinStep>> {
        self.to_one(from, to).or_else(|| self.shortest(from, to, 1))
    }

    fn shortest(&self, from: &str, to: &str, most_many: usize) -> Option<Vec<JoinStep>> {
        let mut waiting = VecDeque::from([(from, Vec::<JoinStep>::new())]);
        while let Some((here, path)) = waiting.pop_front() {
            if here == to {
                return Some(path);
            }
            for step in &self.0 {
                let many = path.iter().filter(|one| one.many).count() + usize::from(step.many);
                let been = |table| table == from || path.iter().any(|one| one.to.table == table);
                if step.from.table == here && many <= most_many && !been(step.to.table) {
                    let mut path = path.clone();
                    path.push(*step);
                    waiting.push_back((step.to.table, path));
                }
            }
        }
        None
    }

    /// Returns the same value closer to `facts`: `projects.id` is already in `units.project_id`.
    pub(super) fn nearest(&self, facts: &str, mut column: Named) -> Named {
        while column.table != facts
            && let Some(step) = self.to_any(facts, column.table).and_then(|mut path| path.pop())
            && step.to == column
            && step.sure
        {
            column = step.from;
        }
        column
    }
}
