//! Webhooks: addresses to which the changes of records are sent, signed as Standard Webhooks says.
//!
//! Each event makes one delivery for each webhook that wants it (`fan_out`), in one transaction with the cursor of the
//! stream: none is lost, and none is made twice. Deliveries are sent by any process (`delivering`), those of one record to
//! one webhook one after the other; a message that was not accepted is sent again, with the same identifier, for three
//! days. What a message says is read when it is sent, with the rights that the maker of the webhook has at that moment
//! (`message`).
//!
//! `resource` is the resource, `input` how it is written, `secret` what messages are signed with, `address` which addresses they are sent to, `sending`
//! the request, `routes` the list of deliveries and the replay, `queries` the SQL, `running` the loop of a serving process.

mod address;
mod delivering;
mod fan_out;
mod input;
mod message;
mod queries;
mod resource;
mod routes;
mod running;
mod secret;
mod sending;

use crate::base::error::Result;
use crate::db::Conn;

pub(crate) use resource::Webhooks;
pub(crate) use routes::routes;
pub(crate) use running::run;
#[cfg(feature = "testing")]
pub(crate) use running::{Worker, age};

/// The name of the resource.
const WEBHOOKS: &str = "webhooks";

/// The action of who changes a webhook, or has a delivery sent again.
const UPDATE: &str = "update";

/// For how many seconds a delivery is stored after its end: thirty days.
pub(crate) const STORED_SECONDS: i64 = 30 * 24 * 60 * 60;

/// Returns the number of the first revision that a delivery still has to say; `None` without one.
pub(crate) fn first_pending(conn: &mut Conn) -> Result<Option<i64>> {
    queries::first_pending(conn)
}
