//! The product: the declarations of the modules, the OpenAPI document derived from them, and the
//! plan that is assembled and checked at the start; the values of the product that its pages read.

mod areas;
pub mod front_ends;
pub(crate) mod kernel;
pub(crate) mod migrate;
pub mod module;
pub(crate) mod openapi;
pub(crate) mod plan;
mod tables;
pub(crate) mod values;
