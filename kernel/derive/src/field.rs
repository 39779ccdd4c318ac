//! The fields of a resource, and the options of `#[field(…)]`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Error, Fields, GenericArgument, Ident, ItemStruct, Lit, LitStr, Meta, Path,
    PathArguments, Result, Token, Type, Visibility,
};

use crate::names::{camel_case, label};
use crate::options::{Options, flag, name, once, set, unknown};

/// The names of the fields that every record has.
pub(crate) const KERNELS: [&str; 3] = ["id", "created_at", "updated_at"];

/// The types that hold several values.
const LISTS: [&str; 3] = ["TextList", "ImageList", "Image"];

/// From how many characters on a text is sorted by its beginning alone.
const LONG: u64 = 1_000;

const KNOWN: &str = "searched, long_text, unlisted, natural_order, reference, table, called, \
                     called_order, link, through, owner, item, written, columns, column, sql";

/// A field of a resource.
pub(crate) struct Field {
    pub(crate) visibility: Visibility,
    pub(crate) name: Ident,
    pub(crate) of: Type,
    /// Its attributes where a record is read.
    pub(crate) view_attributes: Vec<Attribute>,
    /// Its attributes where a record is written.
    pub(crate) input_attributes: Vec<Attribute>,
    /// Its name in a record as it is read, in JSON.
    pub(crate) json: String,
    pub(crate) searched: bool,
    pub(crate) stored: Stored,
}

/// How a field is stored.
pub(crate) enum Stored {
    /// In a column of its own.
    Column { column: Ident, sql: TokenStream, listed: Listed, refers_to: Option<String> },
    /// As the identifier of a record that is joined.
    Joined(Joined),
    /// In a table of its own, as identifiers of records in an order.
    Through(Through),
    /// In a column for each part.
    Parts(Vec<(Ident, Type)>),
}

/// What lists do by a column.
pub(crate) enum Listed {
    No,
    Yes,
    LongText,
    /// Sort it by the column that a function fills.
    NaturalOrder {
        column: Ident,
        function: Path,
    },
}

/// A reference to a record that is joined.
pub(crate) struct Joined {
    pub(crate) to: Target,
    pub(crate) column: Ident,
    pub(crate) called_order: Option<Ident>,
    /// The type of the input that has the identifier in its field `id`.
    pub(crate) link: Option<Path>,
    pub(crate) written: Ident,
    pub(crate) is_optional: bool,
}

/// A list of references.
pub(crate) struct Through {
    pub(crate) to: Target,
    pub(crate) table: Ident,
    pub(crate) owner: Ident,
    pub(crate) item: Ident,
    pub(crate) written: Ident,
}

/// The resource referred to.
pub(crate) struct Target {
    pub(crate) resource: String,
    pub(crate) table: Ident,
    pub(crate) called: Ident,
}

/// The options of `#[field(…)]`.
#[derive(Default)]
struct Said {
    searched: Option<Span>,
    long_text: Option<Span>,
    unlisted: Option<Span>,
    natural_order: Option<Path>,
    reference: Option<LitStr>,
    table: Option<Ident>,
    called: Option<Ident>,
    called_order: Option<Ident>,
    link: Option<Path>,
    through: Option<Ident>,
    owner: Option<Ident>,
    item: Option<Ident>,
    written: Option<Ident>,
    columns: Option<Vec<(Ident, Type)>>,
    column: Option<Ident>,
    sql: Option<Ident>,
}

impl Field {
    /// Reads the fields of the struct, with those that every record has.
    pub(crate) fn read_all(of: &ItemStruct, options: &Options) -> Result<Vec<Self>> {
        let Fields::Named(fields) = &of.fields else {
            return Err(Error::new_spanned(of, "A resource is a struct with named fields"));
        };
        let own = fields.named.iter().map(Self::read).collect::<Result<Vec<_>>>()?;
        let has = |name: &str| own.iter().any(|field| field.name == name);
        let [has_id, has_created, has_updated] = KERNELS.map(has);
        let mut all = Vec::new();
        let visibility =
            own.first().map_or(Visibility::Inherited, |field| field.visibility.clone());
        let kernels = |name: &str, of: Type, sql: TokenStream| Self {
            visibility: visibility.clone(),
            name: format_ident!("{name}"),
            of,
            view_attributes: Vec::new(),
            input_attributes: Vec::new(),
            json: camel_case(name),
            searched: false,
            stored: Stored::Column {
                column: format_ident!("{name}"),
                sql,
                listed: Listed::Yes,
                refers_to: None,
            },
        };
        if !has_id {
            all.push(kernels("id", syn::parse_quote!(::kernel::id::Id), quote!(Text)));
        }
        all.extend(own);
        for (name, has) in [("created_at", has_created), ("updated_at", has_updated)] {
            if !has && !options.hidden_times {
                let time = syn::parse_quote!(::kernel::time::Timestamp);
                all.push(kernels(name, time, quote!(Timestamp)));
            }
        }
        for field in all.iter_mut().filter(|field| field.name == "id") {
            field.json.clone_from(&options.id);
            let name = &options.id;
            field.view_attributes.push(syn::parse_quote!(#[serde(rename = #name)]));
        }
        Ok(all)
    }

    fn read(field: &syn::Field) -> Result<Self> {
        let name = field.ident.clone().unwrap_or_else(|| format_ident!("_"));
        let (mut shared, mut view, mut input) = (Vec::new(), Vec::new(), Vec::new());
        let mut said = Said::default();
        for attribute in &field.attrs {
            if attribute.path().is_ident("field") {
                said.read(attribute)?;
            } else if attribute.path().is_ident("view") {
                view.extend(attributes_in(attribute)?);
            } else if attribute.path().is_ident("input") {
                input.extend(attributes_in(attribute)?);
            } else {
                shared.push(attribute.clone());
            }
        }
        let view_attributes = merged(&shared, view);
        let mut input_attributes = merged(&shared, input);
        let json = renamed(&view_attributes)?.unwrap_or_else(|| camel_case(&name.to_string()));
        let searched = said.searched.is_some();
        let is_long = longest(&view_attributes).is_some_and(|most| most > LONG);
        let stored = said.stored(&name, &field.ty, is_long)?;
        if matches!(stored, Stored::Joined(_) | Stored::Through(_)) && !has_title(&input_attributes)
        {
            let title = label(&name.to_string());
            let is_link = matches!(&stored, Stored::Joined(Joined { link: Some(_), .. }));
            if !is_link {
                input_attributes.push(syn::parse_quote!(#[schemars(title = #title)]));
            }
        }
        Ok(Self {
            visibility: field.vis.clone(),
            name,
            of: field.ty.clone(),
            view_attributes,
            input_attributes,
            json,
            searched,
            stored,
        })
    }

    /// Returns whether an input has it.
    pub(crate) fn is_written(&self) -> bool {
        !Options::is_kernels(&self.name)
    }
}

impl Said {
    fn read(&mut self, attribute: &Attribute) -> Result<()> {
        attribute.parse_nested_meta(|meta| match name(&meta).as_str() {
            "searched" => flag(&meta, &mut self.searched),
            "long_text" => flag(&meta, &mut self.long_text),
            "unlisted" => flag(&meta, &mut self.unlisted),
            "natural_order" => once(&meta, &mut self.natural_order),
            "reference" => once(&meta, &mut self.reference),
            "table" => once(&meta, &mut self.table),
            "called" => once(&meta, &mut self.called),
            "called_order" => once(&meta, &mut self.called_order),
            "link" => once(&meta, &mut self.link),
            "through" => once(&meta, &mut self.through),
            "owner" => once(&meta, &mut self.owner),
            "item" => once(&meta, &mut self.item),
            "written" => once(&meta, &mut self.written),
            "columns" => {
                let content;
                syn::parenthesized!(content in meta.input);
                let parts = Punctuated::<syn::Field, Token![,]>::parse_terminated_with(
                    &content,
                    syn::Field::parse_named,
                )?;
                let parts = parts.into_iter().filter_map(|part| Some((part.ident?, part.ty)));
                set(&meta, &mut self.columns, parts.collect())
            }
            "column" => once(&meta, &mut self.column),
            "sql" => once(&meta, &mut self.sql),
            _ => Err(unknown(&meta, KNOWN)),
        })
    }

    fn stored(self, name: &Ident, of: &Type, is_long: bool) -> Result<Stored> {
        let column = self.column.clone().unwrap_or_else(|| name.clone());
        if let Some(parts) = self.columns {
            return match optional(of) {
                Some(_) => Ok(Stored::Parts(parts)),
                None => Err(Error::new_spanned(
                    of,
                    "It is missing when a column is: it has to be an `Option`",
                )),
            };
        }
        let Some(reference) = &self.reference else {
            let named = [
                ("table", &self.table),
                ("called", &self.called),
                ("called_order", &self.called_order),
                ("through", &self.through),
                ("owner", &self.owner),
                ("item", &self.item),
                ("written", &self.written),
            ];
            if let Some((option, Some(at))) = named.iter().find(|(_, said)| said.is_some()) {
                let message = format!("`{option}` is of a reference: say `reference = \"…\"`, too");
                return Err(Error::new_spanned(at, message));
            }
            let listed = self.listed(name, of, is_long)?;
            let sql = self.sql_of(of);
            return Ok(Stored::Column { column, sql, listed, refers_to: None });
        };
        for (option, at) in [("long_text", self.long_text), ("unlisted", self.unlisted)] {
            if let Some(at) = at {
                return Err(Error::new(at, format!("`{option}` is of no reference")));
            }
        }
        let shown = optional(of).unwrap_or(of);
        if type_name(shown) == "Id" {
            let sql = self.sql_of(of);
            let refers_to = Some(reference.value());
            return Ok(Stored::Column { column, sql, listed: Listed::Yes, refers_to });
        }
        let table = format_ident!("{}", reference.value().replace('-', "_"));
        let to = Target {
            resource: reference.value(),
            table: self.table.unwrap_or(table),
            called: self.called.unwrap_or_else(|| format_ident!("name")),
        };
        let missing =
            |option| Error::new_spanned(name, format!("`{option} = …` is missing at `{name}`"));
        if let Some(table) = self.through {
            if listed_type(of).is_none() {
                return Err(Error::new_spanned(of, "A list of references is a `Vec`"));
            }
            return Ok(Stored::Through(Through {
                to,
                table,
                owner: self.owner.ok_or_else(|| missing("owner"))?,
                item: self.item.ok_or_else(|| missing("item"))?,
                written: self.written.ok_or_else(|| missing("written"))?,
            }));
        }
        let written = match &self.link {
            Some(_) => name.clone(),
            None => format_ident!("{name}_id"),
        };
        Ok(Stored::Joined(Joined {
            to,
            column: self.column.unwrap_or_else(|| format_ident!("{name}_id")),
            called_order: self.called_order,
            link: self.link,
            written: self.written.unwrap_or(written),
            is_optional: optional(of).is_some(),
        }))
    }

    fn listed(&self, name: &Ident, of: &Type, is_long: bool) -> Result<Listed> {
        if let Some(function) = self.natural_order.clone() {
            if type_name(of) != "String" {
                let message = "A natural order is that of a text that is never missing: `String`";
                return Err(Error::new_spanned(of, message));
            }
            return Ok(Listed::NaturalOrder { column: format_ident!("{name}_order"), function });
        }
        let of = type_name(optional(of).unwrap_or(of));
        Ok(if self.unlisted.is_some() || LISTS.contains(&of.as_str()) {
            Listed::No
        } else if self.long_text.is_some() || is_long {
            Listed::LongText
        } else {
            Listed::Yes
        })
    }

    /// Returns the SQL type of the column.
    fn sql_of(&self, of: &Type) -> TokenStream {
        sql_of(of, self.sql.as_ref())
    }
}

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
fn type_name(of: &Type) -> String {
    match of {
        Type::Path(path) => {
            path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
        }
        other => other.to_token_stream().to_string(),
    }
}

/// Returns the attributes in `#[view(…)]` or `#[input(…)]`.
fn attributes_in(attribute: &Attribute) -> Result<Vec<Attribute>> {
    let all = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)?;
    Ok(all.into_iter().map(|meta| syn::parse_quote!(#[#meta])).collect())
}

/// Returns the attributes of both, and those of one. A comment there is in place of the other one.
fn merged(shared: &[Attribute], own: Vec<Attribute>) -> Vec<Attribute> {
    let is_doc = |one: &Attribute| one.path().is_ident("doc");
    let has_doc = own.iter().any(is_doc);
    let shared = shared.iter().filter(|one| !(has_doc && is_doc(one))).cloned();
    shared.chain(own).collect()
}

/// Returns the name in `#[serde(rename = "…")]`.
fn renamed(attributes: &[Attribute]) -> Result<Option<String>> {
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

fn has_title(attributes: &[Attribute]) -> bool {
    schema_options(attributes).any(|option| option.path().is_ident("title"))
}

/// Returns the number in `#[schemars(length(max = …))]`.
fn longest(attributes: &[Attribute]) -> Option<u64> {
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
