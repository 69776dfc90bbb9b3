//! A set of numbers below 64: what one field of an expression allows.

/// Values of one field. Every field of cron fits into the bits of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct ValueSet(u64);

impl ValueSet {
    pub fn insert(&mut self, value: u32) {
        self.0 |= 1 << value;
    }

    pub fn remove(&mut self, value: u32) {
        self.0 &= !(1 << value);
    }

    pub fn contains(self, value: u32) -> bool {
        self.0 >> value & 1 == 1
    }

    pub fn iter(self) -> impl DoubleEndedIterator<Item = u32> + Clone {
        (0..64).filter(move |value| self.contains(*value))
    }

    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The least value; 64 of an empty set.
    pub fn first(self) -> u32 {
        self.0.trailing_zeros()
    }

    /// The greatest value; no field is ever empty.
    pub fn last(self) -> u32 {
        63 - self.0.leading_zeros().min(63)
    }

    /// The least value above `bound`.
    pub fn above(self, bound: u32) -> Option<u32> {
        let above = Self(self.0 & !((2 << bound) - 1));
        (above.0 != 0).then(|| above.first())
    }

    /// How many values lie below `bound`.
    pub fn count_below(self, bound: u32) -> u32 {
        (self.0 & ((1 << bound) - 1)).count_ones()
    }

    /// Distances between neighbours.
    pub fn steps(self) -> impl Iterator<Item = u32> + Clone {
        self.iter().zip(self.iter().skip(1)).map(|(a, b)| b - a)
    }

    /// The bits, value 0 lowest.
    pub fn bits(self) -> u64 {
        self.0
    }
}

impl FromIterator<u32> for ValueSet {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> Self {
        let mut set = Self::default();
        values.into_iter().for_each(|value| set.insert(value));
        set
    }
}
