//! How often a password may be tried, and from where.
//!
//! Guessing from elsewhere must not lock the owner out: a device or an address that the person
//! signed in from lately has a budget of its own. All others share one for each account. Whether
//! there is such an account makes no difference.

use std::net::IpAddr;

use super::queries::places;
use super::{hex, random_bytes};
use crate::db::Conn;
use crate::error::Result;
use crate::id::Id;
use crate::limits::{Counted, Limit, digest};
use crate::place;
use crate::time::Timestamp;

const TOO_OFTEN: &str = "Too many attempts to sign in. Try again later";

/// Checks of one account's password, from places that it is not known from.
const ELSEWHERE: Limit = Limit { of: "password", most: 20, sentence: TOO_OFTEN };

/// Failed checks of one account's password, from one place that it is known from.
const KNOWN: Limit = Limit { of: "known-place", most: 20, sentence: TOO_OFTEN };

/// Failed checks of any password, from one address.
const ADDRESS: Limit = Limit { of: "address", most: 100, sentence: TOO_OFTEN };

/// For how many seconds a place stays known after the last sign-in from there.
pub(super) const KNOWN_FOR: i64 = 30 * 24 * 60 * 60;

/// Where somebody tries from.
#[derive(Clone, Debug, Default)]
pub(super) struct Whence {
    pub(super) address: Option<IpAddr>,
    /// What the browser was given when somebody last signed in with it.
    pub(super) device: Option<String>,
}

impl Whence {
    fn device_place(&self) -> Option<String> {
        self.device.as_deref().map(device_place)
    }

    fn address_place(&self) -> String {
        digest(&format!("address {}", place::counted(self.address)))
    }
}

fn device_place(device: &str) -> String {
    digest(&format!("device {device}"))
}

/// A password that may be checked.
pub(super) struct Attempt {
    by_place: Counted,
    from_known: bool,
    by_address: Option<Counted>,
}

impl Attempt {
    /// Counts a check of the password of `email`, which is the address of `account` if there is
    /// one. Too often is a 429.
    pub(super) fn begin(
        conn: &mut Conn,
        email: &str,
        account: Option<&Id>,
        whence: &Whence,
    ) -> Result<Self> {
        let (device, address) = (whence.device_place(), whence.address_place());
        let nobody = Id::nobody();
        let account = account.unwrap_or(&nobody);
        let since = Timestamp::now().plus_seconds(-KNOWN_FOR);
        let mut known = None;
        let mut by_device = false;
        // An address that cannot be told is everybody's.
        let own_address = whence.address.map(|_| &address);
        for place in device.iter().chain(own_address) {
            if known.is_none() && places::is_known(conn, account, place, since)? {
                by_device = Some(place) == device.as_ref();
                known = Some(place);
            }
        }
        let by_place = match known {
            Some(place) => KNOWN.count(conn, &format!("{account} {place}"))?,
            None => ELSEWHERE.count(conn, email)?,
        };
        // Somebody else behind the same address must not lock out a device that is known.
        let by_address = match by_device {
            true => None,
            false => Some(ADDRESS.count(conn, &address)?),
        };
        Ok(Self { by_place, from_known: known.is_some(), by_address })
    }

    /// The password was right: this place is known from now on. Answers what the browser is to
    /// hold, when that is new.
    pub(super) fn succeeded(
        &self,
        conn: &mut Conn,
        account: &Id,
        whence: &Whence,
    ) -> Result<Option<String>> {
        if self.from_known {
            self.by_place.take_back(conn)?;
        }
        if let Some(by_address) = &self.by_address {
            by_address.take_back(conn)?;
        }
        let now = Timestamp::now();
        if whence.address.is_some() {
            places::remember(conn, account, &whence.address_place(), now)?;
        }
        // Only what was given out here counts: nobody else may choose what a browser is known by.
        let device = whence.device.as_deref().filter(|device| !device.is_empty());
        if let Some(place) = device.map(device_place)
            && places::was_given_out(conn, &place)?
        {
            places::remember(conn, account, &place, now)?;
            return Ok(None);
        }
        let device = hex(&random_bytes::<32>());
        places::remember(conn, account, &device_place(&device), now)?;
        Ok(Some(device))
    }
}
