//! The manifest of a set.
