//! Who plays in a simulation: one routine for each way in which an occurrence can end.

use std::collections::HashMap;

use chrono::Duration;
use routine_domain::{
    DefinitionId, Instant, Launcher, Misfire, Overlap, RoutineChange, RoutineId, Simulation,
    TenantPolicy, TriggerSpec,
};
use routine_store::{Store, model::Actor};

use super::{
    cast::{ADMINISTRATOR, Company},
    past::{Part, Past, cron},
    rehearsal::Manner,
};
use crate::CommandError;

pub(super) struct Troupe {
    pub manners: HashMap<String, Manner>,
    /// What a person does, and when; soonest last.
    pub script: Vec<(Instant, RoutineId, RoutineChange)>,
}

/// One routine of the simulation.
struct Player {
    name: &'static str,
    trigger: TriggerSpec,
    /// Weights of success, failure and refusal.
    weights: (u32, u32, u32),
    manner: Manner,
    misfire: Misfire,
    overlap: Overlap,
}

impl Player {
    fn new(name: &'static str, trigger: TriggerSpec) -> Self {
        Self {
            name,
            trigger,
            weights: (1, 0, 0),
            manner: Manner::AsDefined,
            misfire: Misfire::FireOnce,
            overlap: Overlap::Skip,
        }
    }
}

fn players(begins: Instant) -> Vec<Player> {
    let hourly = || cron("0 * * * *", "UTC");
    vec![
        Player::new("Standup notes", cron("0 9 * * 1-5", "Europe/Vienna")),
        // The clock shows 02:30 twice on the Sunday: one fires once, the other both times.
        Player::new("Night ledger", cron("30 2 * * *", "Europe/Vienna")),
        Player::new("Tide table", cron("*/30 1-3 * * *", "Europe/Vienna")),
        Player {
            overlap: Overlap::Allow,
            ..Player::new("Stock feed", hourly())
        },
        Player {
            weights: (2, 1, 0),
            ..Player::new("Sensor check", hourly())
        },
        Player {
            weights: (2, 0, 1),
            ..Player::new("Carrier rates", cron("0 */2 * * *", "UTC"))
        },
        Player {
            weights: (0, 0, 1),
            ..Player::new("Retired hub import", cron("0 */2 * * *", "UTC"))
        },
        Player {
            manner: Manner::HandedOff { minutes: 120 },
            ..Player::new("Slow report", hourly())
        },
        Player {
            manner: Manner::HandedOff { minutes: 120 },
            overlap: Overlap::QueueOne,
            ..Player::new("Patient report", hourly())
        },
        Player {
            manner: Manner::HandedOffAndLost,
            ..Player::new("Lost parcel trace", cron("0 */6 * * *", "UTC"))
        },
        Player {
            misfire: Misfire::FireAll,
            ..Player::new("Ledger of every hour", hourly())
        },
        Player {
            misfire: Misfire::Skip,
            ..Player::new("Fresh news only", hourly())
        },
        Player::new("Parked digest", hourly()),
        Player::new(
            "Customs export",
            TriggerSpec::Once {
                at: begins + Duration::hours(20),
            },
        ),
    ]
}

pub(super) async fn engage(
    past: &Past<'_>,
    store: &dyn Store,
    begins: Instant,
) -> Result<Troupe, CommandError> {
    let actor = Actor::new(ADMINISTRATOR);
    let policy = TenantPolicy {
        // Whoever counts at the end counts from the beginning.
        retention_days: 400,
        ..TenantPolicy::local_demo()
    };
    let tenant = store
        .create_tenant("Alder Freight", &policy, &actor, begins)
        .await?
        .id;
    let mut troupe = Troupe {
        manners: HashMap::new(),
        script: Vec::new(),
    };
    for player in players(begins) {
        let (succeeds, fails, refuses) = player.weights;
        let launcher = Launcher::Simulated(Simulation {
            succeeds,
            fails,
            refuses,
            duration_ms: 0,
        });
        let steady: DefinitionId = store
            .create_definition(tenant, player.name, &launcher, None, &actor, begins)
            .await?
            .id;
        let company = Company {
            tenant,
            owner: ADMINISTRATOR,
            steady,
        };
        let part = Part {
            misfire: player.misfire,
            overlap: player.overlap,
            ..Part::new(&company, player.name, "Play your part.", player.trigger)
        };
        let id = past.create(part, begins).await?;
        troupe.manners.insert(player.name.to_owned(), player.manner);
        match player.name {
            "Retired hub import" => troupe.script.push((
                begins + Duration::minutes(50 * 60 + 17),
                id,
                RoutineChange::Revive,
            )),
            "Parked digest" => troupe.script.push((
                begins + Duration::minutes(30 * 60 + 17),
                id,
                RoutineChange::Pause {
                    reason: "Parked for a day.".to_owned(),
                    resume_at: Some(begins + Duration::minutes(54 * 60 + 17)),
                },
            )),
            _ => {}
        }
    }
    troupe.script.sort_by_key(|(at, ..)| std::cmp::Reverse(*at));
    Ok(troupe)
}
