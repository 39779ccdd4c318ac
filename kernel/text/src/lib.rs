//! Normalization (NFC) and case folding: one form for texts that look the same, however they were
//! typed, to store and to compare them. Nothing here depends on what a text means.

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

/// Folds a text to the form in which it is sorted, compared and searched: NFC, and lower case in
/// every script. PostgreSQL has the same function from a migration of the kernel. A change of its
/// results must increment [`FOLD_CASE_VERSION`] and rebuild the indexes made with it.
pub fn fold_case(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // A lowercased letter may compose with the character after it, where the capital did not.
    let lower = nfc(text).to_lowercase();
    match nfc(&lower) {
        Cow::Borrowed(_) => lower,
        Cow::Owned(composed) => composed,
    }
}

/// The version of [`fold_case`]: stored folded texts are rebuilt when it changes.
pub const FOLD_CASE_VERSION: u32 = 2;

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
    fn folding_is_idempotent() {
        for letter in (0..=0x10_ffff_u32).filter_map(char::from_u32) {
            let folded = fold_case(&format!("{letter}\u{301}"));
            assert_eq!(fold_case(&folded), folded, "{letter:?}");
        }
    }
}
