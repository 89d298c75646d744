//! What a figure rests on.

/// What a figure rests on. Nothing that this client says was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Basis {
    /// It was inferred, not measured.
    #[default]
    Inferred,
}

impl Basis {
    /// Its name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Inferred => "inferred",
        }
    }
}
