//! The declarations of the mail settings.

use lettre::message::Mailbox;

use super::declared::{Setting, store};
use super::mail::MailServer;
use super::values::Config;

pub(super) const SETTINGS: &[Setting<Config>] = &[
    Setting {
        key: "mail_url",
        purpose: "the server that sends mail; smtp:// goes on with STARTTLS, but on this machine; empty: no mail \
                  is sent",
        must: "smtp://user:password@host:port or smtps://user:password@host:port",
        secret: true,
        default: Some(|_| String::new()),
        set: |config, text| match text {
            "" => store(&mut config.mail.server, Some(None)),
            text => store(&mut config.mail.server, MailServer::read(text).map(Some)),
        },
        show: |config| config.mail.server.as_ref().map(MailServer::shown).unwrap_or_default(),
        ..Setting::TEXT
    },
    Setting {
        key: "mail_from",
        purpose: "the sender of mails",
        must: "an address such as Desk <desk@example.com>",
        default: Some(|_| String::new()),
        set: |config, text| match text {
            "" => store(&mut config.mail.from, Some(None)),
            text => store(&mut config.mail.from, text.parse().ok().map(Some)),
        },
        show: |config| config.mail.from.as_ref().map(Mailbox::to_string).unwrap_or_default(),
        ..Setting::TEXT
    },
];
