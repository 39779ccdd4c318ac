//! Spellings of one name: by what they are the same.

use crate::fold_case;

/// Folds a name so that its spellings are the same: without case, spaces, punctuation and vowel marks, with one form of
/// the Arabic letters that are written in several. Empty for a text without letters and digits.
pub fn same_spelling(name: &str) -> String {
    fold_case(name).chars().filter_map(one_form).filter(|letter| letter.is_alphanumeric()).collect()
}

/// Returns the one form of a letter; `None` for what a spelling may leave out.
fn one_form(letter: char) -> Option<char> {
    Some(match letter {
        // Alef with hamza, madda or wasla.
        '\u{0623}' | '\u{0625}' | '\u{0622}' | '\u{0671}' => '\u{0627}',
        // Waw with hamza.
        '\u{0624}' => '\u{0648}',
        // Ya with hamza, alef maqsura, Persian ya.
        '\u{0626}' | '\u{0649}' | '\u{06CC}' => '\u{064A}',
        // Ta marbuta.
        '\u{0629}' => '\u{0647}',
        // Persian kaf.
        '\u{06A9}' => '\u{0643}',
        // A hamza of its own, the line that stretches a word, vowel marks.
        '\u{0621}' | '\u{0640}' | '\u{064B}'..='\u{065F}' | '\u{0670}' => return None,
        letter => letter,
    })
}

#[cfg(test)]
mod tests {
    use super::same_spelling;

    #[test]
    fn spellings_of_a_name_are_the_same() {
        for (one, other) in [
            ("Emaar Properties", "EMAAR  properties"),
            ("Al-Habtoor", "Al Habtoor"),
            ("Al-Habtoor", "alhabtoor."),
            ("É", "E\u{301}"),
            (
                "\u{0625}\u{0639}\u{0645}\u{0627}\u{0631}",
                "\u{0627}\u{0639}\u{0645}\u{0627}\u{0631}",
            ),
            ("\u{0634}\u{0631}\u{0643}\u{0629}", "\u{0634}\u{0640}\u{0631}\u{0643}\u{0647}"),
        ] {
            assert_eq!(same_spelling(one), same_spelling(other), "{one} {other}");
        }
        assert_ne!(same_spelling("Marina 1"), same_spelling("Marina 2"));
        assert_eq!(same_spelling(" - "), "");
    }
}
