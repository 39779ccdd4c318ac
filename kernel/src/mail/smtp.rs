//! Hands mails to a server, by SMTP.

use std::time::Duration;

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MultiPart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, SmtpTransport, Transport};

use super::failure::Failure;
use super::written::Written;
use crate::base::config::MailServer;
use crate::base::error::{Error, Result};
use crate::base::id::Id;

/// How long each step of a conversation with the server may take.
const TIMEOUT: Duration = Duration::from_secs(15);

const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The server that mails are handed to.
pub(crate) struct Smtp {
    transport: SmtpTransport,
    from: Mailbox,
}

impl Smtp {
    /// It connects when it sends.
    ///
    /// # Errors
    /// When the system has no certificates to check the server's with.
    pub(super) fn of((server, from): (&MailServer, &Mailbox), public_url: &str) -> Result<Self> {
        let host = public_url.split_once("://").map_or(public_url, |(_, host)| host);
        let host = host.split(':').next().unwrap_or_default().to_owned();
        let mut transport = SmtpTransport::builder_dangerous(&server.host)
            .port(server.port)
            .hello_name(ClientId::Domain(host))
            .timeout(Some(TIMEOUT))
            .tls(tls(server)?);
        if let Some((name, password)) = &server.credentials {
            transport = transport.credentials(Credentials::new(name.clone(), password.clone()));
        }
        Ok(Self { transport: transport.build(), from: from.clone() })
    }

    pub(super) fn send(
        &self,
        id: &Id,
        (name, address): (&str, &str),
        written: Written,
        file: Option<(String, Vec<u8>)>,
    ) -> Result<(), Failure> {
        let address: Address = address.parse().map_err(Failure::of_mail)?;
        // The name of a user may hold what no header may.
        let name: String = name.chars().filter(|one| !one.is_control()).collect();
        let name = Some(name).filter(|name| !name.is_empty());
        let domain = self.from.email.domain();
        let mut mail = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(name, address))
            .subject(written.subject)
            .message_id(Some(format!("<{id}@{domain}>")))
            .date_now()
            .raw_header(header("Auto-Submitted", "auto-generated".into()));
        if let Some(stop) = written.stop {
            mail = mail
                .raw_header(header("List-Unsubscribe", format!("<{stop}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into()));
        }
        let texts = MultiPart::alternative_plain_html(written.text, written.html);
        let body = match file {
            None => texts,
            Some((name, bytes)) => {
                let kind = ContentType::parse(WORKBOOK).map_err(Failure::of_mail)?;
                let file = Attachment::new(name).body(bytes, kind);
                MultiPart::mixed().multipart(texts).singlepart(file)
            }
        };
        let mail = mail.multipart(body).map_err(Failure::of_mail)?;
        self.transport.send(&mail).map(drop).map_err(|error| Failure {
            is_permanent: error.is_permanent(),
            is_unreachable: error.status().is_none(),
            reason: error.to_string(),
        })
    }
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

/// Returns how the connection is secured: always, but on this machine.
fn tls(server: &MailServer) -> Result<Tls> {
    let parameters = || {
        let made = TlsParameters::new(server.host.clone());
        made.map_err(|error| Error::startup(format!("mail_url: {error}")))
    };
    Ok(match server.is_tls {
        true => Tls::Wrapper(parameters()?),
        false if server.is_loopback() => Tls::None,
        false => Tls::Required(parameters()?),
    })
}
