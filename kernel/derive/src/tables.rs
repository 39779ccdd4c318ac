//! The table of a resource, and what is read of the tables of others.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Error, Ident, Result};

use crate::field::{Field, Listed, Stored, Target, Through};
use crate::options::Options;
use crate::rust_types::sql_of;

/// Writes the module with the tables, unless they are declared by hand.
pub(crate) fn tables(options: &Options, fields: &[Field]) -> Result<TokenStream> {
    let joined: Vec<_> = fields
        .iter()
        .filter_map(|field| match &field.stored {
            Stored::Joined(joined) => Some(joined),
            _ => None,
        })
        .collect();
    for (index, one) in joined.iter().enumerate() {
        if joined.iter().take(index).any(|other| other.to.table == one.to.table) {
            return Err(Error::new(
                one.written.span(),
                format!("`{}` is joined already: a list joins a table once", one.to.table),
            ));
        }
    }
    let is_embedded = |field: &&Field| matches!(field.stored, Stored::Embedded(_));
    if let Some(field) = fields.iter().find(is_embedded)
        && (options.input.is_some() || !options.has_tables())
    {
        let message =
            "A value is embedded in a resource that is `read_only`, with `tables` by hand";
        return Err(Error::new(field.name.span(), message));
    }
    if options.has_tables() {
        return Ok(TokenStream::new());
    }
    let (module, table) = (&options.made_tables, &options.table);
    let mut columns: Vec<TokenStream> = fields.iter().flat_map(columns).collect();
    for time in options.stored_times() {
        if !fields.iter().any(|field| field.name == time) {
            columns.push(quote!(#time -> Timestamp));
        }
    }
    let others = joined.iter().map(|joined| {
        let (table, called) = (&joined.to.table, &joined.to.called);
        let order = joined.called_order.iter();
        quote! {
            ::diesel::table! {
                #table (id) { id -> Text, #called -> Text, #(#order -> Text,)* }
            }
        }
    });
    let joinable = joined.iter().map(|joined| {
        let (to, column) = (&joined.to.table, &joined.column);
        quote!(::diesel::joinable!(#table -> #to (#column));)
    });
    let through = fields.iter().filter_map(|field| match &field.stored {
        Stored::Through(through) => Some(through),
        _ => None,
    });
    let through: Vec<_> = through.collect();
    let lists = through.iter().map(|Through { to, table: list, owner, item, .. }| {
        let Target { table: to, called, .. } = to;
        quote! {
            ::diesel::table! {
                #list (#owner, #item) { #owner -> Text, #item -> Text, position -> Integer, }
            }
            ::diesel::table! {
                #to (id) { id -> Text, #called -> Text, }
            }
            ::diesel::joinable!(#list -> #to (#item));
            ::diesel::joinable!(#list -> #table (#owner));
        }
    });
    let lists: Vec<TokenStream> = lists.collect();
    let of_lists = through.iter().flat_map(|through| [&through.table, &through.to.table]);
    let names: Vec<&Ident> = joined.iter().map(|joined| &joined.to.table).chain(of_lists).collect();
    let doc = format!("The table `{table}`, and what is read of other ones.");
    Ok(quote! {
        #[doc = #doc]
        pub(crate) mod #module {
            ::diesel::table! {
                #table (id) { #(#columns,)* }
            }
            #(#others)*
            #(#joinable)*
            #(#lists)*
            ::diesel::allow_tables_to_appear_in_same_query!(#table, #(#names),*);
        }
    })
}

/// Returns the columns of a field.
fn columns(field: &Field) -> Vec<TokenStream> {
    match &field.stored {
        Stored::Column {
            column, sql, listed: Listed::NaturalOrder { column: order, .. }, ..
        } => {
            vec![quote!(#column -> #sql), quote!(#order -> Text)]
        }
        Stored::Column { column, sql, .. } => vec![quote!(#column -> #sql)],
        Stored::Joined(joined) => {
            let column = &joined.column;
            match joined.is_optional {
                true => vec![quote!(#column -> Nullable<Text>)],
                false => vec![quote!(#column -> Text)],
            }
        }
        Stored::Through(_) | Stored::Embedded(_) => Vec::new(),
        Stored::Parts(parts) => parts
            .iter()
            .map(|(name, of)| {
                let (column, sql) = (format_ident!("{name}"), sql_of(of, None));
                quote!(#column -> Nullable<#sql>)
            })
            .collect(),
    }
}
