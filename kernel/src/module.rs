//! A module: what one part of the product brings. A value, listed in `main.rs`; nothing registers
//! itself.

use utoipa_actix_web::service_config::ServiceConfig;

use crate::db::Migrations;
use crate::error::Result;
use crate::records::Seed;
use crate::resource::Registration;

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
    /// What its calls are sorted under in the document, beside its resources: name, description.
    pub tags: &'static [(&'static str, &'static str)],
    /// Only what is not a resource's standard operation.
    pub routes: fn(&mut ServiceConfig<'_>),
    /// Mapping files for imports, by name.
    pub mappings: &'static [(&'static str, &'static str)],
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
            tags: &[],
            routes: |_| {},
            mappings: &[],
            demo: |_| Ok(()),
        }
    }
}
