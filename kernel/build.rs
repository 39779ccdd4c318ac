//! Nothing is built here. Cargo has one package of a `links` in a product, and wants this file beside it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
