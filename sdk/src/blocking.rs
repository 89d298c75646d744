//! The client for code that is not async.

use std::{cell::Cell, future::Future, io};

use tokio::runtime::Runtime;

thread_local! {
    /// Whether this thread waits for a call.
    static WAITING: Cell<bool> = const { Cell::new(false) };
}

/// Whether the runtime of this thread, if any, runs only until a call has ended.
pub(crate) fn is_waiting() -> bool {
    WAITING.get()
}

/// Ends the waiting of this thread, also when the call panics.
struct End;

impl Drop for End {
    fn drop(&mut self) {
        WAITING.set(false);
    }
}

/// Waits for calls on the thread that asks. Connections are driven there too; only the names of hosts are looked up on
/// another thread, because systems have no other way. An address needs no look-up, and so no thread.
///
/// ```
/// use caveman_sdk::{Cave, blocking::Blocking};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let cave = Cave::builder().api_key("key").base_url("http://127.0.0.1:1").agent("agent").build()?;
/// let blocking = Blocking::new()?;
/// // Nobody answers there, so the content is passed through.
/// assert_eq!(blocking.wait(cave.compress("some text", None))?.output, "some text");
/// # Ok(())
/// # }
/// ```
///
/// Dropping it waits for nothing: a look-up that hangs goes on by itself, and nobody hears of it.
#[derive(Debug)]
pub struct Blocking {
    /// There until it is dropped.
    runtime: Option<Runtime>,
}

impl Blocking {
    /// Something to wait with. Keep it as long as the client: it uses again the connections that it opened, and no others.
    ///
    /// # Errors
    /// When the system has no resources for it.
    pub fn new() -> io::Result<Self> {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map(|runtime| Self { runtime: Some(runtime) })
    }

    /// Waits for the outcome of a call.
    ///
    /// # Errors
    /// Inside of async code, which must not wait: await the call instead.
    pub fn wait<F: Future>(&self, call: F) -> io::Result<F::Output> {
        if tokio::runtime::Handle::try_current().is_ok() {
            return Err(io::Error::other("async code must await the call, not wait for it"));
        }
        let Some(runtime) = &self.runtime else { return Err(io::Error::other("it is dropped already")) };
        WAITING.set(true);
        let _end = End;
        Ok(runtime.block_on(call))
    }
}

impl Drop for Blocking {
    fn drop(&mut self) {
        // A runtime that is dropped as usual waits for what runs on its other threads, and panics inside of async code.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, thread, time::Duration};

    use super::*;

    #[test]
    fn waits_outside_of_async_code_only() {
        let blocking = Blocking::new().unwrap();
        assert_eq!(blocking.wait(async { 7 }).unwrap(), 7);
        let other = Blocking::new().unwrap();
        let refused = blocking.wait(async { other.wait(async { 7 }).unwrap_err() }).unwrap();
        assert!(refused.to_string().contains("await"), "{refused}");
    }

    #[test]
    fn dropping_waits_for_nothing() {
        let (begun, has_begun) = mpsc::channel();
        let (release, held) = mpsc::channel::<()>();
        let blocking = Blocking::new().unwrap();
        let look_up = move || {
            begun.send(()).unwrap();
            held.recv()
        };
        blocking.wait(async { drop(tokio::task::spawn_blocking(look_up)) }).unwrap();
        has_begun.recv().unwrap();
        let (dropped, is_dropped) = mpsc::channel();
        thread::spawn(move || {
            drop(blocking);
            dropped.send(()).unwrap();
        });
        is_dropped.recv_timeout(Duration::from_secs(20)).expect("dropping waits for the look-up");
        drop(release);
    }

    #[test]
    fn can_be_dropped_inside_of_async_code() {
        let blocking = Blocking::new().unwrap();
        let other = Blocking::new().unwrap();
        blocking.wait(async { drop(other) }).unwrap();
    }
}
