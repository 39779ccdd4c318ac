//! What mails there are, with what differs from one to the next.

use serde::{Deserialize, Serialize};

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;

/// What a mail says, as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Message {
    /// A link to set another password.
    Reset(Cause),
    /// A link to set the first password, and who sent it.
    Invitation { by: Id, name: String, cause: Cause },
    /// The password was changed.
    PasswordChanged { at: Timestamp },
    /// Somebody signed in from a device or an address that is not known.
    NewSignIn { at: Timestamp, address: Option<String> },
    /// An entry of the inbox.
    Inbox { text: String },
    /// A subscription: what its filter or view shows now.
    Subscription {
        /// What the link in the mail stops it with.
        stop: String,
        /// The name of the filter or view.
        name: String,
        /// Why it is sent, when its count crossed a bound: `more than 5`.
        alert: Option<String>,
        /// How many rows there are.
        total: i64,
        /// The first of them; none when they are in a file.
        table: Option<Table>,
        /// The name of the file.
        file: Option<String>,
    },
}

/// The request that a mail follows from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Cause {
    pub(crate) address: Option<String>,
    pub(crate) request: Option<Id>,
}

/// A table of texts.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Table {
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Message {
    /// Returns the name of the file that comes with it.
    pub(crate) fn file_name(&self) -> Option<String> {
        match self {
            Self::Subscription { file, .. } => file.clone(),
            _ => None,
        }
    }

    /// Reads a message as it is stored.
    pub(crate) fn read(text: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(Error::internal)
    }
}
