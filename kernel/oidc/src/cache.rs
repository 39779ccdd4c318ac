//! What a provider publishes, held for a while, so that signing in and every request with one of
//! its tokens do not wait for it, and go on when it is away.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use tokio::sync::Mutex;

use crate::clock::now;
use crate::error::Trouble;

/// For so long what was read is as good as new.
const FRESH: Duration = Duration::from_secs(60 * 60);

/// For so long what was read goes on when asking again fails.
const USABLE: Duration = Duration::from_secs(24 * 60 * 60);

/// For so long nobody asks again after a failure.
const FAILED: Duration = Duration::from_secs(3);

/// How often at most something newer is asked for: anybody can send a token that names a key.
const NEWER_EVERY: Duration = Duration::from_secs(5);

/// One thing that a provider publishes.
pub(crate) struct Held<T> {
    last: ArcSwapOption<Dated<T>>,
    /// Held by the one who asks; the others wait for what comes of it.
    asked: Mutex<Asked>,
}

struct Dated<T> {
    at: Instant,
    what: Arc<T>,
}

#[derive(Default)]
struct Asked {
    failed: Option<(Instant, Trouble)>,
    newer: Option<Instant>,
}

impl<T> Default for Held<T> {
    fn default() -> Self {
        Self { last: ArcSwapOption::empty(), asked: Mutex::default() }
    }
}

impl<T> Held<T> {
    /// What is held; `ask`ed for when that is nothing, or too old.
    pub(crate) async fn get(
        &self,
        ask: impl Future<Output = Result<T, Trouble>>,
    ) -> Result<Arc<T>, Trouble> {
        if let Some(fresh) = self.within(FRESH) {
            return Ok(fresh);
        }
        let old = self.within(USABLE);
        let mut asked = match (&old, self.asked.try_lock()) {
            (_, Ok(asked)) => asked,
            (Some(old), Err(_)) => return Ok(Arc::clone(old)),
            (None, Err(_)) => self.asked.lock().await,
        };
        if let Some(fresh) = self.within(FRESH) {
            return Ok(fresh);
        }
        let answer = match asked.lately_failed() {
            Some(trouble) => Err(trouble),
            None => self.ask(&mut asked, ask).await,
        };
        answer.or_else(|trouble| old.ok_or(trouble))
    }

    /// What there is after `seen`, in which something was missing; `ask`ed for, but not too often.
    pub(crate) async fn newer_than(
        &self,
        seen: &Arc<T>,
        ask: impl Future<Output = Result<T, Trouble>>,
    ) -> Result<Arc<T>, Trouble> {
        let mut asked = self.asked.lock().await;
        if let Some(newer) = self.within(FRESH).filter(|held| !Arc::ptr_eq(held, seen)) {
            return Ok(newer);
        }
        if let Some(trouble) = asked.lately_failed() {
            return Err(trouble);
        }
        if asked.newer.is_some_and(|at| now() - at < NEWER_EVERY) {
            return Ok(Arc::clone(seen));
        }
        asked.newer = Some(now());
        self.ask(&mut asked, ask).await
    }

    async fn ask(
        &self,
        asked: &mut Asked,
        ask: impl Future<Output = Result<T, Trouble>>,
    ) -> Result<Arc<T>, Trouble> {
        match ask.await {
            Ok(what) => {
                let what = Arc::new(what);
                asked.failed = None;
                self.last.store(Some(Arc::new(Dated { at: now(), what: Arc::clone(&what) })));
                Ok(what)
            }
            Err(trouble) => {
                tracing::warn!(reason = %trouble, "a sign-in provider does not say what it should");
                asked.failed = Some((now(), trouble.clone()));
                Err(trouble)
            }
        }
    }

    fn within(&self, age: Duration) -> Option<Arc<T>> {
        let last = self.last.load();
        last.as_ref().filter(|last| now() - last.at < age).map(|last| Arc::clone(&last.what))
    }
}

impl Asked {
    fn lately_failed(&self) -> Option<Trouble> {
        self.failed.as_ref().filter(|(at, _)| now() - *at < FAILED).map(|(_, why)| why.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::clock::pass;

    /// Somebody who is asked, and counts it.
    #[derive(Default)]
    struct Source {
        asked: Cell<u32>,
        down: Cell<bool>,
    }

    impl Source {
        async fn ask(&self) -> Result<u32, Trouble> {
            self.asked.set(self.asked.get() + 1);
            tokio::task::yield_now().await;
            if self.down.get() {
                return Err(Trouble::unreachable(format!("failure {}", self.asked.get())));
            }
            Ok(self.asked.get())
        }
    }

    async fn get(held: &Held<u32>, source: &Source) -> Result<u32, String> {
        held.get(source.ask()).await.map(|what| *what).map_err(|trouble| trouble.to_string())
    }

    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;

    #[tokio::test]
    async fn what_is_held_is_new_for_an_hour_and_goes_on_for_a_day_when_it_has_to() {
        for (age, down, expected, asked) in [
            (0, true, Ok(1), 1),
            (59 * MINUTE, false, Ok(1), 1),
            (61 * MINUTE, false, Ok(2), 2),
            (61 * MINUTE, true, Ok(1), 2),
            (23 * HOUR, true, Ok(1), 2),
            (25 * HOUR, true, Err("failure 2"), 2),
            (25 * HOUR, false, Ok(2), 2),
        ] {
            let (held, source) = (Held::default(), Source::default());
            assert_eq!(get(&held, &source).await, Ok(1));
            source.down.set(down);
            pass(Duration::from_secs(age));
            assert_eq!(get(&held, &source).await, expected.map_err(str::to_owned), "{age} {down}");
            assert_eq!(source.asked.get(), asked, "{age} {down}");
        }
    }

    #[tokio::test]
    async fn callers_at_the_same_time_share_one_answer_and_one_failure() {
        for down in [false, true] {
            let (held, source) = (Held::default(), Source::default());
            source.down.set(down);
            let (one, two, three) =
                tokio::join!(get(&held, &source), get(&held, &source), get(&held, &source));
            assert_eq!(one.is_err(), down);
            assert_eq!((&one, &one), (&two, &three));
            assert_eq!(source.asked.get(), 1);
        }
    }

    #[tokio::test]
    async fn who_finds_somebody_asking_goes_on_with_the_old_one() {
        let (held, source) = (Held::default(), Source::default());
        assert_eq!(get(&held, &source).await, Ok(1));
        pass(Duration::from_secs(2 * HOUR));
        let both = tokio::join!(get(&held, &source), get(&held, &source));
        assert_eq!(both, (Ok(2), Ok(1)));
    }

    #[tokio::test]
    async fn a_failure_is_forgotten_after_seconds() {
        let (held, source) = (Held::default(), Source::default());
        source.down.set(true);
        assert_eq!(get(&held, &source).await, Err("failure 1".into()));
        source.down.set(false);
        assert_eq!(get(&held, &source).await, Err("failure 1".into()));
        pass(FAILED);
        assert_eq!(get(&held, &source).await, Ok(2));
    }

    #[tokio::test]
    async fn who_gives_up_waiting_stops_nobody() {
        let (held, source) = (Held::default(), Source::default());
        let gone = tokio::time::timeout(Duration::ZERO, held.get(std::future::pending())).await;
        assert!(gone.is_err());
        assert_eq!(get(&held, &source).await, Ok(1));
    }

    #[tokio::test]
    async fn something_newer_is_asked_for_every_five_seconds_at_most() {
        let (held, source) = (Held::default(), Source::default());
        let first = held.get(source.ask()).await.unwrap();
        let newer = async || *held.newer_than(&first, source.ask()).await.unwrap();
        assert_eq!(tokio::join!(newer(), newer()), (2, 2));
        let second = held.get(source.ask()).await.unwrap();
        let newer = async || held.newer_than(&second, source.ask()).await.map(|what| *what);
        assert_eq!(newer().await, Ok(2));
        pass(NEWER_EVERY);
        source.down.set(true);
        assert!(newer().await.is_err());
        source.down.set(false);
        assert!(newer().await.is_err());
        pass(NEWER_EVERY);
        assert_eq!(newer().await, Ok(4));
    }
}
