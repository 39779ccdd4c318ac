//! How many refusals are stored: so many from one source in ten minutes, so many of each quota.
//!
//! Clients that are not signed in can cause refusals at will. They have a quota of their own, so that they
//! displace neither the refused sign-ins to an account nor what is refused to users.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::{Action, Event};

/// How long a refusal counts towards a quota.
pub(super) const WINDOW: Duration = Duration::from_secs(10 * 60);

/// How many events wait at most, while the database cannot store them.
pub(super) const MOST_WAITING: usize = 3_000;

/// What an event counts towards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Quota {
    /// What anybody can cause: credentials that are none, sign-ins to no account.
    Strangers,
    /// Refused sign-ins to an account, and refused proofs of its owner.
    SignIns,
    /// What is refused to users who have signed in.
    Users,
}

impl Quota {
    pub(super) fn of(event: &Event) -> Self {
        match event.action {
            _ if event.by_stranger => Self::Strangers,
            Action::SignIn | Action::PasswordCheck => Self::SignIns,
            _ if event.actor.is_none() => Self::Strangers,
            _ => Self::Users,
        }
    }

    /// Returns how many are stored in a window of one source, and of all. At 300 bytes each, all
    /// strangers fill nine megabytes a day.
    const fn most(self) -> (usize, usize) {
        match self {
            Self::Strangers => (20, 200),
            Self::SignIns | Self::Users => (100, 1_000),
        }
    }
}

impl Event {
    /// Returns who caused it: a user who has signed in, otherwise an address.
    pub(super) fn source(&self) -> &str {
        let user = self.actor.as_ref().map(|(id, _)| id.as_str());
        let user = user.filter(|_| Quota::of(self) == Quota::Users);
        user.or(self.address.as_deref()).unwrap_or_default()
    }
}

/// What was admitted in the current window.
#[derive(Default)]
pub(super) struct Quotas {
    since: Option<Instant>,
    of_sources: HashMap<(Quota, String), usize>,
    of_all: HashMap<Quota, usize>,
}

impl Quotas {
    /// Admits an event, unless that would be over its quota, or too many wait.
    pub(super) fn admit(
        &mut self,
        quota: Quota,
        source: &str,
        now: Instant,
        waiting: usize,
    ) -> bool {
        if self.since.is_none_or(|since| now.duration_since(since) >= WINDOW) {
            self.since = Some(now);
            self.of_sources.clear();
            self.of_all.clear();
        }
        let (of_source, of_all) = quota.most();
        let key = (quota, source.to_owned());
        let admitted = self.of_all.entry(quota).or_default();
        if *admitted >= of_all
            || waiting >= MOST_WAITING
            || self.of_sources.get(&key).is_some_and(|admitted| *admitted >= of_source)
        {
            return false;
        }
        *admitted += 1;
        *self.of_sources.entry(key).or_default() += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admitted(quotas: &mut Quotas, quota: Quota, now: Instant, sources: usize) -> usize {
        let all =
            (0..20_000).map(|number| quotas.admit(quota, &(number % sources).to_string(), now, 0));
        all.filter(|admitted| *admitted).count()
    }

    #[test]
    fn one_source_and_all_together_have_a_quota_in_a_window() {
        let (mut quotas, now) = (Quotas::default(), Instant::now());
        assert_eq!(admitted(&mut quotas, Quota::Strangers, now, 1), 20);
        assert_eq!(admitted(&mut quotas, Quota::Strangers, now, 5_000), 180);
        // The others have theirs.
        assert_eq!(admitted(&mut quotas, Quota::SignIns, now, 1), 100);
        assert_eq!(admitted(&mut quotas, Quota::SignIns, now, 5_000), 900);
        assert_eq!(admitted(&mut quotas, Quota::Users, now, 1), 100);
        assert_eq!(admitted(&mut quotas, Quota::Strangers, now + WINDOW, 1), 20);
    }

    #[test]
    fn what_anybody_can_cause_is_the_quota_of_strangers() {
        for (event, quota) in [
            (Event::new(Action::Credential, "GET /api/units"), Quota::Strangers),
            (Event::new(Action::SignIn, "an unknown account").of_stranger(), Quota::Strangers),
            (Event::new(Action::Permission, "POST /api/auth/login"), Quota::Strangers),
            (Event::new(Action::SignIn, "mona@example.com"), Quota::SignIns),
        ] {
            assert_eq!(Quota::of(&event), quota, "{event:?}");
        }
    }
}
