//! Which providers a policy allows.

use crate::policy::{Provider, Providers};

impl Providers {
    /// Whether requests may be sent to `provider`.
    ///
    /// An unknown provider never matches: one in `allowed` allows nothing, and none that is asked for is allowed, not
    /// even where `allowed` has the same text.
    pub fn allows(&self, provider: &Provider) -> bool {
        provider.effective().is_some_and(|known| self.allowed.contains(&known))
    }
}
