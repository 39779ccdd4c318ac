//! Decimal digits of every script: a phone that is set to Arabic or Persian shows and types its own.

/// The zeros of the scripts that have ten digits in a row (Unicode, general category Nd, in its first
/// plane).
const ZEROS: [char; 37] = [
    '0', '\u{660}', '\u{6f0}', '\u{7c0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}',
    '\u{be6}', '\u{c66}', '\u{ce6}', '\u{d66}', '\u{de6}', '\u{e50}', '\u{ed0}', '\u{f20}',
    '\u{1040}', '\u{1090}', '\u{17e0}', '\u{1810}', '\u{1946}', '\u{19d0}', '\u{1a80}', '\u{1a90}',
    '\u{1b50}', '\u{1bb0}', '\u{1c40}', '\u{1c50}', '\u{a620}', '\u{a8d0}', '\u{a900}', '\u{a9d0}',
    '\u{a9f0}', '\u{aa50}', '\u{abf0}', '\u{ff10}',
];

/// Returns a digit of any script as an ASCII digit, and any other character as it is.
pub(crate) fn ascii_digit(letter: char) -> char {
    let value = ZEROS.iter().find_map(|zero| {
        u32::from(letter).checked_sub(u32::from(*zero)).filter(|value| *value < 10)
    });
    value.and_then(|value| char::from_digit(value, 10)).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_any_script_are_read_and_nothing_else_is() {
        for text in ["081804", "٠٨١٨٠٤", "۰۸۱۸۰۴", "０８１８０４", "०८१८०४", "๐๘๑๘๐๔"]
        {
            assert_eq!(text.chars().map(ascii_digit).collect::<String>(), "081804", "{text}");
        }
        for letter in ['/', ':', 'a', 'O', '٬', '²', '½', '一'] {
            assert_eq!(ascii_digit(letter), letter);
        }
    }
}
