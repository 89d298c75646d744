//! What a call makes of an answer: its JSON, or the error that says what is wrong with it.
//!
//! Calls differ in nothing but how they name the fault, so there is one function for each way of naming it.

use bytes::Bytes;
use contracts_runtime::{Json, Object};
use http::StatusCode;

use crate::{
    error::{Error, RequestFailure},
    json_text::{decode_text, parse_json},
};

/// A response whose body was read, or was not to be read.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    /// The body; empty when it was not to be read. The error of a body is kept apart, because calls differ in what they
    /// make of it: [`Error::Read`], [`Error::ReadTimeout`] or [`Error::Aborted`].
    pub(crate) body: Result<Bytes, Error>,
}

impl Answer {
    /// Any JSON; errors name the call.
    ///
    /// # Errors
    /// [`Error::Status`], [`Error::Json`], and those of the body.
    pub(crate) fn json(self, call: &'static str) -> Result<Json, Error> {
        if !self.status.is_success() {
            return Err(Error::Status { call, status: self.status.as_u16() });
        }
        Ok(parse_json(&self.body?)?)
    }

    /// Any JSON; a refusal is told in the words of its body, which must have been read.
    ///
    /// # Errors
    /// [`Error::Rejected`], [`Error::Json`], and those of the body.
    pub(crate) fn json_or_refusal(self) -> Result<Json, Error> {
        let body = self.body?;
        if !self.status.is_success() {
            let status = self.status.as_u16();
            return Err(Error::Rejected { status, body: decode_text(&body).into_owned() });
        }
        Ok(parse_json(&body)?)
    }

    /// Any JSON; errors name the path.
    ///
    /// # Errors
    /// [`Error::Request`], also when the body does not come in time; [`Error::Aborted`].
    pub(crate) fn json_at(self, path: &str) -> Result<Json, Error> {
        let failed = |reason| request_error(self.status, path, reason);
        if !self.status.is_success() {
            return Err(failed(RequestFailure::Status));
        }
        match self.body {
            Ok(body) => parse_json(&body).map_err(|_| failed(RequestFailure::NotJson)),
            Err(Error::Aborted) => Err(Error::Aborted),
            Err(_) => Err(failed(RequestFailure::NotJson)),
        }
    }

    /// An object; errors name the path.
    ///
    /// # Errors
    /// As [`json_at`](Self::json_at).
    pub(crate) fn object_at(self, path: &str) -> Result<Object, Error> {
        let status = self.status;
        match self.json_at(path)? {
            Json::Object(object) => Ok(object),
            _ => Err(request_error(status, path, RequestFailure::NotAnObject)),
        }
    }
}

/// The error of an answer that is no use, with the path that was asked.
pub(crate) fn request_error(status: StatusCode, path: &str, reason: RequestFailure) -> Error {
    Error::Request { status: status.as_u16(), path: path.to_owned(), reason }
}
