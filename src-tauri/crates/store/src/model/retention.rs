use routine_domain::Instant;

/// What a batch came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pruned {
    pub runs: u32,
    /// When the next one may be removed.
    pub next_at: Instant,
}

/// What is about to be removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prunable {
    /// Counted up to [`Prunable::COUNTED`], and then one more.
    pub runs: u32,
    /// When the oldest of them was recorded.
    pub oldest: Option<Instant>,
    /// When the next round begins, or the present one goes on.
    pub next_at: Instant,
    /// Nothing that was recorded since then has been removed; none: nothing ever was.
    pub runs_kept_since: Option<Instant>,
    pub pruned_at: Option<Instant>,
}

impl Prunable {
    pub const COUNTED: u32 = 10_000;
}
