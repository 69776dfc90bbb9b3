//! The clock and the faults of a database that is marked as a sandbox.

mod axis;
mod clock;
mod create;

use std::collections::BTreeSet;

use routine_domain::{
    FaultKind, Instant, Jump, Launcher, Mutation, SandboxFaults, Zone,
    protection::{ChangeKind, Reach},
    virtual_clock::{ZoneChange, next_change},
};
use routine_store::{
    Engine, Store,
    model::{Environment, InSchedule},
};

pub use clock::move_clock;
pub use create::create;

use crate::{
    CommandError, Desk, ErrorCode, scheduler,
    scheduler::Embedded,
    session::Session,
    wire::{ClockChangeAhead, FaultSwitch, JumpTarget, SandboxStatus, Tag, VirtualTime},
};

/// Routines whose triggers are looked at.
const LOOKED_AT: u32 = 5_000;

pub async fn status(desk: &Desk) -> Result<SandboxStatus, CommandError> {
    let session = desk.session().await?;
    let store = session.store()?;
    let environment = store.environment().await?;
    let now = environment.now();
    let waiting = store.in_schedule(None, LOOKED_AT).await?;
    let change = next_change(&zones(&waiting), now);
    let walks = walks(&session).await;
    let faults = environment.faults.unwrap_or_default();
    Ok(SandboxStatus {
        is_sandbox: environment.is_sandbox,
        refusal: refusal(desk, &session, &environment).await?,
        clock: virtual_time(&environment),
        jumps: jumps(&waiting, change, now),
        passage: passage(walks, &environment),
        change: change.map(ahead),
        axis: axis::around(store.as_ref(), &waiting, now).await?,
        faults,
        switches: FaultKind::ALL
            .iter()
            .map(|kind| switch(*kind, &faults))
            .collect(),
        pretends: pretends(store.as_ref()).await?,
        notice: None,
        real_now: environment.real,
        now,
    })
}

pub async fn set_faults(desk: &Desk, faults: SandboxFaults) -> Result<SandboxStatus, CommandError> {
    faults.check()?;
    let session = desk.permit(Mutation::SetFaults, Reach::One).await?;
    let store = session.store()?;
    let environment = store.environment().await?;
    demand_alone(desk, &session, &environment).await?;
    store
        .set_faults(Some(&faults), &desk.actor(), environment.now())
        .await?;
    desk.announce(&[Tag::Scheduler]);
    status(desk).await
}

/// Why clock and faults may not be touched, as a sentence.
async fn refusal(
    desk: &Desk,
    session: &Session,
    environment: &Environment,
) -> Result<Option<String>, CommandError> {
    let permitted = session.permit(ChangeKind::Rehearse, None, environment.is_sandbox);
    match permitted {
        Err(withheld) => Ok(Some(withheld.to_string())),
        Ok(()) => shared(desk, session, environment).await,
    }
}

/// A server's clock is everybody's: the sentence says who else would follow it.
async fn shared(
    desk: &Desk,
    session: &Session,
    environment: &Environment,
) -> Result<Option<String>, CommandError> {
    if session.address.engine() == Engine::Sqlite {
        return Ok(None);
    }
    let others = scheduler::others_awake(desk, session.store()?.as_ref(), environment).await?;
    Ok(others.first().map(|first| {
        format!(
            "Other workers share this PostgreSQL database ({first}{}), and would follow its clock. Stop them first.",
            match others.len() {
                1 => String::new(),
                count => format!(" and {} more", count - 1),
            }
        )
    }))
}

async fn demand_alone(
    desk: &Desk,
    session: &Session,
    environment: &Environment,
) -> Result<(), CommandError> {
    match shared(desk, session, environment).await? {
        None => Ok(()),
        Some(sentence) => Err(CommandError::new(ErrorCode::Refused, sentence)),
    }
}

fn passage(walks: bool, environment: &Environment) -> String {
    let on_the_way = match walks {
        true => "What is due on the way fires at its time.",
        false => "The scheduler inside this app does not run: what is due on the way will be late.",
    };
    match environment.now() > environment.real {
        true => format!("{on_the_way} Going back takes back what happened later, runs included."),
        false => on_the_way.to_owned(),
    }
}

/// Whether a jump goes through everything on its way.
async fn walks(session: &Session) -> bool {
    let scheduler = session.scheduler.read().await;
    scheduler.as_ref().is_some_and(Embedded::is_running)
}

pub(crate) fn virtual_time(environment: &Environment) -> Option<VirtualTime> {
    environment.clock.map(|clock| VirtualTime {
        rate: clock.rate,
        words: match clock.rate {
            0 => "held".to_owned(),
            1 => "at the pace of real time".to_owned(),
            rate => format!("{rate} times faster"),
        },
    })
}

/// The zones whose clocks decide over something that waits in the schedule.
fn zones(waiting: &[InSchedule]) -> Vec<Zone> {
    let names: BTreeSet<_> = waiting
        .iter()
        .filter_map(|each| match &each.trigger {
            routine_domain::TriggerSpec::Cron { zone, .. } => Some(zone.as_str()),
            _ => None,
        })
        .collect();
    names
        .into_iter()
        .filter_map(|name| Zone::parse(name).ok())
        .collect()
}

fn next_fire(waiting: &[InSchedule], now: Instant) -> Option<Instant> {
    let fires = waiting.iter().map(|each| each.next_fire_at);
    fires.filter(|at| *at > now).min()
}

fn jumps(waiting: &[InSchedule], change: Option<ZoneChange>, now: Instant) -> Vec<JumpTarget> {
    let next_fire = next_fire(waiting, now);
    let target = |jump: &Jump| {
        let at = jump.target(now, next_fire, change);
        JumpTarget {
            jump: *jump,
            at,
            note: match jump {
                Jump::NextFire if at.is_none() => Some("Nothing is planned.".to_owned()),
                Jump::PastClockChange if at.is_none() => {
                    Some("No zone in use changes its clock within two years.".to_owned())
                }
                Jump::PastClockChange => change
                    .and_then(|change| clock::approach(&change, now))
                    .map(|_| "The time until an hour before it is left out.".to_owned()),
                _ => None,
            },
        }
    };
    Jump::ALL.iter().map(target).collect()
}

fn ahead(found: ZoneChange) -> ClockChangeAhead {
    let ZoneChange { zone, change } = found;
    ClockChangeAhead {
        at: change.at,
        over_at: found.over_at(),
        zone: zone.name().to_owned(),
        words: format!(
            "{} becomes {}",
            change.reading_before().format("%H:%M"),
            change.reading_after().format("%H:%M")
        ),
    }
}

fn switch(kind: FaultKind, faults: &SandboxFaults) -> FaultSwitch {
    let set = faults.amount(kind);
    let amount = set.unwrap_or(kind.usual());
    let (before, after) = kind.unit();
    FaultSwitch {
        fault: kind,
        label: kind.label().to_owned(),
        extent: kind.extent(amount),
        before: before.to_owned(),
        after: after.to_owned(),
        amount,
        most: kind.most(),
        on: set.is_some(),
    }
}

async fn pretends(store: &dyn Store) -> Result<Option<String>, CommandError> {
    let definitions = store.list_definitions(None).await?;
    let real = definitions.iter().filter(|definition| {
        definition.used_by > 0 && !matches!(definition.launcher, Launcher::Simulated(_))
    });
    Ok(match real.count() {
        0 => None,
        1 => Some(
            "1 definition in use calls a hub or starts a program; on a virtual clock it is only simulated."
                .to_owned(),
        ),
        count => Some(format!(
            "{count} definitions in use call hubs or start programs; on a virtual clock they are only simulated."
        )),
    })
}
