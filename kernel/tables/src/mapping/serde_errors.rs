//! Rewrites serde's error messages, which name Rust's types, for authors of mappings.

/// Rewrites an error of serde, without the key.
pub(super) fn explain(message: &str) -> String {
    let message = message.trim();
    if let Some((found, expected)) = after(message, "invalid type: ")
        .or_else(|| after(message, "invalid value: "))
        .or_else(|| after(message, "invalid length "))
    {
        return format!("{} is expected, not {}", kind(expected), thing(found));
    }
    if let Some((found, expected)) = after(message, "unknown variant ") {
        let offered = expected.trim_start_matches("one of ").replace('`', "\"");
        let offered = offered.replace("\" or \"", "\", \"");
        let one = if offered.contains(", ") { "one of " } else { "" };
        return format!("{one}{offered} is expected, not '{}'", found.trim_matches('`'));
    }
    if let Some(name) = message.strip_prefix("missing field ") {
        return format!("the key {name} is missing");
    }
    if let Some((name, expected)) = after(message, "unknown field ") {
        let known = expected.trim_start_matches("one of ");
        return format!("unknown key {name}; there are {known}");
    }
    match message.strip_prefix("expected ") {
        Some(expected) => format!("{expected} is expected"),
        None => message.to_owned(),
    }
}

/// Strips a prefix, and returns what was found and what was expected.
fn after<'t>(message: &'t str, beginning: &str) -> Option<(&'t str, &'t str)> {
    message.strip_prefix(beginning)?.rsplit_once(", expected ")
}

/// Names what was expected in plain words.
fn kind(expected: &str) -> String {
    let whole = |expected: &str| {
        let digits = expected.trim_start_matches(['u', 'i']);
        digits == "size" || (digits.len() < expected.len() && digits.parse::<u8>().is_ok())
    };
    match expected {
        "f64" | "f32" => "a number".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0".to_owned(),
        expected if whole(expected) => "a whole number".to_owned(),
        "a string" | "str" => "a text".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" | "sequence" => "a list".to_owned(),
        "an array of length 2" => "a list of two".to_owned(),
        "a map" | "map" => "a table of keys".to_owned(),
        "string or map" | "variant identifier" => "a word that it offers".to_owned(),
        expected if expected.starts_with("struct ") => "a table of keys".to_owned(),
        other => other.to_owned(),
    }
}

/// Names what was found in plain words.
fn thing(found: &str) -> String {
    let value = |rest: &str| rest.trim_matches(['`', '"']).to_owned();
    if let Some(text) = found.strip_prefix("string ") {
        return format!("the text '{}'", value(text));
    }
    for (name, word) in
        [("boolean ", ""), ("integer ", ""), ("floating point ", ""), ("number ", "")]
    {
        if let Some(rest) = found.strip_prefix(name) {
            return format!("{word}{}", value(rest));
        }
    }
    match found {
        "sequence" => "a list".to_owned(),
        "map" => "a table of keys".to_owned(),
        "null" | "unit value" | "Option value" => "nothing".to_owned(),
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serde_is_put_into_words() {
        for (message, words) in [
            (
                "invalid type: string \"10\", expected f64",
                "a number is expected, not the text '10'",
            ),
            (
                "invalid value: integer `300`, expected u8",
                "a whole number from 0 is expected, not 300",
            ),
            (
                "invalid type: floating point `1.5`, expected i32",
                "a whole number is expected, not 1.5",
            ),
            ("invalid type: boolean `true`, expected a string", "a text is expected, not true"),
            ("invalid type: map, expected a sequence", "a list is expected, not a table of keys"),
            (
                "invalid type: sequence, expected struct Replace",
                "a table of keys is expected, not a list",
            ),
            (
                "unknown variant `replace`, expected one of `error`, `skip`, `update`",
                "one of \"error\", \"skip\", \"update\" is expected, not 'replace'",
            ),
            (
                "unknown variant `drop`, expected `keep` or `clear`",
                "one of \"keep\", \"clear\" is expected, not 'drop'",
            ),
            ("missing field `find`", "the key `find` is missing"),
            ("expected one or a list of them", "one or a list of them is expected"),
        ] {
            assert_eq!(explain(message), words);
        }
    }
}
