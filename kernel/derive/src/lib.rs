//! The attribute `resource`, which the kernel exports: one struct with named fields is a whole resource.
//!
//! `options` reads the attribute, `field` the fields, by what `attributes` and `rust_types` know; `tables`
//! writes the table and what is read of others, `types` the types of a record, `queries` how it is read and
//! written. It knows no database and no schema: what it writes is plain diesel, serde and schemars, and what
//! is wrong there is reported by them.

mod attributes;
mod field;
mod names;
mod options;
mod queries;
mod rust_types;
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
/// - the table of `diesel::table!`, in a module `units_tables`, with what is read of the tables of others;
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
/// | `embed(a, b = "bInEuros")` | it is a type that reads these columns, shown as if its fields were the record's own: in a resource that is `read_only`, with `tables` |
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
    use proc_macro2::TokenStream as Tokens;

    use super::expand;

    const UNITS: &str = "table = units, resource = Units, info = INFO";

    fn expanded(options: &str, fields: &str) -> syn::Result<String> {
        let [options, of] = [options, &format!("/// A unit.\nstruct Unit {{ {fields} }}")]
            .map(|text| text.parse::<Tokens>().unwrap());
        Ok(expand(options, of)?.to_string().replace(' ', ""))
    }

    #[test]
    fn what_is_wrong_is_said_at_its_place() {
        for (options, fields, message) in [
            ("table = units, info = INFO", "", "`resource = …` is missing: the type to register"),
            ("tabel = units", "", "`tabel` is no option here; these are: table, "),
            (UNITS, "#[field(search)] a: A", "`search` is no option here; these are: searched, "),
            (UNITS, "#[field(called = b)] a: A", "`called` is of a reference: say `reference"),
            (UNITS, "#[field(columns(b: f64))] a: A", "it has to be an `Option`"),
            (UNITS, r#"#[field(reference = "b", long_text)] a: Named"#, "`long_text` is of no"),
            (UNITS, "#[field(searched, searched)] a: A", "`searched` is said twice"),
            (UNITS, "#[field(searched, unlisted)] a: A", "`searched` is of a field that lists"),
            (UNITS, r#"#[field(through = a, reference = "b")] a: Vec<Named>"#, "`owner = …` is"),
            (UNITS, "#[field(embed(b))] a: A", "`read_only`, with `tables`"),
            (UNITS, "#[field(natural_order = b)] a: Option<String>", "that is never missing"),
            (
                UNITS,
                r#"#[field(reference = "c")] a: Named, #[field(reference = "c")] b: Named"#,
                "`c` is joined already",
            ),
        ] {
            let error = expanded(options, fields).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
        let tuple = "struct Unit(String);".parse().unwrap();
        assert!(expand(UNITS.parse().unwrap(), tuple).is_err());
    }

    #[test]
    fn field_is_in_all_that_follows_from_it() {
        let with = expanded(UNITS, "name: String, floor: Option<i32>").unwrap();
        for text in [
            "floor->Nullable<Integer>,",
            "floor:Option<i32>,created_at",
            "structUnitInput{name:String,floor:Option<i32>,}",
            ".field(\"floor\",units_tables::units::floor)",
            "floor:input.floor,",
            "(was.floor!=is.floor).then(||units_tables::units::floor.eq(is.floor))",
        ] {
            assert!(with.contains(text), "{text}\n{with}");
        }
        assert!(!expanded(UNITS, "name: String").unwrap().contains("floor"));
    }

    #[test]
    fn reference_that_may_be_missing_is_a_left_join() {
        let field = r#"#[field(reference = "join-requests", called = email)] of: "#;
        let inner = expanded(UNITS, &format!("{field} Named")).unwrap();
        let left = expanded(UNITS, &format!("{field} Option<Named>")).unwrap();
        assert!(inner.contains(".inner_join(units_tables::join_requests::table)"), "{inner}");
        assert!(left.contains(".left_join(units_tables::join_requests::table)"), "{left}");
        assert!(inner.contains("of_id->Text,") && left.contains("of_id->Nullable<Text>,"));
        assert!(left.contains("of_id:Option<::kernel::id::Id>"), "{left}");
        assert!(
            !expanded(&format!("{UNITS}, read_only"), field.split('#').next().unwrap())
                .unwrap()
                .contains("Writable")
        );
    }
}
