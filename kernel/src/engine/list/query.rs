//! The query of a list, parsed from the query string. An invalid parameter is a 400 that names it.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use serde::Deserialize;
use serde_json::Value;

use super::definitions::Definition;
use super::filter::{Filter, Wrong, quoted};
use super::filter_reader::Filterable;
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;

/// The maximum length of a search, in characters.
pub(crate) const LONGEST_SEARCH: usize = 200;
/// The maximum number of words in a search.
pub(crate) const MOST_WORDS: usize = 10;

/// No field to filter by.
const NONE: &[Definition] = &[];

/// The parameters as they arrive. All are text, so that the error for an invalid one can name it.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Parameters {
    page: Option<String>,
    limit: Option<String>,
    search: Option<String>,
    sort: Option<String>,
    sort_by: Option<String>,
    sort_direction: Option<String>,
    filters: Option<String>,
}

impl Parameters {
    /// Makes the parameters that select and order records.
    pub(crate) fn of(
        search: Option<String>,
        filters: Option<String>,
        sort: Option<String>,
    ) -> Self {
        Self { search, filters, sort, ..Self::default() }
    }

    /// Makes the parameters of the first page, of so many records.
    pub(crate) fn of_first(limit: u8) -> Self {
        Self { limit: Some(limit.to_string()), ..Self::default() }
    }

    /// Returns whether no parameter was given.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The query of a list.
#[derive(Clone, Debug)]
pub struct ListQuery {
    /// The number of the page, from 1.
    pub(crate) page: i64,
    /// How many records a page has; `None` for all of them on one page.
    pub(crate) limit: Option<i64>,
    /// The terms that every record must contain, each in any searched field; empty without a
    /// search.
    pub(crate) search: Vec<String>,
    /// The JSON name of the field to sort by.
    pub(crate) sort: String,
    /// The parameter that named it, for error messages.
    pub(crate) sorted_by: &'static str,
    pub(crate) descending: bool,
    /// Whether it is sorted by the field of the resource's own order.
    pub(crate) is_in_own_order: bool,
    /// The filter; `None` for all records.
    pub(crate) filter: Option<Filter>,
    /// In addition to the filter: only these records, or all but these.
    pub(crate) among: Option<Among>,
    /// What the reader sees; everything with `None`.
    pub(crate) sight: Option<Arc<Sight>>,
    /// When the request for it arrived.
    pub(crate) requested_at: Instant,
}

/// What a reader sees of the records of a resource in a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sight {
    /// What it is kept under: the same for all readers who see the same.
    pub(crate) key: Arc<str>,
    /// The filter that records meet which the reader may read; all with `None`.
    pub(crate) rows: Option<Filter>,
    /// The fields of which the reader does not see every value: of no use in filters, orders and searches.
    pub(crate) unseen: BTreeSet<String>,
    /// The references to records that the reader may not all read: each with the filter that a record meets whose reference
    /// leads to one that the reader may read.
    pub(crate) references: Vec<(&'static str, Filter)>,
}

impl Sight {
    /// Returns whether lists are sorted by a field: not by the names of records that the reader may not all read.
    pub(super) fn orders_by(&self, field: &str) -> bool {
        !self.unseen.contains(field) && !self.references.iter().any(|(name, _)| *name == field)
    }
}

/// Identifiers that a list is restricted to.
#[derive(Clone, Debug)]
pub(crate) enum Among {
    These(Vec<Id>),
    AllBut(Vec<Id>),
}

impl ListQuery {
    /// Parses the parameters; `default_sort` is the resource's own order, `definitions` its
    /// filters.
    pub(crate) fn read<F: Filterable + ?Sized>(
        parameters: Parameters,
        default_sort: &str,
        definitions: &F,
    ) -> Result<Self> {
        let filters = parameters.filters.as_deref().filter(|text| !text.trim().is_empty());
        let filter = filters.map(|text| Filter::read(text, definitions)).transpose()?;
        let (sorted_by, sort, descending) = match (&parameters.sort, &parameters.sort_by) {
            (Some(_), Some(_)) => {
                return Err(Error::Malformed("Give either `sort` or `sortBy`, not both".into()));
            }
            (Some(_), None) if parameters.sort_direction.is_some() => {
                return Err(Error::Malformed(
                    "`sortDirection` goes with `sortBy`; `sort` names its own direction".into(),
                ));
            }
            (Some(sort), None) => {
                let (field, direction) = field_and_direction(sort);
                ("sort", field, is_descending("sort", direction)?)
            }
            (None, field) => {
                let (field, default_direction) = match field {
                    Some(field) => (field.as_str(), "asc"),
                    None => field_and_direction(default_sort),
                };
                let direction = parameters.sort_direction.as_deref().unwrap_or(default_direction);
                ("sortBy", field, is_descending("sortDirection", direction)?)
            }
        };
        let search = terms(parameters.search.as_deref().unwrap_or_default())?;
        let (page, limit) = page_and_limit(parameters.page, parameters.limit)?;
        Ok(Self {
            page,
            limit: Some(limit),
            search,
            sort: sort.to_owned(),
            sorted_by,
            descending,
            is_in_own_order: sort == field_and_direction(default_sort).0,
            filter,
            among: None,
            sight: None,
            requested_at: Instant::now(),
        })
    }

    /// Parses the search and the filter of a body, at the pointer `at`: the parameters of a list by the same names,
    /// the filter as JSON. It is for every matching record, in the resource's own order.
    pub(crate) fn of_body<F: Filterable + ?Sized>(
        wanted: &Value,
        at: &str,
        default_sort: &str,
        definitions: &F,
    ) -> Result<Self, Vec<FieldError>> {
        let error = |below: &str, what: String| FieldError::new(format!("{at}{below}"), what);
        let Some(fields) = wanted.as_object() else {
            return Err(vec![error(
                "",
                "It is a group of fields: {\"search\", \"filters\"}".into(),
            )]);
        };
        let (mut errors, mut search, mut filter) = (Vec::new(), Vec::new(), None);
        for (name, value) in fields {
            match (name.as_str(), value) {
                ("search", Value::String(text)) => match terms(text) {
                    Ok(terms) => search = terms,
                    Err(wrong) => errors.push(error("/search", wrong.to_string())),
                },
                ("search", _) => errors.push(error("/search", "`search` must be a text".into())),
                ("filters", value) => match Filter::of(value, definitions) {
                    Ok(read) => filter = Some(read),
                    Err(Wrong { pointer, sentence }) => {
                        errors.push(error(&format!("/filters{pointer}"), sentence));
                    }
                },
                (name, _) => {
                    let below = format!("/{}", crate::engine::schema::escape(name));
                    errors.push(error(&below, "There is no such field".into()));
                }
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let all = Self::all(default_sort).map_err(|wrong| vec![error("", wrong.to_string())])?;
        Ok(Self { search, filter, ..all })
    }

    /// Returns whether the database passes over all records for it.
    pub(crate) fn is_slow(&self) -> bool {
        self.filter.is_some()
            || self.sight.as_ref().is_some_and(|sight| sight.rows.is_some())
            || !self.search.is_empty()
            || !self.is_in_own_order
    }

    /// Restricts the query to what the reader sees.
    pub(crate) fn seen_as(self, sight: Option<Arc<Sight>>) -> Self {
        Self { sight, ..self }
    }

    /// Restricts the query to these records.
    pub fn within(self, ids: Vec<Id>) -> Self {
        Self { among: Some(Among::These(ids)), ..self }
    }

    /// Excludes these records.
    pub fn without(self, ids: Vec<Id>) -> Self {
        Self { among: Some(Among::AllBut(ids)), ..self }
    }

    /// Makes a query for every record on one page, in the resource's own order.
    pub(crate) fn all(default_sort: &str) -> Result<Self> {
        Ok(Self { limit: None, ..Self::read(Parameters::default(), default_sort, NONE)? })
    }
}

/// Splits a search into its terms: at white space, but for what stands between quotes. While the
/// closing quote is not there yet, the rest is between quotes.
fn terms(search: &str) -> Result<Vec<String>> {
    let (mut terms, mut rest) = (Vec::new(), search.trim());
    while !rest.is_empty() {
        let (term, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        let term = term.trim();
        if !term.is_empty() && !terms.iter().any(|other| other == term) {
            terms.push(term.to_owned());
        }
        rest = after.trim_start();
    }
    let has_control = terms.iter().any(|term| term.contains(char::is_control));
    if has_control || search.trim().chars().count() > LONGEST_SEARCH {
        return Err(Error::Malformed(format!(
            "`search` may have {LONGEST_SEARCH} characters, none of them a control character"
        )));
    }
    if terms.len() > MOST_WORDS {
        return Err(Error::Malformed(format!("`search` may have {MOST_WORDS} words")));
    }
    Ok(terms)
}

/// Splits a `sort` such as `name:desc`; ascending when it names no direction.
pub(crate) fn field_and_direction(sort: &str) -> (&str, &str) {
    sort.split_once(':').unwrap_or((sort, "asc"))
}

/// Parses the direction in `parameter`.
fn is_descending(parameter: &str, direction: &str) -> Result<bool> {
    match direction {
        "asc" => Ok(false),
        "desc" => Ok(true),
        other => Err(Error::Malformed(format!(
            "`{parameter}` may say `asc` or `desc`, not {}",
            quoted(other)
        ))),
    }
}

/// Parses the number of the page and the number of records per page.
pub(crate) fn page_and_limit(page: Option<String>, limit: Option<String>) -> Result<(i64, i64)> {
    let page = whole_number("page", page.as_deref(), 1, 1_000_000_000)?;
    Ok((page, whole_number("limit", limit.as_deref(), 20, 100)?))
}

/// Parses the integer parameter `name`, from 1 to `max`.
pub(crate) fn whole_number<T: FromStr + PartialOrd + Display + From<u8>>(
    name: &str,
    text: Option<&str>,
    default: T,
    max: T,
) -> Result<T> {
    let Some(text) = text else { return Ok(default) };
    match text.parse() {
        Ok(number) if number >= T::from(1) && number <= max => Ok(number),
        _ => Err(Error::Malformed(format!("`{name}` must be a whole number from 1 to {max}"))),
    }
}

/// The values of a field, as the database counted them.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// Each value, as text, and how many records have it.
    pub(super) counts: Vec<(Option<String>, i64)>,
    pub(crate) total: i64,
    /// The names of records referred to, by identifier.
    pub(super) names: HashMap<String, String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<ListQuery> {
        let parameters = actix_web::web::Query::<Parameters>::from_query(query).unwrap();
        ListQuery::read(parameters.into_inner(), "name", NONE)
    }

    #[test]
    fn without_parameters_it_is_the_first_page_of_twenty() {
        let query = read("").unwrap();
        assert_eq!((query.page, query.limit, query.descending), (1, Some(20), false));
        assert_eq!((query.sort.as_str(), query.search), ("name", Vec::new()));
    }

    #[test]
    fn both_ways_to_name_a_sort_mean_the_same() {
        let [one, other] =
            ["sort=name:desc", "sortBy=name&sortDirection=desc"].map(|text| read(text).unwrap());
        assert_eq!((one.sort, one.descending), (other.sort, other.descending));
    }

    #[test]
    fn a_list_has_its_own_order_unless_another_is_requested() {
        let newest = |query: &str| {
            let parameters = actix_web::web::Query::<Parameters>::from_query(query).unwrap();
            let query = ListQuery::read(parameters.into_inner(), "at:desc", NONE).unwrap();
            (query.sort, query.descending)
        };
        assert_eq!(newest(""), ("at".to_owned(), true));
        assert_eq!(newest("sortDirection=asc"), ("at".to_owned(), false));
        assert_eq!(newest("sortBy=name"), ("name".to_owned(), false));
        assert_eq!(newest("sort=at"), ("at".to_owned(), false));
    }

    #[test]
    fn a_search_is_words_and_what_stands_between_quotes() {
        for (search, terms) in [
            ("+101+lulwa+", ["101", "lulwa"].as_slice()),
            ("+101%09lulwa%c2%a0101", &["101", "lulwa"]),
            ("%22sea+view%22+101", &["sea view", "101"]),
            ("101+%22+sea+view+", &["101", "sea view"]),
            ("%22sea%22view", &["sea", "view"]),
            ("6%22+pipe", &["6\"", "pipe"]),
            ("%22+%22", &[]),
            ("%22", &[]),
            ("+", &[]),
        ] {
            assert_eq!(read(&format!("search={search}")).unwrap().search, terms, "{search}");
        }
    }

    #[test]
    fn an_invalid_parameter_is_named() {
        for (query, named) in [
            ("page=0", "`page`"),
            ("page=x", "`page`"),
            ("limit=101", "`limit`"),
            ("sort=name:up", "`sort` may say `asc` or `desc`, not `up`"),
            ("sort=name:%1b%5b", "not `\u{fffd}[`"),
            ("sort=name:", "`sort` may say `asc` or `desc`, not nothing"),
            ("sortDirection=up", "`sortDirection` may say `asc` or `desc`, not `up`"),
            ("sortBy=name&sortDirection=DESC", "`sortDirection`"),
            ("sortBy=name&sortDirection=", "`sortDirection`"),
            ("search=%00", "`search`"),
            ("search=%22a%09b%22", "`search`"),
            ("search=a+%00", "`search`"),
            ("search=a+b+c+d+e+f+g+h+i+j+k", "`search` may have 10 words"),
            ("filters=x", "`filters` is not JSON"),
            ("filters=[]", "`filters`: "),
            ("sort=a&sortBy=b", "`sortBy`"),
            ("sort=a:asc&sortDirection=up", "`sortDirection`"),
        ] {
            let sentence = read(query).unwrap_err().to_string();
            assert!(sentence.contains(named), "{query}: {sentence}");
        }
    }
}
