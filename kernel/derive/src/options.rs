//! The options of `#[resource(…)]`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::meta::ParseNestedMeta;
use syn::parse::Parser;
use syn::{Error, Expr, Ident, ItemStruct, LitStr, Path, Result};

/// The options of `#[resource(…)]`.
pub(crate) struct Options {
    pub(crate) table: Ident,
    pub(crate) resource: Ident,
    pub(crate) info: Expr,
    /// The name of the type that is written; `None` when none is.
    pub(crate) input: Option<Ident>,
    pub(crate) check: Option<Expr>,
    pub(crate) prepare: Option<Expr>,
    pub(crate) complete: Option<Expr>,
    /// The JSON name of the identifier.
    pub(crate) id: String,
    pub(crate) hidden_times: bool,
    /// The module with the tables, where they are declared by hand.
    tables: Option<Path>,
    /// The module with the tables, where they are made here.
    pub(crate) made_tables: Ident,
}

const KNOWN: &str = "table, resource, info, input, read_only, check, prepare, complete, id, \
                     hidden_times, tables";

impl Options {
    pub(crate) fn read(options: TokenStream, of: &ItemStruct) -> Result<Self> {
        let (mut table, mut resource, mut info, mut input) = (None, None, None, None);
        let (mut check, mut prepare, mut complete) = (None, None, None);
        let (mut id, mut tables) = (None::<LitStr>, None);
        let (mut read_only, mut hidden_times) = (None, None);
        let parser = syn::meta::parser(|meta| match name(&meta).as_str() {
            "table" => once(&meta, &mut table),
            "resource" => once(&meta, &mut resource),
            "info" => once(&meta, &mut info),
            "input" => once(&meta, &mut input),
            "check" => once(&meta, &mut check),
            "prepare" => once(&meta, &mut prepare),
            "complete" => once(&meta, &mut complete),
            "id" => once(&meta, &mut id),
            "tables" => once(&meta, &mut tables),
            "read_only" => flag(&meta, &mut read_only),
            "hidden_times" => flag(&meta, &mut hidden_times),
            _ => Err(unknown(&meta, KNOWN)),
        });
        parser.parse2(options)?;
        let missing = |what: &str| Error::new(Span::call_site(), what);
        let table: Ident = table.ok_or_else(|| missing("`table = …` is missing: the table"))?;
        let written = input.unwrap_or_else(|| format_ident!("{}Input", of.ident));
        Ok(Self {
            made_tables: format_ident!("{table}_tables"),
            table,
            resource: resource
                .ok_or_else(|| missing("`resource = …` is missing: the type to register"))?,
            info: info
                .ok_or_else(|| missing("`info = …` is missing: a constant of the type `Info`"))?,
            input: read_only.is_none().then_some(written),
            check,
            prepare,
            complete,
            id: id.map_or_else(|| "_id".to_owned(), |id| id.value()),
            hidden_times: hidden_times.is_some(),
            tables,
        })
    }

    /// Returns whether the tables are declared by hand.
    pub(crate) fn has_tables(&self) -> bool {
        self.tables.is_some()
    }

    /// Returns the path of a table.
    pub(crate) fn table(&self, name: &Ident) -> TokenStream {
        let made = &self.made_tables;
        match &self.tables {
            Some(tables) => quote!(#tables::#name),
            None => quote!(#made::#name),
        }
    }

    /// Returns the path of the resource's own table.
    pub(crate) fn own_table(&self) -> TokenStream {
        self.table(&self.table)
    }

    /// Returns the fields that a record has beside its own.
    pub(crate) fn stored_times(&self) -> [Ident; 2] {
        [format_ident!("created_at"), format_ident!("updated_at")]
    }
}

/// Returns the name of an option.
pub(crate) fn name(meta: &ParseNestedMeta<'_>) -> String {
    meta.path.to_token_stream().to_string()
}

/// Reads the value of an option.
pub(crate) fn once<T: syn::parse::Parse>(
    meta: &ParseNestedMeta<'_>,
    into: &mut Option<T>,
) -> Result<()> {
    let value = meta.value()?.parse()?;
    set(meta, into, value)
}

/// Reads an option without a value.
pub(crate) fn flag(meta: &ParseNestedMeta<'_>, into: &mut Option<Span>) -> Result<()> {
    let at = meta.path.get_ident().map_or_else(Span::call_site, Ident::span);
    set(meta, into, at)
}

/// Stores an option, which may be said once.
pub(crate) fn set<T>(meta: &ParseNestedMeta<'_>, into: &mut Option<T>, value: T) -> Result<()> {
    match into.replace(value) {
        None => Ok(()),
        Some(_) => Err(meta.error(format!("`{}` is said twice", name(meta)))),
    }
}

/// Returns the error for an option that does not exist.
pub(crate) fn unknown(meta: &ParseNestedMeta<'_>, known: &str) -> Error {
    meta.error(format!("`{}` is no option here; these are: {known}", name(meta)))
}
