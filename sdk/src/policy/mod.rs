//! Runtime policies: fetched and verified from time to time, decided locally and without I/O.

mod auto_refresh;
mod bundle;
mod client;
mod decide;
mod decision;
mod refresh;
mod signature;

pub use client::{RuntimePolicyBuilder, RuntimePolicyClient, RuntimePolicyState};
pub use decide::DecideOptions;
pub use decision::{PolicyAction, PolicyDecision, PolicyReason};
pub use refresh::{Refresh, RefreshError};
