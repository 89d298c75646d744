//! Compares two versions of JSON Schemas and shows every breaking change with a document that proves it.
//!
//! [`decide`] answers whether everything that is valid under one schema is valid under another one. [`changes`] lists
//! where they differ, each change named by a rule of [`rules`].

pub mod change;
pub mod decision;
pub mod rules;

pub use change::{Change, Effect, changes};
pub use decision::{Budget, Decision, Obstacle, Proof, Refusal, Subject, Version, Witness, decide, sample};
