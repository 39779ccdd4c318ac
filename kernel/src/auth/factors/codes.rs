//! Recovery codes, for a user whose phone or passkey is lost. Each is used once. They are shown when
//! they are made; only digests are stored, which suffice for 80 random bits.

use data_encoding::BASE32_NOPAD;

use super::super::queries::factors as queries;
use super::super::random_bytes;
use crate::base::digest::digest;
use crate::base::digits::ascii_digit;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::Conn;

/// How many there are.
const COUNT: usize = 10;

/// Replaces the recovery codes of an account, and returns the new ones: `abcd-efgh-ijkl-mnop`.
pub(super) fn renew(conn: &mut Conn, account: &Id) -> Result<Vec<String>> {
    let codes: Vec<String> = (0..COUNT).map(|_| new_code()).collect();
    let digests: Vec<String> = codes.iter().map(|code| stored(account, code)).collect();
    queries::set_codes(conn, account, &digests)?;
    Ok(codes)
}

/// Uses up a recovery code, in any case and spacing. Returns whether the account had it.
pub(super) fn spend(conn: &mut Conn, account: &Id, code: &str) -> Result<bool> {
    queries::use_code(conn, account, &stored(account, code))
}

fn new_code() -> String {
    let letters = BASE32_NOPAD.encode(&random_bytes::<10>()).to_lowercase();
    [&letters[..4], &letters[4..8], &letters[8..12], &letters[12..]].join("-")
}

fn stored(account: &Id, code: &str) -> String {
    let letters = code.chars().map(ascii_digit).filter(char::is_ascii_alphanumeric);
    let letters: String = letters.collect();
    digest(format!("recovery code {account} {}", letters.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_in_any_case_and_spacing() {
        let (account, code) = (Id::new(), new_code());
        assert_eq!(code.len(), 19);
        let typed = code.to_uppercase().replace('-', " ");
        assert_eq!(stored(&account, &typed), stored(&account, &code));
        assert_ne!(stored(&Id::new(), &code), stored(&account, &code));
        assert_ne!(new_code(), code);
    }
}
