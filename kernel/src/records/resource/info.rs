//! The declaration of a resource as values: names, table, references, and how the back-office shows
//! it. It has no behaviour.

use text::words::{camel_case, capitalized, with_article};

use super::Unique;

/// What the kernel has to know of a resource beside its types.
#[derive(Clone, Copy)]
pub struct Info {
    /// The plural word: tag and policy object.
    pub name: &'static str,
    /// The path of its operations, under the base path of its area; empty when it is the name.
    pub path: &'static str,
    /// The word for one record: `unit`, `weekly_rotation`. Operations are `unit_list`, `unit_view`,
    /// ….
    pub singular: &'static str,
    /// The label of the resource in the back-office.
    pub label: &'static str,
    /// One sentence for the OpenAPI document.
    pub description: &'static str,
    /// The part of the product that it belongs to.
    pub area: Area,
    /// Its table.
    pub table: &'static str,
    /// The JSON name of its identifier.
    pub id: &'static str,
    /// The title of a record wherever it is mentioned: the name of a field, or a template with
    /// fields of the view in braces, such as `{unitNumber} · {project}`. An empty field is left out
    /// together with the text before it. A record referred to has the title of its own resource.
    pub title: &'static str,
    /// A second line that distinguishes records with similar titles: `{email}`. A template as
    /// `title` is; empty where titles suffice.
    pub hint: &'static str,
    /// The name of its icon in the Lucide library: `building-2`. Empty: a default icon.
    pub icon: &'static str,
    /// Fields that belong together, as cards of forms and pages. Fields in none come first.
    ///
    /// ```
    /// # use kernel::resource::Group;
    /// const GROUPS: &[Group] = &[
    ///     Group::new("Place", &["project", "floor"]),
    ///     Group::new("Prices", &["purchasePrice"]).described("Without fees."),
    /// ];
    /// ```
    pub groups: &'static [Group],
    /// What the overview shows of it, to those who may read it.
    ///
    /// ```
    /// # use kernel::resource::Card;
    /// const CARDS: &[Card] = &[Card::Count, Card::breakdown("status", "Units by status")];
    /// ```
    pub cards: &'static [Card],
    /// What its list can be shown as beside a table: a board, a calendar, a gallery, a map.
    ///
    /// ```
    /// # use kernel::resource::ListView;
    /// const VIEWS: &[ListView] = &[ListView::Board("status"), ListView::Calendar("viewedOn")];
    /// ```
    pub views: &'static [ListView],
    /// The columns that its list shows by default.
    pub columns: &'static [&'static str],
    /// The field by which its list is sorted by default, with `:desc` after it for descending
    /// order.
    pub sort: &'static str,
    /// The natural key of a record, as (JSON pointer of the input, column). An import finds the
    /// record of a row by it.
    pub key: &'static [(&'static str, &'static str)],
    /// The references of its records to others.
    pub references: &'static [Reference],
    /// The fields from which values of records that it refers to can be read, such as a sentence with a price.
    pub discloses: &'static [Disclosure],
    /// The unique constraints beside the identifier.
    pub unique: &'static [Unique],
    /// Whether its list, without any query parameter, is a plain array of all records.
    pub plain_list: bool,
    /// Whether a rule spans several of its records, so that its changes are serialized.
    pub one_at_a_time: bool,
}

impl Info {
    /// The defaults, for `Info { name: …, ..Info::DEFAULT }`.
    pub const DEFAULT: Info = Info {
        name: "",
        path: "",
        singular: "",
        label: "",
        description: "",
        area: Area::BackOffice,
        table: "",
        id: "_id",
        title: "name",
        hint: "",
        icon: "",
        groups: &[],
        cards: &[],
        views: &[],
        columns: &["name"],
        sort: "name",
        key: &[("/name", "name")],
        references: &[],
        discloses: &[],
        unique: &[],
        plain_list: false,
        one_at_a_time: false,
    };

    /// Returns the path of its operations.
    pub(crate) fn path(&self) -> String {
        let path = if self.path.is_empty() { self.name } else { self.path };
        format!("{}/{path}", self.area.base())
    }

    /// Returns the word for one record in a sentence.
    pub(crate) fn word(&self) -> String {
        self.singular.replace('_', " ")
    }

    /// Returns the word for several records in a sentence: `weekly rotations`.
    pub(crate) fn plural(&self) -> String {
        self.label.to_lowercase()
    }

    /// Returns the word with its article: `a unit`, `an inspection`.
    pub(crate) fn word_with_article(&self) -> String {
        with_article(self.singular)
    }

    /// Returns the label of one record: `unit` -> `Unit`.
    pub(crate) fn singular_label(&self) -> String {
        capitalized(&self.word())
    }

    /// Returns the name of the identifiers in the body of a bulk request: `unitIds`.
    pub(crate) fn ids_field(&self) -> String {
        camel_case(self.singular) + "Ids"
    }

    /// Formats a count: `1 unit`, `3 units`.
    pub(crate) fn counted(&self, count: i64) -> String {
        let what = if count == 1 { self.word() } else { self.plural() };
        format!("{count} {what}")
    }
}

/// Fields under a title of their own.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The title of the card.
    pub title: &'static str,
    /// A sentence under it; empty where the title says enough.
    pub description: &'static str,
    /// The fields, as the view names them: `project`, also where an input writes `projectId`.
    pub fields: &'static [&'static str],
}

impl Group {
    /// Groups these fields under this title.
    pub const fn new(title: &'static str, fields: &'static [&'static str]) -> Self {
        Self { title, description: "", fields }
    }

    /// Adds a sentence under the title.
    pub const fn described(self, description: &'static str) -> Self {
        Self { description, ..self }
    }
}

/// A card of the overview.
#[derive(Clone, Copy, Debug)]
pub enum Card {
    /// The number of records.
    Count,
    /// The number of records by value of a field that lists can be filtered by: a choice, a yes or
    /// no, or a reference.
    Breakdown {
        /// The field, as the view names it.
        field: &'static str,
        /// The title of the card; empty for one that combines the names of resource and field.
        title: &'static str,
    },
    /// The records that were changed last.
    Latest,
}

impl Card {
    /// Makes a card with the number of records by value of `field`, under this title.
    pub const fn breakdown(field: &'static str, title: &'static str) -> Self {
        Self::Breakdown { field, title }
    }
}

/// What a list can be shown as beside a table. The fields are named as the view names them.
#[derive(Clone, Copy, Debug)]
pub enum ListView {
    /// A column for each value of a choice that lists can be filtered by. Moving a card to another
    /// column changes the record.
    Board(&'static str),
    /// The records of a month, by a date or time that lists can be filtered by.
    Calendar(&'static str),
    /// The records of a month, each from one date to another.
    Periods(&'static str, &'static str),
    /// The first image of each record.
    Gallery(&'static str),
    /// The records on a map, by a group of fields with `latitude` and `longitude`.
    Map(&'static str),
}

impl ListView {
    /// Returns the word for it, in the document and in addresses.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Board(_) => "board",
            Self::Calendar(_) | Self::Periods(..) => "calendar",
            Self::Gallery(_) => "gallery",
            Self::Map(_) => "map",
        }
    }

    /// Returns the fields that it is drawn from.
    pub(crate) fn fields(self) -> Vec<&'static str> {
        match self {
            Self::Periods(from, to) => vec![from, to],
            Self::Board(field)
            | Self::Calendar(field)
            | Self::Gallery(field)
            | Self::Map(field) => vec![field],
        }
    }
}

/// A part of the product, with its own base path and its own permission to enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// `/api/backoffice`.
    BackOffice,
    /// `/api/analytics`.
    Analytics,
}

impl Area {
    pub(crate) fn base(self) -> &'static str {
        match self {
            Self::BackOffice => "/api/backoffice",
            Self::Analytics => "/api/analytics",
        }
    }

    /// All areas. Entering one is the action `enter`.
    pub(crate) const ALL: [Self; 2] = [Self::BackOffice, Self::Analytics];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::BackOffice => "backoffice",
            Self::Analytics => "analytics",
        }
    }
}

/// A field from which values of a record that is referred to can be read. Who does not see these is shown `null` in it.
#[derive(Clone, Copy)]
pub struct Disclosure {
    /// The field of the view.
    pub field: &'static str,
    /// The property of the view that shows the record referred to.
    pub of: &'static str,
    /// The fields of that record.
    pub values: &'static [&'static str],
}

/// A field with the identifier of another record.
#[derive(Clone, Copy)]
pub struct Reference {
    /// JSON pointer into the input: `/projectId`, `/developer/_id`; `/projectIds/*` for a list.
    /// Empty when it is read-only.
    pub field: &'static str,
    /// The property of the view that shows the record referred to, or a list of them: `project`.
    pub view: &'static str,
    /// The table of the column; empty when that is the resource's own.
    pub table: &'static str,
    /// The column with the identifier.
    pub column: &'static str,
    /// The column of `table` with the record that refers; empty when `table` is.
    pub owner: &'static str,
    /// The resource referred to.
    pub to: &'static str,
}

impl Reference {
    /// Declares one identifier, in the resource's own table.
    pub const fn one(
        field: &'static str,
        view: &'static str,
        column: &'static str,
        to: &'static str,
    ) -> Self {
        Self { field, view, table: "", column, owner: "", to }
    }

    /// Declares one read-only identifier, in the resource's own table.
    pub const fn read_only(view: &'static str, column: &'static str, to: &'static str) -> Self {
        Self::one("", view, column, to)
    }
}
