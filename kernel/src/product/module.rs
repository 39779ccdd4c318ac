//! A module: what one part of the product brings. A value, listed in `main.rs`; nothing registers
//! itself.

use std::time::Duration;

use utoipa_actix_web::service_config::ServiceConfig;

pub use crate::base::config::Setting;
use crate::base::config::Settings;
use crate::base::error::Result;
use crate::base::time::Timestamp;
use crate::db::{Conn, Migrations};
use crate::explore::{Chart, Dataset, Declarations, Dimension, Join, Measure};
use crate::records::Seed;
use crate::records::resource::Registration;
use crate::records::verb::Verb;

/// What a module brings.
#[derive(Clone, Copy)]
pub struct Module {
    /// The plural word that is also its folder, crate and tag.
    pub name: &'static str,
    /// Its tables, step by step. Made by [`migrations!`](crate::migrations).
    pub migrations: Migrations,
    /// Its casbin lines: `p, role, resource, action`.
    pub policy: &'static str,
    /// The records it looks after.
    pub resources: &'static [Registration],
    /// What can be done to its records beside reading, changing and deleting them.
    pub verbs: &'static [Verb],
    /// What its calls are sorted under in the document, beside its resources: name, description.
    pub tags: &'static [(&'static str, &'static str)],
    /// Only what is not a resource's standard operation.
    pub routes: fn(&mut ServiceConfig<'_>),
    /// Mapping files for imports, by name.
    pub mappings: &'static [(&'static str, &'static str)],
    /// What an operator may set of it.
    pub settings: &'static [Setting],
    /// What a serving process sees to by itself.
    pub jobs: &'static [PeriodicJob],
    /// Rows that it lets go.
    pub sweeps: &'static [Sweep],
    /// The earliest moment that it still asks the history for: what records said then has to stay
    /// in it. Whatever was superseded before may be deleted when an operator wants that.
    pub history_needed_since: fn(&mut Conn) -> Result<Timestamp>,
    /// What an operator may have it do.
    pub commands: &'static [Command],
    /// What figures are asked about.
    pub datasets: &'static [Dataset],
    /// Its figures.
    pub measures: &'static [Measure],
    /// What figures are grouped by.
    pub dimensions: &'static [Dimension],
    /// What stands drawn on the index of the figures.
    pub charts: &'static [Chart],
    /// Ways between tables, beside the references of its resources.
    pub joins: &'static [Join],
    /// Its part of the demo data. Runs once, after the modules listed before it.
    pub demo: fn(&mut Seed<'_>) -> Result<()>,
}

impl Module {
    /// A module that brings nothing yet: `Module { resources: …, ..Module::new("units") }`.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            migrations: &[],
            policy: "",
            resources: &[],
            verbs: &[],
            tags: &[],
            routes: |_| {},
            mappings: &[],
            settings: &[],
            jobs: &[],
            sweeps: &[],
            history_needed_since: |_| Ok(Timestamp::LAST),
            commands: &[],
            datasets: &[],
            measures: &[],
            dimensions: &[],
            charts: &[],
            joins: &[],
            demo: |_| Ok(()),
        }
    }

    /// What it declares of the explorer.
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

/// Something that every serving process does again and again. Two may do it at the same moment:
/// that must do no harm.
#[derive(Clone, Copy)]
pub struct PeriodicJob {
    /// As the log names it when it fails: `renew the figures`.
    pub what: &'static str,
    /// How long it rests in between.
    pub every: Duration,
    /// What is done.
    pub work: Work<()>,
}

/// Rows that have been kept for long enough.
#[derive(Clone, Copy)]
pub struct Sweep {
    /// Of what, as the table that they are in is called.
    pub of: &'static str,
    /// Deletes about so many of them, under what is set, and answers how many. It is asked again
    /// until it deletes fewer.
    pub rows: fn(&mut Conn, &Settings, usize) -> Result<usize>,
}

/// Something that an operator may have done: `mizan figures rebuild`.
#[derive(Clone, Copy)]
pub struct Command {
    /// The noun and the verb that call it.
    pub words: (&'static str, &'static str),
    /// What it does, in a line, as the list of commands has it.
    pub about: &'static str,
    /// All that one has to know to use it.
    pub explanation: &'static str,
    /// What is done; what it answers is printed.
    pub work: Work<String>,
}

/// Something that is done under what is set. It reads from one snapshot, beside those who write, for
/// as long as it takes; what it answers is then done as one transaction that writes.
pub type Work<T> = fn(&mut Conn, &Settings) -> Result<Then<T>>;

/// What is to be written, in view of what was read; others may have written since.
pub type Then<T> = Box<dyn FnOnce(&mut Conn) -> Result<T> + Send>;
