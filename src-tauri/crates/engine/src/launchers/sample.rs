//! An order for tests.

use routine_domain::{
    Cause, DefinitionId, Launcher, RoutineId, RunId, TenantId, instant::from_millis,
};
use routine_store::model::{LaunchOrder, Lease};

pub(crate) fn order(launcher: Launcher) -> LaunchOrder {
    let at = from_millis(1_700_000_000_000).unwrap();
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
        idempotency_key: "key".into(),
        scheduled_for: Some(at),
        attempt: 1,
        cause: Cause::Schedule,
        instruction: "Post the notes.".into(),
        input: "{}".into(),
        launch_timeout_seconds: 30,
        may_have_started: false,
        take_overs: 0,
        cancel_requested_by: None,
    }
}
