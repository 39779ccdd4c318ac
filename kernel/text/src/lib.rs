//! Normalization (NFC), case folding and trimming: one form for texts that look the same, however they were
//! typed, to store and to compare them. Nothing here depends on what a text means.
//!
//! Neither database does that by itself: `LIKE` and `lower()` of SQLite know only ASCII, and PostgreSQL's order depends
//! on how a cluster was set up. So both get the same function.
//!
//! `words` writes names of several words as languages and texts do, `suggestions` finds the nearest name to a mistyped one.

pub mod spellings;
pub mod suggestions;
pub mod words;

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;

/// Normalizes a text to NFC, the form in which it is stored: "é" is one code point, not "e"
/// followed by a combining accent. Passwords are not normalized.
pub fn nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

/// Folds a text to the form in which it is sorted, compared and searched: NFC, lower case in every
/// script, without characters that cannot be seen, and with one kind of space. PostgreSQL has the same
/// function from a migration of the kernel. A change of its results must increment
/// [`FOLD_CASE_VERSION`] and rebuild the indexes made with it.
pub fn fold_case(text: &str) -> String {
    let text = visible(text);
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // A lowercased letter may compose with the character after it, where the capital did not.
    let lower = nfc(&text).to_lowercase();
    match nfc(&lower) {
        Cow::Borrowed(_) => lower,
        Cow::Owned(composed) => composed,
    }
}

/// The version of [`fold_case`]: stored folded texts are rebuilt when it changes.
pub const FOLD_CASE_VERSION: u32 = 3;

/// Folds a name or a key to the form in which it is compared: trimmed, too.
pub fn comparable(text: &str) -> String {
    fold_case(trim(text))
}

/// Trims white space, and characters that cannot be seen. The joiners inside a text stay: Persian
/// spelling and emoji need them.
pub fn trim(text: &str) -> &str {
    text.trim_matches(|letter: char| letter.is_whitespace() || is_invisible(letter))
}

/// Returns whether a character cannot be seen and takes no place: marks that only join, break or turn
/// around what stands beside them, and control characters that are no white space.
pub fn is_invisible(letter: char) -> bool {
    match letter {
        '\u{ad}'
        | '\u{61c}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}' => true,
        _ => letter.is_control() && !letter.is_whitespace(),
    }
}

/// Removes characters that cannot be seen, and makes every white space a space. A line that ends in CR LF
/// is one that ends in LF.
fn visible(text: &str) -> Cow<'_, str> {
    let odd = |letter: char| letter != ' ' && (letter.is_whitespace() || is_invisible(letter));
    if !text.contains(odd) {
        return Cow::Borrowed(text);
    }
    let letters = text.chars().filter(|letter| *letter != '\r' && !is_invisible(*letter));
    let spaced = letters.map(|letter| if letter.is_whitespace() { ' ' } else { letter });
    Cow::Owned(spaced.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_the_same_is_stored_and_compared_as_one_text() {
        assert_eq!(nfc("Cafe\u{301}"), "Caf\u{e9}");
        assert_eq!(fold_case("CAFE\u{301}"), fold_case("caf\u{e9}"));
        // The ohm sign is a capital omega; Hangul syllables are composed of their letters.
        assert_eq!(fold_case("\u{2126}"), "\u{3c9}");
        assert_eq!(fold_case("\u{1112}\u{1161}\u{11ab}"), "\u{d55c}");
        // A ligature is not another spelling of the same text.
        assert_ne!(fold_case("\u{fb01}"), fold_case("fi"));
    }

    #[test]
    fn characters_that_cannot_be_seen_make_no_difference() {
        for invisible in [
            '\u{0}', '\u{1b}', '\u{7f}', '\u{9f}', '\u{ad}', '\u{61c}', '\u{200b}', '\u{200c}',
            '\u{200d}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202e}', '\u{2060}', '\u{2066}',
            '\u{2069}', '\u{feff}',
        ] {
            assert_eq!(fold_case(&format!("Tower{invisible} B")), "tower b", "{invisible:?}");
            assert_eq!(trim(&format!(" {invisible}B\u{a0}{invisible}")), "B", "{invisible:?}");
            assert_eq!(trim(&format!("{invisible}\u{a0} {invisible}")), "", "{invisible:?}");
        }
        // A letter and its accent compose once nothing is between them.
        assert_eq!(fold_case("e\u{200b}\u{301}"), "\u{e9}");
        // Stored texts keep the joiners inside of words.
        assert_eq!(
            trim("\u{645}\u{6cc}\u{200c}\u{62e}\u{648}"),
            "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}"
        );
    }

    #[test]
    fn every_white_space_is_a_space() {
        for space in ['\t', '\u{a0}', '\u{2007}', '\u{202f}', '\u{3000}', '\u{2028}', '\u{85}'] {
            assert_eq!(fold_case(&format!("Tower{space}B")), "tower b", "{space:?}");
        }
        assert_eq!(fold_case("one\r\ntwo"), fold_case("one\ntwo"));
    }

    #[test]
    fn folding_is_idempotent() {
        for letter in (0..=0x10_ffff_u32).filter_map(char::from_u32) {
            let folded = fold_case(&format!("{letter}\u{301}"));
            assert_eq!(fold_case(&folded), folded, "{letter:?}");
        }
    }
}
