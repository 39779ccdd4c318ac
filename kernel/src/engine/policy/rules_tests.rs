//! Rules of a small office: which desks a clerk sees, and what of them.

use serde_json::{Value, json};

use super::tests::{ROLES, permissions};
use super::user_attributes::UserAttributes;
use super::*;
use crate::engine::list::{Definition, Filter, FilterOption, FilterType, Wrong};

/// What rules may say of an office.
#[derive(Debug)]
pub(super) struct Offices;

const ATTRIBUTES: &[UserAttribute] = &[
    UserAttribute { name: "floors", label: "Floors", kind: AttributeKind::Number, is_list: true },
    UserAttribute { name: "team", label: "Team", kind: AttributeKind::Text, is_list: false },
    UserAttribute {
        name: "rooms",
        label: "Rooms",
        kind: AttributeKind::Record("rooms"),
        is_list: true,
    },
];

fn definitions() -> Vec<Definition> {
    let kinds = [
        ("_id", FilterType::Identifier { of: None }, false),
        ("name", FilterType::Text, false),
        ("team", FilterType::Text, true),
        ("floor", FilterType::Number, true),
        ("room", FilterType::Identifier { of: Some("rooms".into()) }, true),
        ("createdBy", FilterType::Identifier { of: Some("users".into()) }, true),
        ("boughtOn", FilterType::Date, true),
        (
            "state",
            FilterType::Choice(["free", "taken"].map(|one| FilterOption::of(one, one)).into()),
            false,
        ),
    ];
    let of = |(key, kind, is_optional)| Definition::of_no_view((key, key), kind, is_optional);
    kinds.map(of).into()
}

impl Ruled for Offices {
    fn filter(&self, _: &str, filter: &Value) -> Result<Filter, Wrong> {
        Filter::of(filter, definitions().as_slice())
    }

    fn fields(&self, resource: &str) -> Option<BTreeSet<String>> {
        let keys = || definitions().iter().map(|one| one.key.to_owned()).collect();
        ["desks", "safes"].contains(&resource).then(keys)
    }

    fn is_needed(&self, _: &str, field: &str) -> bool {
        field == "name"
    }

    fn is_identifier(&self, _: &str, field: &str) -> bool {
        field == "_id"
    }

    fn option(&self, _: &str, field: &str) -> Option<Value> {
        (field == "state").then(|| json!("free"))
    }

    fn attributes(&self) -> &[UserAttribute] {
        ATTRIBUTES
    }
}

async fn evaluate(lines: &str) -> Result<Policy> {
    let lines = format!(
        "{ROLES}p, clerk, desks, read\np, clerk, desks, update\np, chief, desks, *\n{lines}"
    );
    let sources = [Source { whose: "policy.csv".into(), lines: &lines, names_roles: true }];
    let mut permissions = permissions();
    permissions.pairs.insert(("desks".into(), "create".into()));
    Policy::evaluate(&sources, &permissions, Arc::new(Offices)).await
}

fn user(roles: &[&str], attributes: &[(&str, Value)]) -> UserValues {
    UserValues {
        id: "0123456789abcdef01234567".into(),
        email: "clerk@example.com".into(),
        roles: roles.iter().map(|role| (*role).to_owned()).collect(),
        attributes: UserAttributes(
            attributes.iter().map(|(name, is)| ((*name).to_owned(), is.clone())).collect(),
        ),
    }
}

fn filter(value: Value) -> Filter {
    Offices.filter("desks", &json!({ "operator": "AND", "conditions": [value] })).unwrap()
}

fn of_one(rule: Value) -> Rows {
    Rows::Meeting(Filter::Any(vec![filter(rule)]))
}

async fn rows(lines: &str, user: &UserValues, action: &str) -> Option<Rows> {
    let access = evaluate(lines).await.unwrap().access(user);
    access.of("desks").map(|access| access.rows(action))
}

const FREE: &str =
    r#"where, clerk, desks, read, {"field": "state", "operator": "equals", "value": "free"}"#;

#[actix_web::test]
async fn a_rule_narrows_its_role_and_those_that_inherit_it_unless_they_have_a_line_of_their_own() {
    let free = of_one(json!({ "field": "state", "operator": "equals", "value": "free" }));
    assert_eq!(rows(FREE, &user(&["clerk"], &[]), "read").await, Some(free.clone()));
    // Every other action is within what may be read.
    assert_eq!(rows(FREE, &user(&["clerk"], &[]), "update").await, Some(free));
    assert_eq!(rows(FREE, &user(&["chief"], &[]), "read").await, Some(Rows::All));
    assert_eq!(rows(FREE, &user(&["clerk", "chief"], &[]), "read").await, Some(Rows::All));
    assert_eq!(rows(FREE, &user(&["user"], &[]), "read").await, None);
    assert_eq!(rows("", &user(&["clerk"], &[]), "read").await, None);
}

#[actix_web::test]
async fn several_rules_of_an_action_are_alternatives_and_a_star_is_every_action() {
    let lines = format!(
        "{FREE}\nwhere, clerk , desks,*,{{\"field\":\"floor\",\"operator\":\"equals\",\"value\":2}}\n"
    );
    let state = filter(json!({ "field": "state", "operator": "equals", "value": "free" }));
    let floor = filter(json!({ "field": "floor", "operator": "equals", "value": 2 }));
    let read = Filter::Any(vec![state, floor.clone()]);
    let clerk = user(&["clerk"], &[]);
    assert_eq!(rows(&lines, &clerk, "read").await, Some(Rows::Meeting(read.clone())));
    let update = Rows::Meeting(Filter::All(vec![read, Filter::Any(vec![floor])]));
    assert_eq!(rows(&lines, &clerk, "update").await, Some(update));
}

#[actix_web::test]
async fn values_of_a_user_are_compared_and_what_a_user_lacks_is_met_by_no_record() {
    let rule = |field: &str, operator: &str, value: Value| {
        let filter = json!({ "field": field, "operator": operator, "value": value });
        format!("where, clerk, desks, read, {filter}\n")
    };
    let clerk = user(&["clerk"], &[("floors", json!([1, 2])), ("team", json!("red"))]);
    let never = Rows::Meeting(Filter::Any(vec![Filter::All(vec![Filter::Any(Vec::new())])]));
    for (lines, expected) in [
        (
            rule("createdBy", "equals", json!("$user.id")),
            of_one(
                json!({ "field": "createdBy", "operator": "equals", "value": "0123456789abcdef01234567" }),
            ),
        ),
        (
            rule("team", "equals", json!("$user.team")),
            of_one(json!({ "field": "team", "operator": "equals", "value": "red" })),
        ),
        (
            rule("room", "in", json!("$user.rooms")),
            of_one(json!({ "field": "room", "operator": "in", "value": [] })),
        ),
        (
            rule("room", "not_in", json!("$user.rooms")),
            of_one(json!({ "field": "room", "operator": "not_in", "value": [] })),
        ),
        (
            rule("room", "in", json!(["$user.id", "$user.rooms"])),
            of_one(
                json!({ "field": "room", "operator": "in", "value": ["0123456789abcdef01234567"] }),
            ),
        ),
    ] {
        assert_eq!(rows(&lines, &clerk, "read").await, Some(expected), "{lines}");
    }
    let of_team = rule("team", "equals", json!("$user.team"));
    let others = rule("team", "not_equals", json!("$user.team"));
    for lines in [of_team, others] {
        assert_eq!(
            rows(&lines, &user(&["clerk"], &[]), "read").await,
            Some(never.clone()),
            "{lines}"
        );
    }
    // A condition that is not met leaves its alternatives as they are.
    let lines = "where, clerk, desks, read, {\"operator\": \"OR\", \"conditions\": [\
                 {\"field\": \"team\", \"operator\": \"equals\", \"value\": \"$user.team\"}, \
                 {\"field\": \"floor\", \"operator\": \"equals\", \"value\": 1}]}\n";
    let floor = filter(json!({ "field": "floor", "operator": "equals", "value": 1 }));
    let Filter::All(mut floor) = floor else { panic!("a group") };
    let either = Filter::Any(vec![Filter::Any(Vec::new()), floor.remove(0)]);
    let found = rows(lines, &user(&["clerk"], &[]), "read").await;
    assert_eq!(found, Some(Rows::Meeting(Filter::Any(vec![either]))));
}

#[actix_web::test]
async fn of_several_roles_the_most_generous_counts_for_a_field_and_of_several_lines_the_strictest()
{
    let lines = "fields, clerk, desks, hide, floor  team\nfields, clerk, desks, mask, floor\n\
                 fields, clerk, desks, readonly, state\n";
    let access = evaluate(lines).await.unwrap().access(&user(&["clerk"], &[]));
    let level = |field: &str| access.of("desks").unwrap().levels(field);
    assert_eq!(level("floor"), (FieldLevel::Hidden, FieldLevel::Hidden));
    assert_eq!(level("state"), (FieldLevel::ReadOnly, FieldLevel::ReadOnly));
    assert_eq!(level("name"), (FieldLevel::Writable, FieldLevel::Writable));
    let access = evaluate(lines).await.unwrap().access(&user(&["chief"], &[]));
    let levels = access.of("desks").unwrap().levels("floor");
    assert_eq!(levels, (FieldLevel::Hidden, FieldLevel::Writable));
}

#[actix_web::test]
async fn a_rule_that_cannot_hold_is_refused_with_its_line() {
    for (line, what) in [
        ("where, clerk, desks, read", "such a line is"),
        ("where, clerk, desks, read, nothing", "the filter is not JSON"),
        ("where, clark, desks, read, {}", "there is no role `clark`; did you mean clerk?"),
        ("where, clerk, desk, read, {}", "there is no resource `desk`"),
        ("where, clerk, desks, paint, {}", "`desks` has no action `paint`"),
        ("where, clerk, office, enter, {}", "`office` has no records that a rule could narrow"),
        (
            r#"where, clerk, desks, read, {"field": "colour", "operator": "equals", "value": 1}"#,
            "There is no field `colour`",
        ),
        (
            r#"where, clerk, desks, read, {"field": "floor", "operator": "contains", "value": 1}"#,
            "`floor` cannot be compared by `contains`",
        ),
        (
            r#"where, clerk, desks, read, {"field": "floor", "operator": "equals", "value": "two"}"#,
            "must be a number",
        ),
        (
            r#"where, clerk, desks, read, {"field": "room", "operator": "equals", "value": "$user.email"}"#,
            "must be an identifier",
        ),
        (
            r#"where, clerk, desks, read, {"field": "room", "operator": "equals", "value": "$user.roms"}"#,
            "users have no attribute `roms`; did you mean rooms?",
        ),
        (
            r#"where, clerk, desks, read, {"field": "room", "operator": "equals", "value": "$user.rooms"}"#,
            "is a list",
        ),
        (
            r#"where, clerk, desks, read, {"field": "room", "operator": "in", "value": []}"#,
            "no record can meet it",
        ),
        (
            r#"where, clerk, desks, read, {"operator": "AND", "conditions": [{"field": "floor", "operator": "greater_than", "value": 3}, {"field": "floor", "operator": "less_than", "value": 3}]}"#,
            "its conditions on `floor` exclude each other",
        ),
        (
            r#"where, clerk, desks, read, {"operator": "AND", "conditions": [{"field": "state", "operator": "equals", "value": "free"}, {"field": "state", "operator": "not_equals", "value": "free"}]}"#,
            "its conditions on `state` exclude each other",
        ),
        ("fields, clerk, desks, hide", "such a line is"),
        ("fields, clerk, desks, hide,", "such a line is"),
        ("fields, clerk, desks, blur, floor", "such a line is"),
        ("fields, clerk, desks, hide, flor", "`desks` has no field `flor`; did you mean floor?"),
        ("fields, clerk, desks, mask, _id", "the identifier of its records"),
        ("fields, chief, desks, hide, name", "need a `name`"),
        ("fields, chief, desks, readonly, name", "need a `name`"),
    ] {
        let refused = evaluate(line).await.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused.starts_with("policy.csv, line 6: "), "{line}: {refused}");
        assert!(refused.contains(what), "{line}: {refused}");
    }
    // Such a pair may hold for some user.
    let lines = r#"where, clerk, desks, read, {"operator": "AND", "conditions": [{"field": "room", "operator": "in", "value": "$user.rooms"}, {"field": "room", "operator": "not_equals", "value": "$user.id"}]}"#;
    evaluate(lines).await.unwrap();
    // Who may not create need not have what is needed for it.
    evaluate("fields, clerk, desks, hide, name").await.unwrap();
}
