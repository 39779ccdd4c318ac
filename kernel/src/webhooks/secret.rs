//! The secret that a webhook's messages are signed with: `whsec_` and 24 to 64 bytes in Base64.

use aws_lc_rs::hmac;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::error::{Error, Result};

const PREFIX: &str = "whsec_";
const NOT_ONE: &str = "Secret must be whsec_ and 24 to 64 bytes in Base64";

/// A secret. It is in no record and no answer.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, with = "String", description = "", extend(
    "pattern" = "^whsec_[A-Za-z0-9+/]{32,86}={0,2}$",
    "writeOnly" = true,
    "x-widget" = "password",
    "x-messages" = { "pattern": NOT_ONE }
))]
pub(crate) struct Secret(String);

impl Secret {
    /// Reads a stored one.
    pub(super) fn stored(text: String) -> Self {
        Self(text)
    }

    /// Makes one that nothing else has.
    pub(super) fn random() -> Result<Self> {
        let mut bytes = [0; 32];
        aws_lc_rs::rand::fill(&mut bytes).map_err(Error::internal)?;
        Ok(Self(format!("{PREFIX}{}", BASE64_STANDARD.encode(bytes))))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Checks its length.
    ///
    /// # Errors
    /// 422 at its field.
    pub(super) fn check(&self) -> Result<()> {
        self.bytes().map(drop).ok_or_else(|| Error::invalid("/secret", NOT_ONE))
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        let bytes = BASE64_STANDARD.decode(self.0.strip_prefix(PREFIX)?).ok()?;
        (24..=64).contains(&bytes.len()).then_some(bytes)
    }

    /// Returns the header `webhook-signature` of a message.
    pub(super) fn signature(&self, id: &str, seconds: i64, body: &str) -> Result<String> {
        let bytes = self.bytes().ok_or_else(|| Error::internal("a secret that was not checked"))?;
        let key = hmac::Key::new(hmac::HMAC_SHA256, &bytes);
        let tag = hmac::sign(&key, format!("{id}.{seconds}.{body}").as_bytes());
        Ok(format!("v1,{}", BASE64_STANDARD.encode(tag.as_ref())))
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_is_that_of_the_example_of_standard_webhooks() {
        let secret = Secret::stored("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".into());
        let signature = secret
            .signature("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, "{\"test\": 2432232314}")
            .unwrap();
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn secrets_have_24_to_64_bytes() {
        for (bytes, is_one) in [(23, false), (24, true), (32, true), (64, true), (65, false)] {
            let secret = Secret(format!("whsec_{}", BASE64_STANDARD.encode(vec![7; bytes])));
            assert_eq!(secret.check().is_ok(), is_one, "{bytes}");
        }
        assert!(Secret("whsec_-".into()).check().is_err());
        assert_eq!(format!("{:?}", Secret("whsec_x".into())), "Secret");
    }
}
