//! What is known of a field by the name of its type.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericArgument, Ident, PathArguments, Type};

/// Returns the SQL type of a column that holds values of this type, or of the type `said`.
pub(crate) fn sql_of(of: &Type, said: Option<&Ident>) -> TokenStream {
    if let Some(of) = optional(of) {
        let of = sql_of(of, said);
        return quote!(Nullable<#of>);
    }
    if let Some(said) = said {
        return quote!(#said);
    }
    match type_name(of).as_str() {
        "i16" => quote!(SmallInt),
        "i32" => quote!(Integer),
        "i64" => quote!(BigInt),
        "f32" => quote!(Float),
        "f64" => quote!(Double),
        "bool" => quote!(Bool),
        "NaiveDate" => quote!(Date),
        "Timestamp" => quote!(Timestamp),
        _ => quote!(Text),
    }
}

/// Returns the type in an `Option`.
pub(crate) fn optional(of: &Type) -> Option<&Type> {
    argument(of, "Option")
}

/// Returns the type in a `Vec`.
pub(crate) fn listed_type(of: &Type) -> Option<&Type> {
    argument(of, "Vec")
}

fn argument<'a>(of: &'a Type, around: &str) -> Option<&'a Type> {
    let Type::Path(path) = of else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == around)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(of) => Some(of),
        _ => None,
    }
}

/// Returns the last word of a type.
pub(crate) fn type_name(of: &Type) -> String {
    match of {
        Type::Path(path) => {
            path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
        }
        other => other.to_token_stream().to_string(),
    }
}
