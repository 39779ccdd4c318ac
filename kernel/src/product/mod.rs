//! The product: what a module brings, the document that follows from all of them, and what is put
//! together and checked at the start.

pub mod front_ends;
pub(crate) mod kernel;
pub(crate) mod migrate;
pub mod module;
pub(crate) mod openapi;
pub(crate) mod plan;
