//! The client for code that is not async.

use std::{future::Future, io};

/// Waits for calls on the thread that asks, without any other thread.
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
#[derive(Debug)]
pub struct Blocking(tokio::runtime::Runtime);

impl Blocking {
    /// Something to wait with. Keep it as long as the client: it uses again the connections that it opened, and no others.
    ///
    /// # Errors
    /// When the system has no resources for it.
    pub fn new() -> io::Result<Self> {
        tokio::runtime::Builder::new_current_thread().enable_all().build().map(Self)
    }

    /// Waits for the outcome of a call.
    ///
    /// # Errors
    /// Inside of async code, which must not wait: await the call instead.
    pub fn wait<F: Future>(&self, call: F) -> io::Result<F::Output> {
        if tokio::runtime::Handle::try_current().is_ok() {
            return Err(io::Error::other("async code must await the call, not wait for it"));
        }
        Ok(self.0.block_on(call))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_outside_of_async_code_only() {
        let blocking = Blocking::new().unwrap();
        assert_eq!(blocking.wait(async { 7 }).unwrap(), 7);
        let other = Blocking::new().unwrap();
        let refused = blocking.wait(async { other.wait(async { 7 }).unwrap_err() }).unwrap();
        assert!(refused.to_string().contains("await"), "{refused}");
    }
}
