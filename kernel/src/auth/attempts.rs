//! Rate limits of password checks.
//!
//! Guesses from elsewhere must not lock the owner out: a device or address that the user lately
//! signed in from has a budget of its own. All others share one per account. Whether the account
//! exists makes no difference.

use data_encoding::HEXLOWER;

use super::queries::places;
use super::{Auth, LOCKED, random_bytes};
use crate::base::client_address;
use crate::base::digest::digest;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, fold_text};
use crate::engine::rate_limits::{self, Counted, Limit};
use crate::mail::{self, Message};
use crate::records::audit::{Event, RequestOrigin};

pub(super) const TOO_OFTEN: &str = "Too many attempts to sign in. Try again later";

/// Checks of one account's password, from places that are not known.
const ELSEWHERE: Limit = Limit { of: "password", most: 20, message: TOO_OFTEN };

/// Failed checks of one account's password, from one known place.
const KNOWN: Limit = Limit { of: "known-place", most: 20, message: TOO_OFTEN };

/// Failed checks of any password, from one address.
const ADDRESS: Limit = Limit { of: "address", most: 100, message: TOO_OFTEN };

/// For how many seconds a place stays known after the last sign-in from it.
pub(crate) const KNOWN_FOR: i64 = 30 * 24 * 60 * 60;

/// Where a client signs in from.
#[derive(Clone, Debug, Default)]
pub(super) struct ClientOrigin {
    pub(super) request: RequestOrigin,
    /// The device token that the browser was given at the last sign-in with it.
    pub(super) device: Option<String>,
}

impl ClientOrigin {
    fn device_place(&self) -> Option<String> {
        self.device.as_deref().map(device_place)
    }

    fn address_place(&self) -> String {
        digest(format!("address {}", client_address::counted(self.request.address)))
    }
}

fn device_place(device: &str) -> String {
    digest(format!("device {device}"))
}

/// The limits that a password check counts against.
struct Budgets {
    by_place: (Limit, String),
    from_known: bool,
    by_address: Option<String>,
}

impl Budgets {
    fn of(
        conn: &mut Conn,
        email: &str,
        account: Option<&Id>,
        origin: &ClientOrigin,
    ) -> Result<Self> {
        let (device, address) = (origin.device_place(), origin.address_place());
        let no_account = Id::nil();
        let account = account.unwrap_or(&no_account);
        let since = Timestamp::now().plus_seconds(-KNOWN_FOR);
        let mut known = None;
        let mut by_device = false;
        // An unknown address is shared by all such clients.
        let own_address = origin.request.address.map(|_| &address);
        for place in device.iter().chain(own_address) {
            if known.is_none() && places::is_known(conn, account, place, since)? {
                by_device = Some(place) == device.as_ref();
                known = Some(place);
            }
        }
        let by_place = match known {
            Some(place) => (KNOWN, format!("{account} {place}")),
            // Accounts are found by the folded email: each way to write it is the same account.
            None => (ELSEWHERE, fold_text(email)),
        };
        let from_known = known.is_some();
        // Another client behind the same address must not lock out a known device.
        Ok(Self { by_place, from_known, by_address: (!by_device).then_some(address) })
    }
}

/// Rejects by a read a client that exceeded the limit on this node and has no attempt left: many
/// guesses then do not occupy the writer.
///
/// # Errors
/// 429 when the limit is exceeded.
pub(super) fn check(
    conn: &mut Conn,
    email: &str,
    account: Option<&Id>,
    origin: &ClientOrigin,
) -> Result<()> {
    if !rate_limits::have_refused() {
        return Ok(());
    }
    let Budgets { by_place: (limit, key), by_address, .. } =
        Budgets::of(conn, email, account, origin)?;
    limit.check(conn, &key)?;
    by_address.map_or(Ok(()), |address| ADDRESS.check(conn, &address))
}

impl Auth {
    /// Makes an attempt to prove who the user is, and records in the audit that it was refused. One that
    /// returns nothing was wrong, which is no error, because what it has counted must be committed: `wrong`
    /// is the error of the request, and what the audit says.
    pub(super) async fn attempt<T>(
        &self,
        event: Event,
        wrong: (Error, String),
        make: impl Future<Output = Result<Option<T>>>,
    ) -> Result<T> {
        let (error, reason) = match make.await {
            Ok(Some(made)) => return Ok(made),
            Ok(None) => wrong,
            Err(error @ Error::Unauthenticated(LOCKED)) => (error, "Locked".to_owned()),
            Err(error @ Error::TooOften(..)) => (error, "Too many attempts".to_owned()),
            Err(error) => return Err(error),
        };
        self.audit().add(event.refused(reason));
        Err(error)
    }
}

/// A counted attempt to check a password.
pub(super) struct Attempt {
    by_place: Counted,
    from_known: bool,
    by_address: Option<Counted>,
}

impl Attempt {
    /// Counts a check of the password of `email`, the email of `account` if there is one.
    ///
    /// # Errors
    /// 429 when the limit is exceeded.
    pub(super) fn begin(
        conn: &mut Conn,
        email: &str,
        account: Option<&Id>,
        origin: &ClientOrigin,
    ) -> Result<Self> {
        let Budgets { by_place: (limit, key), from_known, by_address } =
            Budgets::of(conn, email, account, origin)?;
        let by_place = limit.count(conn, &key)?;
        let by_address = by_address.map(|address| ADDRESS.count(conn, &address)).transpose()?;
        Ok(Self { by_place, from_known, by_address })
    }

    /// Records that the password was right, and that a second step follows: the attempt has not
    /// failed, but no place is known by it.
    pub(super) fn was_right(&self, conn: &mut Conn) -> Result<()> {
        if self.from_known {
            self.by_place.take_back(conn)?;
        }
        if let Some(by_address) = &self.by_address {
            by_address.take_back(conn)?;
        }
        Ok(())
    }

    /// Writes the user a mail when the sign-in that has succeeded is from a place that is not known, and others are.
    pub(super) fn report_unknown_place(
        &self,
        conn: &mut Conn,
        account: &Id,
        origin: &ClientOrigin,
    ) -> Result<()> {
        if self.from_known || !places::has_any(conn, account)? {
            return Ok(());
        }
        let address = origin.request.address.map(|address| address.to_string());
        mail::post(conn, account, &Message::NewSignIn { at: Timestamp::now(), address })
    }

    /// Records that the user has signed in: this place is known from now on. Returns a new device
    /// token for the browser, when it gets one.
    pub(super) fn succeeded(
        &self,
        conn: &mut Conn,
        account: &Id,
        origin: &ClientOrigin,
    ) -> Result<Option<String>> {
        self.was_right(conn)?;
        let now = Timestamp::now();
        if origin.request.address.is_some() {
            places::upsert(conn, account, &origin.address_place(), now)?;
        }
        // Only device tokens issued here count: a client cannot choose its own.
        let device = origin.device.as_deref().filter(|device| !device.is_empty());
        if let Some(place) = device.map(device_place)
            && places::was_given_out(conn, &place)?
        {
            places::upsert(conn, account, &place, now)?;
            return Ok(None);
        }
        let device = HEXLOWER.encode(&random_bytes::<32>());
        places::upsert(conn, account, &device_place(&device), now)?;
        Ok(Some(device))
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use diesel::connection::SimpleConnection;
    use tempfile::TempDir;

    use super::super::testing::{new_account, test_app};
    use super::*;
    use crate::db::late_tests::Blocked;

    fn from(last: u8) -> ClientOrigin {
        let address = Some(Ipv4Addr::new(192, 0, 2, last).into());
        let request = RequestOrigin { address, ..RequestOrigin::default() };
        ClientOrigin { request, ..ClientOrigin::default() }
    }

    async fn attempt(auth: &Auth, email: &str, password: &str, origin: ClientOrigin) -> Result<()> {
        auth.sign_in(email.into(), password.into(), origin).await.map(drop)
    }

    fn wait(result: &Result<()>) -> i64 {
        match result {
            Err(Error::TooOften(_, seconds)) => *seconds,
            other => panic!("{other:?}"),
        }
    }

    /// An account whose password was guessed at until the limit was exceeded.
    async fn locked_out() -> (Auth, String, TempDir) {
        let (auth, folder) = test_app().await;
        let email = format!("{}@example.com", Id::new());
        auth.create_account(new_account(&email)).await.unwrap();
        attempt(&auth, &email, "mizan-demo", from(1)).await.unwrap();
        while !matches!(attempt(&auth, &email, "guess", from(2)).await, Err(Error::TooOften(..))) {}
        (auth, email, folder)
    }

    #[actix_web::test]
    async fn a_client_over_the_limit_does_not_occupy_the_writer() {
        let (auth, email, _folder) = locked_out().await;
        let blocked = Blocked::writer(auth.db()).await;
        for password in ["guess", "mizan-demo"] {
            // Waiting for the writer would end with another error.
            let refused = attempt(&auth, &email, password, from(3)).await;
            assert!((3_500..=3_600).contains(&wait(&refused)), "{refused:?}");
        }
        assert_eq!(auth.db().written().unwrap().waiting(), 1);
        blocked.go_on().await.unwrap();
    }

    #[actix_web::test]
    async fn a_client_within_budget_is_accepted_whatever_others_used() {
        let (auth, email, _folder) = locked_out().await;
        wait(&attempt(&auth, &email, "mizan-demo", from(3)).await);
        // The owner's own address has a budget of its own.
        attempt(&auth, &email, "mizan-demo", from(1)).await.unwrap();
        // Another node deleted attempts that did not count.
        let forget = "DELETE FROM attempts";
        auth.db().write(move |conn| Ok(conn.batch_execute(forget)?)).await.unwrap();
        attempt(&auth, &email, "mizan-demo", from(3)).await.unwrap();
    }
}
