//! Seeded random choices: the same on every run and on every machine.

/// A small generator of the xorshift family.
pub(crate) struct Random(u64);

impl Random {
    /// A generator; equal seeds give equal choices.
    pub(crate) fn new(seed: u64) -> Self {
        // Any number but 0, spread over all bits.
        let mut random = Self(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..8 {
            random.below(2);
        }
        random
    }

    /// A number from 0 up to `bound`, without `bound` itself.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
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
