//! What the operations on passkeys respond.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::super::queries::passkeys::PasskeyRow;
use crate::base::id::Id;
use crate::base::time::Timestamp;

/// A passkey, as its owner sees it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Passkey")]
pub(super) struct OwnPasskey {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// By which its owner knows it again.
    name: String,
    /// When it was added.
    created_at: Timestamp,
    /// When it was last used.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used_at: Option<Timestamp>,
}

impl From<PasskeyRow> for OwnPasskey {
    fn from(row: PasskeyRow) -> Self {
        let PasskeyRow { id, name, created_at, last_used_at, .. } = row;
        Self { id, name, created_at, last_used_at }
    }
}

/// A challenge to passkeys.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Passkey challenge")]
pub(in crate::auth) struct PasskeyChallenge {
    /// To be sent with the answer.
    pub(super) ticket: String,
    /// What the browser takes: the JSON form of the options in WebAuthn.
    pub(super) options: Map<String, Value>,
}
