//! Names in Rust, JSON and for people.

/// The names of the fields that every record has.
pub(crate) const KERNELS: [&str; 3] = ["id", "created_at", "updated_at"];

/// Returns `unit_number` as `unitNumber`.
pub(crate) fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |all, word| all + &capitalized(word))
}

/// Returns `unit_number` as `Unit number`.
pub(crate) fn label(name: &str) -> String {
    capitalized(&name.replace('_', " "))
}

/// Returns `unit_number` as `UnitNumber`.
pub(crate) fn pascal_case(name: &str) -> String {
    name.split('_').map(capitalized).collect()
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::{camel_case, label, pascal_case};

    #[test]
    fn names_are_written_for_each_language() {
        assert_eq!(camel_case("unit_number"), "unitNumber");
        assert_eq!(label("unit_number"), "Unit number");
        assert_eq!(pascal_case("unit_number"), "UnitNumber");
    }
}
