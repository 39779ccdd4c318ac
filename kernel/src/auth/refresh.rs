//! Refresh tokens: how one is made and verified, and what its use leads to.
//!
//! None is stored. A token is `{session}.{generation}.{code}`, where the code is an HMAC with the
//! session's secret, so that each generation can be computed again at any time.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::hmac;
use data_encoding::HEXLOWER;

use crate::base::id::Id;

/// A refresh token as presented, not yet verified.
pub(super) struct RefreshToken {
    pub(super) session: Id,
    pub(super) generation: i32,
    text: String,
}

impl RefreshToken {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let (session, generation, _code) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Self {
            session: Id::parse(session)?,
            generation: generation.parse().ok()?,
            text: text.to_owned(),
        })
    }

    /// Returns whether it was made with `secret`. Takes constant time.
    pub(super) fn is_made_with(&self, secret: &[u8]) -> bool {
        let genuine = token(&self.session, secret, self.generation);
        verify_slices_are_equal(genuine.as_bytes(), self.text.as_bytes()).is_ok()
    }
}

/// Makes the token of a generation; the first one is 1.
pub(super) fn token(session: &Id, secret: &[u8], generation: i32) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
    let code = hmac::sign(&key, format!("{session}|{generation}").as_bytes());
    format!("{session}.{generation}.{}", HEXLOWER.encode(code.as_ref()))
}

/// What the use of a genuine token leads to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TokenUse {
    /// Its first use; the response has this generation.
    First(i32),
    /// It was used before, but its successor was not, so the response may have been lost: the
    /// response has the same generation again.
    Again(i32),
    /// Its successor has been used, so two parties have tokens of this session: the session ends.
    Stolen,
    /// It was never issued.
    Unknown,
}

/// Returns what the use of generation `presented` leads to, when `used` is the highest generation
/// used so far.
pub(super) fn token_use(used: i32, presented: i32) -> TokenUse {
    match presented - used {
        1 => TokenUse::First(presented + 1),
        0 if used > 0 => TokenUse::Again(presented + 1),
        ..0 if presented > 0 => TokenUse::Stolen,
        _ => TokenUse::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_valid_until_its_successor_has_been_used() {
        for (used, presented, expected) in [
            (0, 1, TokenUse::First(2)),
            (1, 1, TokenUse::Again(2)),
            (1, 2, TokenUse::First(3)),
            (2, 2, TokenUse::Again(3)),
            (2, 1, TokenUse::Stolen),
            (9, 1, TokenUse::Stolen),
            (9, 8, TokenUse::Stolen),
            (9, 10, TokenUse::First(11)),
            (0, 2, TokenUse::Unknown),
            (9, 11, TokenUse::Unknown),
            (0, 0, TokenUse::Unknown),
            (9, 0, TokenUse::Unknown),
            (9, -1, TokenUse::Unknown),
        ] {
            assert_eq!(token_use(used, presented), expected, "{used} used, {presented} presented");
        }
    }

    #[test]
    fn only_the_issued_token_is_genuine() {
        let (session, other) = (Id::new(), Id::new());
        let given = token(&session, b"secret", 7);
        let [_, _, code]: [&str; 3] = given.split('.').collect::<Vec<_>>().try_into().unwrap();
        let genuine = |text: &str| {
            RefreshToken::parse(text).is_some_and(|token| token.is_made_with(b"secret"))
        };
        assert!(genuine(&given));
        for forged in [
            String::new(),
            "..".into(),
            session.to_string(),
            format!("{session}.7"),
            format!("{session}.7."),
            format!("{session}.8.{code}"),
            format!("{session}.+7.{code}"),
            format!("{session}.07.{code}"),
            format!("{other}.7.{code}"),
            format!("{session}.7.{}", code.to_uppercase()),
            format!("{given}.x"),
            token(&session, b"other secret", 7),
        ] {
            assert!(!genuine(&forged), "{forged}");
        }
    }
}
