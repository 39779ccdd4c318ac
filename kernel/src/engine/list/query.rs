//! What a caller asks of a list, read from the query string; what it cannot mean is a 400 that
//! names it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serde::Deserialize;

use super::definitions::Definition;
use super::filter::{Filter, quoted};
use crate::base::error::{Error, Result};
use crate::base::id::Id;

/// The most characters that can be searched for at once.
pub(crate) const LONGEST_SEARCH: usize = 200;
/// The most words that can be searched for at once.
pub(crate) const MOST_WORDS: usize = 10;

/// The parameters as they arrive. All are text, so that a wrong one can be named.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Parameters {
    page: Option<String>,
    limit: Option<String>,
    search: Option<String>,
    #[serde(rename = "match")]
    matching: Option<String>,
    sort: Option<String>,
    sort_by: Option<String>,
    sort_direction: Option<String>,
    filters: Option<String>,
}

impl Parameters {
    /// Those that say which records and in which order.
    pub(crate) fn of(
        search: Option<String>,
        filters: Option<String>,
        sort: Option<String>,
    ) -> Self {
        Self { search, filters, sort, ..Self::default() }
    }

    /// Whether none was given at all.
    pub(crate) fn is_empty(&self) -> bool {
        [
            &self.page,
            &self.limit,
            &self.search,
            &self.matching,
            &self.sort,
            &self.sort_by,
            &self.sort_direction,
            &self.filters,
        ]
        .iter()
        .all(|parameter| parameter.is_none())
    }
}

/// What a caller asks of a list.
#[derive(Clone, Debug)]
pub struct ListQuery {
    /// From 1.
    pub(crate) page: i64,
    /// How many records a page has; `None` for all of them on one page.
    pub(crate) limit: Option<i64>,
    /// What every record has to contain, each in one field or another; empty when there is nothing
    /// to look for.
    pub(crate) search: Vec<String>,
    /// The JSON name of the field to sort by.
    pub(crate) sort: String,
    /// The parameter that named it: what a refusal names.
    pub(crate) sorted_by: &'static str,
    pub(crate) descending: bool,
    /// Which records are wanted; `None` for all.
    pub(crate) filter: Option<Filter>,
    /// Beside the filter: only these, or all but these.
    pub(crate) among: Option<Among>,
    pub(crate) pick: Pick,
}

/// Identifiers that a list is limited to.
#[derive(Clone, Debug)]
pub(crate) enum Among {
    These(Vec<Id>),
    AllBut(Vec<Id>),
}

/// What is wanted of the records that match.
#[derive(Clone, Debug)]
pub(crate) enum Pick {
    /// One page of them.
    Page,
    /// The identifiers of all of them, in order, put in here.
    Ids(Arc<Mutex<Vec<Id>>>),
    /// These of them.
    These(Vec<Id>),
    /// None of them: how many have each value of this field, put in here.
    Values(&'static str, FoundValues),
    /// None of them: only how many there are.
    Total,
}

impl ListQuery {
    /// Reads the parameters; `default_sort` is the resource's own order, `definitions` what it
    /// can be filtered by.
    pub(crate) fn read(
        parameters: Parameters,
        default_sort: &str,
        definitions: &[Definition],
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
                let (field, usual) = match field {
                    Some(field) => (field.as_str(), "asc"),
                    None => field_and_direction(default_sort),
                };
                let direction = parameters.sort_direction.as_deref().unwrap_or(usual);
                ("sortBy", field, is_descending("sortDirection", direction)?)
            }
        };
        let search = terms(
            parameters.search.as_deref().unwrap_or_default(),
            parameters.matching.as_deref(),
        )?;
        let (page, limit) = page_and_limit(parameters.page, parameters.limit)?;
        Ok(Self {
            page,
            limit: Some(limit),
            search,
            sort: sort.to_owned(),
            sorted_by,
            descending,
            filter,
            among: None,
            pick: Pick::Page,
        })
    }

    /// The same of these records only.
    pub fn within(self, ids: Vec<Id>) -> Self {
        Self { among: Some(Among::These(ids)), ..self }
    }

    /// The same of all records but these.
    pub fn without(self, ids: Vec<Id>) -> Self {
        Self { among: Some(Among::AllBut(ids)), ..self }
    }

    /// How many records there are, and none of them.
    pub(crate) fn total(default_sort: &str) -> Result<Self> {
        Ok(Self { pick: Pick::Total, ..Self::read(Parameters::default(), default_sort, &[])? })
    }

    /// Every record on one page, in the resource's own order.
    pub(crate) fn all(default_sort: &str) -> Result<Self> {
        Ok(Self { limit: None, ..Self::read(Parameters::default(), default_sort, &[])? })
    }
}

/// Reads what is searched for, by the parameter `match`: the whole text, trimmed, or each word of it.
fn terms(search: &str, matching: Option<&str>) -> Result<Vec<String>> {
    let terms: Vec<&str> = match matching {
        None | Some("text") => {
            Some(search.trim()).filter(|text| !text.is_empty()).into_iter().collect()
        }
        Some("words") => search.split_whitespace().collect(),
        Some(other) => {
            return Err(Error::Malformed(format!(
                "`match` may say `text` or `words`, not {}",
                quoted(other)
            )));
        }
    };
    let has_control = terms.iter().any(|term| term.contains(char::is_control));
    if has_control || search.trim().chars().count() > LONGEST_SEARCH {
        return Err(Error::Malformed(format!(
            "`search` may have {LONGEST_SEARCH} characters, none of them a control character"
        )));
    }
    if terms.len() > MOST_WORDS {
        return Err(Error::Malformed(format!("`search` may have {MOST_WORDS} words")));
    }
    Ok(terms.into_iter().map(str::to_owned).collect())
}

/// What a `sort` says, such as `name:desc`; upwards where it names no direction.
pub(crate) fn field_and_direction(sort: &str) -> (&str, &str) {
    sort.split_once(':').unwrap_or((sort, "asc"))
}

/// What a direction says, that stands in `parameter`.
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

/// Which page, and how many records it has.
pub(crate) fn page_and_limit(page: Option<String>, limit: Option<String>) -> Result<(i64, i64)> {
    let page = whole_number("page", page, 1, 1, 1_000_000_000)?;
    Ok((page, whole_number("limit", limit, 20, 1, 100)?))
}

/// What the parameter `name` says, a whole number.
pub(crate) fn whole_number(
    name: &str,
    text: Option<String>,
    default: i64,
    min: i64,
    max: i64,
) -> Result<i64> {
    let Some(text) = text else { return Ok(default) };
    match text.parse() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(Error::Malformed(format!("`{name}` must be a whole number from {min} to {max}"))),
    }
}

/// What the database says of the values of a field.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// Each value, as text, and how many records have it.
    pub(super) counts: Vec<(Option<String>, i64)>,
    pub(super) total: i64,
    /// What the records are called that are referred to.
    pub(super) names: HashMap<String, String>,
}

/// Where a list puts the values that it was asked for.
pub(crate) type FoundValues = Arc<Mutex<Option<Values>>>;

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<ListQuery> {
        let parameters = actix_web::web::Query::<Parameters>::from_query(query).unwrap();
        ListQuery::read(parameters.into_inner(), "name", &[])
    }

    #[test]
    fn nothing_asked_is_the_first_page_of_twenty() {
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
    fn a_list_has_an_order_of_its_own_until_another_is_asked() {
        let newest = |query: &str| {
            let parameters = actix_web::web::Query::<Parameters>::from_query(query).unwrap();
            let query = ListQuery::read(parameters.into_inner(), "at:desc", &[]).unwrap();
            (query.sort, query.descending)
        };
        assert_eq!(newest(""), ("at".to_owned(), true));
        assert_eq!(newest("sortDirection=asc"), ("at".to_owned(), false));
        assert_eq!(newest("sortBy=name"), ("name".to_owned(), false));
        assert_eq!(newest("sort=at"), ("at".to_owned(), false));
    }

    #[test]
    fn a_search_is_one_text_or_several_words() {
        for (query, terms) in [
            ("search=+101+lulwa+", ["101 lulwa"].as_slice()),
            ("search=101+lulwa&match=text", &["101 lulwa"]),
            ("search=+101%09lulwa%c2%a0+&match=words", &["101", "lulwa"]),
            ("search=+&match=words", &[]),
            ("match=words", &[]),
        ] {
            assert_eq!(read(query).unwrap().search, terms, "{query}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (query, named) in [
            ("page=0", "`page`"),
            ("page=x", "`page`"),
            ("limit=101", "`limit`"),
            ("sort=name:up", "`sort` may say `asc` or `desc`, not `up`"),
            ("sort=name:", "`sort` may say `asc` or `desc`, not nothing"),
            ("sortDirection=up", "`sortDirection` may say `asc` or `desc`, not `up`"),
            ("sortBy=name&sortDirection=DESC", "`sortDirection`"),
            ("sortBy=name&sortDirection=", "`sortDirection`"),
            ("search=%00", "`search`"),
            ("search=a%09b", "`search`"),
            ("search=a+%00&match=words", "`search`"),
            ("search=a+b+c+d+e+f+g+h+i+j+k&match=words", "`search` may have 10 words"),
            ("match=any", "`match` may say `text` or `words`, not `any`"),
            ("search=a&match=", "`match` may say `text` or `words`, not nothing"),
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
