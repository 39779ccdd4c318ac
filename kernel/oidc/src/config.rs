//! The settings of a provider.

/// The settings of one OpenID provider.
#[derive(Clone, Default)]
pub struct ProviderConfig {
    /// Its identifier in addresses.
    pub id: String,
    /// The name that the sign-in page shows.
    pub name: String,
    /// Its issuer, as it names itself: https, or http on this very machine.
    pub issuer: String,
    /// The identifier of this product as its client.
    pub client_id: String,
    /// The secret by which the product proves that.
    pub client_secret: String,
    /// The audience that its access tokens have to name; the client's own identifier when it is not set.
    pub audience: Option<String>,
    /// The claim that holds the roles, a JSON pointer.
    pub roles_claim: String,
    /// The scopes that are requested, beside `openid`.
    pub scopes: Vec<String>,
}

impl std::fmt::Debug for ProviderConfig {
    /// Without the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {}", self.id, self.issuer)
    }
}
