//! Compares two versions of JSON Schemas and shows every breaking change with a document that proves it.
//!
//! [`decide`] answers whether everything that is valid under one schema is valid under another one. [`changes`] lists
//! where they differ, each change named by a rule of [`rules`]. [`compare`] brings both together for whole sets, with
//! their versions and approvals, and gives a [`Report`].

pub mod change;
mod comparison;
pub mod decision;
mod judgement;
mod leniency;
mod pairing;
pub mod report;
pub mod rules;
mod snapshot;
mod version;

pub use change::{Change, Effect, changes};
pub use comparison::{Directions, Options, compare, compare_with_base};
pub use decision::{Budget, Decision, Obstacle, Proof, Refusal, Subject, Version, Witness, decide, sample};
pub use report::Report;
pub use snapshot::{Snapshot, SnapshotFile};
