//! Types that check formats say which feature does it.

contracts_runtime::require_formats!();

fn main() {}
