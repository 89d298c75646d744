//! Types with numbers of any size say which feature holds them.

contracts_runtime::require_exact_numbers!();

fn main() {}
