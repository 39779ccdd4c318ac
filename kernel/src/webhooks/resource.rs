//! The resource: an address, and what is sent to it.

use diesel::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::input::WebhookInput;
use super::queries::{self, webhooks};
use super::secret::Secret;
use super::{WEBHOOKS, address};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, TextList};
use crate::engine::list::Fields;
use crate::records::actor::Actor;
use crate::records::events;
use crate::records::resource::{Check, Group, Info, Resource, Writable};

const NARROW_TOKEN: &str = "This API token is limited to some permissions, and a webhook is sent all that its maker may read";

/// A webhook.
#[derive(Clone, Debug, Queryable, Selectable, Serialize, JsonSchema)]
#[diesel(table_name = webhooks)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Webhook {
    #[serde(rename = "_id")]
    id: Id,
    /// Where messages are sent.
    #[schemars(title = "URL", url)]
    url: String,
    /// What is sent.
    #[schemars(title = "Events", extend("uniqueItems" = true, "x-events" = true))]
    events: TextList,
    /// What happens while it is not active is not sent later.
    #[schemars(title = "Active")]
    active: bool,
    /// What it is for.
    #[schemars(title = "Description")]
    description: Option<String>,
    /// Created.
    created_at: Timestamp,
    /// Updated.
    updated_at: Timestamp,
}

/// The resource.
pub(crate) struct Webhooks;

impl Resource for Webhooks {
    type View = Webhook;
    type Table = webhooks::table;
    type Source = webhooks::table;

    const INFO: Info = Info {
        name: WEBHOOKS,
        singular: "webhook",
        label: "Webhooks",
        description: "Addresses to which changes of records are sent as they happen.",
        table: "webhooks",
        title: "{url}",
        hint: "{description}",
        icon: "webhook",
        groups: &[
            Group::new("Receiver", &["url", "secret", "description"]),
            Group::new("What is sent", &["events", "active"]),
        ],
        columns: &["url", "events", "active", "description", "updatedAt"],
        sort: "url",
        key: &[],
        ..Info::DEFAULT
    };

    fn fields() -> Fields<Self::Table, Self::Source> {
        Fields::new("_id", webhooks::id)
            .field("url", webhooks::url)
            .searched()
            .field("active", webhooks::active)
            .field("description", webhooks::description)
            .searched()
            .field("createdAt", webhooks::created_at)
            .field("updatedAt", webhooks::updated_at)
    }

    crate::rows!(webhooks: webhooks::table => Webhook);
}

impl Writable for Webhooks {
    type Input = WebhookInput;

    const CHECK: Option<Check<WebhookInput>> = Some(check);

    fn insert(conn: &mut Conn, id: &Id, input: WebhookInput, by: &Actor) -> Result<()> {
        queries::insert(conn, id, &input, &by.id)?;
        events::begin(conn, WEBHOOKS)
    }

    fn update(
        conn: &mut Conn,
        id: &Id,
        was: &WebhookInput,
        is: WebhookInput,
        by: &Actor,
    ) -> Result<()> {
        // Who decides where it leads gets no more than they may read themselves.
        let is_other = was.url != is.url || is.secret.is_some();
        queries::update(conn, id, &is, is_other.then_some(&by.id), is.active && !was.active)
    }
}

/// Checks what the schema cannot say.
fn check(
    _: &mut Conn,
    was: Option<(&Id, &WebhookInput)>,
    is: &WebhookInput,
    by: &Actor,
) -> Result<()> {
    if by.scope.as_ref().is_some_and(|scope| scope.is_narrow()) {
        return Err(Error::Refused(NARROW_TOKEN));
    }
    if let Some(error) = address::error_in(&is.url) {
        return Err(Error::invalid("/url", error));
    }
    // One that is there already can still be paused after the setting has changed.
    let is_new = was.is_none_or(|(_, was)| was.url != is.url);
    if is_new && !by.webhooks_to_private && address::is_private(&is.url) {
        return Err(Error::invalid("/url", address::PRIVATE));
    }
    is.secret.as_ref().map_or(Ok(()), Secret::check)
}
