//! The client of runtime policies.

use std::{
    env, fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use http::{Method, header};

use super::{
    auto_refresh::AutoRefresh,
    decide::{DecideOptions, SPAN, decide, span},
    decision::{PolicyDecision, PolicyReason},
    refresh::{Held, Refresh, RefreshError, accept},
    signature::PublicKey,
};
use crate::{
    cave::Cave,
    endpoint::Endpoint,
    error::Error,
    gateway::{Gateway, ReadBody},
    text::trim,
    transport::ReadError,
};

/// Where bundles come from.
const ENDPOINT: Endpoint = Endpoint::fixed("/sdk/v1/runtime-policy");

/// Most bytes of a response that are read.
const MAX_RESPONSE_BYTES: usize = 1 << 20;

/// The environment variable that stops policies in this process.
const KILL_VARIABLE: &str = "CAVEMAN_POLICY_KILL";

impl Cave {
    /// Begins to make a client of runtime policies.
    pub fn runtime_policy(&self) -> RuntimePolicyBuilder {
        RuntimePolicyBuilder::new(Arc::clone(self.gateway()))
    }
}

/// Makes a [`RuntimePolicyClient`].
#[derive(Clone, Debug)]
#[must_use]
pub struct RuntimePolicyBuilder {
    gateway: Arc<Gateway>,
    public_key: Option<String>,
    auto_refresh_seconds: Option<f64>,
    kill_variable: String,
}

impl RuntimePolicyBuilder {
    fn new(gateway: Arc<Gateway>) -> Self {
        Self { gateway, public_key: None, auto_refresh_seconds: None, kill_variable: KILL_VARIABLE.to_owned() }
    }

    /// The Ed25519 key that bundles must be signed with: its 32 bytes in base64. Without it the key of the first bundle
    /// that is signed is trusted from then on.
    pub fn public_key(mut self, key: impl Into<String>) -> Self {
        self.public_key = Some(key.into());
        self
    }

    /// Refreshes again and again, this many seconds apart; first after one such time. What is not a finite number above
    /// 0 is ignored.
    ///
    /// Refreshes run on the tokio runtime that the client is made on, and end when it is shut down. Without one, inside of
    /// `Blocking::wait`, whose runtime stands still between calls, and on a runtime without timers, they have a thread of
    /// their own. A refresh that panics, as a transport of your own may, is an event of `tracing` and not the last one.
    pub fn auto_refresh_seconds(mut self, seconds: f64) -> Self {
        self.auto_refresh_seconds = Some(seconds);
        self
    }

    /// The environment variable that stops policies in this process, read at every decision; `CAVEMAN_POLICY_KILL`
    /// unless set. It stops them unless it is unset, empty, `0`, `false`, `no` or `off`, in any case and with white space
    /// around.
    pub fn kill_variable(mut self, name: impl Into<String>) -> Self {
        self.kill_variable = name.into();
        self
    }

    /// Makes the client. No bundle is fetched by that.
    ///
    /// # Errors
    /// When the public key is not 32 bytes in base64, or when a thread for refreshes is needed and cannot be had.
    pub fn build(self) -> Result<RuntimePolicyClient, Error> {
        let pin = match &self.public_key {
            None => None,
            Some(key) => Some(PublicKey::from_base64(key).ok_or(Error::Option {
                option: "publicKey",
                expected: "be an Ed25519 public key: 32 bytes in base64",
            })?),
        };
        let policies = Arc::new(Policies {
            gateway: self.gateway,
            kill_variable: self.kill_variable,
            killed: AtomicBool::new(false),
            refreshing: AtomicUsize::new(0),
            pin: Mutex::new(pin),
            held: RwLock::new(None),
        });
        let auto_refresh = AutoRefresh::start(&policies, self.auto_refresh_seconds)?;
        Ok(RuntimePolicyClient { inner: Arc::new(Inner { policies, auto_refresh }) })
    }
}

/// Decides locally by runtime policies that are fetched from the gateway. Cloning is cheap, and clones share everything.
///
/// ```
/// # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
/// use caveman_sdk::{DecideOptions, Json, PolicyAction};
///
/// let policies = cave.runtime_policy().public_key(gateway::public_key()).auto_refresh_seconds(60.0).build()?;
/// assert!(policies.refresh().await.ok);
///
/// let context = Json::from_str(r#"{"amount": 40}"#)?;
/// let decision = policies.decide("refund", DecideOptions::new().unit_key("order-4711").context(&context));
/// match (decision.action(), decision.workflow()) {
///     (PolicyAction::Execute | PolicyAction::Fallback, Some(workflow)) => assert_eq!(workflow, "refund_fast"),
///     _ => println!("run as ever: {}", decision.reason()),
/// }
/// assert_eq!((decision.reason().as_str(), decision.arm()), ("applied", Some("fast")));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct RuntimePolicyClient {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    policies: Arc<Policies>,
    auto_refresh: AutoRefresh,
}

/// What is in force, and how it changes.
pub(super) struct Policies {
    gateway: Arc<Gateway>,
    kill_variable: String,
    killed: AtomicBool,
    /// How many refreshes are under way.
    refreshing: AtomicUsize,
    /// The key that bundles must be signed with. Held from before a signature is verified until the bundle is in force,
    /// so that of two refreshes the second sees all that the first has done.
    pin: Mutex<Option<PublicKey>>,
    held: RwLock<Option<Arc<Held>>>,
}

impl fmt::Debug for Policies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = self.held();
        f.debug_struct("Policies")
            .field("policy_version", &held.as_ref().map(|held| held.bundle.policy_version))
            .field("sequence", &held.as_ref().map(|held| held.bundle.sequence))
            .field("killed", &self.killed)
            .finish_non_exhaustive()
    }
}

/// What a [`RuntimePolicyClient`] holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each says something else, and clients of all languages have these"
)]
pub struct RuntimePolicyState {
    /// Whether a bundle is in force.
    pub has_bundle: bool,
    /// Whether it is signed.
    pub signed: bool,
    /// Its version.
    pub policy_version: Option<u64>,
    /// Its sequence number.
    pub sequence: Option<u64>,
    /// Whether it says that everything stops.
    pub kill: bool,
    /// Whether [`kill`](RuntimePolicyClient::kill) was called.
    pub killed_locally: bool,
    /// How many policies it has, valid or not.
    pub policy_count: usize,
}

impl RuntimePolicyClient {
    /// Fetches the bundle and puts it in force, if it is genuine and not older than the one in force.
    pub async fn refresh(&self) -> Refresh {
        self.inner.policies.refresh().await
    }

    /// Decides what to do with a task of a family. It does no I/O, does not wait, and never fails: what cannot be decided
    /// is [`PolicyAction::Baseline`](super::PolicyAction::Baseline).
    pub fn decide(&self, task_family: &str, options: DecideOptions<'_>) -> PolicyDecision {
        self.inner.policies.decide(task_family, &options)
    }

    /// Stops policies in this process, for good: every decision from now on is to run the own path.
    pub fn kill(&self) {
        self.inner.policies.killed.store(true, Ordering::SeqCst);
    }

    /// Ends automatic refreshes; one that is under way is given up. Decisions and refreshes by hand go on as before.
    pub fn close(&self) {
        self.inner.auto_refresh.stop();
    }

    /// What is in force, and what is not.
    pub fn state(&self) -> RuntimePolicyState {
        let policies = &self.inner.policies;
        let held = policies.held();
        let bundle = held.as_ref().map(|held| &held.bundle);
        RuntimePolicyState {
            has_bundle: bundle.is_some(),
            signed: held.as_ref().is_some_and(|held| held.signed),
            policy_version: bundle.map(|bundle| bundle.policy_version),
            sequence: bundle.map(|bundle| bundle.sequence),
            kill: bundle.is_some_and(|bundle| bundle.kill),
            killed_locally: policies.killed.load(Ordering::SeqCst),
            policy_count: bundle.map_or(0, |bundle| bundle.policies),
        }
    }
}

impl Policies {
    fn held(&self) -> Option<Arc<Held>> {
        self.held.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether no refresh is under way.
    pub(super) fn is_idle(&self) -> bool {
        self.refreshing.load(Ordering::SeqCst) == 0
    }

    pub(super) async fn refresh(&self) -> Refresh {
        let _under_way = UnderWay::begin(&self.refreshing);
        let outcome = match self.fetch().await {
            Ok(body) => self.install(&body),
            Err(error) => Err(error),
        };
        let refresh = match outcome {
            Ok(signed) => Refresh { ok: true, signed, error: None },
            Err(error) => {
                Refresh { ok: false, signed: self.held().is_some_and(|held| held.signed), error: Some(error) }
            }
        };
        tracing::debug!(
            ok = refresh.ok,
            signed = refresh.signed,
            error = refresh.error.as_ref().map(RefreshError::code),
            "runtime policy refreshed"
        );
        refresh
    }

    async fn fetch(&self) -> Result<bytes::Bytes, RefreshError> {
        let gateway = &self.gateway;
        let request = || {
            let mut headers = gateway.headers()?;
            headers.remove(header::CONTENT_TYPE);
            gateway.request(Method::GET, &ENDPOINT, headers, None)
        };
        let request = request().map_err(RefreshError::Transport)?;
        let response = gateway
            .fetch(request, ReadBody::OnSuccess, MAX_RESPONSE_BYTES)
            .await
            .map_err(RefreshError::Transport)?;
        if !response.status.is_success() {
            return Err(RefreshError::Status(response.status.as_u16()));
        }
        response.body.map_err(|error| match error {
            Error::Aborted => RefreshError::Transport(error),
            Error::Read(ReadError::TooLarge { .. }) => RefreshError::Oversized,
            error => RefreshError::MalformedResponse(format!("it is not JSON: {error}")),
        })
    }

    /// Puts the bundle of a response in force and answers whether it is signed.
    fn install(&self, body: &[u8]) -> Result<bool, RefreshError> {
        let mut pin = self.pin.lock().unwrap_or_else(PoisonError::into_inner);
        let held = self.held();
        let new = Arc::new(accept(body, &mut pin, held.as_deref())?);
        let signed = new.signed;
        *self.held.write().unwrap_or_else(PoisonError::into_inner) = Some(new);
        drop(pin);
        // What was in force is dropped here, where nobody waits for it.
        drop(held);
        Ok(signed)
    }

    fn decide(&self, task_family: &str, options: &DecideOptions<'_>) -> PolicyDecision {
        let held = self.held();
        let bundle = held.as_ref().map(|held| &held.bundle);
        let signed = held.as_ref().is_some_and(|held| held.signed);
        let decide = || match bundle {
            _ if self.killed_here() => PolicyDecision::baseline(PolicyReason::LocalKill, bundle, signed),
            None => PolicyDecision::baseline(PolicyReason::PolicyUnavailable, None, signed),
            Some(bundle) => decide(bundle, signed, task_family, options),
        };
        // The context may be a view of the caller's own making.
        let decision = catch_unwind(AssertUnwindSafe(decide))
            .unwrap_or_else(|_| PolicyDecision::baseline(PolicyReason::PolicyUnavailable, bundle, signed));
        if let Some(sink) = options.sink {
            // So is the sink. A decision does not depend on whether it could be recorded.
            let _ = catch_unwind(AssertUnwindSafe(|| sink.record(SPAN, span(&decision))));
        }
        decision
    }

    /// Whether policies are stopped in this process.
    fn killed_here(&self) -> bool {
        self.killed.load(Ordering::SeqCst)
            || env::var_os(&self.kill_variable).is_some_and(|value| stops(&value.to_string_lossy()))
    }
}

/// Whether a value of the kill variable stops policies.
fn stops(value: &str) -> bool {
    !["", "0", "false", "no", "off"].contains(&trim(value).to_lowercase().as_str())
}

/// Counts a refresh as long as it is under way, also when it is dropped.
struct UnderWay<'a>(&'a AtomicUsize);

impl<'a> UnderWay<'a> {
    fn begin(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stops_policies() {
        assert_eq!(KILL_VARIABLE, "CAVEMAN_POLICY_KILL");
        for off in ["", " ", "0", " No\n", "\u{feff}OFF", "false"] {
            assert!(!stops(off), "{off:?}");
        }
        for on in ["1", "true", "yes", "x", "00", "\u{85}0"] {
            assert!(stops(on), "{on:?}");
        }
    }
}
