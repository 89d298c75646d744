//! Stops an agent that makes the same call again and again.

use std::{
    future::Future,
    sync::{Mutex, PoisonError},
};

use contracts_runtime::Json;

use crate::{RetryLoopError, canonical_json};

/// Counts how often the same call was made in a row, and fires when that is more than a threshold.
///
/// Two calls are the same when they have the same name and arguments that are the same JSON value, whatever the order
/// of members. Firing does not end the streak: the next equal call fires again, until another call or
/// [`reset`](Self::reset) ends it.
///
/// ```
/// use caveman_sdk::{Json, RetryLoopBreaker};
///
/// let breaker = RetryLoopBreaker::new(2);
/// let arguments = Json::from_str(r#"{"path": "a.rs"}"#).unwrap();
/// assert!(breaker.record("read", &arguments).is_ok());
/// assert!(breaker.record("read", &arguments).is_ok());
/// let fired = breaker.record("read", &arguments).unwrap_err();
/// assert_eq!((fired.signature.as_str(), fired.repeats, fired.threshold), (r#"read({"path":"a.rs"})"#, 3, 2));
/// ```
#[derive(Debug)]
pub struct RetryLoopBreaker {
    threshold: u64,
    streak: Mutex<Streak>,
}

/// The call that was made last.
#[derive(Debug, Default)]
struct Streak {
    signature: String,
    /// How often it was made in a row; 0 before the first call.
    repeats: u64,
}

impl Default for RetryLoopBreaker {
    /// A breaker that lets three equal calls in a row pass.
    fn default() -> Self {
        Self::new(3)
    }
}

impl RetryLoopBreaker {
    /// A breaker that lets `threshold` equal calls in a row pass. With 0 it fires at every call.
    pub const fn new(threshold: u64) -> Self {
        Self { threshold, streak: Mutex::new(Streak { signature: String::new(), repeats: 0 }) }
    }

    /// Records a call.
    ///
    /// # Errors
    /// When it is the same as the calls before it, and there are more than the threshold of them now.
    pub fn record(&self, name: &str, arguments: &Json) -> Result<(), RetryLoopError> {
        let signature = format!("{name}({})", canonical_json::canonical(arguments));
        let mut streak = self.streak.lock().unwrap_or_else(PoisonError::into_inner);
        if streak.repeats > 0 && streak.signature == signature {
            streak.repeats = streak.repeats.saturating_add(1);
        } else {
            *streak = Streak { signature, repeats: 1 };
        }
        if streak.repeats > self.threshold {
            return Err(RetryLoopError {
                signature: streak.signature.clone(),
                repeats: streak.repeats,
                threshold: self.threshold,
            });
        }
        Ok(())
    }

    /// Records a call and makes it. `call` does not run when the breaker fires.
    ///
    /// # Errors
    /// As [`record`](Self::record); what the call itself gives is the value.
    pub async fn guard<F: Future>(
        &self,
        name: &str,
        arguments: &Json,
        call: impl FnOnce() -> F,
    ) -> Result<F::Output, RetryLoopError> {
        self.record(name, arguments)?;
        Ok(call().await)
    }

    /// Forgets the calls that were made.
    pub fn reset(&self) {
        *self.streak.lock().unwrap_or_else(PoisonError::into_inner) = Streak::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Json {
        Json::from_str(text).unwrap()
    }

    #[track_caller]
    fn repeats(breaker: &RetryLoopBreaker, name: &str, arguments: &str) -> Option<u64> {
        breaker.record(name, &json(arguments)).err().map(|fired| fired.repeats)
    }

    #[test]
    fn the_default_lets_three_pass() {
        let breaker = RetryLoopBreaker::default();
        let fired: Vec<_> = (0..5).map(|_| repeats(&breaker, "t", "{}")).collect();
        assert_eq!(fired, [None, None, None, Some(4), Some(5)]);
    }

    #[test]
    fn another_call_or_a_reset_ends_the_streak() {
        let breaker = RetryLoopBreaker::new(1);
        assert_eq!(repeats(&breaker, "t", r#"{"a": 1, "b": [1.0]}"#), None);
        assert_eq!(repeats(&breaker, "t", r#"{"b": [1], "a": 1e0}"#), Some(2));
        assert_eq!(repeats(&breaker, "u", r#"{"b": [1], "a": 1}"#), None);
        assert_eq!(repeats(&breaker, "t", r#"{"b": [1], "a": 1}"#), None);
        breaker.reset();
        assert_eq!(repeats(&breaker, "t", r#"{"b": [1], "a": 1}"#), None);
    }

    #[test]
    fn a_threshold_of_none_fires_at_once() {
        assert_eq!(repeats(&RetryLoopBreaker::new(0), "", "null"), Some(1));
    }

    #[test]
    fn names_and_arguments_do_not_run_together_with_an_empty_breaker() {
        let breaker = RetryLoopBreaker::new(1);
        breaker.record("a", &json("\"é/\\u007f\"")).unwrap();
        let fired = breaker.record("a", &json("\"é/\\u007f\"")).unwrap_err();
        assert_eq!(fired.signature, "a(\"é/\u{7f}\")");
    }
}
