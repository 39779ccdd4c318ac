//! What Mizan promises of every module, checked for those of this product.

#[path = "../src/main.rs"]
#[expect(dead_code, reason = "the tests use the product, and not its start")]
mod product;

conformance::tests!(product::PRODUCT);
