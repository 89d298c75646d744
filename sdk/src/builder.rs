//! How a client is made.

use std::{env, fmt, sync::Arc, time::Duration};

use tokio_util::sync::CancellationToken;

use crate::{
    assemble::Ledger,
    base_url::BaseUrl,
    cave::Cave,
    error::Error,
    gateway::{Gateway, Retention},
    otlp::SpanObserver,
    safe_uint::MAX_SAFE_INTEGER,
    secret::Secret,
    transport::Transport,
};

/// The environment variable that labels calls when the client has no default label.
const WORKFLOW_VARIABLE: &str = "CAVE_WORKFLOW";

/// Longest label that is taken from the environment, in characters.
const MAX_ENVIRONMENT_WORKFLOW: usize = 96;

/// How long a call may take when nothing else is said.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// Most bytes of a response that are read when nothing else is said.
const DEFAULT_MAX_RESPONSE_BYTES: usize = 64 * 1024 * 1024;

/// Makes a [`Cave`]. The key, the base and the agent are required; making one does no I/O.
///
/// ```
/// use std::time::Duration;
/// use caveman_sdk::{Cave, Retention};
///
/// let cave = Cave::builder()
///     .api_key("cave_live_key")
///     .base_url("https://gateway.example/")
///     .agent("billing-bot")
///     .default_workflow("refunds")
///     .retention(Retention::ZeroDataRetention)
///     .timeout(Duration::from_secs(5))
///     .build()?;
///
/// assert_eq!(cave.base_url(), "https://gateway.example");
/// assert!(!format!("{cave:?}").contains("cave_live_key"));
///
/// let refused = Cave::builder().api_key("k").base_url("gateway.example").agent("a").build().unwrap_err();
/// assert_eq!(refused.to_string(), "baseURL must be an absolute URL, such as https://gateway.example");
/// # Ok::<(), caveman_sdk::Error>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct CaveBuilder {
    api_key: Option<Secret>,
    base_url: String,
    agent: String,
    default_workflow: Option<String>,
    retention: Retention,
    user: Option<String>,
    timeout: Duration,
    cancellation: CancellationToken,
    control_url: Option<String>,
    max_response_bytes: usize,
    transport: Option<Arc<dyn Transport>>,
    span_observers: Vec<Arc<dyn SpanObserver>>,
}

impl fmt::Debug for CaveBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CaveBuilder")
            .field("api_key", &self.api_key)
            .field("agent", &self.agent)
            .field("default_workflow", &self.default_workflow)
            .field("retention", &self.retention)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

impl Default for CaveBuilder {
    fn default() -> Self {
        Self {
            api_key: None,
            base_url: String::new(),
            agent: String::new(),
            default_workflow: None,
            retention: Retention::default(),
            user: None,
            timeout: DEFAULT_TIMEOUT,
            cancellation: CancellationToken::new(),
            control_url: None,
            max_response_bytes: DEFAULT_MAX_RESPONSE_BYTES,
            transport: None,
            span_observers: Vec::new(),
        }
    }
}

impl CaveBuilder {
    /// The key of the gateway. Required. It is overwritten in memory when the last client with it is dropped.
    pub fn api_key(mut self, key: impl Into<String>) -> Self {
        self.api_key = Some(Secret::new(key.into()));
        self
    }

    /// Where the gateway is: an absolute `http` or `https` URL without user, query and fragment. Required. Trailing
    /// slashes are dropped; a path stands before every endpoint.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.base_url = url.into();
        self
    }

    /// The name of the agent that calls. Required.
    pub fn agent(mut self, agent: impl Into<String>) -> Self {
        self.agent = agent.into();
        self
    }

    /// The label of calls that have none of their own. Without it, or when it is empty, the environment variable
    /// `CAVE_WORKFLOW` is read once when the client is made: in lower case, and only if it is 1 to 96 of `a-z 0-9 _ -`.
    pub fn default_workflow(mut self, workflow: impl Into<String>) -> Self {
        self.default_workflow = Some(workflow.into());
        self
    }

    /// What the gateway keeps of the requests; metadata unless something else is said.
    pub fn retention(mut self, retention: Retention) -> Self {
        self.retention = retention;
        self
    }

    /// An opaque identifier of the user. It is sent as it is, so hash what must not be seen.
    pub fn user(mut self, user: impl Into<String>) -> Self {
        self.user = Some(user.into());
        self
    }

    /// How long one call may take, from connecting to the end of the body; 30 seconds unless something else is said.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// A token that ends every call under way, and every later one, with `cave_request_aborted`. A single call is
    /// cancelled by dropping its future.
    pub fn cancellation(mut self, token: CancellationToken) -> Self {
        self.cancellation = token;
        self
    }

    /// Where the control plane is. It is checked like the base; no call uses it.
    pub fn control_url(mut self, url: impl Into<String>) -> Self {
        self.control_url = Some(url.into());
        self
    }

    /// Most bytes of a response that are read into memory; 64 MiB unless something else is said. A longer body is a body that
    /// could not be read. Raw requests hand out their body unread and have no bound.
    pub fn max_response_bytes(mut self, bytes: usize) -> Self {
        self.max_response_bytes = bytes;
        self
    }

    /// Who sees every span that an exporter or a trace of this client records, besides those added before.
    pub fn span_observer(mut self, observer: impl SpanObserver + 'static) -> Self {
        self.span_observers.push(Arc::new(observer));
        self
    }

    /// What carries the requests. The HTTP transport, unless the crate was built without it.
    pub fn transport(mut self, transport: impl Transport) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// Checks the options and makes the client.
    ///
    /// # Errors
    /// [`Error::Option`] for the first option that cannot be used: the required ones, then the timeout, the base, the
    /// address of the control plane; and the transport, when none is given and the crate was built without its own.
    pub fn build(self) -> Result<Cave, Error> {
        self.build_in(|name| env::var(name).ok())
    }

    /// The same with the environment given as a function.
    pub(crate) fn build_in(self, environment: impl Fn(&str) -> Option<String>) -> Result<Cave, Error> {
        let refuse = |option, expected| Err(Error::Option { option, expected });
        let Some(api_key) = self.api_key.filter(|key| !key.is_empty()) else {
            return refuse("apiKey", "be a string that is not empty");
        };
        if self.base_url.is_empty() {
            return refuse("baseURL", "be a string that is not empty");
        }
        if self.agent.is_empty() {
            return refuse("agent", "be a string that is not empty");
        }
        if self.timeout.is_zero() || self.timeout.as_millis() > u128::from(MAX_SAFE_INTEGER) {
            return refuse("timeoutMs", "be a positive integer of milliseconds, at most 2^53 - 1");
        }
        let default_workflow = self
            .default_workflow
            .filter(|workflow| !workflow.is_empty())
            .or_else(|| environment(WORKFLOW_VARIABLE).and_then(|text| environment_workflow(&text)));
        let base = BaseUrl::new("baseURL", &self.base_url)?;
        if let Some(url) = &self.control_url {
            BaseUrl::new("controlURL", url)?;
        }
        let transport = match self.transport {
            Some(transport) => transport,
            None => default_transport()?,
        };
        Ok(Cave::new(Gateway {
            api_key,
            base,
            agent: self.agent,
            default_workflow,
            retention: self.retention,
            user: self.user,
            timeout: self.timeout,
            cancellation: self.cancellation,
            max_response_bytes: self.max_response_bytes,
            transport,
            span_observers: self.span_observers,
            assembled: Ledger::default(),
        }))
    }
}

#[cfg(feature = "http")]
#[allow(clippy::unnecessary_wraps, reason = "without the feature there is none")]
fn default_transport() -> Result<Arc<dyn Transport>, Error> {
    Ok(Arc::new(crate::http_transport::HttpTransport::new()))
}

#[cfg(not(feature = "http"))]
fn default_transport() -> Result<Arc<dyn Transport>, Error> {
    Err(Error::Option {
        option: "transport",
        expected: "be given, because the crate was built without its feature http",
    })
}

/// The label that a text from the environment stands for, if any.
fn environment_workflow(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let right = (1..=MAX_ENVIRONMENT_WORKFLOW).contains(&text.len())
        && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'));
    right.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete() -> CaveBuilder {
        Cave::builder().api_key("k").base_url("http://g").agent("a")
    }

    #[track_caller]
    fn refused(builder: CaveBuilder, beginning: &str) {
        let message = builder.build_in(|_| None).unwrap_err().to_string();
        assert!(message.starts_with(beginning), "{message}");
    }

    #[test]
    fn options_are_checked_in_order() {
        refused(Cave::builder(), "apiKey must");
        refused(Cave::builder().api_key(String::new()), "apiKey must");
        refused(Cave::builder().api_key("k".to_owned()).timeout(Duration::ZERO), "baseURL must");
        refused(complete().agent("").timeout(Duration::ZERO), "agent must");
        refused(complete().base_url("x").timeout(Duration::ZERO), "timeoutMs must be a positive integer");
        refused(complete().timeout(Duration::MAX), "timeoutMs must be a positive integer");
        refused(complete().base_url("x").control_url("y"), "baseURL must");
        refused(complete().control_url("https://c?q"), "controlURL must");
        assert!(complete().control_url("https://control").build_in(|_| None).is_ok());
    }

    #[test]
    fn the_environment_labels_calls_without_a_default() {
        let label = |builder: CaveBuilder, text: &'static str| {
            let cave = builder.build_in(|name| (name == "CAVE_WORKFLOW").then(|| text.to_owned())).unwrap();
            cave.gateway().workflow(None).to_owned()
        };
        assert_eq!(label(complete(), "Nightly_Run-1"), "nightly_run-1");
        assert_eq!(label(complete().default_workflow(""), "env"), "env");
        assert_eq!(label(complete().default_workflow("Own Label"), "env"), "Own Label");
        let long: &'static str = "a".repeat(97).leak();
        for text in ["", " env", "a b", "é", "a\n", long] {
            assert_eq!(label(complete(), text), "unlabeled-workflow", "{text:?}");
        }
        assert_eq!(label(complete(), &long[1..]).len(), 96);
    }

    #[test]
    fn explicit_labels_are_not_normalised() {
        let cave = complete().default_workflow("d").build_in(|_| None).unwrap();
        assert_eq!(cave.gateway().workflow(Some("")), "");
        assert_eq!(cave.gateway().workflow(Some("A b")), "A b");
        assert_eq!(cave.gateway().workflow(None), "d");
    }

    #[test]
    fn nothing_shows_the_key() {
        let builder = complete().api_key("cave_secret_1".to_owned());
        assert!(!format!("{builder:?}").contains("secret"));
        let cave = builder.build_in(|_| None).unwrap();
        let headers = cave.gateway().standard_headers("w", None).unwrap();
        let export = cave.gateway().otlp_headers().unwrap();
        assert!(!format!("{cave:?} {headers:?} {export:?}").contains("secret"));
        assert_eq!(headers["authorization"].as_bytes(), b"Bearer cave_secret_1");
    }
}
