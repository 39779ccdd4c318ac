//! The second step of a sign-in: a ticket, and a code or a passkey. It begins the session. A passkey
//! alone is the only step: the ticket is then for no account, and the passkey says for which.

use webauthn_rs::prelude::PublicKeyCredential;

use super::super::attempts::{self, Attempt, ClientOrigin};
use super::super::queries::factors::{self, TicketRow};
use super::super::queries::{self, AccountRow};
use super::super::sessions::{self, Granted};
use super::super::{Auth, LOCKED, UNKNOWN_ACCOUNT};
use super::{Method, codes, methods, passkeys, spend_code, tickets};
use crate::base::digest::digest;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::audit::{self, Action, Event};

pub(super) const TICKET_ENDED: &str =
    "This sign-in has taken too long, or has been completed. Begin it again";
pub(in crate::auth) const WRONG_CODE: &str =
    "This code is not right, or has been used. Enter the one that is shown now";
/// Names a code of the app in audit events.
pub(in crate::auth) const APP: &str = "Authenticator app";
const WRONG_PASSKEY: &str = "This passkey was not accepted. Try again, or sign in another way";
const WRONG_RECOVERY_CODE: &str = "This recovery code is not right, or has been used";

/// The ticket of a sign-in that needs a second step.
pub(in crate::auth) struct Due {
    pub(super) ticket: String,
    /// What can complete it, at least one.
    pub(super) methods: Vec<Method>,
}

/// What a client completes a sign-in with.
pub(super) enum Answer {
    Code(String),
    Passkey(Box<PublicKeyCredential>),
    RecoveryCode(String),
}

impl Answer {
    fn claim(&self) -> Claim {
        match self {
            Self::Passkey(answer) => Claim::Passkey(passkeys::claimed_owner(answer)),
            Self::Code(_) | Self::RecoveryCode(_) => Claim::Nothing,
        }
    }

    /// Returns the field that it is sent in, the message of a wrong one, and what audit events call it.
    fn words(&self) -> [&'static str; 3] {
        match self {
            Self::Code(_) => ["/code", WRONG_CODE, APP],
            Self::Passkey(_) => ["/passkey", WRONG_PASSKEY, "Passkey"],
            Self::RecoveryCode(_) => ["/recoveryCode", WRONG_RECOVERY_CODE, "Recovery code"],
        }
    }
}

/// Issues a ticket when the account has a second factor. A passkey is not offered where the public URL
/// allows none, unless there is nothing else: its refusal then says why.
pub(in crate::auth) fn second_step_due(
    auth: &Auth,
    conn: &mut Conn,
    account: &AccountRow,
) -> Result<Option<Due>> {
    let mut methods = methods(conn, &account.id)?;
    if methods.is_empty() {
        return Ok(None);
    }
    if methods.len() > 1 && !auth.0.relying_party.allows_passkeys() {
        methods.retain(|method| *method != Method::Passkey);
    }
    let ticket = tickets::issue(conn, Some(&account.id), tickets::SIGN_IN, None)?;
    Ok(Some(Due { ticket, methods }))
}

/// Whom an answer is about, before it is known to be right.
struct Subject {
    /// The account of the ticket; of a ticket for none, the one that the passkey claims to belong to, if
    /// there is one.
    account: Option<AccountRow>,
    /// What attempts are counted by: the email, or the claim.
    counted_by: String,
}

impl Subject {
    /// `None` for a ticket that such an answer cannot complete.
    fn of(conn: &mut Conn, ticket: &TicketRow, answer: &Claim) -> Result<Option<Self>> {
        let account = match (&ticket.account_id, answer) {
            (Some(id), _) => Some(queries::account(conn, id)?),
            (None, Claim::Nothing) => return Ok(None),
            // One that names no account is looked up as well: that is the same work.
            (None, Claim::Passkey(id)) => {
                queries::account_if_any(conn, id.as_ref().unwrap_or(&Id::nil()))?
            }
        };
        let counted_by = match (&account, answer) {
            (Some(account), _) => account.email.clone(),
            (None, Claim::Passkey(Some(id))) => format!("passkey {id}"),
            (None, _) => format!("passkey {}", ticket.id),
        };
        Ok(Some(Self { account, counted_by }))
    }

    fn id(&self) -> Option<&Id> {
        self.account.as_ref().map(|account| &account.id)
    }

    fn event(&self) -> Event {
        match &self.account {
            Some(account) => account.event(Action::SignIn),
            None => Event::new(Action::SignIn, UNKNOWN_ACCOUNT).of_stranger(),
        }
    }
}

/// What an answer says of whose it is.
enum Claim {
    Nothing,
    /// It is a passkey, of this account if it names one.
    Passkey(Option<Id>),
}

impl Auth {
    /// Completes a sign-in. A wrong answer counts as a failed attempt to sign in to the account.
    ///
    /// A passkey alone is answered alike, after the same work, whether it is wrong, or belongs to no
    /// account, to a locked one, or to one without a password, which is its identity provider's to sign
    /// in.
    ///
    /// # Errors
    /// 401 for a ticket that has ended, 422 at its field for a wrong answer.
    pub(super) async fn second_step(
        &self,
        ticket: &str,
        answer: Answer,
        origin: ClientOrigin,
    ) -> Result<Granted> {
        let (id, from) = (digest(ticket), origin.clone());
        let (lookup_id, claim) = (id.clone(), answer.claim());
        let read = self.db().read(move |conn| {
            let ticket = tickets::find(conn, &lookup_id, tickets::SIGN_IN)?;
            let ticket = ticket.ok_or(Error::Unauthenticated(TICKET_ENDED))?;
            let subject = Subject::of(conn, &ticket, &claim)?;
            let subject = subject.ok_or(Error::Unauthenticated(TICKET_ENDED))?;
            let allowed = attempts::check(conn, &subject.counted_by, subject.id(), &from);
            Ok((subject, allowed))
        });
        let (subject, allowed) = read.await?;
        let event = subject.event().from(&origin.request);
        let [pointer, message, name] = answer.words();
        let wrong = (Error::invalid(pointer, message), format!("{name}: wrong"));
        let auth = self.clone();
        let complete = async {
            allowed?;
            let work = move |conn: &mut Conn| auth.complete(conn, &id, &subject, answer, &origin);
            self.db().write(work).await
        };
        self.attempt(event, wrong, complete).await
    }

    /// Begins the session when the answer is right; `None` when it is wrong.
    fn complete(
        &self,
        conn: &mut Conn,
        ticket: &str,
        subject: &Subject,
        answer: Answer,
        origin: &ClientOrigin,
    ) -> Result<Option<Granted>> {
        let no_account = Id::nil();
        let id = subject.id().unwrap_or(&no_account);
        let account = queries::account_if_any_for_update(conn, id)?;
        let row = tickets::find(conn, ticket, tickets::SIGN_IN)?;
        let row = row.ok_or(Error::Unauthenticated(TICKET_ENDED))?;
        let account = match row.account_id.is_some() {
            true => account.map(|account| still_signing_in(account, &row)).transpose()?,
            false => account.filter(|account| signs_in_alone(account, &row)),
        };
        let now = Timestamp::now();
        let attempt = Attempt::begin(conn, &subject.counted_by, subject.id(), origin)?;
        let whose = account.as_ref().map_or(&no_account, |account| &account.id);
        let is_right = self.accept(conn, whose, &row, &answer, now)?;
        let Some(account) = account.filter(|_| is_right) else { return Ok(None) };
        factors::delete_ticket(conn, &row.id)?;
        attempt.report_unknown_place(conn, &account.id, origin)?;
        let device = attempt.succeeded(conn, &account.id, origin)?;
        if let Answer::RecoveryCode(_) = answer {
            let left = factors::count_codes(conn, &account.id)?;
            let used = account.event(Action::RecoveryCodeUsed).from(&origin.request);
            audit::record(conn, used.because(format!("{left} left")))?;
        }
        let granted = sessions::begin(conn, account, now, true)?;
        let event: Event = granted.event(Action::SignIn).from(&origin.request);
        let [.., name] = answer.words();
        audit::record(conn, event.because(name))?;
        Ok(Some(Granted { device, ..granted }))
    }

    /// Returns whether the answer is right, and uses it up.
    fn accept(
        &self,
        conn: &mut Conn,
        account: &Id,
        ticket: &TicketRow,
        answer: &Answer,
        now: Timestamp,
    ) -> Result<bool> {
        match answer {
            Answer::Code(code) => {
                Ok(ticket.account_id.is_some() && spend_code(conn, account, code, now)?)
            }
            Answer::Passkey(answer) => self.0.relying_party.accept(conn, account, ticket, answer),
            Answer::RecoveryCode(code) => {
                Ok(ticket.account_id.is_some() && codes::spend(conn, account, code)?)
            }
        }
    }
}

/// Returns the account of a ticket whose sign-in may be completed.
fn still_signing_in(account: AccountRow, ticket: &TicketRow) -> Result<AccountRow> {
    match account.locked {
        _ if !ticket.is_valid_for(&account) => Err(Error::Unauthenticated(TICKET_ENDED)),
        true => Err(Error::Unauthenticated(LOCKED)),
        false => Ok(account),
    }
}

/// Returns whether a passkey alone, with a ticket for no account, may sign in to the account.
fn signs_in_alone(account: &AccountRow, ticket: &TicketRow) -> bool {
    !account.locked && account.password_hash.is_some() && ticket.is_valid_for(account)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use data_encoding::BASE64URL_NOPAD;
    use diesel::connection::{Connection, InstrumentationEvent, SimpleConnection};
    use serde_json::{Value, json};

    use super::super::super::testing::{new_account, test_app};
    use super::*;

    /// A passkey that nobody has, which says that it belongs to the account of this handle.
    fn claiming(handle: &[u8]) -> Answer {
        let text = |bytes: &[u8]| BASE64URL_NOPAD.encode(bytes);
        let id = text(Id::new().as_str().as_bytes());
        let Value::Object(answer) = json!({
            "id": id, "rawId": id, "type": "public-key", "extensions": {},
            "response": {
                "authenticatorData": text(&[0; 37]), "clientDataJSON": text(b"{}"),
                "signature": text(&[0; 64]), "userHandle": text(handle),
            },
        }) else {
            unreachable!()
        };
        Answer::Passkey(Box::new(passkeys::parsed(answer).expect("a credential")))
    }

    /// Returns what the database is sent to look up and to complete a sign-in with this answer, which is
    /// wrong.
    async fn statements(auth: &Auth, answer: Answer) -> Vec<String> {
        let begun = auth.ask_for_passkey(None, None).await.expect("a challenge");
        let (auth, db) = (auth.clone(), auth.db().clone());
        let work = move |conn: &mut Conn| {
            let sent = Arc::new(Mutex::new(Vec::new()));
            let recorder = Arc::clone(&sent);
            conn.set_instrumentation(move |event: InstrumentationEvent<'_>| {
                if let InstrumentationEvent::StartQuery { query, .. } = event {
                    let text = query.to_string();
                    let sql = text.split(" -- binds").next().unwrap_or_default().to_owned();
                    recorder.lock().expect("no panic").push(sql);
                }
            });
            let ticket = digest(&begun.ticket);
            let row = tickets::find(conn, &ticket, tickets::SIGN_IN)?.expect("a ticket");
            let subject = Subject::of(conn, &row, &answer.claim())?.expect("a subject");
            let origin = ClientOrigin::default();
            let completed = auth.complete(conn, &ticket, &subject, answer, &origin)?;
            conn.set_instrumentation(|_: InstrumentationEvent<'_>| {});
            assert!(completed.is_none());
            Ok(std::mem::take(&mut *sent.lock().expect("no panic")))
        };
        db.write(work).await.expect("an answer")
    }

    #[actix_web::test]
    async fn a_wrong_passkey_is_the_same_work_whosever_it_claims_to_be() {
        let (auth, _folder) = test_app().await;
        let mut ids = Vec::new();
        for email in ["open@desk.test", "locked@desk.test", "provider@desk.test"] {
            ids.push(auth.create_account(new_account(email)).await.expect("an account"));
        }
        let change = "UPDATE accounts SET locked = TRUE WHERE email = 'locked@desk.test';
            UPDATE accounts SET password_hash = NULL WHERE email = 'provider@desk.test';";
        auth.db().write(move |conn| Ok(conn.batch_execute(change)?)).await.expect("a change");
        ids.push(Id::new());
        let handles =
            ids.iter().map(|id| passkeys::handle(id).expect("a handle").into_bytes().to_vec());
        let expected =
            statements(&auth, claiming(&passkeys::handle(&ids[0]).expect("a handle").into_bytes()))
                .await;
        assert!(expected.len() > 5, "{expected:#?}");
        for handle in handles.chain([b"no handle of ours".to_vec()]) {
            assert_eq!(statements(&auth, claiming(&handle)).await, expected, "{handle:?}");
        }
    }
}
