use routine_domain::{Cause, DefinitionId, Launcher, RoutineId, RunId, TenantId};
use routine_store::model::{LaunchOrder, Lease};
use routine_tests::instant;

pub fn order(launcher: Launcher) -> LaunchOrder {
    let at = instant(0);
    LaunchOrder {
        lease: Lease {
            run_id: RunId::new(at),
            epoch: 1,
        },
        tenant_id: TenantId::new(at),
        routine_id: RoutineId::new(at),
        routine_name: "Stand-up notes".into(),
        definition_id: DefinitionId::new(at),
        launcher,
        idempotency_key: "the key".into(),
        scheduled_for: Some(at),
        attempt: 1,
        cause: Cause::Schedule,
        instruction: "Post the notes.".into(),
        input: r#"{"channel":"ops"}"#.into(),
        launch_timeout_seconds: 30,
        may_have_started: false,
        take_overs: 0,
        cancel_requested_by: None,
    }
}

/// An order for a shell script; `$0` is `argument`.
pub fn script(script: &str, argument: &str) -> LaunchOrder {
    order(Launcher::Command {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), script.into(), argument.into()],
        time_limit_seconds: 60,
        repeatable: false,
    })
}
