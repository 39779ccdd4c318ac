//! Generated files that are checked in. The test rewrites a stale one and fails, so that the change
//! is reviewed.

use std::fs;
use std::path::Path;

use kernel::testing::generated;

use crate::PRODUCT;

pub(crate) fn check(file: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let present = fs::read_to_string(&path).unwrap_or_default();
    if present != wanted {
        fs::write(&path, wanted).unwrap();
        panic!("{file} was stale and has been written anew. Look at the change and commit it.");
    }
}

#[actix_web::test]
async fn document_in_the_repository_is_current() {
    let (document, _) = generated(&PRODUCT).await;
    let text = serde_json::to_string_pretty(&document).unwrap() + "\n";
    check("openapi/mizan.json", &text);
}

#[actix_web::test]
async fn permission_matrix_in_the_repository_is_current() {
    let (_, matrix) = generated(&PRODUCT).await;
    check("policies/matrix.txt", &matrix);
}
