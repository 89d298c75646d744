// A gateway that knows one answer to each question. The examples of the crate's documentation include it, so these are no
// inner documentation comments.

use std::{convert::Infallible, io};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use caveman_sdk::{Json, Object};
use ed25519_dalek::{Signer as _, SigningKey};
use hyper::{Request, Response, StatusCode, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

const BUNDLE: &str = r#"{"schema_version":"caveman.runtime-policy.v1","project_id":"shop","policy_version":3,"sequence":17,"kill":false,"runtime_policies":[{"id":"refund_v2","task_family":"refund","applies_when":[{"field":"amount","op":"lte","value":50}],"execute":{"workflow":"refund_fast"},"fallback":{"workflow":"refund_by_hand"},"experiment":{"id":"fast-refunds","holdout_frac":0.1,"arms":[{"name":"fast","fraction":1}]}}]}"#;

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

/// The key that the gateway signs its policies with.
pub(crate) fn public_key() -> String {
    STANDARD.encode(key().verifying_key().as_bytes())
}

/// Starts the gateway on loopback and answers with its URL.
pub(crate) async fn start() -> io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(answer));
            tokio::spawn(connection);
        }
    });
    Ok(url)
}

async fn answer(request: Request<Incoming>) -> Result<Response<String>, Infallible> {
    let body = match (request.method().as_str(), request.uri().path()) {
        ("POST", "/sdk/v1/compress") => {
            r#"{"output":"worker 7: retry (40 times)","content_type":"log","tokens_before":200,"tokens_after":8,"token_count_basis":"estimated_bytes_div_4"}"#
        }
        ("POST", "/sdk/v1/context/pack") => {
            r#"{"items":[{"id":"rules"}],"deferred_ids":["chat"],"tokens_used":3,"tokens_before":5,"tokens_saved":2,"deferred_count":1}"#
        }
        ("POST", "/sdk/v1/tool-search") => {
            r#"{"tools":[{"name":"refund_order"}],"sent_schema_tokens":30,"full_schema_tokens":90,"deferred_count":1,"method":"bm25","token_basis":"estimated_bytes_div_4"}"#
        }
        ("GET", "/sdk/v1/cave-plan") => {
            r#"{"headline":{"low":0,"base":0,"high":0,"basis":"inferred","move_count":0},"headroom_by_class":[],"moves":[],"no_signal":[],"methodology":"none","scope":"project","project_id":"shop"}"#
        }
        ("GET", "/sdk/v1/shared-context/order-4711") => {
            r#"{"session_key":"order-4711","content":{"customer":"angry"}}"#
        }
        ("POST", "/sdk/v1/shared-context" | "/sdk/v1/events") => r#"{"ok":true}"#,
        ("POST", "/sdk/v1/artifacts") => r#"{"stored":true,"artifact_id":"art-1"}"#,
        ("GET", "/sdk/v1/artifacts/art-1") => "[4711,4712]",
        ("POST", "/sdk/v1/checkpoints") => r#"{"source_ref":"ref-1","version":1,"news":true}"#,
        ("GET", "/sdk/v1/checkpoints/ref-1/expand") => {
            r#"{"source_ref":"ref-1","version":1,"messages":[{"role":"user","content":"Hello"}]}"#
        }
        ("POST", "/openai/v1/responses") => r#"{"id":"resp-1","output_text":"Hello to you"}"#,
        ("GET", "/openai/v1/models") => r#"{"data":[]}"#,
        ("GET", "/sdk/v1/runtime-policy") => return Ok(Response::new(signed_bundle())),
        ("POST", "/v1/traces") => r#"{"ok":true,"spans_accepted":2,"spans_total":2}"#,
        _ => {
            let mut response = Response::new(String::new());
            *response.status_mut() = StatusCode::NOT_FOUND;
            return Ok(response);
        }
    };
    Ok(Response::new(body.to_owned()))
}

fn signed_bundle() -> String {
    let signature = STANDARD.encode(key().sign(BUNDLE.as_bytes()).to_bytes());
    let signature: Object = [("sig", signature)].into_iter().collect();
    let envelope: Object = [("bundle", Json::from(BUNDLE)), ("signature", signature.into())].into_iter().collect();
    Json::from(envelope).to_string()
}
