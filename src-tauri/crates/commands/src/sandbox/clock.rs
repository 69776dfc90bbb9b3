//! Moving the clock, and walking it through everything on its way where this app sweeps.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use chrono::Duration;
use routine_domain::{
    ClockMove, Instant, Jump, Mutation, protection::Reach, virtual_clock::ZoneChange,
};
use routine_engine::{EngineError, Steer, Stopwatch};
use routine_store::{Store, model::Environment};

use super::{LOOKED_AT, demand_alone, next_change, next_fire, status, zones};
use crate::{
    CommandError, Desk, ErrorCode,
    scheduler::Embedded,
    session::Session,
    wire::{ClockOrder, SandboxStatus, Tag},
};

/// A walk ends here, wherever it is: nobody watches a button for longer.
const WALK_SECONDS: f64 = 15.0;
const EARLY: &str =
    "So much happens on the way that the jump has ended early. Jump again to go on.";
/// Where a clock change is further away than a day, the walk begins so long before it.
const APPROACH: Duration = Duration::hours(1);

pub async fn move_clock(desk: &Desk, order: ClockOrder) -> Result<SandboxStatus, CommandError> {
    let session = desk.permit(Mutation::MoveClock, Reach::One).await?;
    let store = session.store()?;
    let environment = store.environment().await?;
    demand_alone(desk, &session, &environment).await?;
    let mut notice = None;
    let step = match order {
        ClockOrder::Pace { rate } => ClockMove::Pace { rate },
        ClockOrder::Set { at } => ClockMove::Set {
            at,
            rate: rate_of(&environment),
        },
        ClockOrder::Real => ClockMove::Real,
        ClockOrder::Jump { jump } => {
            let rate = rate_of(&environment);
            // Held first: one that goes on would be set back to where it was read.
            let hold = ClockMove::Pace { rate: 0 };
            let held = store.move_clock(hold, None).await?.unwrap_or(environment);
            let (at, to) = match jump_from(desk, &session, jump, held.now()).await {
                Ok(reached) => reached,
                // Whoever moved it meanwhile has the last word.
                Err(taken) if taken.code == ErrorCode::Conflict => return Err(taken),
                Err(refused) => {
                    let before = environment.clock;
                    let back = before.map_or(ClockMove::Real, |_| ClockMove::Pace { rate });
                    store.move_clock(back, None).await?;
                    return Err(refused);
                }
            };
            notice = (at < to).then(|| EARLY.to_owned());
            ClockMove::Set { at, rate }
        }
    };
    step.check()?;
    store.move_clock(step, Some(&desk.actor())).await?;
    desk.announce(&[Tag::Scheduler, Tag::Routines, Tag::Runs]);
    Ok(SandboxStatus {
        notice,
        ..status(desk).await?
    })
}

/// Answers how far it came, and how far it was to go. The clock is held at `now`.
async fn jump_from(
    desk: &Desk,
    session: &Session,
    jump: Jump,
    now: Instant,
) -> Result<(Instant, Instant), CommandError> {
    let waiting = session.store()?.in_schedule(None, LOOKED_AT).await?;
    let change = next_change(&zones(&waiting), now);
    let Some(to) = jump.target(now, next_fire(&waiting, now), change) else {
        return Err(CommandError::new(
            ErrorCode::Refused,
            "There is nothing to jump to: nothing is planned, and no clock in use changes.",
        ));
    };
    ClockMove::Set { at: to, rate: 0 }.check()?;
    let from = match jump {
        Jump::PastClockChange => change.and_then(|change| approach(&change, now)),
        _ => None,
    };
    let reached = go(desk, session, (from.unwrap_or(now), to)).await?;
    Ok((reached, to))
}

/// Where the walk past a change begins, if that is not here.
pub(super) fn approach(change: &ZoneChange, now: Instant) -> Option<Instant> {
    let is_far = change.change.at - now > Duration::days(1);
    is_far.then(|| change.change.at - APPROACH)
}

/// A clock that is moved out of real time stands still there.
fn rate_of(environment: &Environment) -> u32 {
    environment.clock.map_or(0, |clock| clock.rate)
}

/// Walks where the embedded scheduler runs, and answers how far it came.
async fn go(
    desk: &Desk,
    session: &Session,
    (from, to): (Instant, Instant),
) -> Result<Instant, CommandError> {
    let scheduler = session.scheduler.read().await;
    let Some(embedded) = scheduler.as_ref().filter(|embedded| embedded.is_running()) else {
        return Ok(to);
    };
    let Ok(_alone) = session.walking.try_lock() else {
        return Err(CommandError::new(
            ErrorCode::Refused,
            "The clock is on its way already. Wait for its end, or hold it.",
        ));
    };
    let wheel = Wheel::begin(session.store()?, from).await?;
    let reached = walk(embedded, to, &wheel).await;
    desk.announce(&[Tag::Scheduler]);
    reached
}

async fn walk(embedded: &Embedded, to: Instant, wheel: &Wheel) -> Result<Instant, CommandError> {
    let reached = embedded.worker().walk(to, wheel).await?;
    if wheel.was_taken() {
        return Err(CommandError::new(
            ErrorCode::Conflict,
            "The clock was moved meanwhile, so the jump has ended there.",
        ));
    }
    Ok(reached)
}

/// Takes the stored clock from one moment to the next, as long as nobody else does.
struct Wheel {
    store: Arc<dyn Store>,
    watch: Stopwatch,
    state: Mutex<State>,
}

struct State {
    shown: Instant,
    taken: bool,
}

impl Wheel {
    async fn begin(store: Arc<dyn Store>, at: Instant) -> Result<Self, CommandError> {
        store
            .move_clock(ClockMove::Set { at, rate: 0 }, None)
            .await?;
        Ok(Self {
            store,
            watch: Stopwatch::start(),
            state: Mutex::new(State {
                shown: at,
                taken: false,
            }),
        })
    }

    fn was_taken(&self) -> bool {
        self.lock().taken
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Steer for Wheel {
    async fn go_to(&self, at: Instant) -> Result<bool, EngineError> {
        let found = self.store.environment().await?.clock;
        let is_ours =
            found.is_some_and(|clock| clock.rate == 0 && clock.shown == self.lock().shown);
        if !is_ours {
            self.lock().taken = true;
            return Ok(false);
        }
        if self.watch.seconds() > WALK_SECONDS {
            return Ok(false);
        }
        self.store
            .move_clock(ClockMove::Set { at, rate: 0 }, None)
            .await?;
        self.lock().shown = at;
        Ok(true)
    }
}
