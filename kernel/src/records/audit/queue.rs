//! Events of what wrote nothing itself, most of them refusals, that wait to be stored. A client that is
//! refused must not be able to occupy the writer or to fill the database: equal events are merged, many
//! are stored in one transaction, and what is too much is counted and dropped.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Action, Event, Outcome, queries};
use crate::base::error::Result;
use crate::db::Database;

/// How many different refusals wait at most.
const MOST_WAITING: usize = 1_000;

/// How many are stored at most in [`WINDOW`], by one process: at 300 bytes each half a gigabyte a
/// day, however many clients are refused.
const MOST_STORED: usize = 1_200;
const WINDOW: Duration = Duration::from_secs(60);

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
pub(crate) struct Queue(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    events: HashMap<Key, Event>,
    dropped: i32,
    /// When the current window began, and how many were stored in it.
    window: Option<Instant>,
    stored: usize,
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
    fn add(&mut self, event: Event, most: usize) {
        let full = self.events.len() >= most;
        match self.events.entry(Key::of(&event)) {
            std::collections::hash_map::Entry::Occupied(mut equal) => {
                let equal = equal.get_mut();
                equal.times = equal.times.saturating_add(event.times);
            }
            std::collections::hash_map::Entry::Vacant(_) if full => {
                self.dropped = self.dropped.saturating_add(event.times);
            }
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(event);
            }
        }
    }

    /// Takes the events that may be stored now, the oldest first.
    fn take(&mut self, now: Instant) -> Vec<Event> {
        if self.window.is_none_or(|began| now.duration_since(began) >= WINDOW) {
            (self.window, self.stored) = (Some(now), 0);
        }
        let mut events: Vec<Event> = self.events.drain().map(|(_, event)| event).collect();
        events.sort_by_key(|event| event.at);
        for later in events.split_off(events.len().min(MOST_STORED - self.stored)) {
            self.add(later, usize::MAX);
        }
        if self.dropped > 0 && self.stored < MOST_STORED {
            let dropped = Event::new(Action::EventsDropped, "audit");
            events.push(Event {
                times: std::mem::take(&mut self.dropped),
                ..dropped.failed("Too many different refusals at once")
            });
        }
        self.stored = (self.stored + events.len()).min(MOST_STORED);
        events
    }
}

impl Queue {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the event stored within about a second. One that cannot wait, because too many others do,
    /// is counted instead.
    pub(crate) fn add(&self, event: Event) {
        self.waiting().add(event, MOST_WAITING);
    }

    /// Stores an event now; one that cannot be stored waits with the others.
    pub(crate) async fn store_now(&self, db: &Database, event: Event) {
        let written = event.clone();
        if db.write(move |conn| queries::insert(conn, &[written])).await.is_err() {
            self.add(event);
        }
    }

    /// Stores all that waits, whatever was stored in the last minute: the process ends.
    pub(crate) async fn store_rest(&self, db: &Database) -> Result<()> {
        self.waiting().window = None;
        self.store(db).await
    }

    /// Stores what waits. What could not be stored waits on.
    pub(crate) async fn store(&self, db: &Database) -> Result<()> {
        let events = {
            let mut waiting = self.waiting();
            if waiting.events.is_empty() && waiting.dropped == 0 {
                return Ok(());
            }
            waiting.take(Instant::now())
        };
        if events.is_empty() {
            return Ok(());
        }
        let written = events.clone();
        let stored = db.write(move |conn| queries::insert(conn, &written)).await;
        if stored.is_err() {
            let mut waiting = self.waiting();
            waiting.stored = waiting.stored.saturating_sub(events.len());
            for event in events {
                match event.action {
                    Action::EventsDropped => {
                        waiting.dropped = waiting.dropped.saturating_add(event.times);
                    }
                    _ => waiting.add(event, MOST_WAITING),
                }
            }
        }
        stored
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(object: &str) -> Event {
        Event::new(Action::Permission, object).refused("No permission")
    }

    #[test]
    fn equal_refusals_are_merged_and_different_ones_are_not() {
        let mut waiting = Waiting::default();
        for object in ["a", "b", "a", "a"] {
            waiting.add(refused(object), MOST_WAITING);
        }
        let stored = waiting.take(Instant::now());
        let times: Vec<_> = stored.iter().map(|one| (one.object.as_str(), one.times)).collect();
        assert_eq!(times.len(), 2);
        assert!(times.contains(&("a", 3)) && times.contains(&("b", 1)), "{times:?}");
        assert!(waiting.take(Instant::now()).is_empty());
    }

    #[test]
    fn what_is_too_much_is_counted() {
        let mut waiting = Waiting::default();
        for number in 0..MOST_WAITING + 50 {
            waiting.add(refused(&number.to_string()), MOST_WAITING);
        }
        // Equal ones still count.
        waiting.add(refused("0"), MOST_WAITING);
        let stored = waiting.take(Instant::now());
        assert_eq!(stored.len(), MOST_WAITING + 1);
        let dropped = stored.iter().find(|one| one.action == Action::EventsDropped).unwrap();
        assert_eq!((dropped.times, dropped.outcome), (50, Outcome::Failed));
    }

    #[test]
    fn no_more_are_stored_in_a_minute_than_the_limit() {
        let (mut waiting, now) = (Waiting::default(), Instant::now());
        let mut stored = 0;
        for second in 0..10 {
            for number in 0..MOST_WAITING {
                waiting.add(refused(&format!("{second} {number}")), MOST_WAITING);
            }
            stored += waiting.take(now + Duration::from_secs(second)).len();
        }
        assert_eq!(stored, MOST_STORED);
        assert_eq!(waiting.events.len(), MOST_WAITING);
        let later = waiting.take(now + WINDOW);
        assert_eq!(later.len(), MOST_WAITING + 1);
        let all: i32 = later.iter().map(|one| one.times).sum();
        assert_eq!(usize::try_from(all).unwrap(), 10 * MOST_WAITING - MOST_STORED);
    }
}
