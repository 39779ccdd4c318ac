//! Tells access tokens of a provider, which the API accepts, from ID tokens.

use serde_json::Value;

/// Claims that only statements about a sign-in or its end have (OpenID Connect Core, Back-Channel Logout).
const ID_TOKEN_CLAIMS: [&str; 5] = ["nonce", "at_hash", "c_hash", "s_hash", "events"];

/// Claims that only access tokens have (RFC 9068; some providers say it in their own words).
const ACCESS_TOKEN_CLAIMS: [&str; 5] = ["client_id", "cid", "appid", "scope", "scp"];

/// Returns whether a provider's token is for access, and not the identity token that a sign-in ends with:
/// that one is for the client to read, and opens nothing. Some providers sign both alike, so that a token
/// for the client itself must say in one way or another that it is for access.
pub fn is_access_token(typ: Option<&str>, claims: &Value, client_id: &str) -> bool {
    let said = |claim: &str| claims.get(claim).and_then(Value::as_str).map(str::to_lowercase);
    let typ = typ.map(str::to_lowercase);
    let by_type = match typ.as_deref().map(|typ| typ.trim_start_matches("application/")) {
        Some("at+jwt") => Some(true),
        None | Some("jwt") => None,
        Some(_) => Some(false),
    };
    // Keycloak, and Amazon Cognito.
    let by_kind = said("typ").map(|kind| kind == "bearer" || kind == "at+jwt");
    let by_use = said("token_use").map(|kind| kind == "access");
    let all_said = [by_type, by_kind, by_use];
    if all_said.contains(&Some(false))
        || ID_TOKEN_CLAIMS.iter().any(|one| claims.get(one).is_some())
    {
        return false;
    }
    let is_for_client = match &claims["aud"] {
        Value::Array(all) => all.iter().any(|one| one == client_id),
        one => one == client_id,
    };
    !is_for_client
        || all_said.contains(&Some(true))
        || ACCESS_TOKEN_CLAIMS.iter().any(|one| claims.get(one).is_some())
}
