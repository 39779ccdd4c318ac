//! The verbs by which administrators accept or decline a join request.

use kernel::WriteContext;
use kernel::auth::{NewAccount, administration, invitations};
use kernel::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{JoinRequests, Status, queries};

const ACCEPTED: &str = "This request was accepted already";
const DECLINED: &str = "This request was declined already";

/// The roles of the new user.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Accept join request")]
pub(crate) struct AcceptJoinRequest {
    /// What the user can see and do.
    #[schemars(title = "Roles", length(min = 1), extend(
        "uniqueItems" = true,
        "x-roles" = true,
        "x-messages" = {
            "required": "At least one role is required",
            "minItems": "At least one role is required",
            "uniqueItems": "A role is named twice"
        }
    ))]
    roles: TextList,
}

/// Accepts the request, creates the user, and invites them, where the server sends mail.
pub(crate) fn accept(
    writing: &mut WriteContext<'_>,
    id: &Id,
    AcceptJoinRequest { roles }: AcceptJoinRequest,
) -> Result<bool> {
    let request = JoinRequests::find(writing.conn(), id)?;
    if request.status == Status::Accepted {
        return Err(Error::conflict(ACCEPTED));
    }
    let user = Id::new();
    let new = NewAccount {
        first_name: request.first_name,
        last_name: request.last_name,
        email: request.email,
        password: None,
        roles,
        attributes: Default::default(),
    };
    administration::add(writing, &user, new)?;
    invitations::invite(writing, &user)?;
    queries::decide(writing.conn(), id, Status::Accepted, Some(&user)).map(|()| true)
}

/// Declines the request and leaves it in the table.
pub(crate) fn decline(writing: &mut WriteContext<'_>, id: &Id) -> Result<bool> {
    match JoinRequests::find(writing.conn(), id)?.status {
        Status::Pending => {}
        Status::Accepted => return Err(Error::conflict(ACCEPTED)),
        Status::Declined => return Err(Error::conflict(DECLINED)),
    }
    queries::decide(writing.conn(), id, Status::Declined, None).map(|()| true)
}
