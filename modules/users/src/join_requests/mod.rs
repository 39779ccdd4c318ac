//! Join requests: requests for an account by people who have none. Any client may send one, and
//! administrators decide. Accepting a request creates a user, who has no password until one is set.

mod decide;
mod queries;
pub(crate) mod routes;

use kernel::module::{Setting, Sweep, SweptRows};
use kernel::prelude::*;
use kernel::{resource, revisions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) use decide::{accept, decline};

/// A join request.
#[resource(table = join_requests, resource = JoinRequests, info = INFO, read_only)]
pub(crate) struct JoinRequest {
    #[field(searched)]
    #[schemars(title = "First Name")]
    first_name: String,
    #[field(searched)]
    #[schemars(title = "Last Name")]
    last_name: Option<String>,
    /// As given in the request; not verified.
    #[field(searched)]
    #[schemars(title = "Email", email)]
    email: String,
    #[field(long_text)]
    #[schemars(title = "Message", extend("x-widget" = "textarea"))]
    message: Option<String>,
    /// Pending until an administrator decides.
    #[schemars(title = "Status")]
    status: Status,
    /// The user that was created from this request.
    #[schemars(title = "User")]
    user_id: Option<Id>,
    /// When it was accepted or declined.
    #[schemars(title = "Decided")]
    decided_at: Option<Timestamp>,
    #[schemars(title = "Sent")]
    created_at: Timestamp,
}

kernel::text_enum! {
    /// The decision on a join request.
    pub(crate) enum Status {
        Pending = ("pending", "Pending"),
        Accepted = ("accepted", "Accepted"),
        Declined = ("declined", "Declined"),
    }
}

/// A request for access.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Join request")]
pub(crate) struct JoinRequestInput {
    #[schemars(title = "First Name", length(min = 1, max = 100), extend(
        "x-normalize" = ["trim"],
        "x-messages" = {
            "required": "First name is required",
            "minLength": "First name is required"
        }
    ))]
    first_name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Last Name", length(max = 100), extend("x-normalize" = ["trim"]))]
    last_name: Option<String>,
    /// We reply to this address.
    #[schemars(title = "Email", email, length(max = 254), extend(
        "x-normalize" = ["trim", "lowercase"],
        "x-messages" = {
            "required": "Invalid email address",
            "format": "Invalid email address"
        }
    ))]
    email: String,
    /// Who you are and why you need access.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Message", length(max = 2000), extend(
        "x-widget" = "textarea",
        "x-messages" = { "maxLength": "Message must have at most 2000 characters" }
    ))]
    message: Option<String>,
}

/// How long join requests are stored.
pub(crate) const RETENTION_DAYS: Setting = Setting {
    key: "retention.join_requests_days",
    purpose: "how many days a join request is stored after its decision, or, undecided, after it was \
              made; 0: without limit",
    default: 365,
    least: 0,
    most: 36_500,
};

/// Deletes old join requests with their revisions: both contain names and messages of people
/// without an account.
pub(crate) const SWEEP: Sweep = Sweep {
    of: "join_requests",
    rows: SweptRows::By(|conn, settings, most| {
        let days = settings.whole(&RETENTION_DAYS);
        if days == 0 {
            return Ok(0);
        }
        let until = Timestamp::now().plus_seconds(-days * 24 * 60 * 60);
        let old = queries::old(conn, until, most)?;
        revisions::forget::<JoinRequests>(conn, &old)?;
        queries::delete(conn, &old)
    }),
};

const INFO: Info = Info {
    name: "join-requests",
    singular: "join_request",
    label: "Join requests",
    description: "Requests for access, to be accepted or declined.",
    title: "{firstName} {lastName}",
    hint: "{email}",
    icon: "user-round-plus",
    groups: &[
        Group::new("Person", &["firstName", "lastName", "email"]),
        Group::new("Request", &["message", "createdAt"]),
        Group::new("Decision", &["status", "decidedAt", "userId"]),
    ],
    cards: &[Card::breakdown("status", "Join requests by status")],
    columns: &["status", "firstName", "lastName", "email", "message", "createdAt"],
    sort: "createdAt:desc",
    key: &[("/email", "email")],
    ..Info::DEFAULT
};
