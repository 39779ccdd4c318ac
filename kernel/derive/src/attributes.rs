//! What is read of the attributes of other macros.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Lit, LitStr, Meta, Result, Token};

/// Returns the attributes in `#[view(…)]` or `#[input(…)]`.
pub(crate) fn attributes_in(attribute: &Attribute) -> Result<Vec<Attribute>> {
    let all = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)?;
    Ok(all.into_iter().map(|meta| syn::parse_quote!(#[#meta])).collect())
}

/// Returns the attributes of both, and those of one. A comment there is in place of the other one.
pub(crate) fn merged(shared: &[Attribute], own: Vec<Attribute>) -> Vec<Attribute> {
    let is_doc = |one: &Attribute| one.path().is_ident("doc");
    let has_doc = own.iter().any(is_doc);
    let shared = shared.iter().filter(|one| !(has_doc && is_doc(one))).cloned();
    shared.chain(own).collect()
}

/// Returns the name in `#[serde(rename = "…")]`.
pub(crate) fn renamed(attributes: &[Attribute]) -> Result<Option<String>> {
    let mut name = None;
    for attribute in attributes.iter().filter(|one| one.path().is_ident("serde")) {
        for meta in attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)? {
            if let Meta::NameValue(pair) = &meta
                && pair.path.is_ident("rename")
            {
                name = Some(syn::parse2::<LitStr>(pair.value.to_token_stream())?.value());
            }
        }
    }
    Ok(name)
}

/// Returns the options of `#[schemars(…)]`, as far as they are read here.
fn schema_options(attributes: &[Attribute]) -> impl Iterator<Item = Meta> {
    let of_schema = attributes.iter().filter(|one| one.path().is_ident("schemars"));
    of_schema
        .filter_map(|one| one.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok())
        .flatten()
}

/// Returns whether `#[schemars(title = …)]` is among them.
pub(crate) fn has_title(attributes: &[Attribute]) -> bool {
    schema_options(attributes).any(|option| option.path().is_ident("title"))
}

/// Returns the number in `#[schemars(length(max = …))]`.
pub(crate) fn longest(attributes: &[Attribute]) -> Option<u64> {
    schema_options(attributes).find_map(|option| {
        let Meta::List(list) = option else { return None };
        if !list.path.is_ident("length") {
            return None;
        }
        let bounds = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
        bounds.iter().find_map(|bound| match bound {
            Meta::NameValue(pair) if pair.path.is_ident("max") => {
                match syn::parse2::<Lit>(pair.value.to_token_stream()) {
                    Ok(Lit::Int(most)) => most.base10_parse().ok(),
                    _ => None,
                }
            }
            _ => None,
        })
    })
}
