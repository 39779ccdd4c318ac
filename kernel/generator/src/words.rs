//! The words that names are made of, and those that no name may be.

use text::words::capitalized;

/// The reserved words of Rust.
const RUST: &str = "abstract as async await become box break const continue crate do dyn else enum \
    extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref \
    return self static struct super trait true try type typeof unsafe unsized use virtual where while \
    yield";

/// The reserved words of SQLite and PostgreSQL: no statement quotes a name.
const SQL: &str = "add all alter analyse analyze and any array as asc asymmetric authorization \
    autoincrement between binary both case cast check collate collation column commit concurrently \
    constraint create cross current_catalog current_date current_role current_schema current_time \
    current_timestamp current_user default deferrable delete desc distinct do drop else end escape \
    except exists false fetch for foreign freeze from full grant group having ilike in index \
    initially inner insert intersect into is isnull join lateral leading left like limit localtime \
    localtimestamp natural not notnull null offset on only or order outer overlaps placing primary \
    references returning right select session_user set similar some symmetric system_user table \
    tablesample then to trailing transaction true union unique update user using values variadic \
    verbose when where window with";

/// Returns whether a name is in snake case: words of lowercase letters and digits.
pub(crate) fn is_snake_case(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit())
    };
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.split('_').all(is_word)
}

/// Returns the language that reserves a word, if one does.
pub(crate) fn reserved_by(word: &str) -> Option<&'static str> {
    let is_in = |words: &str| words.split_whitespace().any(|one| one == word);
    match word {
        _ if is_in(RUST) => Some("Rust"),
        _ if is_in(SQL) => Some("SQL"),
        _ => None,
    }
}

/// `unit_number` -> `Unit number`.
pub(crate) fn label(name: &str) -> String {
    capitalized(&name.replace('_', " "))
}

/// Returns the singular of an English plural: `companies` -> `company`. `None` when it is no regular
/// plural.
pub(crate) fn singular(plural: &str) -> Option<String> {
    let ends_with_es =
        ["sses", "shes", "ches", "xes", "zes"].iter().any(|end| plural.ends_with(end));
    let singular = match plural {
        _ if plural.ends_with("ies") => format!("{}y", &plural[..plural.len() - 3]),
        _ if ends_with_es => plural[..plural.len() - 2].to_owned(),
        _ if plural.ends_with("ss") => return None,
        _ => plural.strip_suffix('s')?.to_owned(),
    };
    is_snake_case(&singular).then_some(singular)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn singular_follows_the_regular_rules() {
        for (plural, one) in [
            ("leases", "lease"),
            ("companies", "company"),
            ("boxes", "box"),
            ("branches", "branch"),
            ("addresses", "address"),
            ("parking_spaces", "parking_space"),
        ] {
            assert_eq!(singular(plural).as_deref(), Some(one));
        }
        for word in ["staff", "glass", "s"] {
            assert_eq!(singular(word), None, "{word}");
        }
    }

    #[test]
    fn names_are_words_of_lowercase_letters_and_digits() {
        assert_eq!(label("unit_number"), "Unit number");
        for name in ["unit", "unit_2", "line2"] {
            assert!(is_snake_case(name), "{name}");
        }
        for name in ["", "2nd", "_unit", "unit_", "unit__number", "Unit", "unit-number", "größe"]
        {
            assert!(!is_snake_case(name), "{name}");
        }
    }

    #[test]
    fn reserved_words_are_known_with_their_language() {
        for (word, language) in
            [("type", "Rust"), ("order", "SQL"), ("user", "SQL"), ("end", "SQL")]
        {
            assert_eq!(reserved_by(word), Some(language));
        }
        assert_eq!(reserved_by("ends"), None);
    }
}
