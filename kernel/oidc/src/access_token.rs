//! Distinguishes access tokens of a provider, which the API accepts, from ID tokens.

use serde_json::Value;

/// Claims of ID tokens and logout tokens only (OpenID Connect Core, Back-Channel Logout).
const ID_TOKEN_CLAIMS: [&str; 5] = ["nonce", "at_hash", "c_hash", "s_hash", "events"];

/// Claims of access tokens only (RFC 9068, and the claims of some providers).
const ACCESS_TOKEN_CLAIMS: [&str; 5] = ["client_id", "cid", "appid", "scope", "scp"];

/// Returns whether a provider's token is an access token, and not the ID token of a sign-in: that
/// one is for the client to read, and authorizes nothing. Some providers sign both alike, so that a
/// token whose audience is the client must show by type or claims that it is an access token.
pub fn is_access_token(typ: Option<&str>, claims: &Value, client_id: &str) -> bool {
    let text = |claim: &str| claims.get(claim).and_then(Value::as_str).map(str::to_lowercase);
    let typ = typ.map(str::to_lowercase);
    let by_type = match typ.as_deref().map(|typ| typ.trim_start_matches("application/")) {
        Some("at+jwt") => Some(true),
        None | Some("jwt") => None,
        Some(_) => Some(false),
    };
    // Keycloak, and Amazon Cognito.
    let by_kind = text("typ").map(|kind| kind == "bearer" || kind == "at+jwt");
    let by_use = text("token_use").map(|kind| kind == "access");
    let indications = [by_type, by_kind, by_use];
    if indications.contains(&Some(false))
        || ID_TOKEN_CLAIMS.iter().any(|one| claims.get(one).is_some())
    {
        return false;
    }
    let is_for_client = match &claims["aud"] {
        Value::Array(all) => all.iter().any(|one| one == client_id),
        one => one == client_id,
    };
    !is_for_client
        || indications.contains(&Some(true))
        || ACCESS_TOKEN_CLAIMS.iter().any(|one| claims.get(one).is_some())
}
