//! The OpenAPI 3.1 document, assembled once at the start from the declarations of the modules. The
//! product is built on it: routes are authorized by its operations, the back-office is drawn from
//! it, the typed client is generated from it.
//!
//! `assemble` puts it together, `parts` completes each operation, `operations` writes the standard operations of a resource,
//! `operation_table` looks them up for a request, `shown` and `verbs` check how resources and verbs
//! are displayed, and `reader` leaves out what a reader does not see.

mod assemble;
mod operation_table;
mod operations;
mod parts;
mod reader;
mod shown;
mod verbs;

pub(crate) use assemble::{Document, assemble, attributes_of};
pub(crate) use operation_table::Operations;
