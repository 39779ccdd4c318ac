//! Mails the subscriptions that are due.

use std::sync::Arc;

use super::content::Shown;
use super::kinds::MailFormat;
use super::queries::{self, SubscriptionRow};
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::inbox::{self, Entry, Kind};
use crate::mail::{self, Message};
use crate::product::kernel::Kernel;
use crate::records::actor::Actor;
use crate::records::audit::{self, Action, Event};

/// For how many seconds a process that looks at a subscription has it for itself.
const LEASE: i64 = 120;

/// Looks at each subscription that is due, once, and stores the mails that follow. One that cannot be looked at now is looked
/// at again after its lease.
pub(crate) async fn mail_due(kernel: &Arc<Kernel>, now: Timestamp) -> Result<()> {
    let db = &kernel.core.db;
    if kernel.mailer.is_none() {
        return Ok(());
    }
    while db.read_patiently(move |conn| queries::is_due(conn, now)).await? {
        // What was looked at before may have taken long.
        let lease = now.max(Timestamp::now()).plus_seconds(LEASE);
        let taken = db.write(move |conn| queries::take(conn, now, lease)).await?;
        let Some(row) = taken else { return Ok(()) };
        let id = row.id.clone();
        if let Err(error) = look_at(kernel, row, (now, lease)).await {
            tracing::warn!(%id, %error, "a subscription could not be looked at; it will be again");
        }
    }
    Ok(())
}

/// Mails what one shows, if it is to be mailed now.
async fn look_at(
    kernel: &Arc<Kernel>,
    row: SubscriptionRow,
    (now, lease): (Timestamp, Timestamp),
) -> Result<()> {
    let db = &kernel.core.db;
    let next = row.next(now)?;
    let shown = match subscriber(kernel, &row).await? {
        None => None,
        Some(by) => match Shown::of(kernel, &row, &by).await {
            Ok(shown) => Some((shown, by)),
            // The subscriber may not see it any more, or a field of the filter is not there any more.
            Err(
                Error::NotFound | Error::NotPermitted(..) | Error::Malformed(_) | Error::Invalid(_),
            ) => None,
            Err(error) => return Err(error),
        },
    };
    let Some((shown, by)) = shown else {
        let is_across = row.is_across;
        let settle =
            move |conn: &mut Conn| queries::settle(conn, (&row.id, lease), (next, is_across), None);
        return db.write(settle).await.map(drop);
    };
    let is_across = row.alert().is_some_and(|(by, bound)| by.is_met(shown.total, bound));
    if row.alert().is_some() && (!is_across || row.is_across) {
        let settle =
            move |conn: &mut Conn| queries::settle(conn, (&row.id, lease), (next, is_across), None);
        return db.write(settle).await.map(drop);
    }
    let is_file = row.format == MailFormat::Xlsx;
    let message = Message::Subscription {
        stop: row.stop_token.clone(),
        name: shown.saved.name.clone(),
        alert: row.alert().map(|(by, bound)| by.said(bound)),
        total: shown.total,
        table: (!is_file).then(|| shown.table.clone()),
        file: is_file.then(|| shown.file_name()),
    };
    let alert = row
        .alert()
        .map(|(by, bound)| format!("{}: {} ({})", shown.saved.name, by.said(bound), shown.total));
    let subject = shown.saved.kind.resource(&shown.saved.of).to_owned();
    let file = match is_file {
        true => Some(shown.workbook(kernel, &by).await?),
        false => None,
    };
    db.write(move |conn: &mut Conn| {
        // Another process looks at it by now, or it was ended meanwhile.
        if !queries::settle(conn, (&row.id, lease), (next, is_across), Some(now))? {
            return Ok(());
        }
        if let Some(text) = alert {
            let (to, kind) = (&row.account_id, Kind::Alert);
            let entry = Entry { to, kind, text, resource: None, record: None, by: None };
            inbox::post_without_mail(conn, entry)?;
        }
        match file {
            None => mail::post(conn, &row.account_id, &message),
            Some(file) => {
                let exported = Event::new(Action::Export, subject).by(&by);
                audit::record(conn, exported.because("xlsx, by mail"))?;
                mail::post_file(conn, &row.account_id, &message, file)
            }
        }
    })
    .await
}

/// Returns the subscriber, with what the rules leave; `None` when the account is locked.
async fn subscriber(kernel: &Arc<Kernel>, row: &SubscriptionRow) -> Result<Option<Actor>> {
    let (inner, id) = (Arc::clone(kernel), row.account_id.clone());
    let read = move |conn: &mut Conn| inner.auth.ruled_account(conn, &id);
    let account = kernel.core.db.read_patiently(read).await?;
    if account.is_none_or(|account| account.locked) {
        return Ok(None);
    }
    kernel.auth.actor_of(&row.account_id, &kernel.core.policy).await.map(Some)
}
