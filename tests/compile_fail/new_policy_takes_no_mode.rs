use contracts_types::{NewPolicy, policy::RuntimeMode};

fn active(policy: NewPolicy) -> NewPolicy {
    NewPolicy { runtime_mode: RuntimeMode::Active, ..policy }
}

fn main() {}
