//! The grammar as it is printed holds every word that a mapping may say, and its examples are
//! mappings.

use std::collections::BTreeSet;

use super::*;
use crate::mapping::spec;

/// The keys that a table of keys may have, as its refusal of another one lists them.
fn keys<T: serde::de::DeserializeOwned>() -> BTreeSet<String> {
    let odd = json!({ "no such key": 1 });
    let error = spec::read::<T>("", odd.as_object().expect("a table")).err().expect("an error");
    error.split('`').skip(1).step_by(2).skip(1).map(str::to_owned).collect()
}

#[test]
fn every_key_and_every_word_is_explained() {
    let mut words = keys::<spec::FileSpec>();
    words.extend(keys::<spec::Spec>());
    words.extend(keys::<spec::ConditionSpec>());
    words.extend(keys::<spec::NumberSpec>());
    words.extend(keys::<spec::CaptureSpec>());
    assert!(words.len() > 55, "{words:?}");
    for choice in ["error", "skip", "update", "first", "last", "keep", "clear", "missing"] {
        words.insert(choice.to_owned());
    }
    for choice in ["lower", "upper", "title", "fraction", "points", "excel", "tab"] {
        words.insert(choice.to_owned());
    }
    let known = |word: &String| {
        let edges = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
        GRAMMAR.split('`').skip(1).step_by(2).any(|code| code.split(edges).any(|one| one == word))
            || examples().iter().any(|code| code.split(edges).any(|one| one == word))
    };
    let untold: Vec<&String> = words.iter().filter(|word| !known(word)).collect();
    assert!(untold.is_empty(), "the grammar does not explain {untold:?}");
}

#[test]
fn every_example_is_a_mapping() {
    assert_eq!(examples().len(), 3);
    for example in examples() {
        let whole = if example.contains("resource =") {
            example
        } else {
            format!("resource = \"units\"\n{example}")
        };
        Mapping::from_toml(&whole).unwrap_or_else(|error| panic!("{error}\n{whole}"));
    }
}

#[test]
fn what_stands_in_the_tables_of_the_grammar_is_read() {
    let cells = GRAMMAR.lines().filter_map(|line| line.strip_prefix("| `")?.split("` |").next());
    let mut read = 0;
    for cell in cells.filter(|cell| cell.contains(" = ")) {
        let keys = cell.replace("`, `", ", ").replace('…', "0");
        let source =
            ["column", "value", "constant", "template", "join", "first", "sum", "list", "flags"];
        let own = source.iter().any(|word| keys.starts_with(&format!("{word} =")));
        let required = match keys.split(' ').next() {
            Some("lookup") => "by.name = \"n\", ".to_owned(),
            Some("otherwise") => "column = \"c\", table = { a = \"b\" }, ".to_owned(),
            _ if own => String::new(),
            _ => "column = \"c\", ".to_owned(),
        };
        let lines = format!(
            "resource = \"things\"\nvalues.size = \"s\"\nfields.v = {{ value = \"size\" }}\n\
             fields.a = {{ {required}{keys} }}"
        );
        Mapping::from_toml(&lines).unwrap_or_else(|error| panic!("{error}\n{lines}"));
        read += 1;
    }
    assert!(read > 15, "{read}");
}
