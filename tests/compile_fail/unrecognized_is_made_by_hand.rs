use contracts_types::{Unrecognized, policy::Provider};

fn invented() -> Provider {
    Provider::Unrecognized(Unrecognized("acme".to_owned()))
}

fn main() {}
