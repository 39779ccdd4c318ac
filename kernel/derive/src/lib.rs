//! The attribute `resource`, which the kernel exports: one struct with named fields is a whole resource.
//!
//! `options` reads the attribute, `field` the fields; `tables` writes the table and what is read of others,
//! `types` the types of a record, `queries` how it is read and written. It knows no database and no
//! schema: what it writes is plain diesel, serde and schemars, and what is wrong there is reported by them.

mod field;
mod names;
mod options;
mod queries;
mod tables;
mod types;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::ItemStruct;

use crate::field::Field;
use crate::options::Options;

/// Makes a resource of a struct with named fields.
///
/// ```text
/// /// A unit.
/// #[resource(table = units, resource = Units, info = INFO)]
/// pub struct Unit {
///     /// Unique within the project.
///     #[field(natural_order = natural_order, searched)]
///     #[schemars(length(min = 1, max = 100))]
///     pub unit_number: String,
///     #[field(reference = "projects", searched)]
///     pub project: Named,
///     pub floor: Option<i32>,
/// }
/// ```
///
/// From it follow
/// - the struct itself, as a record is read: with `id`, `created_at` and `updated_at`. A struct that has
///   one of these fields itself says what is particular to it, such as its title, and where it is;
/// - `UnitInput`, as a record is written: without these, and with the identifiers of the records referred to;
/// - the table of [`diesel::table!`], in a module `units_tables`, with what is read of the tables of others;
/// - `Units`, which implements `Resource` and `Writable`: what lists are filtered, sorted and searched by,
///   in the order of the fields; the query with its joins, `Units::query()`; insert, also of many records
///   with one statement; and an update that writes what has changed only.
///
/// Comments, `#[schemars(…)]` and `#[serde(…)]` apply to the record as it is read and as it is written,
/// and the names of fields are written in camel case, unless `#[serde(rename = "…")]` says another one.
/// What is for one of both stands in `#[view(…)]` or `#[input(…)]`, such as `#[input(doc = "At most ten.")]`.
/// A comment there is in place of the other one. Further derives, such as `Clone`, are made for both.
///
/// # Of the struct
///
/// | option | says |
/// |---|---|
/// | `table = units` | the table |
/// | `resource = Units` | the type to register |
/// | `info = INFO` | the constant of type `Info` with all else; its `table`, `id` and `references` are filled in |
/// | `input = NewUnit` | the name of the type that is written, in place of `UnitInput` |
/// | `read_only` | no such type: verbs, or nobody, writes records |
/// | `check = …`, `prepare = …`, `complete = …` | the constants of `Writable` and `Resource` of this name |
/// | `id = "id"` | the JSON name of the identifier, in place of `_id` |
/// | `hidden_times` | the times of creation and of the last change are stored, and not shown |
/// | `tables = crate::tables` | the module with the tables, where other queries of the crate need them: none is made here |
///
/// # Of a field: `#[field(…)]`
///
/// | option | says |
/// |---|---|
/// | `searched` | searches look into it, or into the name of the record referred to |
/// | `long_text` | it is sorted by its beginning, as every text is whose `length(max = …)` is above 1,000 |
/// | `unlisted` | lists can be neither filtered nor sorted by it, as by every `TextList`, `ImageList` and `Image` |
/// | `natural_order = path` | the function from its text to the natural sort key, which is stored beside it in the column `…_order` |
/// | `reference = "projects"` | it is a record of that resource, shown as a `Named` or a type of an identifier and a name, and written as `project_id`; an `Option` where it may be missing. An `Id` is shown as it is |
/// | `table = accounts`, `called = name`, `called_order = …` | of the resource referred to: its table where that is not its name, the column with the name, and the column with the natural sort key of it |
/// | `link = DeveloperLink` | a reference is written as this type, which has the identifier in its field `id`, under the reference's own name |
/// | `through = rotation_projects`, `owner = rotation_id`, `item = project_id` | a list of references: the table of them, which has a column `position` too, and its columns. `tables` says where it is declared |
/// | `written = project_ids` | the name of a reference as it is written |
/// | `columns(latitude: f64, longitude: f64)` | it is an `Option` of a type with these fields, each in a column of its own |
/// | `column = distance` | its column, in place of its name |
/// | `sql = Integer` | the type of its column. The types of Rust's numbers, dates and times are known; every other one is a text |
#[proc_macro_attribute]
pub fn resource(options: TokenStream, of: TokenStream) -> TokenStream {
    expand(options.into(), of.into()).unwrap_or_else(syn::Error::into_compile_error).into()
}

fn expand(options: Tokens, of: Tokens) -> syn::Result<Tokens> {
    let of: ItemStruct = syn::parse2(of)?;
    let options = Options::read(options, &of)?;
    let fields = Field::read_all(&of, &options)?;
    let tables = tables::tables(&options, &fields)?;
    let types = types::types(&of, &options, &fields);
    let queries = queries::queries(&of, &options, &fields);
    Ok(quote!(#tables #types #queries))
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::expand;

    #[test]
    fn what_is_wrong_is_said_at_its_place() {
        let right = quote!(table = units, resource = Units, info = INFO);
        for (options, fields, message) in [
            (
                quote!(table = units, info = INFO),
                quote!(),
                "`resource = …` is missing: the type to register",
            ),
            (quote!(tabel = units), quote!(), "`tabel` is no option here; these are: table, "),
            (
                right.clone(),
                quote!(#[field(search)] name: String),
                "`search` is no option here; these are: searched, ",
            ),
            (
                right.clone(),
                quote!(#[field(called = name)] name: String),
                "`called` is of a reference: say `reference = \"…\"`",
            ),
            (
                right.clone(),
                quote!(#[field(columns(a: f64))] place: Place),
                "is missing when a column is: it has to be an `Option`",
            ),
            (
                right.clone(),
                quote!(#[field(reference = "projects", long_text)] project: Named),
                "`long_text` is of no reference",
            ),
            (
                right.clone(),
                quote!(#[field(searched, searched)] name: String),
                "`searched` is said twice",
            ),
            (
                right.clone(),
                quote!(#[field(through = a, reference = "b")] all: Vec<Named>),
                "`owner = …` is missing",
            ),
            (
                right.clone(),
                quote!(#[field(natural_order = order)] name: Option<String>),
                "a text that is never missing",
            ),
        ] {
            let error = expand(options, quote!(struct Unit { #fields })).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
        assert!(
            expand(
                right,
                quote!(
                    struct Unit(String);
                )
            )
            .is_err()
        );
    }
}
