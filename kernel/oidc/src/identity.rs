//! Reads the user's identity from the claims of a token.

use serde_json::{Map, Value};
use text::nfc;

use crate::config::ProviderConfig;
use crate::discovery::Discovery;
use crate::error::ProviderError;
use crate::fetch::Http;

/// A user, as a provider identifies them.
#[derive(Debug, PartialEq, Eq)]
pub struct Person {
    /// The provider.
    pub issuer: String,
    /// The provider's identifier of the user. It never changes, and is never reassigned.
    pub subject: String,
    /// The email, trimmed and in lower case.
    pub email: Option<String>,
    /// Whether the provider has verified the email.
    pub email_verified: bool,
    /// Whether the provider says that it has not; some do not say.
    pub email_doubtful: bool,
    /// The given name.
    pub first_name: Option<String>,
    /// The family name.
    pub last_name: Option<String>,
    /// The names in the roles claim, whether such roles exist here or not.
    pub roles: Vec<String>,
    /// The values in the attributes claim; `None` when the provider gives no attributes.
    pub attributes: Option<Map<String, Value>>,
}

impl Person {
    /// Reads `claims`, and takes missing ones from `more`. Only `claims` can identify the user.
    pub(crate) fn read(
        config: &ProviderConfig,
        claims: &Value,
        more: Option<&Value>,
    ) -> Result<Self, ProviderError> {
        let all = || [Some(claims), more].into_iter().flatten();
        let name = |claim: &str| all().find_map(|claims| plain(claims.get(claim)?.as_str()?));
        let (first_name, last_name) = match (name("given_name"), name("family_name")) {
            (Some(given), family) => (Some(given), family),
            (None, family) => {
                let (first, others) = split(name("name"));
                (first, family.or(others))
            }
        };
        // `email_verified` counts only for the email in the same claims.
        let email = all().find_map(|claims| Some((email(claims)?, claims)));
        let roles = all().find_map(|claims| roles(claims, &config.roles_claim));
        let attributes = config.attributes_claim.as_ref().map(|pointer| {
            let claimed = all().find_map(|claims| claims.pointer(pointer)?.as_object().cloned());
            claimed.unwrap_or_default()
        });
        Ok(Self {
            issuer: config.issuer.clone(),
            subject: subject(claims)
                .ok_or_else(|| ProviderError::refused("the token does not say whom it is about"))?
                .to_owned(),
            email_verified: email.as_ref().is_some_and(|(_, source)| is_verified(source)),
            email_doubtful: email.as_ref().is_some_and(|(_, source)| {
                source.get("email_verified").is_some() && !is_verified(source)
            }),
            email: email.map(|(address, _)| address),
            first_name,
            last_name,
            roles: roles.unwrap_or_default(),
            attributes,
        })
    }
}

/// Fetches the userinfo of the user, when the email, the roles or the attributes are not among `claims`, the
/// provider has the endpoint and there is an access token. It must have the same subject.
pub(crate) async fn userinfo(
    http: &Http,
    config: &ProviderConfig,
    discovery: &Discovery,
    claims: &Value,
    access_token: Option<&str>,
) -> Result<Option<Value>, ProviderError> {
    let has_attributes =
        config.attributes_claim.as_ref().is_none_or(|pointer| claims.pointer(pointer).is_some());
    let has_roles = roles(claims, &config.roles_claim).is_some();
    let complete = email(claims).is_some() && has_roles && has_attributes;
    let (false, Some(address), Some(token)) = (complete, &discovery.userinfo, access_token) else {
        return Ok(None);
    };
    let more = http.get_as_bearer(address, token).await?;
    if subject(&more).is_none() || subject(&more) != subject(claims) {
        return Err(ProviderError::refused("the provider tells of somebody else"));
    }
    Ok(Some(more))
}

/// Reads the subject: at most 255 ASCII characters, as OpenID Connect says, and printable ones.
fn subject(claims: &Value) -> Option<&str> {
    let subject = claims.get("sub")?.as_str()?;
    let holds = (1..=255).contains(&subject.len())
        && subject.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
    holds.then_some(subject)
}

/// Reads the email. Only ASCII letters are lowercased, and an email that is not NFC is ignored:
/// other letters could become an ASCII letter, and thereby another user's email.
fn email(claims: &Value) -> Option<String> {
    let address = claims.get("email")?.as_str()?.trim().to_ascii_lowercase();
    let odd = |letter: char| letter.is_control() || letter.is_whitespace();
    // The maximum length of an email here.
    let holds = address.len() <= 254
        && !address.contains(odd)
        && nfc(&address) == address
        && address.split_once('@').is_some_and(|(who, at)| !who.is_empty() && !at.is_empty());
    holds.then_some(address)
}

/// Reads whether the email is verified; some providers send a text.
fn is_verified(claims: &Value) -> bool {
    claims.get("email_verified").is_some_and(|it| *it == true || *it == "true")
}

/// Reads the roles: an array of texts, or a single text.
fn roles(claims: &Value, pointer: &str) -> Option<Vec<String>> {
    match claims.pointer(pointer)? {
        Value::String(role) => Some(vec![role.clone()]),
        Value::Array(roles) => {
            Some(roles.iter().filter_map(Value::as_str).map(ToOwned::to_owned).collect())
        }
        _ => None,
    }
}

/// Trims a name and normalizes it to NFC; `None` when no visible character is left.
fn plain(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| nfc(text).into_owned())
}

/// Splits a name into its first word and the others.
fn split(name: Option<String>) -> (Option<String>, Option<String>) {
    let Some(name) = name else { return (None, None) };
    match name.split_once(char::is_whitespace) {
        Some((first, others)) => (Some(first.to_owned()), plain(others)),
        None => (Some(name), None),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::testing::{Idp, RSA, Reply, config, with};

    fn read(claims: &Value, more: Option<&Value>) -> Person {
        Person::read(&config("https://id.example.com"), claims, more).unwrap()
    }

    #[test]
    fn a_person_is_who_the_claims_say() {
        let config = config("https://id.example.com");
        let read = |claims: &Value| Person::read(&config, claims, None);
        let person = read(&json!({
            "iss": "https://elsewhere.example.com", "sub": "u1", "email": " Ada@Example.COM ",
            "email_verified": true, "given_name": "Ada", "family_name": "Lovelace",
            "name": "Somebody Else", "roles": ["admin", "user"],
        }));
        assert_eq!(
            person,
            Ok(Person {
                issuer: "https://id.example.com".into(),
                subject: "u1".into(),
                email: Some("ada@example.com".into()),
                email_verified: true,
                email_doubtful: false,
                first_name: Some("Ada".into()),
                last_name: Some("Lovelace".into()),
                roles: vec!["admin".into(), "user".into()],
                attributes: None,
            })
        );
        assert!(matches!(read(&json!({ "sub": "" })), Err(ProviderError::Refused(_))));
        assert!(matches!(read(&json!([])), Err(ProviderError::Refused(_))));
    }

    #[test]
    fn addresses_are_verified_when_the_provider_says_so() {
        for (email, verified, expected) in [
            (json!("a@b.c"), json!(true), (Some("a@b.c"), true)),
            (json!("a@b.c"), json!("true"), (Some("a@b.c"), true)),
            (json!("a@b.c"), json!("True"), (Some("a@b.c"), false)),
            (json!("a@b.c"), json!(1), (Some("a@b.c"), false)),
            (json!("a@b.c"), json!([true]), (Some("a@b.c"), false)),
            (json!("a@b.c"), json!(false), (Some("a@b.c"), false)),
            (json!("a@b.c"), json!(null), (Some("a@b.c"), false)),
            (json!(null), json!(true), (None, false)),
            (json!("  "), json!(true), (None, false)),
            (json!(["a@b.c"]), json!(true), (None, false)),
            (json!("a b@c.d"), json!(true), (None, false)),
            (json!("a\u{0}@b.c"), json!(true), (None, false)),
            // The kelvin sign, which NFC turns into the letter K.
            (json!("\u{212A}@b.c"), json!(true), (None, false)),
            (json!("e\u{301}@b.c"), json!(true), (None, false)),
            (json!("\u{e9}@b.c"), json!(true), (Some("\u{e9}@b.c"), true)),
        ] {
            let claims = json!({ "sub": "u1", "email": email, "email_verified": verified });
            let person = read(&claims, None);
            assert_eq!((person.email.as_deref(), person.email_verified), expected, "{claims}");
        }
    }

    #[test]
    fn names_are_what_they_are_or_the_parts_of_the_whole() {
        for (claims, first, last) in [
            (json!({ "given_name": " Ada ", "family_name": "" }), Some("Ada"), None),
            (json!({ "given_name": "Ada", "name": "Ada Lovelace" }), Some("Ada"), None),
            (json!({ "family_name": "King", "name": "Ada L" }), Some("Ada"), Some("King")),
            (json!({ "name": "Ada  King Lovelace" }), Some("Ada"), Some("King Lovelace")),
            (json!({ "name": "Ada" }), Some("Ada"), None),
            (json!({ "given_name": "Rene\u{301}" }), Some("Ren\u{e9}"), None),
            (json!({ "name": "A\u{0}da\n" }), Some("Ada"), None),
            (json!({ "given_name": 7, "name": " " }), None, None),
            (json!({}), None, None),
        ] {
            let person = read(&with(claims.clone(), "sub", json!("u1")), None);
            let names = (person.first_name.as_deref(), person.last_name.as_deref());
            assert_eq!(names, (first, last), "{claims}");
        }
    }

    #[test]
    fn roles_are_read_from_the_configured_claim() {
        let claims = json!({
            "sub": "u1", "list": ["b", 7, "a", null, ["c"], "b"], "one": "admin", "none": [],
            "object": { "admin": true }, "number": 7, "realm": { "roles": ["deep"] },
            "https://desk.example.com/roles": ["named"],
        });
        for (pointer, expected) in [
            ("/list", &["b", "a", "b"][..]),
            ("/one", &["admin"]),
            ("/none", &[]),
            ("/object", &[]),
            ("/number", &[]),
            ("/realm/roles", &["deep"]),
            ("/list/2", &["a"]),
            ("/https:~1~1desk.example.com~1roles", &["named"]),
            ("/missing/roles", &[]),
            ("", &[]),
            ("one", &[]),
        ] {
            let mut config = config("https://id.example.com");
            config.roles_claim = pointer.into();
            assert_eq!(Person::read(&config, &claims, None).unwrap().roles, expected, "{pointer}");
        }
    }

    #[test]
    fn missing_claims_are_filled_in_and_present_ones_are_not_replaced() {
        let more = json!({
            "sub": "u1", "email": "more@b.c", "email_verified": true, "given_name": "More",
            "family_name": "Still", "roles": ["more"],
        });
        let filled = read(&json!({ "sub": "u1" }), Some(&more));
        assert_eq!(filled, read(&more, None));

        let claims = json!({
            "sub": "u1", "email": "own@b.c", "given_name": "Own", "family_name": "Name",
            "roles": [],
        });
        assert_eq!(read(&claims, Some(&more)), read(&claims, None));

        // Neither verifies the other's email.
        let own = json!({ "sub": "u1", "email_verified": true });
        let unverified = with(more, "email_verified", Value::Null);
        assert!(!read(&own, Some(&unverified)).email_verified);
    }

    #[tokio::test]
    async fn userinfo_is_fetched_with_the_access_token_when_something_is_missing() {
        for (missing, requests) in [("x", 0), ("email", 1), ("roles", 1), ("given_name", 0)] {
            let idp = Idp::start();
            idp.sets_reply("/me", Reply::Json(200, with(idp.claims(), "given_name", json!("Me"))));
            idp.issues(&with(idp.claims(), missing, Value::Null));
            let person = idp.finish(&idp.provider()).await.unwrap();
            assert_eq!(person.email.as_deref(), Some("ada@example.com"));
            assert_eq!(person.roles, ["admin"]);
            let received = idp.received("/me");
            assert_eq!(received.len(), requests, "{missing}");
            assert!(received.iter().all(|it| it.authorization.as_deref() == Some("Bearer at-1")));
        }
    }

    #[tokio::test]
    async fn userinfo_about_another_person_or_none_is_refused() {
        let idp = Idp::start();
        let claims = with(idp.claims(), "email", Value::Null);
        idp.issues(&claims);
        let other = with(idp.claims(), "sub", json!("u2"));
        let refused = |what: &str| Err(ProviderError::refused(what));
        let unreachable = |what: &str| Err(ProviderError::unreachable(what));
        let address = format!("{}/me", idp.issuer);
        for (reply, expected) in [
            (Reply::Json(200, other), refused("the provider tells of somebody else")),
            (Reply::Json(200, json!({})), refused("the provider tells of somebody else")),
            (
                Reply::Json(403, json!({ "error": "insufficient_scope" })),
                refused(&format!("{address} answered 403: insufficient_scope")),
            ),
            (Reply::Text(502, String::new()), unreachable(&format!("{address} answered 502"))),
        ] {
            idp.sets_reply("/me", reply);
            assert_eq!(idp.finish(&idp.provider()).await, expected);
        }
        // Without the endpoint, or without a token for it, nothing is added.
        idp.publishes("userinfo_endpoint", Value::Null);
        assert_eq!(idp.finish(&idp.provider()).await.unwrap().email, None);
        idp.publishes("x", Value::Null);
        let tokens = json!({ "token_type": "Bearer", "id_token": RSA.sign(&claims) });
        idp.sets_reply("/token", Reply::Json(200, tokens));
        assert_eq!(idp.finish(&idp.provider()).await.unwrap().email, None);
    }
}
