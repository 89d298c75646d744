//! Decodes a policy and prints what it may do: `cargo run --example policy -- [FILE]`.
//!
//! Decoding is tolerant, as in a gateway that may meet a newer policy: what it does not know is printed, and stays off.

use std::{env, error::Error, fs, process::ExitCode};

use contracts_types::{
    Grant, Policy, Tolerant, Tuning,
    policy::{Compression, RuntimePolicy, TaskProfile},
};

const DEFAULT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/policy/valid/everything.json");

fn main() -> ExitCode {
    let file = env::args().nth(1).unwrap_or_else(|| DEFAULT.to_owned());
    match read(&file) {
        Ok(policy) => {
            print(&policy);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn read(file: &str) -> Result<Tolerant<Policy>, Box<dyn Error>> {
    Ok(Policy::from_slice_tolerant(&fs::read(file)?)?)
}

fn print(policy: &Tolerant<Policy>) {
    let Tolerant { value: policy, unrecognized } = policy;
    let grants = policy.grants();
    line("policy version", policy.version);
    line("grants", grants);
    line("displayed as", policy.display_mode());
    if policy.pass_through == Some(true) {
        line("", "pass_through is on: bytes pass unchanged");
    }
    if grants.contains(Grant::Compress) {
        line("compression", compression(policy.compress.as_ref()));
    }
    if grants.contains(Grant::Routing) {
        for (task, profile) in policy.task_profiles.iter().flatten() {
            line("routing", format_args!("{task}: {}", routing(profile)));
        }
    }
    line("on failure", policy.fail_policy.effective());
    line("providers", list(policy.providers.allowed.iter().filter(|one| policy.providers.allows(one))));
    line("models", list(&policy.providers.allowed_models));
    let monthly = &policy.limits.monthly_usd;
    line("spend per month", format_args!("{} USD, a warning at {} USD", monthly.hard, monthly.soft));
    for runtime_policy in policy.runtime_policies.iter().flatten() {
        line("runtime policy", describe(runtime_policy));
    }
    if let Some(mismatch) = policy.mode_mismatch() {
        line("note", mismatch);
    }
    for unknown in unrecognized {
        line("not understood", format_args!("{:?} at {}", unknown.text, unknown.pointer));
    }
}

fn line(title: &str, text: impl std::fmt::Display) {
    println!("{title:<16}{text}");
}

fn list(items: impl IntoIterator<Item = impl ToString>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}

fn compression(compression: Option<&Compression>) -> String {
    match compression.map_or(Tuning::Default, Compression::method_tuning) {
        Tuning::Default => "by the default method".to_owned(),
        Tuning::Set(method) => format!("by the method {method}"),
        Tuning::Off => "stays off: its method is not known here".to_owned(),
    }
}

fn routing(profile: &TaskProfile) -> String {
    match profile.stickiness_tuning() {
        Tuning::Default => "routes stick as the router likes".to_owned(),
        Tuning::Set(stickiness) => format!("routes stick by {stickiness}"),
        Tuning::Off => "stays off: its stickiness is not known here".to_owned(),
    }
}

fn describe(policy: &RuntimePolicy) -> String {
    let RuntimePolicy { id, task_family, execute, .. } = policy;
    let mut parts = vec![format!("{id}: runs {} for {task_family}", execute.workflow)];
    let guards = policy.applies_when.as_ref().map_or(0, Vec::len);
    if guards > 0 {
        parts.push(format!("where {guards} guards hold"));
    }
    if let Some(experiment) = &policy.experiment {
        parts.push(format!("in experiment {}", experiment.id));
    }
    if policy.disabled == Some(true) {
        parts.push("disabled".to_owned());
    }
    parts.join(", ")
}
