//! What the gateway would save, and how.

use contracts_runtime::Json;
use http::Method;

use crate::{cave::Cave, error::Error, gateway::ReadBody, json_text::parse_json};

impl Cave {
    /// The plan of the project: what could be saved, by which move, and on what basis. It is the gateway's response as it
    /// is; its figures are inferred unless they say otherwise.
    ///
    /// # Errors
    /// [`Error::Status`] when the gateway refuses, [`Error::Json`] when its response is no JSON.
    pub async fn cave_plan(&self) -> Result<Json, Error> {
        let gateway = self.gateway();
        let request = gateway.request(Method::GET, "/sdk/v1/cave-plan", gateway.otlp_headers()?, None)?;
        let response = gateway.fetch(request, ReadBody::OnSuccess).await?;
        if !response.status.is_success() {
            return Err(Error::Status { call: "cave plan", status: response.status.as_u16() });
        }
        Ok(parse_json(&response.body?)?)
    }
}
