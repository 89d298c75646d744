//! The client.

use std::sync::Arc;

use crate::{builder::CaveBuilder, gateway::Gateway};

/// A client of the gateway. Cloning is cheap, and clones share everything; it is `Send` and `Sync`.
///
/// Its calls run on tokio. A call is cancelled by dropping its future.
#[derive(Clone, Debug)]
pub struct Cave {
    gateway: Arc<Gateway>,
}

impl Cave {
    /// Begins to make a client.
    pub fn builder() -> CaveBuilder {
        CaveBuilder::default()
    }

    pub(crate) fn new(gateway: Gateway) -> Self {
        Self { gateway: Arc::new(gateway) }
    }

    pub(crate) fn gateway(&self) -> &Arc<Gateway> {
        &self.gateway
    }

    /// The base of all requests, as it was given but for trailing slashes.
    pub fn base_url(&self) -> &str {
        self.gateway.base.as_str()
    }

    /// The name of the agent that calls.
    pub fn agent(&self) -> &str {
        &self.gateway.agent
    }

    /// The label of calls that have none of their own, if there is one.
    pub fn default_workflow(&self) -> Option<&str> {
        self.gateway.default_workflow.as_deref()
    }
}
