//! The vectors of runtime policies: what is on the wire, signatures, assignment, guards and decisions.

use std::path::Path;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use caveman_sdk::{DecideOptions, Json, RuntimePolicyClient, policy_unit_fraction};
use contracts_types::{View as _, experiment::Allocation, guard};
use ed25519_dalek::{Signer as _, SigningKey};

use crate::{
    policy_support::{bundle_of, cave, configured, object, public, unsigned},
    raw_server::{RawServer, response},
    shared::{at, fixtures, items, number, text},
};

const FILE: &str = "runtime-policy.fixtures.json";

/// A client that has fetched a response, and whether it took it.
async fn fetched(body: &[u8], pin: Option<&str>) -> (RuntimePolicyClient, caveman_sdk::Refresh) {
    let server = RawServer::start(vec![response("200 OK", body)]).await;
    let policies = cave(server.url()).runtime_policy();
    let policies = match pin {
        Some(pin) => policies.public_key(pin).build().unwrap(),
        None => policies.build().unwrap(),
    };
    let refresh = policies.refresh().await;
    (policies, refresh)
}

#[tokio::test]
async fn the_request_and_the_state() {
    for ((_, vectors), (_, fixtures)) in fixtures(FILE).iter().zip(&fixtures("fixtures.json")) {
        let body = at(vectors, "/fetch/response").to_string();
        let server = RawServer::start(vec![response("200 OK", body.as_bytes())]).await;
        let config = at(fixtures, "/config");
        let policies = configured(config, server.url()).runtime_policy().build().unwrap();
        let refresh = policies.refresh().await;
        assert!(refresh.ok && refresh.signed && refresh.error.is_none(), "{refresh:?}");

        let requests = server.requests();
        let [request] = &requests[..] else { panic!("{requests:?}") };
        let (line, headers) = request.split_once("\r\n").unwrap();
        assert_eq!(
            line,
            format!("{} {} HTTP/1.1", text(vectors, "/fetch/wire/method"), text(vectors, "/fetch/wire/path"))
        );
        let mut sent: Vec<_> = headers
            .lines()
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .filter(|(name, _)| {
                !["host", "accept", "user-agent", "accept-encoding", "connection"].contains(&&**name)
            })
            .collect();
        sent.sort();
        let expected: Vec<_> = at(fixtures, "/std_headers")
            .as_object()
            .unwrap()
            .iter()
            .filter(|(name, _)| *name != "content-type")
            .map(|(name, value)| (name.to_owned(), value.as_str().unwrap().to_owned()))
            .collect();
        assert_eq!(sent, expected);

        let state = policies.state();
        let expected = at(vectors, "/fetch/expect_state");
        let found = object([
            ("signed", state.signed.into()),
            ("policy_version", state.policy_version.into()),
            ("sequence", state.sequence.into()),
            ("kill", state.kill.into()),
            ("policy_count", (state.policy_count as u64).into()),
        ]);
        assert_eq!(&found, expected);
        assert!(state.has_bundle && !state.killed_locally);
    }
}

#[test]
fn the_seed_signs_as_the_vectors_say() {
    for (file, vectors) in fixtures(FILE) {
        let seed = text(&vectors, "/signing_test_seed_hex");
        let seed: Vec<_> =
            (0..seed.len()).step_by(2).map(|at| u8::from_str_radix(&seed[at..at + 2], 16).unwrap()).collect();
        let key = SigningKey::from_bytes(&seed.try_into().unwrap());
        let response = at(&vectors, "/fetch/response");
        let signature = key.sign(text(response, "/bundle").as_bytes()).to_bytes();
        assert_eq!(STANDARD.encode(signature), text(response, "/signature/sig"), "{}", file.display());
        assert_eq!(public(&key), text(response, "/public_key/key"), "{}", file.display());
    }
}

#[tokio::test]
async fn signatures() {
    for (file, vectors) in fixtures(FILE) {
        for case in items(&vectors, "/signature_cases") {
            let name = text(case, "/name");
            let used = text(case, "/use");
            let mut response = at(&vectors, "/fetch/response").clone();
            if used.starts_with("kill_bundle") {
                response = object([("bundle", text(&vectors, "/kill_bundle").into())]);
            } else if used.contains("one byte of bundle changed") {
                let (_, change) = used.split_once("(policy_version ").unwrap();
                let (from, to) = change.trim_end_matches(')').split_once(" -> ").unwrap();
                let bundle = text(&response, "/bundle");
                let tampered =
                    bundle.replace(&format!("\"policy_version\":{from}"), &format!("\"policy_version\":{to}"));
                assert_ne!(bundle, tampered, "{name}");
                let Json::Object(response) = &mut response else { panic!("{name}") };
                response.insert("bundle", tampered.into());
            } else {
                assert_eq!(used, "fetch.response", "{name}");
            }
            let pin = at(case, "/pinned_public_key").as_str();
            let (policies, refresh) = fetched(response.to_string().as_bytes(), pin).await;
            let expected = text(case, "/expect");
            let accepted = expected.starts_with("accepted");
            assert!(accepted || expected.starts_with("rejected"), "{name}");
            assert_eq!(refresh.ok, accepted, "{} {name}: {refresh:?}", file.display());
            assert_eq!(refresh.signed, expected.contains("signed=true"), "{name}");
            if !accepted {
                let decision = policies.decide("any", DecideOptions::new());
                assert_eq!(decision.reason().as_str(), "policy_unavailable", "{name}");
            }
        }
    }
}

#[tokio::test]
#[allow(clippy::float_cmp, reason = "every client gives the same bits")]
async fn assignment() {
    for (file, vectors) in fixtures(FILE) {
        for vector in items(&vectors, "/assignment_vectors") {
            let keys: Vec<_> = items(vector, "/keys").iter().map(|key| key.as_str().unwrap()).collect();
            let fraction = number(vector, "/fraction");
            assert_eq!(policy_unit_fraction(&keys), fraction, "{} {vector}", file.display());

            let experiment = |id: &str| {
                object([
                    ("id", id.into()),
                    ("holdout_frac", at(vector, "/holdout_frac").clone()),
                    ("arms", at(vector, "/arms").clone()),
                ])
            };
            let (arm, propensity) = (text(vector, "/expected_arm"), number(vector, "/expected_propensity"));
            let plain = experiment("any");
            let assignment = Allocation::of(plain.view()).unwrap().at(fraction);
            assert_eq!((assignment.arm(), assignment.propensity()), (arm, propensity), "{vector}");

            let [project, id, unit] = keys[..] else { panic!("{vector}") };
            let policy = object([
                ("id", "p".into()),
                ("task_family", "f".into()),
                ("execute", object([("workflow", "w".into())])),
                ("experiment", experiment(id)),
            ]);
            let (policies, refresh) = fetched(&unsigned(&bundle_of(project, &format!("[{policy}]"))), None).await;
            assert!(refresh.ok, "{refresh:?}");
            let decision = policies.decide("f", DecideOptions::new().unit_key(unit));
            if unit.is_empty() {
                assert_eq!(decision.reason().as_str(), "no_unit_key");
            } else {
                assert_eq!(decision.arm(), Some(arm), "{vector}");
                assert_eq!(decision.propensity(), Some(propensity), "{vector}");
            }
        }
    }
}

#[tokio::test]
async fn guards() {
    for (file, vectors) in fixtures(FILE) {
        let cases = items(&vectors, "/guard_cases");
        let policies: Json = cases
            .iter()
            .map(|case| {
                object([
                    ("id", "p".into()),
                    ("task_family", text(case, "/name").into()),
                    ("execute", object([("workflow", "w".into())])),
                    ("applies_when", vec![at(case, "/guard").clone()].into()),
                ])
            })
            .collect();
        let (policies, refresh) = fetched(&unsigned(&bundle_of("p", &policies.to_string())), None).await;
        assert!(refresh.ok, "{refresh:?}");
        for case in cases {
            let (name, context) = (text(case, "/name"), at(case, "/context"));
            let expected = at(case, "/expect").as_bool().unwrap();
            assert_eq!(guard::holds(at(case, "/guard").view(), context.view()), expected, "{name}");
            let decision = policies.decide(name, DecideOptions::new().context(context));
            let reason = if expected { "applied" } else { "guards_failed" };
            assert_eq!(decision.reason().as_str(), reason, "{} {name}", file.display());
        }
    }
}

#[tokio::test]
async fn decisions() {
    for (file, vectors) in fixtures(FILE) {
        for case in items(&vectors, "/decision_cases") {
            decision(&file, &vectors, case).await;
        }
    }
}

async fn decision(file: &Path, vectors: &Json, case: &Json) {
    let name = text(case, "/name");
    let policies = match case.pointer("/bundle") {
        None => fetched(at(vectors, "/fetch/response").to_string().as_bytes(), None).await.0,
        Some(Json::Null) => cave("http://gateway.invalid").runtime_policy().build().unwrap(),
        Some(bundle) => fetched(&unsigned(text(vectors, &format!("/{}", bundle.as_str().unwrap()))), None).await.0,
    };
    let mut options = DecideOptions::new().context(at(case, "/context"));
    if let Some(unit_key) = at(case, "/unit_key").as_str() {
        options = options.unit_key(unit_key);
    }
    let decision = policies.decide(text(case, "/task_family"), options);
    let found = Json::from(&decision);
    for (member, expected) in at(case, "/expect").as_object().unwrap() {
        assert_eq!(at(&found, &format!("/{member}")), expected, "{} {name}: {member}", file.display());
    }
}
