//! Tests of the whole product, through its calls, on whichever database the run is for.

#![expect(
    clippy::unwrap_used,
    reason = "a test that meets nothing where something should be has failed"
)]

#[path = "../../src/main.rs"]
#[expect(dead_code, reason = "only the product is of interest here, not how it is started")]
mod product;

mod authorization;
mod companies;
mod demo;
mod generated;
mod imports;
mod inspections;
mod new_resource;
mod projects;
mod session;
mod startup;
mod units;

pub(crate) use product::PRODUCT;
