//! The types of a record: as it is read, as it is written, and as it is inserted.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Ident, ItemStruct};

use crate::field::{Field, Joined, Listed, Stored};
use crate::names::pascal_case;
use crate::options::Options;
use crate::rust_types::optional;

/// Writes the types of a record.
pub(crate) fn types(of: &ItemStruct, options: &Options, fields: &[Field]) -> TokenStream {
    let view = view(of, options, fields);
    let parts = fields.iter().filter_map(|field| parts_type(of, field));
    let written = options.input.as_ref().map(|input| {
        let (input, new) = (input_type(of, input, fields), new_type(of, input, options, fields));
        quote!(#input #new)
    });
    quote!(#view #(#parts)* #written)
}

/// The struct itself.
fn view(of: &ItemStruct, options: &Options, fields: &[Field]) -> TokenStream {
    let (visibility, name, table) = (&of.vis, &of.ident, options.own_table());
    let attributes = &of.attrs;
    let fields = fields.iter().map(|field| {
        let Field { visibility, name, of: shown, view_attributes, stored, .. } = field;
        let read = match stored {
            Stored::Column { column, .. } if column != name => {
                quote!(#[diesel(column_name = #column)])
            }
            Stored::Column { .. } | Stored::Embedded(_) => quote!(),
            Stored::Joined(joined) => joined_columns(joined, options),
            Stored::Through(_) => {
                let later = quote!(::kernel::resource::ReadLater);
                quote!(#[diesel(select_expression = (#table::id,), deserialize_as = #later)])
            }
            Stored::Parts(parts) => {
                let columns = parts.iter().map(|(part, _)| quote!(#table::#part));
                let row = parts_name(&of.ident, name);
                quote!(#[diesel(select_expression = (#(#columns,)*), deserialize_as = #row)])
            }
        };
        quote!(#(#view_attributes)* #read #visibility #name: #shown,)
    });
    quote! {
        #[derive(Debug, ::diesel::Queryable, ::diesel::Selectable, ::serde::Serialize, ::schemars::JsonSchema)]
        #(#attributes)*
        #[diesel(table_name = #table)]
        #[serde(rename_all = "camelCase")]
        #visibility struct #name { #(#fields)* }
    }
}

/// What is read of a record that is joined: its identifier and its name.
fn joined_columns(joined: &Joined, options: &Options) -> TokenStream {
    let (table, called) = (options.table(&joined.to.table), &joined.to.called);
    let both = quote!((#table::id, #table::#called));
    match joined.is_optional {
        false => quote!(#[diesel(select_expression = #both)]),
        true => quote! {
            #[diesel(
                select_expression = ::diesel::NullableExpressionMethods::nullable(#both),
                select_expression_type = ::diesel::dsl::Nullable<#both>
            )]
        },
    }
}

/// The columns of a field with several, as they are read.
fn parts_type(of: &ItemStruct, field: &Field) -> Option<TokenStream> {
    let Stored::Parts(parts) = &field.stored else { return None };
    let (visibility, row) = (&of.vis, parts_name(&of.ident, &field.name));
    let whole = &field.of;
    let of = optional(whole)?;
    let names: Vec<&Ident> = parts.iter().map(|(name, _)| name).collect();
    let types = parts.iter().map(|(_, of)| of);
    Some(quote! {
        #[doc(hidden)]
        #[derive(::diesel::Queryable)]
        #visibility struct #row { #(#names: Option<#types>,)* }

        impl From<#row> for #whole {
            fn from(row: #row) -> Self {
                Some(#of { #(#names: row.#names?,)* })
            }
        }
    })
}

fn parts_name(of: &Ident, field: &Ident) -> Ident {
    format_ident!("{of}{}Columns", pascal_case(&field.to_string()))
}

/// The name of a field in the input, and its type there.
pub(crate) fn written(field: &Field) -> (&Ident, TokenStream) {
    let (name, of) = (&field.name, &field.of);
    match &field.stored {
        Stored::Joined(Joined { link: Some(link), is_optional: false, .. }) => {
            (name, quote!(#link))
        }
        Stored::Joined(Joined { link: Some(link), .. }) => (name, quote!(Option<#link>)),
        Stored::Joined(Joined { written, is_optional: false, .. }) => {
            (written, quote!(::kernel::id::Id))
        }
        Stored::Joined(Joined { written, .. }) => (written, quote!(Option<::kernel::id::Id>)),
        Stored::Through(through) => (&through.written, quote!(Vec<::kernel::id::Id>)),
        Stored::Column { .. } | Stored::Parts(_) | Stored::Embedded(_) => (name, quote!(#of)),
    }
}

/// A record as it is written.
fn input_type(of: &ItemStruct, input: &Ident, fields: &[Field]) -> TokenStream {
    let visibility = &of.vis;
    let attributes = of.attrs.iter().filter(|one| !one.path().is_ident("doc"));
    let doc = format!("{} as it is written.", first_line(&of.attrs).trim_end_matches('.'));
    let fields = fields.iter().filter(|field| field.is_written()).map(|field| {
        let Field { visibility, input_attributes, .. } = field;
        let (name, of) = written(field);
        quote!(#(#input_attributes)* #visibility #name: #of,)
    });
    quote! {
        #[doc = #doc]
        #[derive(Debug, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema)]
        #(#attributes)*
        #[serde(rename_all = "camelCase")]
        #visibility struct #input { #(#fields)* }
    }
}

/// Returns the first line of a comment: ` A unit.`
fn first_line(attributes: &[Attribute]) -> String {
    let line = attributes.iter().find_map(|one| match &one.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    line.unwrap_or_else(|| " A record.".to_owned())
}

/// The name of the type of a record as it is inserted.
pub(crate) fn new_name(of: &ItemStruct) -> Ident {
    format_ident!("New{}", of.ident)
}

/// The columns of a record as it is inserted.
pub(crate) fn new_columns(options: &Options, fields: &[Field]) -> Vec<Ident> {
    let mut columns = vec![format_ident!("id")];
    for field in fields.iter().filter(|field| field.is_written()) {
        match &field.stored {
            Stored::Column {
                column, listed: Listed::NaturalOrder { column: order, .. }, ..
            } => {
                columns.extend([order.clone(), column.clone()]);
            }
            Stored::Column { column, .. } => columns.push(column.clone()),
            Stored::Joined(joined) => columns.push(joined.column.clone()),
            Stored::Parts(parts) => columns.extend(parts.iter().map(|(part, _)| part.clone())),
            Stored::Through(_) | Stored::Embedded(_) => {}
        }
    }
    columns.extend(options.stored_times());
    columns
}

/// A record as it is inserted.
fn new_type(of: &ItemStruct, input: &Ident, options: &Options, fields: &[Field]) -> TokenStream {
    let (new, table) = (new_name(of), options.own_table());
    let [created, updated] = options.stored_times();
    let mut types = Vec::new();
    let mut values = Vec::new();
    for field in fields.iter().filter(|field| field.is_written()) {
        let (name, of) = written(field);
        match &field.stored {
            Stored::Column { column, listed, .. } => {
                if let Listed::NaturalOrder { column: order, function } = listed {
                    types.push(quote!(#order: String));
                    values.push(quote!(#order: #function(&input.#name)));
                }
                types.push(quote!(#column: #of));
                values.push(quote!(#column: input.#name));
            }
            Stored::Joined(joined) => {
                let column = &joined.column;
                let id = match (&joined.link, joined.is_optional) {
                    (None, _) => quote!(input.#name),
                    (Some(_), false) => quote!(input.#name.id),
                    (Some(_), true) => quote!(input.#name.map(|one| one.id)),
                };
                types.push(match joined.is_optional {
                    true => quote!(#column: Option<::kernel::id::Id>),
                    false => quote!(#column: ::kernel::id::Id),
                });
                values.push(quote!(#column: #id));
            }
            Stored::Through(_) | Stored::Embedded(_) => {}
            Stored::Parts(parts) => {
                for (part, of) in parts {
                    types.push(quote!(#part: Option<#of>));
                    values.push(quote!(#part: input.#name.as_ref().map(|all| all.#part)));
                }
            }
        }
    }
    quote! {
        #[derive(::diesel::Insertable)]
        #[diesel(table_name = #table, treat_none_as_default_value = false)]
        struct #new<'a> {
            id: &'a ::kernel::id::Id,
            #(#types,)*
            #created: ::kernel::time::Timestamp,
            #updated: ::kernel::time::Timestamp,
        }

        impl<'a> #new<'a> {
            fn of(id: &'a ::kernel::id::Id, input: #input, now: ::kernel::time::Timestamp) -> Self {
                Self { id, #(#values,)* #created: now, #updated: now }
            }
        }
    }
}
