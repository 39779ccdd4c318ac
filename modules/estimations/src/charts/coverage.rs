//! Computes how much of this week's rotation was covered at the end of each day.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use kernel::Reader;
use kernel::config::Settings;
use kernel::explore::{
    ChartValues, ExplorerAnswer, ExplorerKey, ExplorerRow, ExplorerValue, ExplorerValues,
};
use kernel::prelude::*;
use kernel::time::week_of;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;

use super::queries;
use crate::MINIMUM_ESTIMATORS;

/// Returns the query string of the question how far the units of these projects are covered.
pub fn coverage_of(projects: &[Id]) -> Option<String> {
    if projects.is_empty() {
        return None;
    }
    let condition = json!({ "field": "project", "operator": "in", "value": projects });
    let filter = json!({ "operator": "AND", "conditions": [condition] }).to_string();
    let filters = utf8_percent_encode(&filter, NON_ALPHANUMERIC);
    Some(format!("dataset=units&measures=coverage&measures=units&rows=project&filters={filters}"))
}

/// Computes the coverage from Monday to today. A unit is covered from the day on which the last of
/// the required estimators first saved an estimate for it. Costs an index range scan for each
/// project of the rotation.
pub(super) fn coverage_by_day(
    conn: &mut Conn,
    settings: &Settings,
    reader: &Reader,
) -> Result<ChartValues> {
    let as_of = Timestamp::now();
    let mut answer = ExplorerAnswer { rows: Vec::new(), cols: None, total: 0, as_of };
    let Some(rotation) = rotations::this_week(conn, reader)? else {
        return Ok(ChartValues { answer, explore: None });
    };
    let projects: Vec<Id> = rotation.projects.into_iter().map(|project| project.id).collect();
    let n = u64::try_from(queries::units_of(conn, &projects, reader)?).unwrap_or_default();
    let last = usize::try_from(settings.whole(&MINIMUM_ESTIMATORS) - 1).unwrap_or_default();
    let mut first_saves: HashMap<Id, Vec<Timestamp>> = HashMap::new();
    for (unit, at) in queries::first_saves(conn, &projects, reader)? {
        first_saves.entry(unit).or_default().push(at);
    }
    let covered_on = |mut saves: Vec<Timestamp>| -> Option<NaiveDate> {
        saves.sort_unstable();
        Some(saves.get(last)?.day())
    };
    let covered: Vec<NaiveDate> = first_saves.into_values().filter_map(covered_on).collect();
    let monday = week_of(as_of.day());
    let days = (0..7).filter_map(|day| monday.checked_add_days(Days::new(day)));
    for day in days.take_while(|day| *day <= as_of.day()) {
        let until = covered.iter().filter(|one| **one <= day).count();
        let value = (n > 0).then(|| until as f64 / n as f64);
        let coverage = ExplorerValue { value, n, compare: None };
        let values = ExplorerValues(vec![("coverage", coverage)]);
        answer.rows.push(ExplorerRow { row: ExplorerKey::day(day).into(), col: None, values });
    }
    answer.total = answer.rows.len() as u64;
    Ok(ChartValues { answer, explore: coverage_of(&projects) })
}
