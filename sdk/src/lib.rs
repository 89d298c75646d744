//! The Rust client of the Caveman gateway, on types generated from its contracts.
