//! Projects, the buildings and communities with the units to estimate, and the developers who build
//! them.

mod demo;
mod developer;
mod measures;
mod payment_plan;
mod project;

use kernel::module::{AttributeKind, UserAttribute};
use kernel::prelude::*;
use kernel::resource;

pub use developer::{Developer, DeveloperInput, Developers};
pub use payment_plan::{Instalment, PaymentPlan};
pub use project::{Coordinates, Project, ProjectInput, Projects};

/// The module.
pub const MODULE: Module = Module {
    migrations: kernel::migrations!(),
    policy: include_str!("../policy.csv"),
    resources: &[resource::full::<Developers>(), resource::full::<Projects>()],
    attributes: &[UserAttribute {
        name: "projects",
        label: "Projects",
        kind: AttributeKind::Record("projects"),
        is_list: true,
    }],
    mappings: &[("dld-projects", include_str!("../mappings/dld-projects.toml"))],
    dimensions: measures::DIMENSIONS,
    demo: demo::seed,
    ..Module::new("projects")
};
