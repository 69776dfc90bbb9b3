//! Looking at the open database for what a person is to be told; `routine_domain::notices` decides.

use routine_domain::{
    RunStatus,
    notices::{Notice, Observed, Out, OutKind, Wanted},
    revive_plan::PlanStatus,
    state::OffBy,
};
use routine_store::model::{Attention, Failing, RevivePlan};

pub use routine_domain::notices::Board;

use crate::{CommandError, Desk, scheduler, wire::Settings};

/// The newest that went out of the schedule, of each sort.
const NEWEST: u32 = 50;
/// The newest revive plans.
const PLANS: u32 = 20;

/// One look: what is to be told now, in the open database and as this person chose.
pub async fn look(desk: &Desk, board: &mut Board) -> Result<Option<Notice>, CommandError> {
    let settings = desk.host.settings().settings;
    if desk.open_session().await.is_none() {
        return Ok(None);
    }
    let observed = observe(desk).await?;
    Ok(board.look(observed, wanted(&settings)))
}

/// What links call the open database.
pub async fn profile(desk: &Desk) -> String {
    let status = crate::connection::status(desk).await.ok();
    let open = status.and_then(|status| status.connection);
    open.map_or_else(String::new, |open| open.name)
}

async fn observe(desk: &Desk) -> Result<Observed, CommandError> {
    let reading = desk.reading().await?;
    let (store, now) = (reading.store.as_ref(), reading.now);
    let attention = store.attention(None, now).await?;
    let failing = store.failing(None, NEWEST).await?;
    let plans = store.list_revive_plans(PLANS).await?;
    Ok(Observed {
        database: desk.session().await?.address.to_string(),
        at: now,
        silent: scheduler::heartbeat(desk).await?.silent,
        out: failing.into_iter().filter_map(out).collect(),
        failing: all_failing(&attention),
        failed_canaries: plans
            .into_iter()
            .filter(canary_failed)
            .map(of_plan)
            .collect(),
    })
}

fn wanted(settings: &Settings) -> Wanted {
    let on = settings.habits.system_notices;
    let notices = settings.notices;
    Wanted {
        dead_lettered: on && notices.dead_lettered,
        switched_off: on && notices.switched_off,
        nobody_sweeps: on && notices.nobody_sweeps,
        canary_failed: on && notices.canary_failed,
        recovered: on && notices.recovered,
    }
}

fn all_failing(attention: &Attention) -> u32 {
    attention.backing_off + attention.dead_lettered + attention.switched_off + attention.cannot_fire
}

fn out(failing: Failing) -> Option<Out> {
    let routine = failing.listing.routine;
    let (kind, since, why) = match &routine.off {
        Some(off) if off.by != OffBy::Person => {
            (OutKind::SwitchedOff, off.at, Some(off.reason.clone()))
        }
        _ => (
            OutKind::DeadLettered,
            routine.placement.dead_lettered_at?,
            None,
        ),
    };
    let error = failing.error.or(why).unwrap_or_default();
    Some(Out {
        id: routine.id,
        name: routine.name,
        kind,
        since,
        error,
    })
}

fn canary_failed(plan: &RevivePlan) -> bool {
    let failed = matches!(
        plan.canary_run,
        Some((
            _,
            Some(RunStatus::Failed | RunStatus::ScheduleFailed | RunStatus::Abandoned)
        ))
    );
    failed && plan.status == PlanStatus::Stopped
}

fn of_plan(plan: RevivePlan) -> (routine_domain::RevivePlanId, String) {
    (plan.id, plan.subject)
}
