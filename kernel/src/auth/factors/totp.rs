//! Codes of authenticator apps: TOTP (RFC 6238) over HMAC-SHA-1, six digits every thirty seconds,
//! which is what all apps make.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::hmac::{self, HMAC_SHA1_FOR_LEGACY_USE_ONLY};
use data_encoding::BASE32_NOPAD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::super::random_bytes;
use crate::base::digits::ascii_digit;
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;

/// How long a code is shown, in seconds.
const STEP: i64 = 30;

/// By how many steps the clock of a phone may differ.
const LEEWAY: i64 = 1;

/// Makes a secret: 160 random bits, in base32.
pub(super) fn new_secret() -> String {
    BASE32_NOPAD.encode(&random_bytes::<20>())
}

/// Returns the address that an app reads the secret from, as a QR code.
pub(super) fn address(product: &str, secret: &str, email: &str) -> String {
    let [issuer, email] = [product, email].map(|text| utf8_percent_encode(text, NON_ALPHANUMERIC));
    format!(
        "otpauth://totp/{issuer}:{email}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits=6&period={STEP}"
    )
}

/// Returns the step of a code, typed with any spaces and in the digits of any script, that is right at
/// `now`. `None` for a wrong code, and for one of `last_step` or before it.
///
/// # Errors
/// Internal, when the stored secret is not base32.
pub(super) fn accepted_step(
    secret: &str,
    code: &str,
    now: Timestamp,
    last_step: i64,
) -> Result<Option<i64>> {
    let secret = BASE32_NOPAD.decode(secret.as_bytes()).map_err(Error::internal)?;
    let key = hmac::Key::new(HMAC_SHA1_FOR_LEGACY_USE_ONLY, &secret);
    let current = now.seconds() / STEP;
    let code = digits(code);
    let mut accepted = None;
    // All steps are compared, whichever is right.
    for step in current - LEEWAY..=current + LEEWAY {
        let is_right =
            verify_slices_are_equal(code_of(&key, step).as_bytes(), code.as_bytes()).is_ok();
        if is_right && step > last_step {
            accepted = Some(step);
        }
    }
    Ok(accepted)
}

/// Apps show a space in the middle, and may isolate the direction of the digits.
fn digits(code: &str) -> String {
    let is_around = |letter: &char| {
        letter.is_whitespace()
            || matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    code.chars().filter(|letter| !is_around(letter)).map(ascii_digit).collect()
}

fn code_of(key: &hmac::Key, step: i64) -> String {
    let tag = hmac::sign(key, &step.to_be_bytes());
    let tag = tag.as_ref();
    let offset = usize::from(tag[tag.len() - 1] & 0x0f);
    let number =
        tag[offset..offset + 4].iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
    format!("{:06}", (number & 0x7fff_ffff) % 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the test vectors in RFC 6238, appendix B.
    const SECRET: &[u8] = b"12345678901234567890";

    fn at(seconds: i64) -> Timestamp {
        let now = Timestamp::now();
        now.plus_seconds(seconds - now.seconds())
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        let key = hmac::Key::new(HMAC_SHA1_FOR_LEGACY_USE_ONLY, SECRET);
        for (seconds, expected) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(code_of(&key, seconds / STEP), expected, "{seconds}");
        }
    }

    #[test]
    fn a_code_is_accepted_one_step_early_or_late_and_never_twice() {
        let secret = BASE32_NOPAD.encode(SECRET);
        let accepted =
            |seconds, last_step| accepted_step(&secret, "081804", at(seconds), last_step).unwrap();
        let step = 1_111_111_109 / STEP;
        for seconds in [1_111_111_109, 1_111_111_109 - STEP, 1_111_111_109 + STEP] {
            assert_eq!(accepted(seconds, 0), Some(step), "{seconds}");
        }
        for seconds in [1_111_111_109 - 2 * STEP, 1_111_111_109 + 2 * STEP] {
            assert_eq!(accepted(seconds, 0), None, "{seconds}");
        }
        assert_eq!(accepted(1_111_111_109, step), None);
        assert_eq!(accepted(1_111_111_109, step - 1), Some(step));
    }

    #[test]
    fn text_that_is_no_code_is_wrong() {
        let secret = new_secret();
        for text in ["", "12345", "1234567", "abcdef", "08180½"] {
            assert_eq!(accepted_step(&secret, text, Timestamp::now(), 0).unwrap(), None, "{text}");
        }
    }

    #[test]
    fn a_code_is_read_in_the_digits_of_any_script() {
        let secret = BASE32_NOPAD.encode(SECRET);
        let now = at(1_111_111_109);
        for text in ["081 804", "٠٨١٨٠٤", "۰۸۱ ۸۰۴", "０８１８０４", "\u{2068}٠٨١\u{a0}٨٠٤\u{2069}"]
        {
            let accepted = accepted_step(&secret, text, now, 0).unwrap();
            assert_eq!(accepted, Some(1_111_111_109 / STEP), "{text}");
        }
        assert_eq!(accepted_step(&secret, "٠٨١٨٠٥", now, 0).unwrap(), None);
    }
}
