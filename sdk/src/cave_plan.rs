//! What the gateway would save, and how.

use contracts_runtime::Json;

use crate::{cave::Cave, endpoint::Endpoint, error::Error};

impl Cave {
    /// The plan of the project: what could be saved, by which move, and on what basis. It is the gateway's response as it
    /// is; its figures are inferred unless they say otherwise.
    ///
    /// ```
    /// # mod gateway { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gateway/mock_gateway.rs")); }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let cave = caveman_sdk::Cave::builder().api_key("key").base_url(gateway::start().await?).agent("agent").build()?;
    /// use caveman_sdk::wire::CavePlanResponse;
    ///
    /// let plan: CavePlanResponse = cave.cave_plan().await?.decode_as()?;
    /// assert_eq!(plan.headline.basis, "inferred");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Status`] when the gateway refuses, [`Error::Json`] when its response is no JSON.
    pub async fn cave_plan(&self) -> Result<Json, Error> {
        let gateway = self.gateway();
        gateway.get(&Endpoint::fixed("/sdk/v1/cave-plan"), gateway.otlp_headers()?).await?.json("cave plan")
    }
}
