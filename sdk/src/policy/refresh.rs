//! What came of a refresh, and how a response becomes a bundle in force.

use contracts_runtime::Json;

use super::{
    bundle::Bundle,
    signature::{Provenance, PublicKey, verify},
};
use crate::{error::Error, json_text::parse_json};

/// What came of a refresh. It never fails as a call; what is in force stays in force then.
#[derive(Debug)]
#[non_exhaustive]
pub struct Refresh {
    /// Whether the bundle that was fetched is in force.
    pub ok: bool,
    /// Whether the bundle in force, new or old, is signed.
    pub signed: bool,
    /// Why the bundle that was fetched, if any, is not in force.
    pub error: Option<RefreshError>,
}

/// Why a refresh has put no bundle in force.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RefreshError {
    /// The gateway did not answer.
    #[error(transparent)]
    Transport(Error),
    /// The gateway answered with a status outside 200 to 299.
    #[error("runtime policy failed: HTTP {0}")]
    Status(u16),
    /// The response is longer than 1 MiB.
    #[error("oversized_response")]
    Oversized,
    /// The response is not an object with a bundle in it.
    #[error("the response of the runtime policy is malformed: {0}")]
    MalformedResponse(String),
    /// A key is pinned, and the bundle has no signature that could be held against it.
    #[error("an unsigned bundle is refused while a public key is pinned")]
    UnsignedRejected,
    /// The signature is not by the key that is trusted, or it came incomplete.
    #[error("the signature of the bundle did not verify")]
    Signature,
    /// The bundle is not a JSON object.
    #[error("the bundle is invalid: {0}")]
    InvalidBundle(String),
    /// The bundle is of another version than this client understands.
    #[error("the bundle's schema_version is not caveman.runtime-policy.v1")]
    SchemaVersion,
    /// A counter of the bundle is not an integer from 0 to 2⁵³ - 1.
    #[error("the bundle is invalid: {0} is not an integer from 0 to 2^53 - 1")]
    InvalidCounter(&'static str),
    /// The bundle is older than the one in force.
    #[error("the bundle's sequence regressed from {held} to {offered}")]
    StaleSequence {
        /// Sequence number of the bundle in force.
        held: u64,
        /// Sequence number of the bundle that was refused.
        offered: u64,
    },
}

impl RefreshError {
    /// A short code of the error, the same as in other clients.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Transport(_) | Self::Status(_) => "transport",
            Self::Oversized => "oversized_response",
            Self::MalformedResponse(_) => "malformed_response",
            Self::UnsignedRejected => "unsigned_rejected",
            Self::Signature => "signature_invalid",
            Self::InvalidBundle(_) => "invalid_bundle",
            Self::SchemaVersion => "unknown_schema_version",
            Self::InvalidCounter(_) => "invalid_bundle_counter",
            Self::StaleSequence { .. } => "stale_sequence",
        }
    }
}

/// The bundle in force.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) bundle: Bundle,
    pub(super) signed: bool,
}

/// Reads the body of a response into a bundle, unless it is older than the one that is held. A key that a signed bundle
/// brought is pinned as soon as the signature is verified, also when the bundle is refused for another reason.
pub(super) fn accept(body: &[u8], pin: &mut Option<PublicKey>, held: Option<&Held>) -> Result<Held, RefreshError> {
    let envelope = match parse_json(body) {
        Ok(Json::Object(envelope)) => envelope,
        Ok(_) => return Err(RefreshError::MalformedResponse("it is not an object".to_owned())),
        Err(error) => return Err(RefreshError::MalformedResponse(format!("it is not JSON: {error}"))),
    };
    let Some(text) = envelope.get("bundle").and_then(Json::as_str).filter(|text| !text.is_empty()) else {
        return Err(RefreshError::MalformedResponse("it has no bundle, a text that is not empty".to_owned()));
    };
    let signed = match verify(text, &envelope, *pin)? {
        Provenance::Unsigned => false,
        Provenance::Signed(key) => {
            *pin = Some(key);
            true
        }
    };
    let bundle = Bundle::read(text)?;
    match held {
        Some(held) if bundle.sequence < held.bundle.sequence => {
            Err(RefreshError::StaleSequence { held: held.bundle.sequence, offered: bundle.sequence })
        }
        _ => Ok(Held { bundle, signed }),
    }
}
