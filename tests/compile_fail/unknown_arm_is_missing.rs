use contracts_types::policy::FailPolicy;

fn lets_pass(policy: FailPolicy) -> bool {
    match policy {
        FailPolicy::FailOpen => true,
        FailPolicy::FailClosed => false,
    }
}

fn main() {}
