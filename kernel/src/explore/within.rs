//! The groups that facts have to be in to count.

use std::collections::HashSet;

use chrono::NaiveDate;

use super::answer::ExplorerKey;
use super::members::Members;
use super::names::Names;
use super::question::Within;
use super::scan::Fact;

/// Groups that alone count.
pub(super) struct Only {
    members: Members,
    keys: Vec<Option<String>>,
    wanted: HashSet<Option<String>>,
    /// Of the values that have been met, by their numbers, whether they are wanted.
    known: Vec<Option<bool>>,
    /// Those that a fact is in.
    groups: Vec<u32>,
}

impl Only {
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

    /// Whether a fact is in one of the groups, by its value at this place.
    pub(super) fn holds(&mut self, fact: &impl Fact, at: usize) -> bool {
        let Self { members, wanted, known, groups, .. } = self;
        groups.clear();
        groups.extend_from_slice(members.of(fact, at));
        groups.iter().any(|group| {
            let at = *group as usize;
            if known.len() <= at {
                known.resize(at + 1, None);
            }
            // Whether a value is wanted is looked up when it is met first.
            *known[at]
                .get_or_insert_with(|| wanted.contains(&members.key(*group).map(str::to_owned)))
        })
    }

    /// Sets what its records are called.
    pub(super) fn set_names(&mut self, names: Option<Names>) {
        self.members.set_names(names);
    }

    /// The groups as an answer has them.
    pub(super) fn told(&self) -> Vec<ExplorerKey> {
        self.members.told_of(&self.keys)
    }
}
