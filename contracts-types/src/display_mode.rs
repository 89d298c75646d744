//! The runtime mode that a set of grants shows as.
//!
//! The stored `runtime_mode` of a document with `capabilities` is a display string that its grants derive. The display
//! loses information (`{routing}` alone shows as `active`), so [`DisplayMode`] is a type of its own, without a way
//! back to [`Grants`].

use std::fmt;

use crate::{
    grants::{Grant, Grants},
    policy::{Policy, RuntimeMode},
};

/// How a set of grants is shown. It says nothing about which grants they are: ask [`Policy::grants`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DisplayMode {
    /// No grant: bytes pass unchanged.
    Record,
    /// Compression, in any company.
    Compress,
    /// Cache hints, routing or both, without compression.
    Active,
}

impl DisplayMode {
    /// The text that `runtime_mode` has on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Compress => "compress",
            Self::Active => "active",
        }
    }

    /// The value to store. It stays inside this crate: a stored mode that left it could be put into a document
    /// without `capabilities`, where it would grant.
    fn to_stored(self) -> RuntimeMode {
        match self {
            Self::Record => RuntimeMode::Record,
            Self::Compress => RuntimeMode::Compress,
            Self::Active => RuntimeMode::Active,
        }
    }
}

impl fmt::Display for DisplayMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The whole mapping from grants to what is displayed. The contract leaves it open; this table is the project's
/// choice.
fn display(grants: Grants) -> DisplayMode {
    if grants.is_empty() {
        DisplayMode::Record
    } else if grants.contains(Grant::Compress) {
        DisplayMode::Compress
    } else {
        DisplayMode::Active
    }
}

/// A stored `runtime_mode` that is not the one which the policy derives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeMismatch {
    /// The mode that the document has. Readers ignore it.
    pub stored: RuntimeMode,
    /// The mode that the grants derive.
    pub derived: DisplayMode,
}

impl fmt::Display for ModeMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stored, derived } = self;
        let stored = stored.as_str();
        write!(f, "the stored runtime_mode {stored:?} is ignored: the capabilities derive {:?}", derived.as_str())
    }
}

impl Policy {
    /// The runtime mode to display.
    pub fn display_mode(&self) -> DisplayMode {
        display(self.grants())
    }

    /// The stored mode of a document with `capabilities`, where it is not the derived one.
    ///
    /// Decoding keeps such a mode, and it changes nothing; it is worth a warning. In a document without `capabilities`
    /// the stored mode is the input and cannot differ.
    pub fn mode_mismatch(&self) -> Option<ModeMismatch> {
        self.capabilities.as_ref()?;
        let derived = self.display_mode();
        (self.runtime_mode != derived.to_stored())
            .then(|| ModeMismatch { stored: self.runtime_mode.clone(), derived })
    }

    /// Stores the derived mode, as after a change to `capabilities` or `pass_through`.
    ///
    /// A document without `capabilities` keeps its mode, which is what its grants come from.
    pub fn store_derived_mode(&mut self) {
        if self.capabilities.is_some() {
            self.runtime_mode = self.display_mode().to_stored();
        }
    }
}
