//! The texts of mails.

use super::letter::{Letter, Place};
use super::message::Message;
use crate::base::calendar::calendar;
use crate::base::time::Timestamp;

/// Returns what a mail says; `link` is where its button leads.
pub(super) fn letter(message: &Message, place: &Place, link: Option<&str>) -> Letter {
    let product = place.product;
    let letter = Letter::default();
    match message {
        Message::Reset(_) => Letter {
            subject: format!("Set another password for {product}"),
            paragraphs: vec![
                format!("We received a request to set another password for your account in {product}."),
                "The link works once, for 30 minutes. Your password stays as it is until you set another one.".into(),
            ],
            button: link.map(|link| ("Set another password", link.to_owned())),
            closing: vec!["If you did not request this, you need do nothing.".into()],
            ..letter
        },
        Message::Invitation { name, .. } => Letter {
            subject: format!("Your account in {product}"),
            paragraphs: vec![
                format!("{name} invites you to {product}. Set a password to sign in with this address."),
                "The link works once, for seven days.".into(),
            ],
            button: link.map(|link| ("Set your password", link.to_owned())),
            ..letter
        },
        Message::PasswordChanged { at } => Letter {
            subject: format!("Your password for {product} was changed"),
            paragraphs: vec![
                format!("The password of your account in {product} was changed on {}.", local(*at)),
                "Your other sessions have ended.".into(),
            ],
            closing: vec![format!(
                "If it was not you, set another password with \"Forgot password?\" on the sign-in page of {}, and tell an \
                 administrator.",
                place.url
            )],
            ..letter
        },
        Message::NewSignIn { at, address } => Letter {
            subject: format!("New sign-in to {product}"),
            paragraphs: vec![
                match address {
                    Some(address) => format!(
                        "Somebody signed in to your account in {product} on {}, from the address {address}, with a \
                         browser that we do not know.",
                        local(*at)
                    ),
                    None => format!(
                        "Somebody signed in to your account in {product} on {}, with a browser that we do not know.",
                        local(*at)
                    ),
                },
                "If it was you, you need do nothing.".into(),
            ],
            closing: vec![format!(
                "If it was not you, change your password at {}, which ends all other sessions.",
                place.url
            )],
            ..letter
        },
        Message::Inbox { text } => Letter {
            subject: shortened(text),
            paragraphs: vec![text.clone()],
            button: Some(("Open the inbox", format!("{}/inbox", place.url))),
            closing: vec!["You receive this because you chose to have your inbox by mail, too.".into()],
            ..letter
        },
        Message::Subscription { name, alert, total, table, file, .. } => {
            let count = match total {
                1 => "There is 1 row.".to_owned(),
                total => format!("There are {total} rows."),
            };
            let mut paragraphs = match alert {
                Some(bound) => vec![format!("{name}: the count is {bound}."), count],
                None => vec![count],
            };
            if let Some(table) = table
                && i64::try_from(table.rows.len()).is_ok_and(|shown| shown < *total)
            {
                paragraphs.push(format!("These are the first {}.", table.rows.len()));
            }
            if file.is_some() {
                paragraphs.push("They are in the attached file.".into());
            }
            Letter {
                subject: match alert {
                    Some(bound) => format!("{name}: {bound}"),
                    None => name.clone(),
                },
                paragraphs,
                table: table.clone(),
                stop: link.map(str::to_owned),
                ..letter
            }
        }
    }
}

/// Writes a point in time as the product's zone has it.
fn local(at: Timestamp) -> String {
    calendar().local(at.0).format("%-d %B %Y at %H:%M").to_string()
}

/// Returns the first line of a text, for a subject.
fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(80) {
        None => line.to_owned(),
        Some((end, _)) => format!("{}…", &line[..end]),
    }
}
