//! A webhook as it is written, with the secret that it is never shown with.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::secret::Secret;
use crate::db::TextList;

/// A webhook to be created.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Webhook")]
pub(crate) struct WebhookInput {
    /// Begins with https://; http:// on this machine only.
    #[schemars(title = "URL", length(min = 1, max = 2000), extend(
        "x-normalize" = ["trim"],
        "examples" = ["https://example.com/hooks"]
    ))]
    pub(super) url: String,
    /// `units.updated`, `units.*` for all that happens to units, `*` for everything.
    #[schemars(title = "Events", length(min = 1, max = 100), extend(
        "uniqueItems" = true,
        "x-events" = true,
        "x-widget" = "events",
        "examples" = [["*"]]
    ))]
    pub(super) events: TextList,
    /// What its messages are signed with: `whsec_` and 24 to 64 random bytes in Base64. It is never shown, and random
    /// if it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Secret", extend(
        "examples" = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]
    ))]
    pub(super) secret: Option<Secret>,
    /// What happens while it is not active is not sent later.
    #[serde(default = "is_active")]
    #[schemars(title = "Active", extend("default" = true))]
    pub(super) active: bool,
    /// What it is for.
    #[serde(default)]
    #[schemars(title = "Description", length(max = 500), extend("x-normalize" = ["trim"]))]
    pub(super) description: Option<String>,
}

fn is_active() -> bool {
    true
}
