//! Refreshes again and again, until it is stopped or nobody is left to decide.

use std::{
    panic::catch_unwind,
    sync::{Arc, Weak},
    thread,
    time::Duration,
};

use tokio::{
    runtime::Handle,
    time::{Instant, sleep_until},
};
use tokio_util::sync::CancellationToken;

use super::client::Policies;
use crate::{error::Error, unwind::caught};

/// Shortest time between two refreshes, as of a timer of TypeScript.
const SHORTEST: Duration = Duration::from_millis(1);

/// Longest time between two refreshes; it is as good as never.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Automatic refreshes. Dropping it stops them.
#[derive(Debug)]
pub(super) struct AutoRefresh(CancellationToken);

impl AutoRefresh {
    /// Starts to refresh every so many seconds. It never does without a finite number above 0.
    pub(super) fn start(policies: &Arc<Policies>, seconds: Option<f64>) -> Result<Self, Error> {
        let stop = CancellationToken::new();
        if let Some(seconds) = seconds.filter(|seconds| seconds.is_finite() && *seconds > 0.0) {
            let period = Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST).clamp(SHORTEST, LONGEST);
            let refreshes = refreshes(Arc::downgrade(policies), period, stop.clone());
            match lasting_runtime() {
                Some(runtime) => drop(runtime.spawn(refreshes)),
                None => spawn_thread(refreshes)?,
            }
        }
        Ok(Self(stop))
    }

    pub(super) fn stop(&self) {
        self.0.cancel();
    }
}

impl Drop for AutoRefresh {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The runtime of the caller, if refreshes go on there by themselves.
fn lasting_runtime() -> Option<Handle> {
    // It stands still between two calls.
    #[cfg(feature = "blocking")]
    if crate::blocking::is_waiting() {
        return None;
    }
    let runtime = Handle::try_current().ok()?;
    // A runtime does not tell whether it has timers, but making one panics where it has none.
    let has_timers = catch_unwind(|| drop(tokio::time::sleep(Duration::ZERO))).is_ok();
    has_timers.then_some(runtime)
}

async fn refreshes(policies: Weak<Policies>, period: Duration, stop: CancellationToken) {
    let ticks = async {
        let begin = Instant::now();
        let mut next = begin + period;
        loop {
            sleep_until(next).await;
            let Some(policies) = policies.upgrade() else { return };
            // A panic, as of a transport, is one refresh that failed; without this it would be the last one.
            if policies.is_idle() && caught(policies.refresh()).await.is_err() {
                tracing::error!("an automatic refresh of runtime policies panicked; the next one comes in time");
            }
            // What was due meanwhile is left out, not made up for.
            next = next_tick(begin, period);
        }
    };
    tokio::select! {
        biased;
        () = stop.cancelled() => {}
        () = ticks => {}
    }
}

/// The first whole number of periods since the beginning that is still to come.
fn next_tick(begin: Instant, period: Duration) -> Instant {
    let now = Instant::now();
    // A period is a year at most, which has fewer than 2⁶⁴ nanoseconds.
    let into_period = now.duration_since(begin).as_nanos() % period.as_nanos();
    now + period - Duration::from_nanos(u64::try_from(into_period).unwrap_or_default())
}

/// Runs a future on a thread of its own, which does not keep the process alive.
fn spawn_thread(refreshes: impl Future<Output = ()> + Send + 'static) -> Result<(), Error> {
    let failed = |error: std::io::Error| Error::Argument(format!("cannot start automatic refreshes: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    thread::Builder::new()
        .name("cave-policy-refresh".to_owned())
        .spawn(move || runtime.block_on(refreshes))
        .map_err(failed)?;
    Ok(())
}
