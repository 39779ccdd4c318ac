//! The explorer: who may ask it, and that each figure is what its description says, computed here
//! once more from plain rows.

mod answers;
mod changes;
mod charts;
mod declared;
mod market;
mod plain;
mod questions;
mod records;

pub(crate) use market::{Market, Unit};
pub(crate) use plain::{confidence, consensus, median, spread};

use std::collections::BTreeMap;

use kernel::testing::Visitor;
use serde_json::Value;

use plain::{Asked, Figure, Place};

pub(crate) const EXPLORE: &str = "/api/analytics/explore";

/// What is answered, by row and column and by measure: the figure, and what it is compared with.
type Told = BTreeMap<Place, BTreeMap<String, (Figure, Option<Figure>)>>;

async fn ask(visitor: &Visitor<'_>, query: &str) -> Value {
    let answer = visitor.get(&format!("{EXPLORE}?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.body);
    answer.body
}

fn told(answer: &Value) -> Told {
    let figure = |value: &Value| (value["value"].as_f64(), value["n"].as_u64().unwrap());
    let key = |value: &Value| value["key"].as_str().map(str::to_owned);
    let mut told = Told::new();
    for row in answer["rows"].as_array().unwrap() {
        let figures = row["values"].as_object().unwrap().iter().map(|(name, value)| {
            let compared = value.get("compare").map(figure);
            (name.clone(), (figure(value), compared))
        });
        let earlier = told.insert((key(&row["row"]), key(&row["col"])), figures.collect());
        assert!(earlier.is_none(), "twice in an answer: {row}");
    }
    told
}

fn near(one: Figure, other: Figure, what: &str) {
    let same = match (one.0, other.0) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-9 * other.abs().max(1.0),
        (one, other) => one == other,
    };
    assert!(same && one.1 == other.1, "{what}: {one:?} is not {other:?}");
}

/// Checks an answer about all units against what the plain rows say, for these measures.
fn check(market: &Market<'_>, answer: &Value, measures: &[&str], asked: &Asked<'_>, what: &str) {
    check_some(market, answer, measures, asked, |_| true, what);
}

fn check_some(
    market: &Market<'_>,
    answer: &Value,
    measures: &[&str],
    asked: &Asked<'_>,
    counts: impl Fn(&Unit) -> bool,
    what: &str,
) {
    let told = told(answer);
    for measure in measures {
        let asked = Asked { measure, ..*asked };
        let expected = plain::answer(market, &asked, &counts);
        let what = format!("{what}: {measure}");
        let places: Vec<&Place> = told.keys().collect();
        assert_eq!(places, expected.keys().collect::<Vec<_>>(), "{what}");
        for (place, figure) in &expected {
            near(told[place][*measure].0, *figure, &format!("{what} at {place:?}"));
        }
    }
}
