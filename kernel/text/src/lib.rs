//! Normalization (NFC) and case folding: one form for what looks the same, whatever it was typed with, to store
//! texts and to compare them. It knows nothing of what a text means.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;

/// Composes a text (Unicode normalization form NFC), as it is stored: "é" is one code point, not "e"
/// with an accent behind it. Passwords are left as they were typed.
pub fn nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

/// Folds a text to the form in which it is sorted, compared and searched: composed, and lower case in
/// every script. PostgreSQL has the same function from a migration of the kernel's; whoever changes
/// what it answers raises [`FOLD_CASE_VERSION`] and rebuilds the indexes that were made with it.
pub fn fold_case(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // A letter in lower case may compose with what follows it, where the capital did not.
    let lower = nfc(text).to_lowercase();
    match nfc(&lower) {
        Cow::Borrowed(_) => lower,
        Cow::Owned(composed) => composed,
    }
}

/// Counts the definitions that [`fold_case`] has had: texts that are kept folded are made anew when it rises.
pub const FOLD_CASE_VERSION: u32 = 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_the_same_is_stored_and_compared_as_one_text() {
        assert_eq!(nfc("Cafe\u{301}"), "Caf\u{e9}");
        assert_eq!(fold_case("CAFE\u{301}"), fold_case("caf\u{e9}"));
        // The sign for ohm is a capital omega; Hangul is composed of its letters.
        assert_eq!(fold_case("\u{2126}"), "\u{3c9}");
        assert_eq!(fold_case("\u{1112}\u{1161}\u{11ab}"), "\u{d55c}");
        // A soft hyphen, a ligature and full-width letters are no other spelling of the same text.
        assert_ne!(fold_case("\u{fb01}"), fold_case("fi"));
    }

    #[test]
    fn a_text_that_is_folded_stays_as_it_is_when_it_is_folded_again() {
        for letter in (0..=0x10_ffff_u32).filter_map(char::from_u32) {
            let folded = fold_case(&format!("{letter}\u{301}"));
            assert_eq!(fold_case(&folded), folded, "{letter:?}");
        }
    }
}
