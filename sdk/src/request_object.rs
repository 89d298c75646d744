//! Calls whose response must be an object.

use bytes::Bytes;
use contracts_runtime::{Json, Object};
use http::{HeaderMap, Method};

use crate::{
    error::{Error, RequestFailure},
    gateway::{Gateway, ReadBody},
    json_text::parse_json,
};

impl Gateway {
    /// Sends a request and gives the object that it is answered with, as it is.
    ///
    /// # Errors
    /// [`Error::Request`] when the response has another status than success, no JSON, or no object, and when its body does
    /// not come in time.
    pub(crate) async fn request_object(
        &self,
        method: Method,
        path: &str,
        headers: HeaderMap,
        body: Option<Bytes>,
    ) -> Result<Object, Error> {
        let response = self.fetch(self.request(method, path, headers, body)?, ReadBody::OnSuccess).await?;
        let failed = |reason| Error::Request { status: response.status.as_u16(), path: path.to_owned(), reason };
        if !response.status.is_success() {
            return Err(failed(RequestFailure::Status));
        }
        let body = match response.body {
            Ok(body) => body,
            Err(Error::Aborted) => return Err(Error::Aborted),
            Err(_) => return Err(failed(RequestFailure::NotJson)),
        };
        match parse_json(&body) {
            Ok(Json::Object(object)) => Ok(object),
            Ok(_) => Err(failed(RequestFailure::NotAnObject)),
            Err(_) => Err(failed(RequestFailure::NotJson)),
        }
    }
}
