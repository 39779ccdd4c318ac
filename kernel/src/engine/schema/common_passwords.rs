//! Passwords that an attacker would try first: the most common ones, and the user's own names. A
//! password that only looks weak is accepted.

/// The message for a common password.
pub(crate) const COMMON: &str = "This is one of the most common passwords. Choose another one";

const OWN_WORDS: &str = "The password must not be the name or the email. Choose another one";

/// Passwords made of the product's own name.
const PRODUCT_WORDS: [&str; 6] =
    ["mizan", "mizanmizan", "mizan123", "mizan1234", "mizan12345", "mizan123456"];

/// The length of the longest entry of the list, in bytes.
const LONGEST: usize = 64;

/// Returns whether a password is in the list of the 100,000 most common ones, ignoring case.
pub(crate) fn is_common(password: &str) -> bool {
    let password = password.trim();
    password.len() <= LONGEST
        && (passwords::analyzer::is_common_password(password)
            || passwords::analyzer::is_common_password(password.to_lowercase()))
}

/// Returns the message for a password that is the email or a name of its user, several of them, or
/// the name of the product. Case, spaces and punctuation are ignored.
pub(crate) fn own_words(
    password: &str,
    email: &str,
    first_name: &str,
    last_name: &str,
) -> Option<&'static str> {
    let plain = |text: &str| -> String {
        text.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (first, last) = (plain(first_name), plain(last_name));
    let local = plain(email.split('@').next().unwrap_or_default());
    let own =
        [plain(email), local, format!("{first}{last}"), format!("{last}{first}"), first, last];
    let password = plain(password);
    let is_one = own.iter().any(|word| !word.is_empty() && *word == password)
        || PRODUCT_WORDS.contains(&password.as_str());
    is_one.then_some(OWN_WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_passwords_are_common_in_any_case_and_weak_looking_ones_are_not() {
        for common in ["password", "12345678", "Password1", "QWERTYUIOP", "iloveyou", "passw0rd"] {
            assert!(is_common(common), "{common}");
        }
        let others =
            ["correct horse battery", "mizan-demo", "Str0ng-pass-123", "seven lonely gulls"];
        for other in others {
            assert!(!is_common(other), "{other}");
        }
        assert!(!is_common(&"password".repeat(200)));
    }

    #[test]
    fn names_and_addresses_are_own_words_however_they_are_written() {
        let is_own = |password: &str| {
            own_words(password, "m.haddad@example.com", "Mona Lisa", "Haddad").is_some()
        };
        for own in [
            "m.haddad@example.com",
            "M.HADDAD",
            "mona-lisa",
            "Mona Lisa Haddad",
            "haddadmonalisa",
            "Mizan1234",
        ] {
            assert!(is_own(own), "{own}");
        }
        for other in ["mona lisa is mine", "example.com", "mizan-demo", "--------"] {
            assert!(!is_own(other), "{other}");
        }
        assert!(own_words("--------", "x@y.z", "A", "").is_none());
    }
}
