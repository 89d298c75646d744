//! Policies of about five kilobytes that have every declared member, each different.

use serde_json::{Value, json};

/// Numbers that look random and are the same each time (a linear congruential generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    #[allow(clippy::cast_precision_loss, reason = "below a thousand")]
    fn fraction(&mut self) -> f64 {
        self.below(1000) as f64 / 1000.0
    }

    fn of(&mut self, texts: &[&str]) -> String {
        let index = self.below(texts.len() as u64);
        texts[usize::try_from(index).expect("an index")].to_owned()
    }

    fn names(&mut self, stem: &str) -> Vec<String> {
        (0..=self.below(3)).map(|_| format!("{stem}-{}", self.below(10_000))).collect()
    }
}

/// The texts of `count` policies.
pub(crate) fn documents(count: u64) -> Vec<String> {
    (0..count).map(|seed| document(&mut Numbers(seed)).to_string()).collect()
}

fn document(numbers: &mut Numbers) -> Value {
    let profiles: serde_json::Map<_, _> = (0..4).map(|index| (format!("task-{index}"), profile(numbers))).collect();
    let policies: Vec<_> = (0..4).map(|index| policy(numbers, index)).collect();
    json!({
        "version": 1 + numbers.below(1000),
        "runtime_mode": numbers.of(&["record", "recommend", "shadow", "canary", "active", "compress"]),
        "capabilities": {
            "compress": numbers.below(2) == 0, "cache_hints": numbers.below(2) == 0, "routing": numbers.below(2) == 0,
            "batching": true,
        },
        "pass_through": false,
        "fail_policy": numbers.of(&["fail_open", "fail_closed"]),
        "providers": {
            "allowed": ["anthropic", "openai", "gemini"],
            "allowed_models": numbers.names("model"),
            "allowed_regions": numbers.names("region"),
        },
        "limits": {
            "max_request_bytes": 1 + numbers.below(100_000_000),
            "max_artifact_bytes": 1 + numbers.below(100_000_000),
            "requests_per_minute": 1 + numbers.below(10_000),
            "concurrent_requests": 1 + numbers.below(100),
            "monthly_usd": { "soft": numbers.below(1000), "hard": 1000.5 + numbers.fraction() },
            "spend_rate_usd": {
                "window_seconds": 60 + numbers.below(3600), "per_key_usd": 0.5 + numbers.fraction(),
                "per_workflow_usd": numbers.fraction(), "soft_block": true,
            },
        },
        "retention": { "policy_id": format!("ret-{}", numbers.below(100)) },
        "optimizers": {
            "cache_hints": { "min_prefix_tokens": numbers.below(4096), "ttl": ["5m", "1h"] },
            "toon": { "tables": true, "ratio": numbers.fraction() },
        },
        "compress": {
            "method": numbers.of(&["auto", "elision", "toon"]),
            "pixel_density": numbers.of(&["conservative", "balanced", "max"]),
        },
        "task_profiles": profiles,
        "runtime_policies": policies,
        "sdk": { "timeout_ms": numbers.below(60_000), "retry": { "attempts": 3, "backoff": [1, 2, 4] } },
        "telemetry": {
            "metadata_enabled": true, "raw_payloads_enabled": false, "sample_rate": numbers.fraction(),
        },
    })
}

fn profile(numbers: &mut Numbers) -> Value {
    json!({
        "quality_floor": numbers.fraction(),
        "alpha": numbers.fraction() * 10.0,
        "candidate_allowlist": numbers.names("model"),
        "candidate_denylist": numbers.names("model"),
        "max_p95_latency_delta_ms": numbers.below(1000),
        "max_error_delta": numbers.fraction(),
        "max_cost_ratio": numbers.fraction(),
        "cascade_enabled": numbers.below(2) == 0,
        "cascade_tau": numbers.fraction(),
        "max_escalation_rate": numbers.fraction(),
        "stickiness": numbers.of(&["conversation", "none", "key"]),
        "cross_provider": numbers.below(2) == 0,
        "data_residency": numbers.names("region"),
        "trusted_route_hints": numbers.names("hint"),
    })
}

fn policy(numbers: &mut Numbers, index: u64) -> Value {
    json!({
        "id": format!("rp-{index}-{}", numbers.below(10_000)),
        "task_family": format!("family-{index}"),
        "disabled": numbers.below(2) == 0,
        "applies_when": [
            { "field": "input_tokens", "op": numbers.of(&["lt", "lte", "gt", "gte"]), "value": numbers.below(10_000) },
            { "field": "tier", "op": "in", "value": numbers.names("tier") },
        ],
        "execute": { "workflow": format!("small-{}", numbers.below(100)) },
        "fallback": { "workflow": format!("baseline-{}", numbers.below(100)) },
        "verify": numbers.names("check"),
        "budget": { "max_cost_usd": numbers.fraction(), "max_duration_seconds": numbers.fraction() * 60.0 },
        "escalation": [{ "on": "verify_failed", "action": "run_baseline" }],
        "experiment": {
            "id": format!("exp-{}", numbers.below(10_000)),
            "holdout_frac": numbers.fraction() / 2.0,
            "arms": [
                { "name": "small", "fraction": 1 + numbers.below(9) },
                { "name": "small-with-examples", "fraction": 0.5 + numbers.fraction() },
            ],
        },
    })
}
