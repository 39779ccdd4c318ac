//! Tests the depth of values, fields and look-ups inside each other.

use super::*;

/// A value, made of another one, and so on, `levels` times; the last one is a column.
fn chain(levels: usize) -> String {
    let value = |level: usize| format!("v{level} = \"v{}\"\n", level + 1);
    let values: String = (1..levels).map(value).collect();
    format!("[values]\n{values}v{levels} = \"n\"\n")
}

const TOO_DEEP: &str = ": values are made of each other more than 100 deep";

#[test]
fn values_are_made_of_each_other_up_to_a_depth() {
    let lines = format!("fields.a = \"v1\"\n{}", chain(98));
    assert_eq!(payload(&lines, "n\nx"), json!({"a": "x"}));
    for levels in [101, 15_000] {
        let error = refused(&format!("fields.a = \"v1\"\n{}", chain(levels)));
        assert!(error.contains(TOO_DEEP), "{error}");
    }
}

#[test]
fn depth_counts_in_whatever_order_values_are_used() {
    let fields: String =
        (1..=200).rev().map(|level| format!("fields.f{level} = \"v{level}\"\n")).collect();
    let error = refused(&format!("{fields}{}", chain(200)));
    assert!(error.contains(TOO_DEEP), "{error}");
}

#[test]
fn a_list_that_becomes_long_ends_early() {
    let uses = "\"v\", ".repeat(20_000);
    let lines =
        format!("values.v = {{ column = \"n\", split = \";\" }}\nfields.a = {{ list = [{uses}] }}");
    let file = format!("n\n{}", "a long item of a list;".repeat(900));
    assert_eq!(row_errors(&lines, &file), ["2 n: the list has more than 1000 items"]);
}

#[test]
fn depth_counts_parts_and_look_ups_too() {
    let nested = |levels: usize| {
        let (mut part, mut lookup) = (json!({ "value": "v1" }), json!("v"));
        for _ in 0..levels {
            part = json!({ "first": [part] });
            lookup = json!({ "lookup": "r", "by": { "x": lookup } });
        }
        let values = json!({ "v": part, "v1": "n" });
        let mapping = json!({ "resource": "r", "values": values, "fields": { "a": lookup } });
        Mapping::from_json(&mapping.to_string())
    };
    assert!(nested(40).is_ok());
    assert!(nested(55).is_err_and(|error| error.contains(TOO_DEEP)));
}
