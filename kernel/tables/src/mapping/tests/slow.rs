//! Tests patterns that take long.

use std::time::Duration;

use super::*;
use crate::mapping::stopwatch::Stopwatch;

#[test]
fn patterns_that_take_too_long_end_the_reading() {
    let mapping = Mapping::from_toml(
        r#"
        resource = "companies"
        [fields]
        name = "Name"
        description = { column = "Text", replace = [{ find = "[a-c]+[0-9]", with = "" }] }
        "#,
    );
    let header = ["Name".to_owned(), "Text".to_owned()];
    let mut bound = mapping.unwrap().bind(&header).unwrap();
    bound.patterns = Stopwatch::of(Duration::from_millis(10));
    let row =
        |line| Row { line, cells: vec!["Desk".into(), "abc".repeat(20_000)], ..Row::default() };
    let refused = (2..1_000).find_map(|line| bound.draft(&row(line)).err()).unwrap();
    assert!(bound.has_run_out_of_time());
    assert_eq!(refused[0].column, "Text");
    assert!(refused[0].message.contains("have taken more than 0 seconds"), "{refused:?}");
    // Rows that need no pattern are rejected too: no row counts as read.
    assert!(bound.draft(&row(1_000)).is_err());
}

#[test]
fn a_pattern_ends_between_two_matches_in_one_cell() {
    let steps = [
        r#"replace = [{ find = "[a-y]+[0-9]|[a-c]", with = "a" }]"#,
        r#"split = { pattern = "[a-y]+[0-9]|[a-c]" }"#,
    ];
    for step in steps {
        let mapping = Mapping::from_toml(&format!(
            r#"
            resource = "companies"
            [fields]
            name = "Name"
            description = {{ column = "Text", {step} }}
            "#
        ));
        let header = ["Name".to_owned(), "Text".to_owned()];
        let mut bound = mapping.unwrap().bind(&header).unwrap();
        bound.patterns = Stopwatch::of(Duration::from_millis(10));
        // At each letter the pattern reads the rest for a digit: hours.
        let cells = vec!["Desk".into(), "abc".repeat(300_000)];
        let row = Row { line: 2, cells, ..Row::default() };
        let refused = bound.draft(&row).unwrap_err();
        assert!(refused[0].message.contains("have taken more than 0 seconds"), "{refused:?}");
    }
}
