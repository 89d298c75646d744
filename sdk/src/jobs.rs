//! Jobs that the gateway will run on its own. They are reserved, and not offered yet.

use contracts_runtime::Json;

use crate::{cave::Cave, error::AsyncJobsUnavailableError, providers::LatencyClass};

/// Jobs that the gateway will run on its own. Every call fails without I/O, until jobs are offered.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Jobs;

impl Cave {
    /// Jobs that the gateway will run on its own.
    pub const fn jobs(&self) -> Jobs {
        Jobs
    }
}

#[allow(clippy::unused_async, reason = "jobs will be asked for over the network")]
impl Jobs {
    /// Hands a job in.
    ///
    /// # Errors
    /// Always.
    pub async fn submit(&self, _body: &Json, _class: LatencyClass) -> Result<Json, AsyncJobsUnavailableError> {
        Err(AsyncJobsUnavailableError)
    }

    /// How far a job is.
    ///
    /// # Errors
    /// Always.
    pub async fn status(&self, _id: &str) -> Result<Json, AsyncJobsUnavailableError> {
        Err(AsyncJobsUnavailableError)
    }

    /// Gives a job up.
    ///
    /// # Errors
    /// Always.
    pub async fn cancel(&self, _id: &str) -> Result<Json, AsyncJobsUnavailableError> {
        Err(AsyncJobsUnavailableError)
    }

    /// Waits for a job.
    ///
    /// # Errors
    /// Always.
    pub async fn wait(&self, _id: &str) -> Result<Json, AsyncJobsUnavailableError> {
        Err(AsyncJobsUnavailableError)
    }

    /// Hands a job in and waits for it.
    ///
    /// # Errors
    /// Always.
    pub async fn submit_and_wait(
        &self,
        _body: &Json,
        _class: LatencyClass,
    ) -> Result<Json, AsyncJobsUnavailableError> {
        Err(AsyncJobsUnavailableError)
    }
}
