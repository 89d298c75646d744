//! Unknown values of a policy's tuning members: the feature that they tune stays off.
//!
//! `effective()` of these enums answers `None` for a text that this build does not know. Read through an optional
//! member, that `None` would look like an absent member, for which the reader's own default holds, and the feature
//! would run by guess. [`Tuning`] keeps the two apart.

use crate::policy::{Compression, CompressionMethod, PixelDensity, Stickiness, TaskProfile};

/// What a policy says about how a granted feature works. It grants nothing by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tuning<T> {
    /// Nothing: the reader's own default is in force.
    Default,
    /// A value that this build knows.
    Set(T),
    /// A value that this build does not know: the feature stays off, even where it is granted.
    Off,
}

impl<T> Tuning<T> {
    /// `effective` is the value to act on, `None` for an unknown one.
    fn read<U>(member: Option<&U>, effective: fn(&U) -> Option<T>) -> Self {
        match member.map(effective) {
            None => Self::Default,
            Some(Some(value)) => Self::Set(value),
            Some(None) => Self::Off,
        }
    }

    /// The value to work with: the one that is set or else `default`; `None` where the feature stays off.
    pub fn value_or(self, default: T) -> Option<T> {
        match self {
            Self::Default => Some(default),
            Self::Set(value) => Some(value),
            Self::Off => None,
        }
    }
}

impl Compression {
    /// The method that compresses content; [`Tuning::Off`] leaves compression off.
    pub fn method_tuning(&self) -> Tuning<CompressionMethod> {
        Tuning::read(self.method.as_ref(), CompressionMethod::effective)
    }

    /// How strongly images are reduced; [`Tuning::Off`] leaves images as they are.
    pub fn pixel_density_tuning(&self) -> Tuning<PixelDensity> {
        Tuning::read(self.pixel_density.as_ref(), PixelDensity::effective)
    }
}

impl TaskProfile {
    /// What keeps its route once chosen; [`Tuning::Off`] leaves routing off for the profile.
    pub fn stickiness_tuning(&self) -> Tuning<Stickiness> {
        Tuning::read(self.stickiness.as_ref(), Stickiness::effective)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn off_has_no_default() {
        assert_eq!(Tuning::Default.value_or(1), Some(1));
        assert_eq!(Tuning::Set(2).value_or(1), Some(2));
        assert_eq!(Tuning::Off.value_or(1), None);
    }
}
