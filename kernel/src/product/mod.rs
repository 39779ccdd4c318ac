//! The product: the declarations of the modules, the OpenAPI document derived from them, and the
//! plan that is assembled and checked at the start; the values of the product that its pages read; the outline by which
//! two versions are compared.

mod areas;
pub mod front_ends;
pub(crate) mod kernel;
pub(crate) mod migrate;
pub mod module;
pub(crate) mod openapi;
pub(crate) mod outline;
pub(crate) mod plan;
mod queries;
mod tables;
pub(crate) mod values;
