//! A module: one part of the product, declared as a value and listed in `main.rs`. Nothing
//! registers itself.

use std::time::Duration;

pub use crate::base::config::Setting;
use crate::base::config::Settings;
use crate::base::error::Result;
use crate::base::time::Timestamp;
use crate::db::{Conn, Migrations};
use crate::engine::list::ComputedField;
pub use crate::engine::policy::{AttributeKind, UserAttribute};
use crate::explore::{Chart, Dataset, Declarations, Dimension, Join, Measure};
use crate::records::Seed;
use crate::records::handler::Routes;
use crate::records::resource::Registration;
use crate::records::verb::Verb;

/// The declarations of a module.
#[derive(Clone, Copy)]
pub struct Module {
    /// The plural word that is also its folder, crate and tag.
    pub name: &'static str,
    /// The migrations of its tables. Made by [`migrations!`](crate::migrations).
    pub migrations: Migrations,
    /// Its casbin lines: `p, role, resource, action`.
    pub policy: &'static str,
    /// Its resources.
    pub resources: &'static [Registration],
    /// What can be done to its records besides reading, changing and deleting them.
    pub verbs: &'static [Verb],
    /// The tags of its operations in the document, in addition to its resources: name, description.
    pub tags: &'static [(&'static str, &'static str)],
    /// Areas that its front end adds to the back-office: the first segments of their paths.
    pub areas: &'static [&'static str],
    /// Its routes, except the standard operations of its resources.
    pub routes: fn(&mut Routes<'_>),
    /// Mapping files for imports, by name.
    pub mappings: &'static [(&'static str, &'static str)],
    /// The settings that it declares.
    pub settings: &'static [Setting],
    /// The periodic jobs of a serving process.
    pub jobs: &'static [PeriodicJob],
    /// The rows that it deletes after a while.
    pub sweeps: &'static [Sweep],
    /// Returns the start of the history that it still needs: the states of records at that time
    /// must remain. Versions superseded before may be deleted when the operator's settings say so.
    pub history_needed_since: fn(&mut Conn) -> Result<Timestamp>,
    /// The commands that it adds to the command line.
    pub commands: &'static [Command],
    /// The datasets that measures are computed from.
    pub datasets: &'static [Dataset],
    /// Its measures.
    pub measures: &'static [Measure],
    /// The dimensions that measures are grouped by.
    pub dimensions: &'static [Dimension],
    /// The charts on the index of the explorer.
    pub charts: &'static [Chart],
    /// Joins between tables, in addition to the references of its resources.
    pub joins: &'static [Join],
    /// Fields that lists of resources can be filtered by, computed from its tables.
    pub computed: &'static [ComputedField],
    /// The attributes that it gives users, for rules to compare with.
    pub attributes: &'static [UserAttribute],
    /// Its part of the demo data. Runs once, after the modules listed before it.
    pub demo: fn(&mut Seed<'_>) -> Result<()>,
}

impl Module {
    /// Makes a module without declarations: `Module { resources: …, ..Module::new("units") }`.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            migrations: Vec::new,
            policy: "",
            resources: &[],
            verbs: &[],
            tags: &[],
            areas: &[],
            routes: |_| {},
            mappings: &[],
            settings: &[],
            attributes: &[],
            jobs: &[],
            sweeps: &[],
            history_needed_since: |_| Ok(Timestamp::LAST),
            commands: &[],
            datasets: &[],
            measures: &[],
            dimensions: &[],
            charts: &[],
            joins: &[],
            computed: &[],
            demo: |_| Ok(()),
        }
    }

    /// Returns its declarations for the explorer.
    pub(crate) fn declarations(&self) -> Declarations {
        Declarations {
            module: self.name,
            tables: crate::db::tables(self.migrations),
            resources: self.resources,
            datasets: self.datasets,
            measures: self.measures,
            dimensions: self.dimensions,
            charts: self.charts,
            joins: self.joins,
        }
    }
}

/// A job that every serving process runs periodically. Two processes may run it at the same time,
/// which must do no harm.
#[derive(Clone, Copy)]
pub struct PeriodicJob {
    /// Its name in the log when it fails: `remind of appointments`.
    pub what: &'static str,
    /// The pause between two runs.
    pub every: Duration,
    /// The work of one run.
    pub work: Work<()>,
}

/// Rows to delete after a while.
#[derive(Clone, Copy)]
pub struct Sweep {
    /// The table that they are in.
    pub of: &'static str,
    /// Which of its rows.
    pub rows: SweptRows,
}

/// The rows of a table that are deleted after a while.
#[derive(Clone, Copy)]
pub enum SweptRows {
    /// Those whose time in this column, which should begin an index, is so many seconds ago by the
    /// settings.
    Since(&'static str, fn(&Settings) -> i64),
    /// Those of which this deletes about so many, by the settings, and returns how many. It is called
    /// again until it deletes fewer.
    By(fn(&mut Conn, &Settings, usize) -> Result<usize>),
}

/// A command for operators: `mizan figures rebuild`.
#[derive(Clone, Copy)]
pub struct Command {
    /// The noun and the verb that invoke it.
    pub words: (&'static str, &'static str),
    /// A summary in one line, for the list of commands.
    pub about: &'static str,
    /// The help text.
    pub explanation: &'static str,
    /// The work; its result is printed.
    pub work: Work<String>,
}

/// Work that depends on the settings. It reads on one snapshot, concurrently with writers and
/// without a time limit; the result is then run as one writing transaction.
pub type Work<T> = fn(&mut Conn, &Settings) -> Result<Then<T>>;

/// The write that follows from what was read; other transactions may have written since.
pub type Then<T> = Box<dyn FnOnce(&mut Conn) -> Result<T> + Send>;
