//! One action on many: one at a time, in chunks, with progress, a stop, and a word on every item.
//!
//! What an item's change is belongs to its own module; this only counts what became of it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{
    CommandError, Desk, ErrorCode,
    wire::{BulkConflict, BulkLeftOut, BulkProgress, BulkReport, Tag},
};

/// Items between two looks of the screens at what has changed.
const CHUNK: u32 = 25;

/// The progress of the bulk action under way, if there is one.
#[derive(Default)]
pub(crate) struct Slot(Mutex<Option<BulkProgress>>);

impl Slot {
    fn lock(&self) -> MutexGuard<'_, Option<BulkProgress>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// None when no bulk action is under way.
pub fn progress(desk: &Desk) -> Option<BulkProgress> {
    desk.bulk.lock().clone()
}

/// Ends the bulk action under way after the item it is at. Answers whether there was one.
pub fn stop(desk: &Desk) -> bool {
    let stopped = match desk.bulk.lock().as_mut() {
        Some(progress) => {
            progress.stopping = true;
            true
        }
        None => false,
    };
    desk.announce(&[Tag::Bulk]);
    stopped
}

/// What became of one item.
pub(crate) enum Handled {
    Done,
    LeftOut(BulkLeftOut),
    Conflict(BulkConflict),
}

/// A bulk action under way. While it lives no other can begin; dropped, it makes room.
pub(crate) struct Bulk<'a> {
    desk: &'a Desk,
    /// Stale after each chunk.
    tags: &'static [Tag],
    total: u32,
    handled: u32,
    report: BulkReport,
}

impl<'a> Bulk<'a> {
    /// Refused while another one is under way. `verb` is that of the button.
    pub(crate) fn begin(
        desk: &'a Desk,
        verb: &str,
        total: usize,
        tags: &'static [Tag],
    ) -> Result<Self, CommandError> {
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        let mut slot = desk.bulk.lock();
        if let Some(other) = slot.as_ref() {
            return Err(CommandError::new(
                ErrorCode::Refused,
                format!(
                    "{} of {} routines is under way, {} are done. Wait for its end, or stop it.",
                    other.verb, other.total, other.handled
                ),
            ));
        }
        *slot = Some(BulkProgress {
            verb: verb.to_owned(),
            handled: 0,
            total,
            stopping: false,
        });
        drop(slot);
        desk.announce(&[Tag::Bulk]);
        Ok(Self {
            desk,
            tags,
            total,
            handled: 0,
            report: BulkReport::default(),
        })
    }

    /// Whether the next item may be begun.
    pub(crate) fn goes_on(&self) -> bool {
        let slot = self.desk.bulk.lock();
        slot.as_ref().is_some_and(|progress| !progress.stopping)
    }

    pub(crate) fn record(&mut self, handled: Handled) {
        match handled {
            Handled::Done => self.report.done += 1,
            Handled::LeftOut(item) => self.report.left_out.push(item),
            Handled::Conflict(item) => self.report.conflicts.push(item),
        }
        self.handled += 1;
        if let Some(progress) = self.desk.bulk.lock().as_mut() {
            progress.handled = self.handled;
        }
        if self.handled.is_multiple_of(CHUNK) {
            self.desk.announce(&[Tag::Bulk]);
            self.desk.announce(self.tags);
        }
    }

    pub(crate) fn end(mut self) -> BulkReport {
        let missing = self.total - self.handled;
        self.report.stopped = (missing > 0).then_some(missing);
        std::mem::take(&mut self.report)
    }
}

impl Drop for Bulk<'_> {
    fn drop(&mut self) {
        *self.desk.bulk.lock() = None;
        self.desk.announce(&[Tag::Bulk]);
        self.desk.announce(self.tags);
    }
}
