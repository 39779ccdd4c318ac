//! Names of several words, as languages and texts write them.

/// `unitNumber` -> `unit_number`.
pub fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// `unit_number` -> `unitNumber`.
pub fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    std::iter::once(first).chain(words.map(capitalized)).collect()
}

/// `unit_number` -> `UnitNumber`.
pub fn pascal_case(name: &str) -> String {
    name.split('_').map(capitalized).collect()
}

/// `unit_number` -> `a unit number`.
pub fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {}", name.replace('_', " "))
}

/// `unit` -> `Unit`.
pub fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_is_written_as_each_language_writes_it() {
        assert_eq!(snake_case("unitNumber"), "unit_number");
        assert_eq!(camel_case("unit_number"), "unitNumber");
        assert_eq!(pascal_case("unit_number"), "UnitNumber");
        assert_eq!(with_article("unit_number"), "a unit number");
        assert_eq!(with_article("inspection"), "an inspection");
    }
}
