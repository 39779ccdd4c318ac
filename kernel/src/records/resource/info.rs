//! What a resource says of itself, as values: names, table, references, and how the back-office shows
//! it. No behaviour of it stands here.

use super::Unique;

/// What the kernel has to know of a resource beside its types.
#[derive(Clone, Copy)]
pub struct Info {
    /// The plural word: tag and policy object.
    pub name: &'static str,
    /// Where its calls are, under those of its area; empty when that is its name.
    pub path: &'static str,
    /// What one of them is called: `unit`, `weekly_rotation`. Operations are `unit_list`,
    /// `unit_view`, ….
    pub singular: &'static str,
    /// What the back-office calls all of them.
    pub label: &'static str,
    /// One sentence for the document.
    pub description: &'static str,
    /// Which part of the product it belongs to.
    pub area: Area,
    /// Its table.
    pub table: &'static str,
    /// The JSON name of its identifier.
    pub id: &'static str,
    /// What a record is called wherever it is named: the name of a field, or a text with fields of the
    /// view in braces, such as `{unitNumber} · {project}`. A field that is empty falls away with the
    /// text before it. A record referred to is called by its own title.
    pub title: &'static str,
    /// What tells records of like titles apart, as a second line: `{email}`. Written as titles are;
    /// empty where titles say enough.
    pub hint: &'static str,
    /// The name of its icon in the Lucide library: `building-2`. Empty: a plain one.
    pub icon: &'static str,
    /// Fields that belong together, as cards of forms and pages. Fields in none come first.
    ///
    /// ```
    /// # use kernel::resource::Group;
    /// const GROUPS: &[Group] = &[
    ///     Group::new("Place", &["project", "floor"]),
    ///     Group::new("Prices", &["purchasePriceInAED"]).described("In AED, without fees."),
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
    /// The columns that its list shows at first.
    pub columns: &'static [&'static str],
    /// The field that its list is sorted by when nothing else is asked, with `:desc` behind it where
    /// the greatest comes first.
    pub sort: &'static str,
    /// What identifies a record to people, as (JSON pointer of the input, column): by this an
    /// import finds the record that a row means.
    pub key: &'static [(&'static str, &'static str)],
    /// The records that its own refer to.
    pub references: &'static [Reference],
    /// What must be unique, beside the identifier.
    pub unique: &'static [Unique],
    /// Whether its list, asked without any parameter, is a plain array of all.
    pub plain_list: bool,
    /// Whether a rule spans several of its records, so that changes of them run one after the
    /// other.
    pub one_at_a_time: bool,
}

impl Info {
    /// What most resources say, for `Info { name: …, ..Info::DEFAULT }`.
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
        columns: &["name"],
        sort: "name",
        key: &[("/name", "name")],
        references: &[],
        unique: &[],
        plain_list: false,
        one_at_a_time: false,
    };

    /// Where its operations live.
    pub(crate) fn path(&self) -> String {
        let path = if self.path.is_empty() { self.name } else { self.path };
        format!("{}/{path}", self.area.base())
    }

    /// What one of them is called in a sentence.
    pub(crate) fn word(&self) -> String {
        self.singular.replace('_', " ")
    }

    /// `weekly rotations`: what several of them are called in a sentence.
    pub(crate) fn plural(&self) -> String {
        self.label.to_lowercase()
    }

    /// `a unit`, `an inspection`.
    pub(crate) fn word_with_article(&self) -> String {
        let word = self.word();
        let article = if word.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
        format!("{article} {word}")
    }

    /// `unit` -> `Unit`.
    pub(crate) fn singular_label(&self) -> String {
        let word = self.word();
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string());
        first.unwrap_or_default() + letters.as_str()
    }

    /// The identifiers in the body of a call about many records: `unitIds`.
    pub(crate) fn ids_field(&self) -> String {
        let mut words = self.singular.split('_');
        let mut field = words.next().unwrap_or_default().to_owned();
        for word in words {
            let (first, rest) = word.split_at(1.min(word.len()));
            field.push_str(&first.to_uppercase());
            field.push_str(rest);
        }
        field + "Ids"
    }

    /// `1 unit`, `3 units`.
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
    /// These fields under this title.
    pub const fn new(title: &'static str, fields: &'static [&'static str]) -> Self {
        Self { title, description: "", fields }
    }

    /// The group with a sentence under its title.
    pub const fn described(self, description: &'static str) -> Self {
        Self { description, ..self }
    }
}

/// A card of the overview.
#[derive(Clone, Copy, Debug)]
pub enum Card {
    /// How many records there are.
    Count,
    /// How many records have each value of a field that lists can be filtered by: a choice, a yes or
    /// no, or a record referred to.
    Breakdown {
        /// The field, as the view names it.
        field: &'static str,
        /// The title of the card; empty for one that is made of the names of resource and field.
        title: &'static str,
    },
    /// The records that changed last.
    Latest,
}

impl Card {
    /// How many records have each value of `field`, under this title.
    pub const fn breakdown(field: &'static str, title: &'static str) -> Self {
        Self::Breakdown { field, title }
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

    /// All areas that resources can be in; entering one is the action `enter`.
    pub(crate) const ALL: [Self; 2] = [Self::BackOffice, Self::Analytics];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::BackOffice => "backoffice",
            Self::Analytics => "analytics",
        }
    }
}

/// A field that holds the identifier of another record.
#[derive(Clone, Copy)]
pub struct Reference {
    /// JSON pointer into the input: `/projectId`, `/developer/_id`; `/projectIds/*` for a list. Empty
    /// when it is only ever read.
    pub field: &'static str,
    /// The property of the view that shows the record referred to, or a list of them: `project`.
    pub view: &'static str,
    /// The table that holds it; empty when that is the resource's own.
    pub table: &'static str,
    /// The column that holds it.
    pub column: &'static str,
    /// The resource referred to.
    pub to: &'static str,
}

impl Reference {
    /// One identifier, in the resource's own table.
    pub const fn one(
        field: &'static str,
        view: &'static str,
        column: &'static str,
        to: &'static str,
    ) -> Self {
        Self { field, view, table: "", column, to }
    }

    /// One identifier in the resource's own table, which no input writes.
    pub const fn read_only(view: &'static str, column: &'static str, to: &'static str) -> Self {
        Self::one("", view, column, to)
    }
}
