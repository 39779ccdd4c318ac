//! `mizan new product`: what it writes of versions, profiles and settings is what the framework itself is built and tested with.
//! `tests/clinic` makes a product and works with it.

use generator::product::{PROFILES, VERSIONS};

#[test]
fn new_product_is_built_as_the_framework_is() {
    let manifest = include_str!("../../Cargo.toml");
    for line in VERSIONS.lines() {
        assert!(manifest.contains(&format!("\n{line}\n")), "{line}");
    }
    assert!(manifest.contains(PROFILES), "{PROFILES}");
    let own =
        include_str!("../../package.json").to_owned() + include_str!("../../openapi/package.json");
    let of_product = include_str!("../../kernel/generator/templates/ui/package.json");
    let (_, tools) = of_product.split_once("\"devDependencies\": {").unwrap();
    for line in tools.lines().map(|line| line.trim().trim_end_matches(',')) {
        assert!(own.contains(line), "{line}");
    }
    let config = include_str!("../../kernel/generator/templates/cargo-config.toml");
    assert_eq!(config, include_str!("../../.cargo/config.toml"));
}
