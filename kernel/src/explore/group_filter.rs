//! Limits a question to facts that are in certain groups.

use std::collections::HashSet;

use chrono::NaiveDate;

use super::answer::ExplorerKey;
use super::members::Members;
use super::names::Names;
use super::question::Within;
use super::scan::Fact;

/// The groups to which a question is limited.
pub(super) struct GroupFilter {
    members: Members,
    keys: Vec<Option<String>>,
    wanted: HashSet<Option<String>>,
    /// Whether a value is wanted, by its number; `None` until it is met.
    known: Vec<Option<bool>>,
    /// The groups that the current fact is in.
    groups: Vec<u32>,
}

impl GroupFilter {
    pub(super) fn of(within: &Within, today: NaiveDate) -> Self {
        Self {
            members: Members::new(Some(within.dimension.kind), today),
            keys: within.keys.clone(),
            wanted: within.keys.iter().cloned().collect(),
            known: Vec::new(),
            groups: Vec::new(),
        }
    }

    /// Begins another pass over facts.
    pub(super) fn begin(&mut self) {
        self.members.begin(0);
    }

    /// Returns whether a fact is in one of the groups, by its value at this position.
    pub(super) fn holds(&mut self, fact: &impl Fact, at: usize) -> bool {
        let Self { members, wanted, known, groups, .. } = self;
        groups.clear();
        groups.extend_from_slice(members.of(fact, at));
        groups.iter().any(|group| {
            let at = *group as usize;
            if known.len() <= at {
                known.resize(at + 1, None);
            }
            // Whether a value is wanted is looked up once, when it is first met.
            *known[at]
                .get_or_insert_with(|| wanted.contains(&members.key(*group).map(str::to_owned)))
        })
    }

    /// Sets the labels of its records.
    pub(super) fn set_names(&mut self, names: Option<Names>) {
        self.members.set_names(names);
    }

    /// Returns the groups for the response.
    pub(super) fn explorer_keys(&self) -> Vec<ExplorerKey> {
        self.members.explorer_keys(&self.keys)
    }
}
