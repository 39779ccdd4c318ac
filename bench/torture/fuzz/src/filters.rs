//! Lists: the query parameters of a request. The first line of an input names a resource, further ones are parameters such as
//! `sort=name`, and from the first line that begins with a brace on it is the parameter `filters`.
//!
//! Holds: what is read twice is equal; a request is refused with 400 and a readable message, or the database answers it; a page
//! has no more records than its limit and the total.

use std::cell::RefCell;

use kernel::Product;
use kernel::error::Error;
use kernel::testing::{Lists, TestApp};
use kernel::time::Weekday;
use kernel::ui::Ui;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::{Target, assert_readable};

/// Resources that have fields of every kind among them, and references.
const RESOURCES: [&str; 5] = ["units", "projects", "companies", "users", "developers"];

const PRODUCT: Product = Product {
    modules: &[users::MODULE, companies::MODULE, projects::MODULE, units::MODULE],
    roles: include_str!("../../../../policies/roles.csv"),
    name: "Fuzz",
    currency: "EUR",
    time_zone: "UTC",
    languages: &["en-GB"],
    first_day_of_week: Weekday::Mon,
    areas: &["estimations"],
    start_pages: &[],
    colours: &[],
    demo: &[],
    ui: Ui { admin: |_| None, shell: |_| None, docs: |_| None },
};

pub(crate) const TARGET: Target = Target {
    name: "filters",
    run,
    seeds,
    words: &[
        "{\"operator\":\"AND\",\"conditions\":[",
        "{\"operator\":\"OR\",\"conditions\":[]}",
        "{\"field\":\"",
        "\"operator\":\"",
        "\"value\":",
        "\"secondValue\":",
        "equals",
        "not_equals",
        "contains",
        "not_contains",
        "starts_with",
        "ends_with",
        "greater_than",
        "greater_than_or_equal",
        "less_than",
        "less_than_or_equal",
        "before",
        "before_or_equal",
        "after",
        "after_or_equal",
        "between",
        "in",
        "not_in",
        "_id",
        "unitNumber",
        "bedrooms",
        "totalAreaInSqFt",
        "view",
        "status",
        "createdAt",
        "project",
        "developer",
        "completionDate",
        "description",
        "locked",
        "firstName",
        "email",
        "roles",
        "2026-02-28",
        "9999-12-31",
        "true",
        "null",
        "9223372036854775807",
        "1e308",
        "0.5",
        "available",
        "0123456789abcdef01234567",
        "units\n",
        "projects\n",
        "companies\n",
        "users\n",
        "page=",
        "limit=",
        "search=",
        "sort=",
        "sortBy=",
        "sortDirection=desc",
        ":desc",
        "\\u0000",
        "\\ud800",
        "%",
        "_",
        "\\\\",
    ],
};

thread_local! {
    static LISTS: RefCell<Lists> = RefCell::new(lists());
}

/// The lists of a product with a few records.
fn lists() -> Lists {
    actix_web::rt::System::new().block_on(async {
        let app = TestApp::of(&PRODUCT).await;
        app.account("admin").await;
        app.lists()
    })
}

fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (resource, query) = request(text);
    LISTS.with_borrow_mut(|lists| {
        let read = shown(lists.read(resource, &query));
        assert_eq!(read, shown(lists.read(resource, &query)));
        if read.is_none() {
            return;
        }
        match lists.page(resource, &query) {
            Ok(page) => {
                let items = page["items"].as_array().map(Vec::len).expect("items");
                let total = page["total"].as_u64().expect("a total");
                assert!(items <= 100 && items as u64 <= total, "{items} of {total}");
            }
            Err(error) => assert_malformed(&error),
        }
    });
}

/// What was read; `None` for a request that is refused.
fn shown(read: Result<String, Error>) -> Option<String> {
    read.inspect_err(assert_malformed).ok()
}

fn assert_malformed(error: &Error) {
    match error {
        Error::Malformed(message) => assert_readable(message),
        other => panic!("{other:?}"),
    }
}

/// The resource and the query string of an input.
fn request(text: &str) -> (&'static str, String) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let resource = RESOURCES.into_iter().find(|name| *name == first).unwrap_or(RESOURCES[0]);
    let (parameters, filters) = match rest.find('{') {
        Some(at) => (&rest[..at], Some(&rest[at..])),
        None => (rest, None),
    };
    let parameters = parameters.lines().filter_map(|line| line.split_once('='));
    let all = parameters.chain(filters.map(|filters| ("filters", filters)));
    let encoded = |text| utf8_percent_encode(text, NON_ALPHANUMERIC);
    let query: Vec<String> =
        all.map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    (resource, query.join("&"))
}

/// A condition with each operator, on a field of each kind.
fn seeds() -> Vec<Vec<u8>> {
    const TEXT: &[&str] =
        &["equals", "not_equals", "contains", "not_contains", "starts_with", "ends_with"];
    const NUMBER: &[&str] = &[
        "equals",
        "not_equals",
        "greater_than",
        "greater_than_or_equal",
        "less_than",
        "less_than_or_equal",
    ];
    const DATE: &[&str] =
        &["equals", "not_equals", "before", "before_or_equal", "after", "after_or_equal"];
    const SELECT: &[&str] = &["equals", "not_equals"];
    let id = "\"0123456789abcdef01234567\"";
    let fields = [
        ("units", "unitNumber", TEXT, "\"A-1\""),
        ("units", "view", TEXT, "\"sea%\""),
        ("companies", "description", TEXT, "\"Büro\""),
        ("units", "bedrooms", NUMBER, "2"),
        ("units", "totalAreaInSqFt", NUMBER, "850.5"),
        ("projects", "completionDate", DATE, "\"2027-12-31\""),
        ("units", "createdAt", DATE, "\"2026-02-28\""),
        ("users", "locked", SELECT, "false"),
        ("units", "status", SELECT, "\"available\""),
        ("units", "project", SELECT, id),
    ];
    let mut seeds = Vec::new();
    for (resource, field, operators, value) in fields {
        let conditions: Vec<String> = operators
            .iter()
            .map(|operator| {
                format!(r#"{{"field":"{field}","operator":"{operator}","value":{value}}}"#)
            })
            .collect();
        let (first, rest) = (&conditions[0], conditions[1..].join(","));
        seeds.push(format!(
            r#"{resource}
{{"operator":"AND","conditions":[{first},{{"operator":"OR","conditions":[{rest}]}}]}}"#
        ));
    }
    for (field, from, to) in
        [("bedrooms", "1", "3.5"), ("createdAt", "\"2026-01-01\"", "\"2026-12-31\"")]
    {
        seeds.push(format!(
            r#"units
limit=5
{{"operator":"OR","conditions":[{{"field":"{field}","operator":"between","value":{from},"secondValue":{to}}}]}}"#
        ));
    }
    for (field, values) in [("status", "\"available\""), ("developer", id), ("_id", id)] {
        seeds.push(format!(
            r#"units
{{"operator":"AND","conditions":[{{"field":"{field}","operator":"in","value":[{values}]}},
{{"field":"{field}","operator":"not_in","value":[]}}]}}"#
        ));
    }
    seeds.push("units\npage=2\nlimit=3\nsearch=sea view\nsort=unitNumber:desc".into());
    seeds.push("projects\nsearch=50%\nsortBy=name\nsortDirection=desc".into());
    seeds.into_iter().map(String::into_bytes).collect()
}
