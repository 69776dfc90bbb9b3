//! What a worker has in hand, counted, so that a pass can wait for room and a stop for quiet.

use std::sync::Arc;

use tokio::sync::watch;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Load {
    /// Runs that were claimed and whose launch has not come to a result.
    pub launching: usize,
    /// Work that goes on in this process.
    pub working: usize,
    /// Reports that are not in the database yet.
    pub unwritten: usize,
}

impl Load {
    /// Every launch has come to a result and is in the database; work may still go on.
    pub fn is_settled(&self) -> bool {
        self.launching == 0 && self.unwritten == 0
    }

    pub fn is_idle(&self) -> bool {
        self.is_settled() && self.working == 0
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Part {
    Launching,
    Working,
    Unwritten,
}

#[derive(Clone, Default)]
pub(crate) struct LoadCounter {
    load: Arc<watch::Sender<Load>>,
}

impl LoadCounter {
    pub(crate) fn now(&self) -> Load {
        *self.load.borrow()
    }

    /// Counts one for as long as the answer lives.
    pub(crate) fn take(&self, part: Part) -> Carried {
        self.change(part, |count| *count += 1);
        Carried {
            counter: self.clone(),
            part,
        }
    }

    /// Resolves once the load is such that `wanted` holds.
    pub(crate) async fn until(&self, wanted: impl FnMut(&Load) -> bool) {
        // The sender lives as long as `self`, so waiting cannot fail.
        let _ = self.load.subscribe().wait_for(wanted).await;
    }

    fn change(&self, part: Part, change: impl FnOnce(&mut usize)) {
        self.load.send_modify(|load| {
            change(match part {
                Part::Launching => &mut load.launching,
                Part::Working => &mut load.working,
                Part::Unwritten => &mut load.unwritten,
            });
        });
    }
}

/// One of something in hand; dropping it puts it down.
pub(crate) struct Carried {
    counter: LoadCounter,
    part: Part,
}

impl Drop for Carried {
    fn drop(&mut self) {
        self.counter.change(self.part, |count| *count -= 1);
    }
}
