//! What to do with a run that was taken up. Pure.

use routine_domain::Launcher;
use routine_store::model::{LaunchOrder, RunError};

/// How often a run may change hands before its launch counts as failed (product.md, section 5).
pub const TAKE_OVERS: u32 = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TakeOver {
    /// Nothing was sent yet, or the receiver knows what it gets by its key: launch it.
    Launch,
    /// Someone asked that it be ended before its worker was lost; one sentence.
    Cancel { message: String },
    /// It may have started and must not start twice; one sentence.
    Abandon { message: String },
    /// Too many workers were lost with it: its launch has failed.
    GiveUp { error: RunError },
}

pub fn plan_take_over(order: &LaunchOrder) -> TakeOver {
    if let Some(by) = &order.cancel_requested_by {
        return TakeOver::Cancel {
            message: format!(
                "Cancelled by {by}. Its worker was lost, and it was not launched again."
            ),
        };
    }
    if order.may_have_started && !is_repeatable(&order.launcher) {
        return TakeOver::Abandon {
            message: "Its worker was lost while it was launched. It may have started, and its definition does not say that it is repeatable, so it was not started again.".into(),
        };
    }
    if order.take_overs > TAKE_OVERS {
        return TakeOver::GiveUp {
            error: RunError {
                code: "worker_lost".into(),
                message: format!(
                    "It was taken over {TAKE_OVERS} times and no launch came to an end. Look at the workers that held it, and at what it runs."
                ),
                detail: None,
            },
        };
    }
    TakeOver::Launch
}

/// Whether a launch that may have started may be made once more.
fn is_repeatable(launcher: &Launcher) -> bool {
    match launcher {
        Launcher::Http { .. } | Launcher::Simulated(_) => true,
        Launcher::Command { repeatable, .. } => *repeatable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launchers::sample::order;
    use routine_domain::Simulation;

    fn http() -> Launcher {
        Launcher::Http {
            url: "http://hub.example/run".into(),
            secret_name: None,
            command: None,
        }
    }

    fn command(repeatable: bool) -> Launcher {
        Launcher::Command {
            program: "/bin/true".into(),
            args: Vec::new(),
            time_limit_seconds: 5,
            repeatable,
        }
    }

    fn plan(launcher: Launcher, may_have_started: bool, take_overs: u32) -> TakeOver {
        plan_take_over(&LaunchOrder {
            may_have_started,
            take_overs,
            ..order(launcher)
        })
    }

    #[test]
    fn what_was_not_begun_is_begun_whoever_launches_it() {
        for launcher in [
            http(),
            command(false),
            command(true),
            Launcher::Simulated(Simulation::default()),
        ] {
            assert_eq!(plan(launcher.clone(), false, 0), TakeOver::Launch);
            assert_eq!(plan(launcher, false, 3), TakeOver::Launch);
        }
    }

    #[test]
    fn what_may_have_started_is_repeated_only_where_that_is_harmless() {
        for launcher in [
            http(),
            command(true),
            Launcher::Simulated(Simulation::default()),
        ] {
            assert_eq!(plan(launcher, true, 1), TakeOver::Launch);
        }
        for take_overs in [1, 4] {
            let TakeOver::Abandon { message } = plan(command(false), true, take_overs) else {
                panic!("a command that may have started was repeated");
            };
            assert!(message.contains("may have started"), "{message}");
        }
    }

    #[test]
    fn what_was_to_be_cancelled_is_not_launched_again() {
        for launcher in [command(false), command(true)] {
            let order = LaunchOrder {
                may_have_started: true,
                cancel_requested_by: Some("ines@desk".into()),
                ..order(launcher)
            };
            assert!(matches!(plan_take_over(&order), TakeOver::Cancel { .. }));
        }
    }

    #[test]
    fn after_three_take_overs_the_launch_has_failed() {
        assert_eq!(plan(http(), true, 3), TakeOver::Launch);
        for may_have_started in [true, false] {
            let TakeOver::GiveUp { error } = plan(http(), may_have_started, 4) else {
                panic!("a fourth take-over was not given up");
            };
            assert_eq!(error.code, "worker_lost");
        }
    }
}
