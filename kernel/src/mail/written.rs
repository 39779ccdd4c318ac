//! A mail as it is sent.

use super::letter::Place;
use super::message::Message;
use super::texts;

/// A mail that is written.
pub(crate) struct Written {
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
    pub(crate) stop: Option<String>,
}

impl Written {
    /// Writes a mail; `link` is where it leads.
    pub(crate) fn of(message: &Message, place: &Place<'_>, link: Option<&str>) -> Self {
        let letter = texts::letter(message, place, link);
        Self {
            text: letter.text(place),
            html: letter.html(place),
            // A header has one line.
            subject: letter.subject.replace(|one: char| one.is_control(), " "),
            stop: letter.stop,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::message::Cause;
    use super::*;
    use crate::base::id::Id;

    fn invitation(name: &str) -> Message {
        let cause = Cause { address: None, request: None };
        Message::Invitation { by: Id::nil(), name: name.into(), cause }
    }

    const PLACE: Place<'_> =
        Place { product: "Desk", url: "https://desk.example.com", accent: ("#0d5c59", "#ffffff") };

    #[test]
    fn text_of_users_is_neither_markup_nor_a_header() {
        let message = Message::Inbox { text: "<b>Hi</b>\r\nBcc: all@example.com".into() };
        let written = Written::of(&message, &PLACE, None);
        assert_eq!(written.subject, "<b>Hi</b>");
        assert!(written.html.contains("&lt;b&gt;Hi&lt;/b&gt;") && !written.html.contains("<b>"));
        let written = Written::of(&invitation("Eve\r\nBcc: all@example.com"), &PLACE, None);
        assert!(!written.subject.contains('\n'));
    }

    #[test]
    fn both_parts_have_the_link() {
        let message = invitation("Amal Haddad");
        let link = "https://desk.example.com/reset?token=x&invited=1";
        let written = Written::of(&message, &PLACE, Some(link));
        assert!(written.text.contains(link));
        assert!(
            written.html.contains("href=\"https://desk.example.com/reset?token=x&amp;invited=1\"")
        );
    }
}
