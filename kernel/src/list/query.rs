//! What a caller asks of a list, read from the query string; what it cannot mean is a 400 that
//! names it.

use serde::Deserialize;

use crate::error::{Error, Result};

/// The most characters that can be searched for at once.
pub(crate) const LONGEST_SEARCH: usize = 200;

/// The parameters as they arrive. All are text, so that a wrong one can be named.
#[derive(Debug, Default, Deserialize)]
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
    /// Whether none was given at all.
    pub(crate) fn is_empty(&self) -> bool {
        [
            &self.page,
            &self.limit,
            &self.search,
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// From 1.
    pub(crate) page: i64,
    /// How many records a page has; `None` for all of them on one page.
    pub(crate) limit: Option<i64>,
    /// One substring, trimmed; `None` when there is nothing to look for.
    pub(crate) search: Option<String>,
    /// The JSON name of the field to sort by.
    pub(crate) sort: String,
    pub(crate) descending: bool,
}

impl ListQuery {
    /// Reads the parameters; `default_sort` is the resource's own order.
    pub(crate) fn read(parameters: Parameters, default_sort: &str) -> Result<Self> {
        if parameters.filters.is_some() {
            return Err(Error::Malformed("This list takes no `filters`".into()));
        }
        let (sort, direction) = match (&parameters.sort, &parameters.sort_by) {
            (Some(_), Some(_)) => {
                return Err(Error::Malformed("Give either `sort` or `sortBy`, not both".into()));
            }
            (Some(_), None) if parameters.sort_direction.is_some() => {
                return Err(Error::Malformed(
                    "`sortDirection` goes with `sortBy`; `sort` names its own direction".into(),
                ));
            }
            (Some(sort), None) => match sort.split_once(':') {
                Some((field, direction)) => (field, Some(direction)),
                None => (sort.as_str(), None),
            },
            (None, field) => {
                (field.as_deref().unwrap_or(default_sort), parameters.sort_direction.as_deref())
            }
        };
        let descending = match direction {
            None | Some("asc") => false,
            Some("desc") => true,
            Some(other) => {
                return Err(Error::Malformed(format!(
                    "A list is sorted `asc` or `desc`, not `{other}`"
                )));
            }
        };
        let search = parameters.search.map(|text| text.trim().to_owned());
        if let Some(text) = &search
            && (text.contains('\0') || text.chars().count() > LONGEST_SEARCH)
        {
            return Err(Error::Malformed(format!(
                "`search` may have {LONGEST_SEARCH} characters, none of them null"
            )));
        }
        Ok(Self {
            page: number("page", parameters.page, 1, 1, 1_000_000_000)?,
            limit: Some(number("limit", parameters.limit, 20, 1, 100)?),
            search: search.filter(|text| !text.is_empty()),
            sort: sort.to_owned(),
            descending,
        })
    }

    /// Every record on one page, in the resource's own order.
    pub(crate) fn all(default_sort: &str) -> Self {
        Self {
            page: 1,
            limit: None,
            search: None,
            sort: default_sort.to_owned(),
            descending: false,
        }
    }
}

fn number(name: &str, text: Option<String>, default: i64, min: i64, max: i64) -> Result<i64> {
    let Some(text) = text else { return Ok(default) };
    match text.parse() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(Error::Malformed(format!("`{name}` must be a whole number from {min} to {max}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<ListQuery> {
        let parameters = actix_web::web::Query::<Parameters>::from_query(query).unwrap();
        ListQuery::read(parameters.into_inner(), "name")
    }

    #[test]
    fn nothing_asked_is_the_first_page_of_twenty() {
        let query = read("").unwrap();
        assert_eq!((query.page, query.limit, query.descending), (1, Some(20), false));
        assert_eq!((query.sort.as_str(), query.search), ("name", None));
    }

    #[test]
    fn both_ways_to_name_a_sort_mean_the_same() {
        assert_eq!(
            read("sort=name:desc").unwrap(),
            read("sortBy=name&sortDirection=desc").unwrap()
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (query, named) in [
            ("page=0", "`page`"),
            ("page=x", "`page`"),
            ("limit=101", "`limit`"),
            ("sort=name:up", "`up`"),
            ("sortDirection=up", "`up`"),
            ("sort=a&sortBy=b", "`sortBy`"),
            ("sort=a:asc&sortDirection=up", "`sortDirection`"),
        ] {
            let sentence = read(query).unwrap_err().to_string();
            assert!(sentence.contains(named), "{query}: {sentence}");
        }
    }
}
