//! Finds secrets in answers.

use kernel::testing::Answer;
use serde_json::Value;

/// Returns the numbers in a text, also with thousands separators.
fn numbers(text: &str) -> Vec<f64> {
    let letters: Vec<char> = text.chars().collect();
    let is_digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let mut joined = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let apart = matches!(letter, ',' | ' ' | '\'' | '_' | '\u{a0}' | '\u{202f}' | '٬');
        let thousands = (1..=3).all(|step| is_digit(at + step)) && !is_digit(at + 4);
        if !(apart && at > 0 && is_digit(at - 1) && thousands) {
            joined.push(*letter);
        }
    }
    let tokens = |text: &str| -> Vec<f64> {
        text.split(|letter: char| !(letter.is_alphanumeric() || letter == '.'))
            .filter_map(|token| token.trim_matches('.').parse().ok())
            .collect()
    };
    let mut numbers = tokens(text);
    numbers.extend(tokens(&joined));
    numbers
}

/// Returns the secret that an answer reveals. A binary body counts as one, because its content
/// cannot be checked.
pub(super) fn leak(answer: &Answer, target: &str, secrets: &[f64]) -> Option<String> {
    let mut texts: Vec<String> = answer
        .headers
        .iter()
        .map(|(_, value)| String::from_utf8_lossy(value.as_bytes()).into_owned())
        .collect();
    // The picture was drawn by the test and contains no rent.
    let is_picture = answer.header("content-type").starts_with("image/");
    match String::from_utf8(answer.bytes.clone()) {
        _ if is_picture => {}
        Err(_) => return Some("a binary body".into()),
        Ok(body) if answer.body.is_null() => texts.push(body),
        Ok(_) => {
            if contains_standing(&answer.body) {
                return Some("the standing of an estimate".into());
            }
            let mut body = answer.body.clone();
            without_base(&mut body, target);
            texts.push(body.to_string());
        }
    }
    texts.iter().flat_map(|text| numbers(text)).find_map(|number| {
        let near = |secret: &&f64| (number / **secret - 1.0).abs() < 1e-4;
        secrets.iter().find(near).map(|secret| format!("{number}, which is {secret}"))
    })
}

/// Returns whether any object has the standing of an estimate.
fn contains_standing(value: &Value) -> bool {
    match value {
        // The document describes a field of this name, with an object.
        Value::Object(fields) => {
            fields.get("standing").is_some_and(Value::is_string)
                || fields.values().any(contains_standing)
        }
        Value::Array(items) => items.iter().any(contains_standing),
        _ => false,
    }
}

/// Removes the base of the percentage buttons of this unit. By definition it is the listed rent.
fn without_base(value: &mut Value, target: &str) {
    match value {
        Value::Object(fields) => {
            if fields.get("_id").is_some_and(|id| id == target) {
                fields.shift_remove("percentageBaseInAED");
            }
            fields.values_mut().for_each(|value| without_base(value, target));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| without_base(item, target)),
        _ => {}
    }
}

#[test]
fn numbers_are_found_in_every_notation() {
    for text in ["\"rent\":137911,", "AED 137,911", "137 911.0", "[1,137911.00]", "137\u{a0}911"] {
        assert!(numbers(text).contains(&137_911.0), "{text}: {:?}", numbers(text));
    }
    for text in ["0a1379110b", "x137911", "2026-11-22T08:00:13.7911Z", "1379110"] {
        assert!(!numbers(text).contains(&137_911.0), "{text}");
    }
}
