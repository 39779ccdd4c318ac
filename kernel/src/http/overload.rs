//! Rejects requests before anything is spent on them, while there is more to do than is soon done: when the database has
//! as much as may wait for it, or a worker's event loop comes late to its connections.

use std::cell::Cell;
use std::time::{Duration, Instant};

use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::rt::{spawn, time::sleep};

use super::paths;
use crate::base::error::{Error, Result};
use crate::db::BUSY;
use crate::product::kernel::Kernel;

/// How late an event loop may be. A request that it comes to has waited about as long, and its response will.
const LATE: Duration = Duration::from_millis(50);

/// With how many connections nothing is rejected because of that: so few do not make it late.
const FEW: i64 = 250;

/// The interval at which an event loop is measured, and how long that goes on after the last request.
const MEASURED_EVERY: Duration = Duration::from_millis(20);
const MEASURED_FOR: Duration = Duration::from_secs(1);

/// Returns an error for a request of the API while the server is overloaded. Sign-in and sessions have connections of
/// their own, and are always tried.
pub(super) fn check(request: &ServiceRequest, kernel: &Kernel) -> Result<()> {
    let path = request.path();
    let lateness = Lateness::now();
    if !paths::is_api(path) || paths::is_of_sessions(path) || path == paths::DOCUMENT {
        return Ok(());
    }
    let for_writes = !matches!(*request.method(), Method::GET | Method::HEAD);
    // Those that only wait for changes are no load.
    let busy = kernel.metrics.connections() - kernel.core.events.listeners();
    let is_late = lateness > LATE && busy > FEW;
    if is_late || kernel.core.db.is_overloaded(for_writes) {
        return Err(Error::Busy(BUSY));
    }
    Ok(())
}

thread_local! {
    static LATENESS: Lateness = const { Lateness { measured: Cell::new(None), last: Cell::new(Duration::ZERO), used: Cell::new(None) } };
}

/// How long a task that is ready waits until the event loop of this thread runs it.
struct Lateness {
    /// When it was last measured; `None` while nothing measures it.
    measured: Cell<Option<Instant>>,
    last: Cell<Duration>,
    /// When a request last came.
    used: Cell<Option<Instant>>,
}

impl Lateness {
    fn now() -> Duration {
        LATENESS.with(|it| {
            let now = Instant::now();
            it.used.set(Some(now));
            let Some(measured) = it.measured.get() else {
                it.measured.set(Some(now));
                it.last.set(Duration::ZERO);
                spawn(Self::measure());
                return Duration::ZERO;
            };
            // The next measurement is late already, if it is.
            (now - measured).saturating_sub(MEASURED_EVERY).max(it.last.get())
        })
    }

    /// Measures as long as there are requests.
    async fn measure() {
        let mut is_used = true;
        while is_used {
            let began = Instant::now();
            sleep(MEASURED_EVERY).await;
            is_used = LATENESS.with(|it| {
                let is_used = it.used.get().is_some_and(|used| used.elapsed() < MEASURED_FOR);
                it.last.set(began.elapsed().saturating_sub(MEASURED_EVERY));
                it.measured.set(is_used.then(Instant::now));
                is_used
            });
        }
    }
}
