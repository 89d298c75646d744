//! Choices that the bytes of an input make.

/// Each choice takes bytes; where they end, the first of the choices is taken, so that every input comes to an end.
pub(crate) struct Random<'b> {
    bytes: &'b [u8],
}

impl<'b> Random<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Self { bytes }
    }

    /// Whether there are bytes left.
    pub(crate) fn goes_on(&self) -> bool {
        !self.bytes.is_empty()
    }

    fn byte(&mut self) -> usize {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(*first)
    }

    /// A number from 0 up to `bound`, without `bound` itself.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let mut value = self.byte();
        if bound > 256 {
            value = value << 8 | self.byte();
        }
        value % bound
    }

    /// True in `times` of `of` cases.
    pub(crate) fn chance(&mut self, times: usize, of: usize) -> bool {
        self.below(of) < times
    }

    /// One entry of a list that is not empty.
    pub(crate) fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }
}
