//! The settings of a provider.

/// The settings of one OpenID provider.
#[derive(Clone, Default)]
pub struct ProviderConfig {
    /// Its identifier in URLs.
    pub id: String,
    /// The name that the sign-in page shows.
    pub name: String,
    /// Its issuer, exactly as it identifies itself: https, or http on the loopback interface.
    pub issuer: String,
    /// The client id of this product.
    pub client_id: String,
    /// The client secret of this product.
    pub client_secret: String,
    /// The audience that its access tokens must name; the client id when it is not set.
    pub audience: Option<String>,
    /// The claim with the roles, a JSON pointer.
    pub roles_claim: String,
    /// The claim with an object of attributes, a JSON pointer; `None` when the provider gives none.
    pub attributes_claim: Option<String>,
    /// The scopes to request, in addition to `openid`.
    pub scopes: Vec<String>,
}

impl std::fmt::Debug for ProviderConfig {
    /// Without the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {}", self.id, self.issuer)
    }
}
