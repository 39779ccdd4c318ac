//! The discovery document of a provider (OpenID Connect Discovery 1.0): its endpoints and what they
//! support.

use serde_json::Value;

use crate::error::{ProviderError, excerpt};
use crate::fetch::{Address, Http};

/// The used part of the document.
pub(crate) struct Discovery {
    /// The authorization endpoint.
    pub(crate) authorization: Address,
    /// The token endpoint.
    pub(crate) token: Address,
    /// The JWK set.
    pub(crate) keys: Address,
    /// The userinfo endpoint.
    pub(crate) userinfo: Option<Address>,
    /// Whether the client secret must be sent in the form instead of a header.
    pub(crate) secret_in_form: bool,
    /// Whether authorization responses name their issuer.
    pub(crate) sends_issuer: bool,
}

impl Discovery {
    /// Fetches the document of `issuer`.
    pub(crate) async fn fetch(http: &Http, issuer: &str) -> Result<Self, ProviderError> {
        let address = Self::address(issuer)
            .ok_or_else(|| ProviderError::refused(format!("{} is no issuer", excerpt(issuer))))?;
        Self::read(&http.get(&address).await?, issuer)
    }

    /// Returns the address of the document; `None` when `issuer` is no valid issuer.
    pub(crate) fn address(issuer: &str) -> Option<Address> {
        let path = "/.well-known/openid-configuration";
        let address = format!("{}{path}", issuer.trim_end_matches('/'));
        Address::parse(&address).filter(|_| !issuer.contains('?'))
    }

    /// Reads the document, which must name `issuer` as its own.
    fn read(document: &Value, issuer: &str) -> Result<Self, ProviderError> {
        let text = |name: &str| document.get(name).and_then(Value::as_str);
        match text("issuer") {
            Some(named) if named == issuer => {}
            named => {
                return Err(ProviderError::refused(format!(
                    "{issuer} calls itself {}",
                    excerpt(named.unwrap_or_default())
                )));
            }
        }
        let optional = |name: &str| {
            let address = |text: &str| {
                Address::parse(text).ok_or_else(|| {
                    ProviderError::refused(format!("the {name} of {issuer} is {}", excerpt(text)))
                })
            };
            text(name).map(address).transpose()
        };
        let required = |name: &str| {
            optional(name)?
                .ok_or_else(|| ProviderError::unreachable(format!("{issuer} has no {name}")))
        };
        let flag = document.get("authorization_response_iss_parameter_supported");
        Ok(Self {
            authorization: required("authorization_endpoint")?,
            token: required("token_endpoint")?,
            keys: required("jwks_uri")?,
            userinfo: optional("userinfo_endpoint")?,
            secret_in_form: secret_in_form(document),
            sends_issuer: flag.and_then(Value::as_bool).unwrap_or_default(),
        })
    }
}

fn secret_in_form(document: &Value) -> bool {
    let methods = document.get("token_endpoint_auth_methods_supported").and_then(Value::as_array);
    let lists = |name: &str| methods.is_some_and(|all| all.iter().any(|method| method == name));
    lists("client_secret_post") && !lists("client_secret_basic")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::testing::with;

    const ISSUER: &str = "https://id.example.com/realms/desk";

    fn document() -> Value {
        json!({
            "issuer": ISSUER,
            "authorization_endpoint": "https://id.example.com/auth",
            "token_endpoint": "https://api.example.com/token",
            "jwks_uri": "http://localhost:9000/keys",
            "userinfo_endpoint": "http://[::1]/me",
            "end_session_endpoint": "http://plain.example.com/out",
        })
    }

    fn read(document: &Value) -> Result<Discovery, String> {
        Discovery::read(document, ISSUER).map_err(|error| match error {
            ProviderError::Unreachable(what) => format!("unreachable: {what}"),
            ProviderError::Refused(what) => format!("refused: {what}"),
        })
    }

    #[test]
    fn only_the_used_members_are_read() {
        let discovery = read(&document()).ok().unwrap();
        assert_eq!(discovery.authorization.as_str(), "https://id.example.com/auth");
        assert_eq!(discovery.token.as_str(), "https://api.example.com/token");
        assert_eq!(discovery.keys.as_str(), "http://localhost:9000/keys");
        assert_eq!(discovery.userinfo.map(|it| it.as_str().to_owned()).unwrap(), "http://[::1]/me");
        assert!(!discovery.secret_in_form && !discovery.sends_issuer);
        assert!(read(&with(document(), "userinfo_endpoint", Value::Null)).is_ok());
    }

    #[test]
    fn documents_with_wrong_or_missing_members_are_rejected() {
        const CALLS: &str = "refused: https://id.example.com/realms/desk calls itself";
        for (name, value, expected) in [
            ("issuer", json!(format!("{ISSUER}/")), CALLS),
            ("issuer", json!("https://ID.example.com/realms/desk"), CALLS),
            ("issuer", json!([ISSUER]), CALLS),
            ("issuer", Value::Null, CALLS),
            ("authorization_endpoint", json!("http://id.example.com/auth"), "refused: the auth"),
            ("authorization_endpoint", json!("javascript:alert(1)"), "refused: the auth"),
            ("token_endpoint", json!("http://127.0.0.1.example.com/"), "refused: the token_endp"),
            ("jwks_uri", json!("file:///etc/passwd"), "refused: the jwks_uri"),
            ("userinfo_endpoint", json!("http://10.0.0.1/me"), "refused: the userinfo_endpoint"),
            ("token_endpoint", Value::Null, "unreachable: https://id.example.com/realms/desk has"),
            ("jwks_uri", json!(7), "unreachable: https://id.example.com/realms/desk has no jwks"),
        ] {
            let error = read(&with(document(), name, value.clone())).err().unwrap_or_default();
            assert!(error.starts_with(expected), "{name} {value}: {error}");
        }
        for nonsense in [json!(null), json!([]), json!("text")] {
            assert!(read(&nonsense).err().unwrap_or_default().starts_with(CALLS), "{nonsense}");
        }
    }

    #[test]
    fn the_secret_is_sent_in_the_form_only_when_no_other_method_is_supported() {
        for (methods, expected) in [
            (Value::Null, false),
            (json!([]), false),
            (json!(["client_secret_basic", "client_secret_post"]), false),
            (json!(["client_secret_post"]), true),
            (json!(["private_key_jwt", "client_secret_post"]), true),
            (json!(["private_key_jwt"]), false),
        ] {
            let name = "token_endpoint_auth_methods_supported";
            let document = with(document(), name, methods.clone());
            assert_eq!(read(&document).ok().unwrap().secret_in_form, expected, "{methods}");
        }
    }

    #[test]
    fn issuers_are_https_or_loopback() {
        let place = |issuer: &str| Discovery::address(issuer).map(|it| it.as_str().to_owned());
        for (issuer, expected) in [
            ("https://a.example.com", Some("https://a.example.com")),
            ("https://a.example.com/", Some("https://a.example.com")),
            ("https://a.example.com/realms/x/", Some("https://a.example.com/realms/x")),
            ("http://127.0.0.1:8080/realms/x", Some("http://127.0.0.1:8080/realms/x")),
            ("http://a.example.com", None),
            ("https://a.example.com/?x=y", None),
            ("https://a.example.com/#x", None),
            ("a.example.com", None),
            ("", None),
        ] {
            let expected = expected.map(|at| format!("{at}/.well-known/openid-configuration"));
            assert_eq!(place(issuer), expected, "{issuer}");
        }
    }
}
