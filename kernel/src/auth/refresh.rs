//! Refresh tokens: how one is made and known again, and whose turn it is.
//!
//! None is stored. A token is `{session}.{generation}.{code}`, the code being made with the
//! session's secret, so each generation can be made again at any time.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::hmac;

use super::hex;
use crate::base::id::Id;

/// A refresh token as it was presented. Whether it is genuine is not yet known.
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

    /// Whether it was made with `secret`. Takes the same time however wrong it is.
    pub(super) fn is_made_with(&self, secret: &[u8]) -> bool {
        let genuine = token(&self.session, secret, self.generation);
        verify_slices_are_equal(genuine.as_bytes(), self.text.as_bytes()).is_ok()
    }
}

/// The token of a generation; the first one is 1.
pub(super) fn token(session: &Id, secret: &[u8], generation: i32) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
    let code = hmac::sign(&key, format!("{session}|{generation}").as_bytes());
    format!("{session}.{generation}.{}", hex(code.as_ref()))
}

/// What presenting a genuine token leads to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// It is used now for the first time; answer with this generation.
    First(i32),
    /// It was used before, but its successor was not, so the answer may have been lost: answer
    /// with the same generation again.
    Again(i32),
    /// Its successor has been used, so two parties hold tokens of this session: it ends.
    Stolen,
    /// It has not been given out.
    Unknown,
}

/// What presenting generation `presented` leads to when `used` is the highest that has been
/// presented so far.
pub(super) fn turn(used: i32, presented: i32) -> Turn {
    match presented - used {
        1 => Turn::First(presented + 1),
        0 if used > 0 => Turn::Again(presented + 1),
        ..0 if presented > 0 => Turn::Stolen,
        _ => Turn::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_holds_until_its_successor_has_been_used() {
        for (used, presented, expected) in [
            (0, 1, Turn::First(2)),
            (1, 1, Turn::Again(2)),
            (1, 2, Turn::First(3)),
            (2, 2, Turn::Again(3)),
            (2, 1, Turn::Stolen),
            (9, 1, Turn::Stolen),
            (9, 8, Turn::Stolen),
            (9, 10, Turn::First(11)),
            (0, 2, Turn::Unknown),
            (9, 11, Turn::Unknown),
            (0, 0, Turn::Unknown),
            (9, 0, Turn::Unknown),
            (9, -1, Turn::Unknown),
        ] {
            assert_eq!(turn(used, presented), expected, "{used} used, {presented} presented");
        }
    }

    #[test]
    fn only_the_token_that_was_given_out_is_genuine() {
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
