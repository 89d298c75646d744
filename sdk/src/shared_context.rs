//! Context that several agents share, by session.

use contracts_runtime::{Json, Object};

use crate::{cave::Cave, endpoint::Endpoint, error::Error, gateway::ReadBody, wire::SharedContextRequest};

/// Where shared context is.
const PATH: &str = "/sdk/v1/shared-context";

/// Where that of one session is.
const ONE: &str = "/sdk/v1/shared-context/{key}";

/// Context that several agents share; see [`Cave::shared_context`].
#[derive(Clone, Debug)]
pub struct SharedContext(Cave);

impl Cave {
    /// Context that several agents share, by session.
    ///
    /// ```
    /// # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
    /// use caveman_sdk::Json;
    ///
    /// let context = cave.shared_context();
    /// context.put("order-4711", Json::from_str(r#"{"customer": "angry"}"#)?).await?;
    /// let found = context.get("order-4711").await?;
    /// assert_eq!(found.get("content"), Some(&Json::from_str(r#"{"customer": "angry"}"#)?));
    /// # Ok(())
    /// # }
    /// ```
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
        let body = SharedContextRequest { session_key: session_key.to_owned(), content: content.into() };
        gateway.post(&Endpoint::fixed(PATH), gateway.headers()?, &body, ReadBody::OnSuccess).await?.object_at(PATH)
    }

    /// The content of a session, as the gateway has it.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub async fn get(&self, session_key: &str) -> Result<Object, Error> {
        let gateway = self.0.gateway();
        let endpoint = Endpoint::of(ONE, session_key);
        gateway.get(&endpoint, gateway.headers()?).await?.object_at(endpoint.path())
    }
}
