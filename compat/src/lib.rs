//! Compares two versions of JSON Schemas and shows every breaking change with a document that proves it.
//!
//! [`decide`] answers whether everything that is valid under one schema is valid under another one.

pub mod decision;

pub use decision::{Budget, Decision, Obstacle, Proof, Refusal, Subject, Version, Witness, decide};
