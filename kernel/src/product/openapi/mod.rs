//! The document: OpenAPI 3.1, made once at the start from what the modules declare. It is the
//! spine of the product: routes are guarded by its operations, the back-office is drawn from it,
//! the typed client is generated from it.
//!
//! `assemble` puts it together, `operations` writes the standard operations of a resource,
//! `operation_table` looks them up for a request, `shown` and `verbs` check what resources
//! and verbs say of how they are drawn, `shapes` lets a schemars type stand in for a utoipa one.

mod assemble;
mod operation_table;
mod operations;
mod shown;
mod verbs;

pub(crate) use assemble::{Document, assemble};
pub(crate) use operation_table::Operations;
