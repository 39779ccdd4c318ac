//! Sends the mails that are due.

use std::sync::Arc;

use actix_web::web;

use crate::auth;
use crate::auth::mailing::Delivery;
use crate::base::error::{Error, Result};
use crate::db::Conn;
use crate::engine::metrics::{self, MailEnd};
use crate::mail::{self, Failure, MailRow, MailState, Message, Place, Written};
use crate::product::kernel::Kernel;

/// Sends the mails that are due, one after the other, until none is or the server cannot be reached. A mail is due again
/// when the process that sends it does not end that; so it may come twice, under the same identifier.
pub(crate) async fn send_due(kernel: &Arc<Kernel>) -> Result<()> {
    let db = &kernel.core.db;
    while db.read_patiently(mail::is_due).await? {
        if kernel.mailer.is_none() {
            return db.write(mail::discard).await;
        }
        let inner = Arc::clone(kernel);
        let taken = db.write(move |conn| take(conn, &inner)).await?;
        let Some((mail, delivery)) = taken else { return Ok(()) };
        let Some(delivery) = delivery else {
            metrics::mail(MailEnd::Dropped);
            continue;
        };
        let id = mail.id.clone();
        match send(kernel, &mail, delivery).await? {
            Ok(()) => {
                metrics::mail(MailEnd::Sent);
                // Written also when many wait: otherwise the mail is sent once more.
                db.write_patiently(move |conn| mail::settle(conn, &id, MailState::Sent)).await?;
            }
            Err(failure) => {
                metrics::mail(MailEnd::Postponed);
                let is_unreachable = failure.is_unreachable;
                postpone(kernel, mail, failure).await?;
                if is_unreachable {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Takes a mail, and whom it goes to; without anybody it is settled.
fn take(conn: &mut Conn, kernel: &Kernel) -> Result<Option<(MailRow, Option<Delivery>)>> {
    let Some(mail) = mail::take(conn)? else { return Ok(None) };
    if let Err(error) = Message::read(&mail.message) {
        // It is due again later: another version of the product may read it. The others are sent meanwhile.
        tracing::error!(id = %mail.id, %error, "a mail cannot be read");
        return Ok(None);
    }
    let delivery = kernel.auth.delivery(conn, &mail)?;
    if delivery.is_none() {
        mail::settle(conn, &mail.id, MailState::Dropped)?;
    }
    Ok(Some((mail, delivery)))
}

/// Hands a mail to the server, on a thread that may wait.
async fn send(
    kernel: &Arc<Kernel>,
    mail: &MailRow,
    delivery: Delivery,
) -> Result<Result<(), Failure>> {
    let (kernel, id, file) = (Arc::clone(kernel), mail.id.clone(), mail.attachment.clone());
    let send = move || {
        let Some(mailer) = &kernel.mailer else { return Ok(()) };
        let Delivery { name, address, message, link } = delivery;
        let place = Place {
            product: kernel.plan.name,
            url: &kernel.core.config.public_url,
            accent: kernel.plan.values.accent(),
        };
        let written = Written::of(&message, &place, link.as_deref());
        mailer.send(&id, (&name, &address), written, message.file_name().zip(file))
    };
    web::block(send).await.map_err(Error::internal)
}

/// Has a mail sent again later, or gives it up and reports that to administrators.
async fn postpone(kernel: &Kernel, mail: MailRow, failure: Failure) -> Result<()> {
    let (id, attempts, reason) = (mail.id.clone(), mail.attempts, failure.reason.clone());
    let users = kernel.core.records.accounts().map(|entry| entry.info().name);
    let postpone = move |conn: &mut Conn| {
        let is_given_up = mail::postpone(conn, &mail, &failure)?;
        // A mail about an entry of an inbox must not make more of them.
        let is_of_inbox = matches!(Message::read(&mail.message)?, Message::Inbox { .. });
        if is_given_up && !is_of_inbox {
            let text = format!("A mail could not be sent: {}", failure.reason);
            auth::report_failure(conn, &text, (users, mail.account_id.as_ref()))?;
        }
        Ok(is_given_up)
    };
    if kernel.core.db.write(postpone).await? {
        metrics::mail(MailEnd::Failed);
        tracing::error!(%id, attempts, reason, "a mail was given up");
    } else {
        tracing::warn!(%id, attempts, reason, "a mail was not accepted; it is sent again later");
    }
    Ok(())
}
