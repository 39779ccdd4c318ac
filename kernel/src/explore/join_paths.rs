//! The join paths between tables: the references of resources, and the joins that modules declare.

use std::collections::{HashMap, VecDeque};

use super::declare::Join;
use super::expression::{Named, column, columns};
use super::unseen::Unseen;
use crate::engine::list::Node;
use crate::records::resource::Registration;

/// The joins between tables.
#[derive(Clone, Default)]
pub(super) struct JoinPaths {
    steps: Vec<JoinStep>,
    /// The rows that a reader may read, of the tables where these are not all.
    pub(super) readable: HashMap<&'static str, Node>,
    /// What a reader does not see.
    pub(super) unseen: Unseen,
}

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
        Self { steps: steps.collect(), ..Self::default() }
    }

    /// Returns the joins of a reader who may read these rows only, and not what is `unseen`. A value that refers to a
    /// record that may not be read leads nowhere.
    pub(super) fn seen_by(&self, readable: HashMap<&'static str, Node>, unseen: Unseen) -> Self {
        let leads_on = |step: &&JoinStep| {
            let reference = self.narrowed_reference(step.from, &readable);
            unseen.reads(step.from)
                && unseen.reads(step.to)
                && reference.is_none_or(|one| one == **step)
        };
        let steps = self.steps.iter().filter(leads_on).copied().collect();
        Self { steps, readable, unseen }
    }

    /// Returns the reference that a column is, when it leads to a table of which the reader may not read all rows.
    fn narrowed_reference(
        &self,
        column: Named,
        readable: &HashMap<&'static str, Node>,
    ) -> Option<JoinStep> {
        let mut references = self.steps.iter().filter(|step| step.sure && step.from == column);
        references.find(|step| readable.contains_key(step.to.table)).copied()
    }

    /// Returns whether the value of a column can be read as the reader sees it: a reference from the record that it
    /// leads to.
    pub(super) fn can_read(&self, column: Named) -> bool {
        match self.narrowed_reference(column, &self.readable) {
            None => true,
            Some(step) => {
                self.to_any(column.table, step.to.table).is_some_and(|path| path == [step])
            }
        }
    }

    /// Returns whether a column is a reference to records of which the reader may not read all.
    pub(super) fn is_narrowed(&self, column: Named) -> bool {
        self.narrowed_reference(column, &self.readable).is_some()
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
            for step in &self.steps {
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

    /// Returns the same value closer to `facts`: `projects.id` is already in `units.project_id`. A reference to records
    /// of which the reader may not read all is read from these.
    pub(super) fn nearest(&self, facts: &str, mut column: Named) -> Named {
        if let Some(step) = self.narrowed_reference(column, &self.readable) {
            return step.to;
        }
        while !self.readable.contains_key(column.table)
            && let Some(step) = self.to_any(facts, column.table).and_then(|mut path| path.pop())
            && step.to == column
            && step.sure
        {
            column = step.from;
        }
        column
    }
}

impl JoinPaths {
    /// Returns whether the reader sees every value of an expression.
    pub(super) fn reads(&self, expression: &'static str) -> bool {
        let reads = |one: &Named| {
            let is_plain = column(expression).is_some();
            self.unseen.reads(*one) && self.can_read(*one) && (is_plain || !self.is_narrowed(*one))
        };
        columns(expression).iter().all(reads)
    }

    /// Returns whether the reader sees every value of an expression, and a join leads to its table.
    pub(super) fn reads_from(&self, from: &str, expression: &'static str) -> bool {
        let mut tables = columns(expression).into_iter().map(|one| one.table);
        self.reads(expression) && tables.all(|table| self.to_any(from, table).is_some())
    }
}

impl std::fmt::Debug for JoinPaths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.steps).finish()
    }
}
