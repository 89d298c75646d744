//! Context that several agents share, by session.

use contracts_runtime::{Json, Object};
use http::Method;

use crate::{base_url::path_segment, cave::Cave, error::Error, gateway::json_body};

/// Context that several agents share; see [`Cave::shared_context`].
#[derive(Clone, Debug)]
pub struct SharedContext(Cave);

impl Cave {
    /// Context that several agents share, by session.
    pub fn shared_context(&self) -> SharedContext {
        SharedContext(self.clone())
    }
}

impl SharedContext {
    /// Stores the content of a session and gives the gateway's response, whatever object it is.
    ///
    /// # Errors
    /// [`Error::Request`] when the gateway refuses or does not answer with an object; other errors when it cannot be
    /// reached.
    pub async fn put(&self, session_key: &str, content: impl Into<Json>) -> Result<Object, Error> {
        let gateway = self.0.gateway();
        let body: Object =
            [("session_key", Json::from(session_key)), ("content", content.into())].into_iter().collect();
        let headers = gateway.standard_headers(gateway.workflow(None), None)?;
        gateway.request_object(Method::POST, "/sdk/v1/shared-context", headers, Some(json_body(&body)?)).await
    }

    /// The content of a session, as the gateway has it.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub async fn get(&self, session_key: &str) -> Result<Object, Error> {
        let gateway = self.0.gateway();
        let path = format!("/sdk/v1/shared-context/{}", path_segment(session_key));
        let headers = gateway.standard_headers(gateway.workflow(None), None)?;
        gateway.request_object(Method::GET, &path, headers, None).await
    }
}
