//! The fields of a resource, and the options of `#[field(…)]`.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Error, Fields, Ident, ItemStruct, LitStr, Path, Result, Token, Type, Visibility,
};

use crate::attributes::{attributes_in, has_title, longest, merged, renamed};
use crate::names::{KERNELS, camel_case, label};
use crate::options::{Options, flag, name, once, set, unknown};
use crate::rust_types::{listed_type, optional, sql_of, type_name};

/// The types that hold several values.
const LISTS: [&str; 3] = ["TextList", "ImageList", "Image"];

/// From how many characters on a text is sorted by its beginning alone.
const LONG: u64 = 1_000;

const KNOWN: &str = "searched, long_text, unlisted, natural_order, reference, table, called, \
                     called_order, link, through, owner, item, written, columns, embed, column, sql";

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
    /// In the columns of its own fields, each with its name in JSON.
    Embedded(Vec<(Ident, String)>),
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
    embed: Option<Vec<(Ident, String)>>,
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
        let mut view_attributes = merged(&shared, view);
        let mut input_attributes = merged(&shared, input);
        let json = renamed(&view_attributes)?.unwrap_or_else(|| camel_case(&name.to_string()));
        let searched = said.searched;
        let is_long = longest(&view_attributes).is_some_and(|most| most > LONG);
        let stored = said.stored(&name, &field.ty, is_long)?;
        if let Some(at) = searched.filter(|_| !stored.is_listed()) {
            return Err(Error::new(at, "`searched` is of a field that lists can be filtered by"));
        }
        if matches!(stored, Stored::Embedded(_)) {
            view_attributes.push(syn::parse_quote!(#[serde(flatten)]));
            view_attributes.push(syn::parse_quote!(#[diesel(embed)]));
        }
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
            searched: searched.is_some(),
            stored,
        })
    }

    /// Returns whether an input has it.
    pub(crate) fn is_written(&self) -> bool {
        !KERNELS.iter().any(|known| self.name == known)
    }
}

impl Stored {
    /// Returns whether lists can be filtered by it, as by one field.
    fn is_listed(&self) -> bool {
        match self {
            Self::Column { listed, .. } => !matches!(listed, Listed::No),
            Self::Joined(_) => true,
            Self::Through(_) | Self::Parts(_) | Self::Embedded(_) => false,
        }
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
            "embed" => {
                let content;
                syn::parenthesized!(content in meta.input);
                let parts =
                    Punctuated::<_, Token![,]>::parse_terminated_with(&content, embedded_column)?;
                set(&meta, &mut self.embed, parts.into_iter().collect())
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
        if let Some(parts) = self.embed {
            return Ok(Stored::Embedded(parts));
        }
        let Some(reference) = &self.reference else {
            let of_references = [
                ("table", self.table.as_ref().map(Spanned::span)),
                ("called", self.called.as_ref().map(Spanned::span)),
                ("called_order", self.called_order.as_ref().map(Spanned::span)),
                ("link", self.link.as_ref().map(Spanned::span)),
                ("through", self.through.as_ref().map(Spanned::span)),
                ("owner", self.owner.as_ref().map(Spanned::span)),
                ("item", self.item.as_ref().map(Spanned::span)),
                ("written", self.written.as_ref().map(Spanned::span)),
            ];
            if let Some((option, at)) = first(&of_references) {
                let message = format!("`{option}` is of a reference: say `reference = \"…\"`, too");
                return Err(Error::new(at, message));
            }
            let listed = self.listed(name, of, is_long)?;
            let sql = self.sql_of(of);
            return Ok(Stored::Column { column, sql, listed, refers_to: None });
        };
        let of_texts = [
            ("long_text", self.long_text),
            ("unlisted", self.unlisted),
            ("natural_order", self.natural_order.as_ref().map(Spanned::span)),
        ];
        if let Some((option, at)) = first(&of_texts) {
            return Err(Error::new(at, format!("`{option}` is of no reference")));
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

/// Reads a column of an embedded value: its name, and the one in JSON where it is not that in camel case.
fn embedded_column(input: ParseStream<'_>) -> Result<(Ident, String)> {
    let column: Ident = input.parse()?;
    let json = match input.parse::<Option<Token![=]>>()? {
        Some(_) => input.parse::<LitStr>()?.value(),
        None => camel_case(&column.to_string()),
    };
    Ok((column, json))
}

/// Returns the first option that is said.
fn first(options: &[(&'static str, Option<Span>)]) -> Option<(&'static str, Span)> {
    options.iter().find_map(|(option, at)| Some((*option, (*at)?)))
}
