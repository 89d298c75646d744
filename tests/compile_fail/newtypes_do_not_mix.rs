use contracts_types::policy::{RuntimePolicyId, RuntimePolicyTaskFamily};

fn decide(_family: &RuntimePolicyTaskFamily) {}

fn mixed_up(id: &RuntimePolicyId) {
    decide(id);
}

fn main() {}
