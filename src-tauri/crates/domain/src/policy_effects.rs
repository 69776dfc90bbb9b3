//! What another policy of a tenant would do to what is there, before it is saved. Saving it switches
//! nothing off: a routine that was accepted stays, and every limit holds from the next time it is asked.

mod retention;

use std::collections::BTreeMap;

use crate::{TenantPolicy, TriggerSpec, words::length};

/// A routine as far as a change of its tenant's policy may touch it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub name: String,
    pub owner: String,
    pub trigger: TriggerSpec,
    /// It counts under its owner's cap.
    pub takes_a_place: bool,
    /// On, and not dead-lettered: failures still count against it.
    pub is_live: bool,
    pub consecutive_failures: u32,
    pub failed_runs: u32,
}

/// One consequence, named by the value it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyEffect {
    pub field: &'static str,
    /// One sentence.
    pub sentence: String,
    /// The routines or owners it is about, in the order of their names.
    pub names: Vec<String>,
    /// Something that is there would not be accepted now, or stands before an end.
    pub warns: bool,
}

/// In the order of the policy's values; nothing of what did not change.
pub fn effects(
    before: &TenantPolicy,
    after: &TenantPolicy,
    routines: &[Standing],
) -> Vec<PolicyEffect> {
    [
        floor(before, after, routines),
        cap(before, after, routines),
        grace(before, after),
        dead_letter(before, after, routines),
        fatigue(before, after, routines),
        lease(before, after),
        launch_timeout(before, after),
        concurrency(before, after),
        breaker(before, after),
        retention::runs(before, after),
        retention::failures(before, after),
        retention::newest(before, after),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn note(field: &'static str, sentence: String) -> Option<PolicyEffect> {
    Some(PolicyEffect {
        field,
        sentence,
        names: Vec::new(),
        warns: false,
    })
}

/// `sentence` tells the number of `names`; where there are none, `none` is said instead.
fn about(
    field: &'static str,
    names: Vec<String>,
    sentence: impl Fn(&str) -> String,
    nouns: (&str, &str),
    none: String,
) -> Option<PolicyEffect> {
    if names.is_empty() {
        return note(field, none);
    }
    let counted = match names.len() {
        1 => format!("1 {}", nouns.0),
        many => format!("{many} {}", nouns.1),
    };
    Some(PolicyEffect {
        field,
        sentence: sentence(&counted),
        names,
        warns: true,
    })
}

const ROUTINES: (&str, &str) = ("routine", "routines");

fn floor(
    before: &TenantPolicy,
    after: &TenantPolicy,
    routines: &[Standing],
) -> Option<PolicyEffect> {
    let floor = after.minimum_interval_seconds;
    if floor == before.minimum_interval_seconds {
        return None;
    }
    let field = "minimum_interval_seconds";
    if floor < before.minimum_interval_seconds {
        let sentence = format!(
            "Triggers down to {} apart are accepted from now on.",
            length(floor)
        );
        return note(field, sentence);
    }
    let below = routines.iter().filter(|routine| {
        let trigger = routine.trigger.parse();
        trigger.is_ok_and(|trigger| {
            trigger.check_seconds(floor).is_err() || trigger.check_floor(floor).is_err()
        })
    });
    about(
        field,
        below.map(|routine| routine.name.clone()).collect(),
        |counted| {
            format!(
                "{counted} would fire more often than every {}. Nothing is switched off: an accepted trigger stays until it is edited.",
                length(floor)
            )
        },
        ROUTINES,
        format!("No routine fires more often than every {}.", length(floor)),
    )
}

fn cap(before: &TenantPolicy, after: &TenantPolicy, routines: &[Standing]) -> Option<PolicyEffect> {
    let cap = after.enabled_cap;
    if cap == before.enabled_cap {
        return None;
    }
    let mut places: BTreeMap<&str, u32> = BTreeMap::new();
    for routine in routines.iter().filter(|routine| routine.takes_a_place) {
        *places.entry(&routine.owner).or_default() += 1;
    }
    let above = places.into_iter().filter(|(_, used)| *used > cap);
    about(
        "enabled_cap",
        above
            .map(|(owner, used)| format!("{owner} ({used})"))
            .collect(),
        |counted| {
            format!(
                "{counted} would be above {cap}. Nothing is switched off: they switch nothing more on until they are below it."
            )
        },
        ("owner", "owners"),
        format!("No owner has more than {cap} routines switched on."),
    )
}

fn grace(before: &TenantPolicy, after: &TenantPolicy) -> Option<PolicyEffect> {
    if after.grace_seconds == before.grace_seconds {
        return None;
    }
    note(
        "grace_seconds",
        format!(
            "A fire that is looked at up to {} late counts as on time.",
            length(after.grace_seconds)
        ),
    )
}

fn dead_letter(
    before: &TenantPolicy,
    after: &TenantPolicy,
    routines: &[Standing],
) -> Option<PolicyEffect> {
    let limit = after.dead_letter_after;
    if limit == before.dead_letter_after {
        return None;
    }
    let near = routines
        .iter()
        .filter(|routine| routine.is_live && routine.consecutive_failures + 1 >= limit);
    let near = near.filter(|routine| routine.consecutive_failures > 0);
    about(
        "dead_letter_after",
        near.map(|routine| routine.name.clone()).collect(),
        |counted| format!("{counted} would be dead-lettered by one more launch failure."),
        ROUTINES,
        format!("No routine is one launch failure away from {limit}."),
    )
}

fn fatigue(
    before: &TenantPolicy,
    after: &TenantPolicy,
    routines: &[Standing],
) -> Option<PolicyEffect> {
    let limit = after.fatigue_after;
    if limit == before.fatigue_after {
        return None;
    }
    let near = routines
        .iter()
        .filter(|routine| routine.is_live && routine.failed_runs + 1 >= limit);
    let near = near.filter(|routine| routine.failed_runs > 0);
    about(
        "fatigue_after",
        near.map(|routine| routine.name.clone()).collect(),
        |counted| format!("{counted} would be switched off by one more failed run."),
        ROUTINES,
        format!("No routine is one failed run away from {limit}."),
    )
}

fn lease(before: &TenantPolicy, after: &TenantPolicy) -> Option<PolicyEffect> {
    if after.lease_seconds == before.lease_seconds {
        return None;
    }
    note(
        "lease_seconds",
        format!(
            "A run whose worker is gone is taken over after {}; leases that are held keep their end.",
            length(after.lease_seconds)
        ),
    )
}

fn launch_timeout(before: &TenantPolicy, after: &TenantPolicy) -> Option<PolicyEffect> {
    if after.launch_timeout_seconds == before.launch_timeout_seconds {
        return None;
    }
    note(
        "launch_timeout_seconds",
        format!(
            "A launch may take up to {}.",
            length(after.launch_timeout_seconds)
        ),
    )
}

fn concurrency(before: &TenantPolicy, after: &TenantPolicy) -> Option<PolicyEffect> {
    if after.concurrency_cap == before.concurrency_cap {
        return None;
    }
    let sentence = match after.concurrency_cap {
        None => "Any number of its runs may be open at once.".to_owned(),
        Some(cap) => format!(
            "At most {cap} of its runs are open at once; further ones wait and say so. What is open now goes on."
        ),
    };
    note("concurrency_cap", sentence)
}

fn breaker(before: &TenantPolicy, after: &TenantPolicy) -> Option<PolicyEffect> {
    if after.breaker == before.breaker {
        return None;
    }
    let sentence = match after.breaker {
        true => "An endpoint that several routines find unavailable is given a rest.",
        false => {
            "Every routine tries its endpoint by itself, however many have found it unavailable."
        }
    };
    note("breaker", sentence.to_owned())
}
