use super::*;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Card {
    #[schemars(length(min = 1), extend("x-normalize" = ["trim"]))]
    full_name: String,
    #[schemars(email, extend("x-normalize" = ["trim", "lowercase"]))]
    email: Option<String>,
    place: Option<Place>,
    #[serde(default)]
    tags: Vec<String>,
    floor: Option<i32>,
    #[serde(default)]
    #[schemars(range(min = 10), extend("exclusiveMinimum" = 0, "multipleOf" = 5, "x-messages" = {
        "exclusiveMinimum": "Pay something", "minimum": "Pay more", "multipleOf": "In fives"
    }))]
    fee: i32,
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
#[serde(deny_unknown_fields)]
struct Place {
    #[schemars(length(min = 1), extend("x-messages" = { "minLength": "Say where" }))]
    city: String,
}

fn errors(body: Value) -> Vec<(String, String)> {
    match Checker::of::<Card>().check(body) {
        Err(Error::Invalid(errors)) => {
            errors.into_iter().map(|error| (error.pointer, error.message)).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_body_is_normalized_as_its_schema_says() {
    let body = json!({ "fullName": "  Amal ", "email": " A@B.ae ", "floor": 3.0 });
    let card: Card = Checker::of::<Card>().read(body).unwrap();
    assert_eq!(card.full_name, "Amal");
    assert_eq!(card.email.as_deref(), Some("a@b.ae"));
    assert_eq!(card.floor, Some(3));
}

#[test]
fn every_text_is_composed_except_write_only_ones() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is of interest")]
    struct Account {
        name: String,
        #[schemars(extend("writeOnly" = true))]
        password: String,
        notes: Value,
    }
    let (apart, whole) = ("e\u{301}", "\u{e9}");
    let body = json!({ "name": apart, "password": apart, "notes": { "a": [apart] } });
    let stored = json!({ "name": whole, "password": apart, "notes": { "a": [whole] } });
    assert_eq!(Checker::of::<Account>().check(body).unwrap(), stored);
}

#[test]
fn all_errors_are_reported_at_once_each_at_its_own_pointer() {
    let body = json!({
        "email": "nobody", "place": { "city": "", "zip": 1 }, "tags": [1], "a/b": 1,
    });
    let reported = errors(body);
    let reported: Vec<(&str, &str)> =
        reported.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(
        reported,
        [
            ("/a~1b", "There is no such field"),
            ("/email", "Invalid email address"),
            ("/fullName", "Full name is required"),
            ("/place/city", "Say where"),
            ("/place/zip", "There is no such field"),
            ("/tags/0", "This must be a text"),
        ]
    );
}

#[test]
fn of_several_broken_rules_the_one_with_the_first_message_is_reported() {
    for (fee, message) in
        [(-1, "Pay something"), (0, "Pay something"), (4, "Pay more"), (11, "In fives")]
    {
        let reported = errors(json!({ "fullName": "A", "fee": fee }));
        assert_eq!(reported, [("/fee".into(), message.into())], "{fee}");
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is asked")]
struct Move {
    #[schemars(extend("x-messages" = { "required": "Say from where" }))]
    from: Place,
    #[schemars(pattern("^[A-Z]{3}$"), extend("x-messages" = { "required": "Say whose" }))]
    code: String,
    #[schemars(pattern("^[0-9]+$"), extend("x-messages" = { "pattern": "In digits" }))]
    number: String,
    #[serde(default)]
    #[schemars(pattern("^[0-9]*$"), extend("x-messages" = { "pattern": "In digits" }))]
    other: String,
    email: Email,
    #[schemars(range(min = 1))]
    boxes: i32,
    note: Option<String>,
    #[serde(default)]
    fragile: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(inline, extend("format" = "email"))]
#[expect(dead_code, reason = "only its schema is asked")]
struct Email(String);

#[test]
fn a_required_field_that_is_null_or_blank_is_reported_as_missing() {
    let checker = Checker::of::<Move>();
    let reported = |body: Value| match checker.check(body) {
        Err(Error::Invalid(errors)) => {
            errors.into_iter().map(|error| (error.pointer, error.message)).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    let all_missing = [
        ("/boxes", "Boxes is required"),
        ("/code", "Say whose"),
        ("/email", "Email is required"),
        ("/from", "Say from where"),
        ("/number", "Number is required"),
    ]
    .map(|(at, what)| (at.to_owned(), what.to_owned()));
    assert_eq!(reported(json!({})), all_missing);
    let nulls = json!({ "from": null, "code": null, "number": null, "email": null,
                        "boxes": null, "note": null });
    assert_eq!(reported(nulls), all_missing);
    // Of two broken rules the one with the first message is reported.
    let blank = json!({ "from": { "city": "A" }, "code": "", "number": "", "email": "",
                        "boxes": 1, "note": "", "fragile": null, "other": null });
    let blank = reported(blank);
    let pairs: Vec<(&str, &str)> = blank.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(
        pairs,
        [
            ("/code", "Say whose"),
            ("/email", "Invalid email address"),
            ("/fragile", "Fragile must be yes or no"),
            ("/number", "In digits"),
            ("/other", "Other must be a text"),
        ]
    );
    let wrong = json!({ "from": "A", "code": "abc", "number": "x", "email": "a@b.ae",
                        "boxes": "1" });
    let wrong = reported(wrong);
    let pairs: Vec<(&str, &str)> = wrong.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(
        pairs,
        [
            ("/boxes", "Boxes must be a whole number"),
            ("/code", "Code is not written as it must be"),
            ("/from", "From must be a group of fields"),
            ("/number", "In digits"),
        ]
    );
}

#[test]
fn blank_after_trimming_is_missing_and_a_null_character_is_refused() {
    assert_eq!(errors(json!({ "fullName": "  " }))[0].1, "Full name is required");
    assert_eq!(errors(json!({ "fullName": "a\0b" }))[0].0, "/fullName");
}
