//! What a computed field names must be there, and its own name must be free.

use kernel::Product;
use kernel::list::ComputedField;
use kernel::module::Module;
use kernel::testing::{error_on_open, startup_error};

use super::INSPECTIONS;
use crate::PRODUCT;

const FIELD: ComputedField = ComputedField {
    resource: "companies",
    name: "worth",
    label: "Worth",
    example: "1",
    value: "inspections.score",
    base: "companies.name",
    join: ("companies.id", "inspections.id"),
    permission: ("inspections", "read"),
};

fn with(field: ComputedField) -> Product {
    let inspections = Module { computed: Box::leak(Box::new([field])), ..INSPECTIONS };
    Product { modules: Box::leak(Box::new([companies::MODULE, inspections])), ..PRODUCT }
}

#[actix_web::test]
async fn computed_field_names_what_is_there() {
    let error = startup_error(&with(ComputedField { resource: "towers", ..FIELD })).await;
    assert!(error.contains("`worth` is of the resource towers, which does not exist"), "{error}");
    let error = startup_error(&with(ComputedField { name: "phone", ..FIELD })).await;
    assert!(error.contains("computed field `phone` is a field of Company already"), "{error}");
    let error = error_on_open(&with(ComputedField { base: "companies.value", ..FIELD })).await;
    assert!(error.contains("names the column companies.value, which does not exist"), "{error}");
}
