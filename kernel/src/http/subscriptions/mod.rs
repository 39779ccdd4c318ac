//! Subscriptions to saved filters and views: what one shows is mailed at a time of the week, or when its count crosses a bound.
//!
//! What a mail shows is what its subscriber may see when it is made: each is looked up, under the subscriber's permissions and
//! rules, as a request of the subscriber would be. Who is locked or lost a permission gets nothing, and the subscription waits.
//! A time that passed while no process ran is made up for once.
//!
//! `schedule` says when one is due, `kinds` are its kinds, `routes` are the operations, `stop` is the link in mails, `content` looks up what a mail
//! shows, `due` is the job, `queries` holds the SQL.

mod content;
mod due;
mod kinds;
mod queries;
mod routes;
mod schedule;
mod stop;

pub(crate) use due::mail_due;

use crate::records::handler::Routes;

/// Mounts the operations, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    routes::routes(api);
    stop::routes(api);
}
