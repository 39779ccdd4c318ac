//! Events of what wrote nothing itself, most of them refusals, that wait to be stored. A client that is
//! refused must not be able to occupy the writer, to fill the database or to displace the refusals of
//! others: equal events are merged, many are stored in one transaction, and what is over a quota is
//! counted and dropped.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Instant;

use parking_lot::Mutex;

use super::quotas::{Quota, Quotas, WINDOW};
use super::{Action, Event, Outcome, queries};
use crate::base::error::Result;
use crate::db::Database;

/// How many addresses are named at most, of which events were dropped.
const MOST_NAMED: usize = 50;

/// What makes two refusals equal.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    actor: Option<String>,
    action: Action,
    object: String,
    address: Option<String>,
    outcome: Outcome,
    reason: Option<String>,
}

/// Refusals that wait to be stored, each with how often it happened.
#[derive(Default)]
pub(crate) struct Queue {
    waiting: Mutex<Waiting>,
    /// Held while they are stored: at a stop what fails meanwhile is not given up unnoticed.
    storing: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Waiting {
    events: HashMap<Key, Event>,
    quotas: Quotas,
    /// How many events were dropped, by address.
    dropped: HashMap<Option<String>, i32>,
    /// When the number of dropped ones was last stored.
    reported: Option<Instant>,
}

impl Key {
    fn of(event: &Event) -> Self {
        Self {
            actor: event.actor.as_ref().map(|(id, _)| id.to_string()),
            action: event.action,
            object: event.object.clone(),
            address: event.address.clone(),
            outcome: event.outcome,
            reason: event.reason.clone(),
        }
    }
}

impl Waiting {
    fn add(&mut self, event: Event, now: Instant) {
        let (quota, waiting) = (Quota::of(&event), self.events.len());
        match self.events.entry(Key::of(&event)) {
            Entry::Occupied(mut equal) => equal.get_mut().merge(&event),
            Entry::Vacant(free) if self.quotas.admit(quota, event.source(), now, waiting) => {
                free.insert(event);
            }
            Entry::Vacant(_) => self.drop(event.address, event.times),
        }
    }

    /// Adds an event that was admitted before.
    fn put_back(&mut self, event: Event) {
        if event.action == Action::EventsDropped {
            self.reported = None;
            return self.drop(event.address, event.times);
        }
        let waiting = self.events.entry(Key::of(&event));
        waiting.and_modify(|equal| equal.merge(&event)).or_insert(event);
    }

    fn drop(&mut self, address: Option<String>, times: i32) {
        let is_named = self.dropped.len() < MOST_NAMED || self.dropped.contains_key(&address);
        let count = self.dropped.entry(address.filter(|_| is_named)).or_default();
        *count = count.saturating_add(times);
    }

    /// Takes all events, the oldest first, and once in a window how many were dropped.
    fn take(&mut self, now: Instant) -> Vec<Event> {
        let mut events: Vec<Event> = self.events.drain().map(|(_, event)| event).collect();
        events.sort_by_key(|event| event.at);
        if self.is_report_due(now) {
            self.reported = Some(now);
            events.extend(self.dropped.drain().map(|(address, times)| {
                let dropped = Event::new(Action::EventsDropped, "audit");
                Event { address, times, ..dropped.failed("Too many different refusals at once") }
            }));
        }
        events
    }

    fn is_report_due(&self, now: Instant) -> bool {
        let is_due = self.reported.is_none_or(|at| now.duration_since(at) >= WINDOW);
        is_due && !self.dropped.is_empty()
    }
}

impl Event {
    fn merge(&mut self, equal: &Self) {
        self.times = self.times.saturating_add(equal.times);
    }
}

impl Queue {
    /// Has the event stored within about a second. One that is over its quota is counted instead.
    pub(crate) fn add(&self, event: Event) {
        self.waiting.lock().add(event, Instant::now());
    }

    /// Stores an event now; one that cannot be stored waits with the others.
    pub(crate) async fn store_now(&self, db: &Database, event: Event) {
        let written = event.clone();
        if db.write(move |conn| queries::insert(conn, &[written])).await.is_err() {
            self.add(event);
        }
    }

    /// Stores all that waits, also how many were dropped: the process ends.
    pub(crate) async fn store_rest(&self, db: &Database) -> Result<()> {
        self.waiting.lock().reported = None;
        self.store(db).await
    }

    /// Stores what waits. What could not be stored waits on.
    pub(crate) async fn store(&self, db: &Database) -> Result<()> {
        let _storing = self.storing.lock().await;
        let events = self.waiting.lock().take(Instant::now());
        if events.is_empty() {
            return Ok(());
        }
        let written = events.clone();
        let stored = db.write(move |conn| queries::insert(conn, &written)).await;
        if stored.is_err() {
            let mut waiting = self.waiting.lock();
            events.into_iter().for_each(|event| waiting.put_back(event));
        }
        stored
    }
}

#[cfg(test)]
mod tests {
    use super::super::quotas::MOST_WAITING;
    use super::*;
    use crate::base::id::Id;
    use crate::db::late_tests::fresh;

    fn refused(object: &str) -> Event {
        Event::new(Action::Permission, object).refused("No permission")
    }

    fn add(waiting: &mut Waiting, event: Event) {
        waiting.add(event, Instant::now());
    }

    #[test]
    fn equal_refusals_are_merged_and_different_ones_are_not() {
        let mut waiting = Waiting::default();
        for object in ["a", "b", "a", "a"] {
            add(&mut waiting, refused(object));
        }
        let stored = waiting.take(Instant::now());
        let times: Vec<_> = stored.iter().map(|one| (one.object.as_str(), one.times)).collect();
        assert_eq!(times.len(), 2);
        assert!(times.contains(&("a", 3)) && times.contains(&("b", 1)), "{times:?}");
        assert!(waiting.take(Instant::now()).is_empty());
    }

    #[test]
    fn what_is_over_a_quota_is_counted_by_address_once_in_a_window() {
        let (mut waiting, now) = (Waiting::default(), Instant::now());
        let at = |address: &str, object: usize| Event {
            address: Some(address.into()),
            ..refused(&object.to_string())
        };
        for number in 0..1_000 {
            waiting.add(at("192.0.2.1", number), now);
        }
        // Equal ones still count.
        waiting.add(at("192.0.2.1", 0), now);
        let stored = waiting.take(now);
        let dropped = stored.iter().find(|one| one.action == Action::EventsDropped).unwrap();
        assert_eq!(
            (dropped.address.as_deref(), dropped.outcome),
            (Some("192.0.2.1"), Outcome::Failed)
        );
        let all: i32 = stored.iter().map(|one| one.times).sum();
        assert_eq!(all, 1_001);
        assert!(stored.len() <= 21, "{}", stored.len());

        for number in 0..1_000 {
            waiting.add(at(&format!("198.51.100.{}", number % 200), number), now);
        }
        let until = now + WINDOW;
        assert!(waiting.take(now).iter().all(|one| one.action != Action::EventsDropped));
        let reported = waiting.take(until);
        assert!((2..=MOST_NAMED + 1).contains(&reported.len()), "{}", reported.len());
    }

    #[test]
    fn a_database_that_stores_nothing_is_waited_for_with_a_bounded_queue() {
        let (mut waiting, now) = (Waiting::default(), Instant::now());
        for window in 0..10 {
            for _ in 0..5_000 {
                let event = refused("a").of_account(&Id::new(), "Mona");
                waiting.add(event, now + window * WINDOW);
            }
        }
        assert_eq!(waiting.events.len(), MOST_WAITING);
        waiting.take(now);
        waiting.add(refused("a"), now);
        assert_eq!(waiting.events.len(), 1);
    }

    #[actix_web::test]
    async fn what_is_being_stored_at_a_stop_and_fails_is_noticed() {
        // Without the table nothing can be stored.
        let ((db, _, _folder), queue) = (fresh(), Queue::default());
        queue.add(refused("a"));
        // The last attempt begins while the one of the periodic job is under way.
        let both = futures_util::future::join(queue.store(&db), queue.store_rest(&db)).await;
        assert!(both.0.is_err() && both.1.is_err(), "{both:?}");
        assert_eq!(queue.waiting.lock().events.len(), 1);
    }

    #[test]
    fn what_could_not_be_stored_waits_on() {
        let (mut waiting, now) = (Waiting::default(), Instant::now());
        for number in 0..100 {
            waiting.add(refused(&number.to_string()), now);
        }
        let failed = waiting.take(now);
        let length = failed.len();
        failed.into_iter().for_each(|event| waiting.put_back(event));
        let again = waiting.take(now);
        assert_eq!((again.len(), again.iter().map(|one| one.times).sum::<i32>()), (length, 100));
    }
}
