//! The resource that shows audit events: read, never changed.

use diesel::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::queries::audit_events;
use super::{Action, Outcome};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::engine::list::Fields;
use crate::records::resource::{Area, Group, Info, Resource};

/// An audit event.
#[derive(Clone, Debug, Queryable, Selectable, Serialize, JsonSchema)]
#[diesel(table_name = audit_events)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditEvent {
    #[serde(rename = "_id")]
    id: Id,
    /// When it happened.
    #[schemars(title = "Time")]
    at: Timestamp,
    /// Who did it, by the name of that moment. Empty when no user had signed in.
    #[schemars(title = "Who")]
    actor: Option<String>,
    /// The account.
    #[schemars(title = "Account")]
    actor_id: Option<Id>,
    /// What was done, or refused.
    #[schemars(title = "What")]
    action: Action,
    /// The resource, the account or the request that it is about.
    #[schemars(title = "About")]
    object: String,
    /// The address of the client, of IPv6 its network; empty at the command line.
    #[schemars(title = "Address")]
    address: Option<String>,
    /// The request, as its answer named it in `X-Request-Id`.
    #[schemars(title = "Request")]
    request_id: Option<String>,
    /// How it ended.
    #[schemars(title = "Outcome")]
    outcome: Outcome,
    /// Why it was refused, or a detail.
    #[schemars(title = "Reason")]
    reason: Option<String>,
    /// How many equal refusals in a row it stands for.
    #[schemars(title = "Times")]
    times: i32,
}

/// The resource.
pub(crate) struct AuditEvents;

impl Resource for AuditEvents {
    type View = AuditEvent;
    type Table = audit_events::table;
    type Source = audit_events::table;

    const INFO: Info = Info {
        name: "audit",
        singular: "audit_event",
        label: "Audit",
        description: "Sign-ins, refusals, tokens, policy, exports and imports: who, when, from where.",
        area: Area::BackOffice,
        table: "audit_events",
        title: "{object}",
        hint: "{actor} {reason}",
        icon: "scroll-text",
        groups: &[
            Group::new("Event", &["action", "object", "outcome", "reason", "times"]),
            Group::new("Who", &["actor", "actorId", "address", "requestId", "at"]),
        ],
        columns: &["at", "actor", "action", "object", "outcome", "reason", "address"],
        sort: "at:desc",
        key: &[],
        ..Info::DEFAULT
    };

    fn fields() -> Fields<Self::Table, Self::Source> {
        Fields::new("_id", audit_events::id)
            .field("at", audit_events::at)
            .field("actor", audit_events::actor)
            .searched()
            .field("actorId", audit_events::actor_id)
            .field("action", audit_events::action)
            .field("object", audit_events::object)
            .searched()
            .field("address", audit_events::address)
            .searched()
            .field("requestId", audit_events::request_id)
            .field("outcome", audit_events::outcome)
            .field("reason", audit_events::reason)
            .field("times", audit_events::times)
    }

    crate::rows!(audit_events: audit_events::table => AuditEvent);
}
