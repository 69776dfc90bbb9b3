//! Firing is claiming and beginning in one step: what it writes is what the two would have written.

use routine_domain::{Launcher, RunStatus};
use routine_store::model::Run;
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::{begin, claim_one, worker};

on_both! { it_writes_what_the_two_steps_write, programs_and_caps_are_left_to_be_begun }

/// Of two routines that are alike one is claimed and begun, the other fired.
async fn it_writes_what_the_two_steps_write(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    seed.create(&*db.store, &seed.routine("one")).await;
    let order = claim_one(&db, instant(60)).await;
    begin(&db, order.lease, instant(60)).await;
    let fired = seed.create(&*db.store, &seed.routine("two")).await;
    let batch = db.store.fire_due(&worker("w1"), &[], 10, instant(60)).await;
    let batch = batch.unwrap();
    assert_eq!((batch.begun.len(), batch.orders.len()), (1, 0));
    assert_eq!(batch.begun[0].routine_id, fired.id);

    let stepped = db.store.get_run(order.lease.run_id).await.unwrap().unwrap();
    let fired = batch.begun[0].lease.run_id;
    let fired = db.store.get_run(fired).await.unwrap().unwrap();
    assert_eq!(fired.status, RunStatus::Launching);
    assert_eq!(
        fired,
        Run {
            id: fired.id,
            routine_id: fired.routine_id,
            routine_name: fired.routine_name.clone(),
            idempotency_key: fired.idempotency_key.clone(),
            instruction: fired.instruction.clone(),
            ..stepped
        }
    );
}

async fn programs_and_caps_are_left_to_be_begun(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let launcher = Launcher::Command {
        program: "/bin/true".into(),
        args: vec![],
        time_limit_seconds: 5,
        repeatable: false,
    };
    let program = db.store.create_definition(
        seed.tenant,
        "Program",
        &launcher,
        None,
        &seed.actor,
        instant(0),
    );
    let program = Seed {
        definition: program.await.unwrap().id,
        ..seed.clone()
    };
    program
        .create(&*db.store, &program.routine("program"))
        .await;
    let mut able = worker("w1");
    able.launchers.push(launcher.kind());
    let batch = db
        .store
        .fire_due(&able, &[], 10, instant(60))
        .await
        .unwrap();
    assert_eq!((batch.begun.len(), batch.orders.len()), (0, 1));

    seed.create(&*db.store, &seed.routine("capped")).await;
    db.execute("UPDATE tenants SET concurrency_cap = 7")
        .await
        .unwrap();
    let batch = db
        .store
        .fire_due(&able, &[], 10, instant(60))
        .await
        .unwrap();
    assert_eq!((batch.begun.len(), batch.orders.len()), (0, 1));
    let run = batch.orders[0].lease.run_id;
    let run = db.store.get_run(run).await.unwrap().unwrap();
    assert_eq!((run.status, run.launched_at), (RunStatus::Claimed, None));
}
