//! Which transforms a policy may apply.
//!
//! A policy answers with a set of grants, not with a stage: the three grants combine freely. Three rules decide, and
//! the first that applies wins:
//!
//! 1. `pass_through: true` grants nothing, whatever else the document says.
//! 2. A document with `capabilities` is decided by them alone: a grant is on where its key is `true`. Absent, `false`
//!    and unknown keys grant nothing, and the stored `runtime_mode` is no input.
//! 3. A document without `capabilities` (the older form) derives its grants from `runtime_mode`.
//!
//! [`Policy::grants`] is the only way to a set of grants. Nothing else makes one, so that no shortcut (a display mode,
//! a mode that reads like a stage) can widen what a policy allows.

use std::fmt;

use crate::policy::{Capabilities, Policy, RuntimeMode};

/// A transform that a policy may allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grant {
    /// Compression of request content.
    Compress,
    /// Provider cache hints on requests.
    CacheHints,
    /// Routing of requests to another model.
    Routing,
}

impl Grant {
    /// All grants, in the order of the contract.
    pub const ALL: [Self; 3] = [Self::Compress, Self::CacheHints, Self::Routing];

    /// The key that carries the grant in `capabilities`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Compress => "compress",
            Self::CacheHints => "cache_hints",
            Self::Routing => "routing",
        }
    }

    const fn bit(self) -> u8 {
        match self {
            Self::Compress => 1,
            Self::CacheHints => 2,
            Self::Routing => 4,
        }
    }
}

impl fmt::Display for Grant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The transforms that a policy allows: an unordered set, made by [`Policy::grants`] alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grants(u8);

impl Grants {
    const NONE: Self = Self(0);

    const fn with(self, grant: Grant) -> Self {
        Self(self.0 | grant.bit())
    }

    /// Whether the transform is allowed.
    pub const fn contains(self, grant: Grant) -> bool {
        self.0 & grant.bit() != 0
    }

    /// Whether no transform is allowed: bytes pass unchanged.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The transforms that are allowed, in the order of [`Grant::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Grant> {
        Grant::ALL.into_iter().filter(move |grant| self.contains(*grant))
    }
}

impl fmt::Debug for Grants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for Grants {
    /// `compress, routing`, or `none`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        for (index, grant) in self.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            f.write_str(grant.as_str())?;
        }
        Ok(())
    }
}

impl Policy {
    /// The transforms that this policy allows.
    ///
    /// `pass_through` outranks `capabilities`, and these outrank `runtime_mode`, which counts in the older form of the
    /// document alone. Unknown capabilities and unknown modes grant nothing.
    pub fn grants(&self) -> Grants {
        if self.pass_through == Some(true) {
            return Grants::NONE;
        }
        match &self.capabilities {
            Some(capabilities) => of_capabilities(capabilities),
            None => of_mode(&self.runtime_mode),
        }
    }
}

/// Rule 2. Keys that the schema does not declare stand in `extra`, which is not looked at.
fn of_capabilities(capabilities: &Capabilities) -> Grants {
    let switches = [
        (Grant::Compress, capabilities.compress),
        (Grant::CacheHints, capabilities.cache_hints),
        (Grant::Routing, capabilities.routing),
    ];
    switches
        .into_iter()
        .filter(|(_, on)| *on == Some(true))
        .fold(Grants::NONE, |grants, (grant, _)| grants.with(grant))
}

/// Rule 3, with the mapping of the older form: four modes behave identically (two of their names are display labels,
/// not traffic splits), and a mode that this build does not know grants as little as `record`.
fn of_mode(mode: &RuntimeMode) -> Grants {
    match mode {
        RuntimeMode::Record | RuntimeMode::Unrecognized(_) => Grants::NONE,
        RuntimeMode::Compress => Grants::NONE.with(Grant::Compress),
        RuntimeMode::Recommend | RuntimeMode::Shadow | RuntimeMode::Canary | RuntimeMode::Active => {
            Grants::NONE.with(Grant::CacheHints).with(Grant::Routing)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_grants() {
        let set = Grants::NONE.with(Grant::Routing).with(Grant::Compress).with(Grant::Routing);
        assert!(set.contains(Grant::Compress) && set.contains(Grant::Routing) && !set.contains(Grant::CacheHints));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Grant::Compress, Grant::Routing]);
        assert_eq!(set, Grants::NONE.with(Grant::Compress).with(Grant::Routing));
        assert_eq!(set.to_string(), "compress, routing");
        assert_eq!(format!("{set:?}"), "{Compress, Routing}");
        assert!(Grants::NONE.is_empty() && !set.is_empty());
        assert_eq!(Grants::NONE.to_string(), "none");
    }
}
