//! Tests what is known of a mapping before any row is read.

use super::*;

/// What is known of the field `a`.
fn known(lines: &str) -> (Vec<Result<Value, String>>, Vec<Form>) {
    let target = mapping(lines).targets().swap_remove(0);
    let Filled::Value(known) = target.filled else { panic!("a value") };
    (known.values, known.forms)
}

fn values(lines: &str) -> Vec<Value> {
    known(lines).0.into_iter().map(|value| value.expect("a value")).collect()
}

#[test]
fn constants_defaults_and_tables_are_known_as_the_steps_leave_them() {
    assert_eq!(values("fields.a = { constant = \"7\", number = true }"), [json!(7)]);
    assert_eq!(values("fields.a = { column = \"c\", default = \"x\" }"), [json!("x")]);
    let table = "fields.a = { column = \"c\", table = { a = \"1\", b = 2 }, otherwise = { constant = \"3\" }, number = true }";
    let mut all = values(table);
    all.sort_by_key(Value::to_string);
    assert_eq!(all, [json!(1), json!(2), json!(3)]);
    let through = "values.v = { column = \"c\", table = { a = \"x\" } }\nfields.a = { value = \"v\", case = \"upper\" }";
    assert_eq!(values(through), [json!("X")]);
    let listed = "fields.a = { column = \"c\", split = \";\", table = { a = \"x\" } }";
    assert_eq!(values(listed), [json!(["x"])]);
}

#[test]
fn unreachable_values_are_not_reported() {
    let escaped = "values.v = { column = \"c\", table = { a = \"x\", b = \"y\" } }\n\
                   fields.a = { value = \"v\", when = { value = \"v\", equals = \"x\" } }";
    assert_eq!(values(escaped), Vec::<Value>::new());
    let second = "values.v = { column = \"c\", table = { a = \"x\" } }\n\
                  fields.a = { first = [\"d\", { value = \"v\" }] }";
    assert_eq!(values(second), Vec::<Value>::new());
}

#[test]
fn a_step_that_no_constant_can_take_is_a_mistake() {
    let (values, _) = known("fields.a = { constant = \"ten\", number = true }");
    assert_eq!(values, [Err("'ten' is not a number".to_owned())]);
}

#[test]
fn what_a_cell_becomes_is_known_by_its_steps() {
    for (lines, forms) in [
        ("fields.a = \"c\"", vec![Form::Text]),
        ("fields.a = { column = \"c\", number = true }", vec![Form::Number]),
        ("fields.a = { column = \"c\", date = \"%Y\" }", vec![Form::Text]),
        ("fields.a = { column = \"c\", split = \",\" }", vec![Form::List]),
        ("fields.a = { column = \"c\", split = \",\", pick = 1 }", vec![Form::Text]),
        ("fields.a = { column = \"c\", table = { a = 1 } }", vec![]),
        (
            "fields.a = { column = \"c\", table = { a = 1 }, otherwise = \"keep\" }",
            vec![Form::Text],
        ),
        ("fields.a = { sum = [\"c\"] }", vec![Form::Number]),
        ("fields.a = { flags = [\"c\"] }", vec![Form::List]),
        ("fields.a = { constant = 1 }", vec![]),
        (
            "values.v = { column = \"c\", number = true }\nfields.a = { value = \"v\" }",
            vec![Form::Number],
        ),
    ] {
        assert_eq!(known(lines).1, forms, "{lines}");
    }
}

#[test]
fn a_table_that_is_used_thousands_of_times_takes_little() {
    let entries: String = (0..2_000).map(|n| format!("a{n} = \"b{n}\"\n")).collect();
    let uses = "\"v\", ".repeat(20_000);
    let values = format!("[values.v]\ncolumn = \"c\"\n[values.v.table]\n{entries}");
    let (values_of_list, _) = known(&format!("fields.a = {{ list = [{uses}] }}\n{values}"));
    assert_eq!(values_of_list.len(), 2_000);
    let fields: String = (0..1_000).map(|n| format!("fields.f{n} = \"v\"\n")).collect();
    let targets = mapping(&format!("{fields}{values}")).targets();
    let known = |target: &Target| match &target.filled {
        Filled::Value(known) => known.values.len(),
        Filled::Reference { .. } => 0,
    };
    let all: usize = targets.iter().map(known).sum();
    assert!(targets.len() == 1_000 && (50_000..200_000).contains(&all), "{all}");
}

#[test]
fn values_that_are_made_of_each_other_many_times_are_known_soon() {
    let mut lines = "values.v0 = { column = \"c\", table = { a = \"x\" } }\n".to_owned();
    for n in 1..=40 {
        let one = format!("{{ value = \"v{}\" }}", n - 1);
        lines += &format!("values.v{n} = {{ list = [{one}, {one}] }}\n");
    }
    lines += "fields.a = { value = \"v40\" }";
    let (values, forms) = known(&lines);
    assert!(!values.is_empty() && values.len() <= 2_000, "{}", values.len());
    assert_eq!(forms, [Form::List]);
}
