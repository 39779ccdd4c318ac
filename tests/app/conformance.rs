//! What is promised of every module and resource, for those of the desk. `broken` shows that the kit names each
//! promise that a module breaks.

mod broken;

conformance::tests!(crate::PRODUCT);
