//! What is set of a provider.

/// An OpenID provider.
#[derive(Clone, Default)]
pub struct ProviderConfig {
    /// What it is called in addresses.
    pub id: String,
    /// What the sign-in page calls it.
    pub name: String,
    /// Its issuer, as it names itself: https, or http on this very machine.
    pub issuer: String,
    /// Who this product is to it.
    pub client_id: String,
    /// With what the product proves that.
    pub client_secret: String,
    /// Whom its access tokens have to be for; the client's own identifier when it is not said.
    pub audience: Option<String>,
    /// Where the roles stand in its tokens, a JSON pointer.
    pub roles_claim: String,
    /// What is asked for, beside `openid`.
    pub scopes: Vec<String>,
}

impl std::fmt::Debug for ProviderConfig {
    /// Without the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {}", self.id, self.issuer)
    }
}
