//! Bundles, envelopes and clients for the tests of runtime policies.

use std::sync::{Arc, LazyLock};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use caveman_sdk::{Cave, HttpTransport, Json, Object};
use ed25519_dalek::{Signer as _, SigningKey};

use crate::shared::text;

/// The one transport of all tests. The servers of the tests close
/// their connections, so no test sees another's.
pub(crate) fn transport() -> Arc<HttpTransport> {
    static TRANSPORT: LazyLock<Arc<HttpTransport>> = LazyLock::new(|| Arc::new(HttpTransport::new()));
    Arc::clone(&TRANSPORT)
}

/// A client as the configuration of a fixture file says, of a gateway at this address.
pub(crate) fn configured(config: &Json, url: &str) -> Cave {
    Cave::builder()
        .api_key(text(config, "/api_key"))
        .base_url(url)
        .control_url(text(config, "/control_url"))
        .agent(text(config, "/agent"))
        .default_workflow(text(config, "/default_workflow"))
        .user(text(config, "/user"))
        .transport(transport())
        .build()
        .unwrap()
}

/// A client of a gateway.
pub(crate) fn cave(url: &str) -> Cave {
    let cave = Cave::builder().api_key("key").base_url(url).agent("agent").default_workflow("flow");
    cave.transport(transport()).build().unwrap()
}

/// The key that the tests sign with, and another one.
pub(crate) fn key(number: u8) -> SigningKey {
    SigningKey::from_bytes(&[number; 32])
}

/// A public key in base64.
pub(crate) fn public(key: &SigningKey) -> String {
    STANDARD.encode(key.verifying_key().as_bytes())
}

/// A bundle without policies.
pub(crate) fn bundle(sequence: u64) -> String {
    format!(r#"{{"schema_version":"caveman.runtime-policy.v1","policy_version":1,"sequence":{sequence}}}"#)
}

/// A bundle with policies, as JSON text of the list.
pub(crate) fn bundle_of(project: &str, policies: &str) -> String {
    format!(
        r#"{{"schema_version":"caveman.runtime-policy.v1","project_id":{},"policy_version":1,"sequence":1,"runtime_policies":{policies}}}"#,
        Json::from(project)
    )
}

/// The response with an unsigned bundle.
pub(crate) fn unsigned(bundle: &str) -> Vec<u8> {
    object([("bundle", bundle.into())]).to_string().into_bytes()
}

/// The response with a bundle that is signed by a key, which comes with it.
pub(crate) fn signed(bundle: &str, key: &SigningKey) -> Vec<u8> {
    object([
        ("bundle", bundle.into()),
        ("signature", object([("sig", STANDARD.encode(key.sign(bundle.as_bytes()).to_bytes()).into())])),
        ("public_key", object([("key", public(key).into())])),
    ])
    .to_string()
    .into_bytes()
}

/// An object.
pub(crate) fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().collect::<Object>())
}
