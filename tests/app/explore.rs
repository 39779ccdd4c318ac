//! The explorer: who may query it, and that each value matches the description of its measure. The
//! expected values are computed here from plain rows.

mod answers;
mod changes;
mod charts;
mod declared;
mod market;
mod questions;
mod records;
mod reference;

pub(crate) use market::{Market, Unit};
pub(crate) use reference::{confidence, consensus, median, spread};

use std::collections::BTreeMap;

use kernel::testing::TestClient;
use serde_json::Value;

use reference::{MeasureValue, Place, ReferenceQuery};

pub(crate) const EXPLORE: &str = "/api/analytics/explore";

/// The values of an answer by row, column and measure, each with the value that it is compared
/// with.
type Cells = BTreeMap<Place, BTreeMap<String, (MeasureValue, Option<MeasureValue>)>>;

async fn query_explorer(client: &TestClient<'_>, query: &str) -> Value {
    let answer = client.get(&format!("{EXPLORE}?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.body);
    answer.body
}

fn cells(answer: &Value) -> Cells {
    let measure_value = |value: &Value| (value["value"].as_f64(), value["n"].as_u64().unwrap());
    let key = |value: &Value| value["key"].as_str().map(str::to_owned);
    let mut cells = Cells::new();
    for row in answer["rows"].as_array().unwrap() {
        let measure_values = row["values"].as_object().unwrap().iter().map(|(name, value)| {
            let compared = value.get("compare").map(measure_value);
            (name.clone(), (measure_value(value), compared))
        });
        let earlier = cells.insert((key(&row["row"]), key(&row["col"])), measure_values.collect());
        assert!(earlier.is_none(), "twice in an answer: {row}");
    }
    cells
}

fn assert_close(one: MeasureValue, other: MeasureValue, what: &str) {
    let same = match (one.0, other.0) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-9 * other.abs().max(1.0),
        (one, other) => one == other,
    };
    assert!(same && one.1 == other.1, "{what}: {one:?} is not {other:?}");
}

/// Compares an answer about all units with the reference, for these measures.
fn check(
    market: &Market<'_>,
    answer: &Value,
    measures: &[&str],
    wanted: &ReferenceQuery<'_>,
    what: &str,
) {
    check_some(market, answer, measures, wanted, |_| true, what);
}

fn check_some(
    market: &Market<'_>,
    answer: &Value,
    measures: &[&str],
    wanted: &ReferenceQuery<'_>,
    counts: impl Fn(&Unit) -> bool,
    what: &str,
) {
    let cells = cells(answer);
    for measure in measures {
        let wanted = ReferenceQuery { measure, ..*wanted };
        let expected = reference::evaluate(market, &wanted, &counts);
        let what = format!("{what}: {measure}");
        let places: Vec<&Place> = cells.keys().collect();
        assert_eq!(places, expected.keys().collect::<Vec<_>>(), "{what}");
        for (place, measure_value) in &expected {
            assert_close(cells[place][*measure].0, *measure_value, &format!("{what} at {place:?}"));
        }
    }
}
