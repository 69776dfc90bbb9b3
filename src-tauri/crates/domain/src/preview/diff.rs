//! What a change of trigger takes away and what it brings.

use serde::{Deserialize, Serialize};

use crate::{Instant, Trigger};

/// Each list ends here.
const MOST_LISTED: usize = 200;

/// Fires compared before giving up on completeness, so that a trigger of every second costs no
/// more than others.
const MOST_COMPARED: usize = 10_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diff {
    /// Fires of the old trigger in the window, exact whatever the lists hold.
    pub fires_before: u32,
    /// Fires of the new one.
    pub fires_after: u32,
    /// Fires of the old trigger that the new one has not, in order.
    pub gone: Vec<Instant>,
    /// Fires of the new trigger that the old one had not, in order.
    pub come: Vec<Instant>,
    /// Whether the lists hold all there is.
    pub complete: bool,
    /// The first fire of the new trigger, in the window or after it.
    pub first: Option<Instant>,
}

/// Compares the fires of two triggers with `from < fire <= to`.
pub fn diff(old: &Trigger, new: &Trigger, from: Instant, to: Instant) -> Diff {
    let mut before = old.after(from).take_while(|at| *at <= to).peekable();
    let mut after = new.after(from).take_while(|at| *at <= to).peekable();
    let (mut gone, mut come, mut compared) = (Vec::new(), Vec::new(), 0);
    let complete = loop {
        let (left, right) = (before.peek().copied(), after.peek().copied());
        let Some(at) = left.into_iter().chain(right).min() else {
            break true;
        };
        if gone.len().max(come.len()) == MOST_LISTED || compared == MOST_COMPARED {
            break false;
        }
        compared += 1;
        if left == Some(at) {
            before.next();
        }
        if right == Some(at) {
            after.next();
        }
        match (left == Some(at), right == Some(at)) {
            (true, false) => gone.push(at),
            (false, true) => come.push(at),
            _ => {}
        }
    };
    Diff {
        fires_before: old.count_between(from, to),
        fires_after: new.count_between(from, to),
        gone,
        come,
        complete,
        first: new.next_after(from),
    }
}
