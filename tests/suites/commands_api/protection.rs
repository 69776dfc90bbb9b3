//! What a level lets through: on a connection that only reads nothing at all, on one that asks what was
//! confirmed.

use routine_commands::{
    CommandError, Desk, ErrorCode, connection, crontab, definitions, exchange, failures, profiles,
    revive_plans, routines, runs, sandbox, scheduler, tenants,
    wire::{
        BulkAction, BulkRequest, BulkTarget, ClockOrder, CrontabImport, DefinitionAt,
        DefinitionDraft, FinishReport, ImportRequest, ReviveRequest, RoutineAt, RoutineMatch,
        SchemaState, WayBack,
    },
};
use routine_domain::{
    Confirmation, Launcher, Mutation, ProfileId, Protection, RevivePlanId, RunId, SandboxFaults,
    Simulation, TenantPolicy, crontab::Form,
};
use routine_store::Engine;
use routine_tests::{TestDatabase, instant, on_both};

use crate::bench::{Bench, at, desk, details, profile};

on_both! {
    no_mutation_passes_where_only_reading_is_allowed,
    a_connection_that_asks_wants_what_the_table_says,
    full_control_wants_a_dialog_for_many,
    a_level_is_lowered_anywhere_and_raised_in_connections,
    a_profile_is_read_only_until_its_schema_is_proven,
}

/// What a mutation is tried on.
struct Things {
    bench: Bench,
    routine: RoutineAt,
    run: RunId,
    profile: ProfileId,
}

async fn no_mutation_passes_where_only_reading_is_allowed(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let routine = at(&bench.create("Morning").await);
    let run = routines::run(&bench.desk, routine.id, None).await.unwrap();
    let (desk, _) = desk();
    let profile = profile(&desk, &db, "Production", Protection::ReadOnly).await;
    let info = connection::open_profile(&desk, profile.id, None)
        .await
        .unwrap();
    assert_eq!(info.protection, Protection::ReadOnly);
    let things = Things {
        bench,
        routine,
        run: run.id,
        profile: profile.id,
    };
    // The strongest confirmation there is.
    let desk = desk.confirmed(typed("Production"));
    let before = contents(&db).await;
    for mutation in Mutation::ALL {
        let refused = attempt(&desk, *mutation, &things).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::ReadOnly, "{mutation}: {refused}");
    }
    assert_eq!(contents(&db).await, before);
    // It was no lame database: the same passes where more is allowed.
    let paused = attempt(&things.bench.desk, Mutation::PauseRoutine, &things).await;
    paused.unwrap();
    assert_ne!(contents(&db).await, before);
}

/// Gives the command, with arguments that are good.
async fn attempt(desk: &Desk, mutation: Mutation, things: &Things) -> Result<(), CommandError> {
    let bench = &things.bench;
    let (routine, run, definition) = (things.routine, things.run, bench.definition);
    let plan = RevivePlanId::new(instant(0));
    let launcher = Launcher::Simulated(Simulation::default());
    match mutation {
        Mutation::MigrateConnection => connection::migrate(desk, None).await.map(drop),
        Mutation::MigrateProfile => connection::migrate_profile(desk, things.profile).await,
        Mutation::CreateTenant => tenants::create(desk, "Other".into()).await.map(drop),
        Mutation::SetTenantPolicy => {
            let policy = TenantPolicy::default();
            tenants::set_policy(desk, bench.tenant, None, policy)
                .await
                .map(drop)
        }
        Mutation::CreateDefinition => {
            let draft = DefinitionDraft {
                tenant_id: bench.tenant,
                name: "Other".into(),
                launcher,
                concurrency_cap: None,
            };
            definitions::create(desk, draft).await.map(drop)
        }
        Mutation::UpdateDefinition => {
            let at = DefinitionAt {
                id: definition,
                revision: 1,
            };
            definitions::update(desk, at, "Other".into(), launcher, None)
                .await
                .map(drop)
        }
        Mutation::DisableDefinition => definitions::disable(desk, definition, None, true)
            .await
            .map(drop),
        Mutation::CapDefinition => definitions::cap(desk, definition, Some(1)).await.map(drop),
        Mutation::TestDefinition => definitions::test(desk, definition, "{}".into())
            .await
            .map(drop),
        Mutation::RunBulk => {
            let items = vec![routine];
            routines::run_bulk(desk, pause_of(BulkTarget::Chosen { items }))
                .await
                .map(drop)
        }
        Mutation::MuteError => failures::mute(desk, "0123456789ab".into(), None).await,
        Mutation::StartRevivePlan => revive_plans::start(desk, plan_of(routine)).await.map(drop),
        Mutation::StopRevivePlan => revive_plans::stop(desk, plan).await.map(drop),
        Mutation::UndoRevivePlan => revive_plans::undo(desk, plan).await.map(drop),
        Mutation::CreateRoutine => routines::create(desk, bench.draft("Evening"))
            .await
            .map(drop),
        Mutation::UpdateRoutine => routines::update(desk, routine, bench.draft("Evening"))
            .await
            .map(drop),
        Mutation::PauseRoutine => routines::pause(desk, routine, String::new(), None)
            .await
            .map(drop),
        Mutation::ResumeRoutine => routines::resume(desk, routine).await.map(drop),
        Mutation::RunRoutine => routines::run(desk, routine.id, None).await.map(drop),
        Mutation::ReviveRoutine => routines::revive(desk, routine).await.map(drop),
        Mutation::DeleteRoutine => routines::delete(desk, routine).await.map(drop),
        Mutation::RestoreRoutine => routines::restore(desk, routine).await.map(drop),
        Mutation::TryRoutineNow => routines::try_now(desk, routine).await.map(drop),
        Mutation::StopRetryingRoutine => routines::stop_retrying(desk, routine).await.map(drop),
        Mutation::BringBackRoutineAtOnce => {
            routines::bring_back_at_once(desk, routine, WayBack::Resume)
                .await
                .map(drop)
        }
        Mutation::CancelRun => runs::cancel(desk, run).await.map(drop),
        Mutation::ReplayRun => runs::replay(desk, run, None).await.map(drop),
        Mutation::FinishRun => {
            let report = FinishReport {
                run_id: run,
                succeeded: true,
                output: None,
                error: None,
            };
            runs::finish(desk, report).await.map(drop)
        }
        Mutation::StartScheduler => scheduler::start(desk).await.map(drop),
        Mutation::MoveClock => sandbox::move_clock(desk, ClockOrder::Real).await.map(drop),
        Mutation::SetFaults => sandbox::set_faults(desk, SandboxFaults::default())
            .await
            .map(drop),
        Mutation::SweepOnce => scheduler::sweep(desk).await.map(drop),
        Mutation::ImportCrontab => {
            let import = CrontabImport {
                tenant_id: bench.tenant,
                file: "crontab".into(),
                bytes: b"0 9 * * * /bin/true".to_vec(),
                form: Form::User,
                zone: None,
                apply: true,
            };
            crontab::import(desk, import).await.map(drop)
        }
        Mutation::ApplyImport => {
            let import = ImportRequest {
                text: "format: routine-desk\nversion: 1\ntenants:\n  - name: Newcomers\n".into(),
                overwrite: false,
                seal: None,
            };
            exchange::import(desk, import).await.map(drop)
        }
    }
}

fn pause_of(target: BulkTarget) -> BulkRequest {
    let action = BulkAction::Pause {
        reason: String::new(),
        resume_at: None,
    };
    BulkRequest { action, target }
}

fn plan_of(routine: RoutineAt) -> ReviveRequest {
    ReviveRequest {
        subject: "One".into(),
        routines: vec![routine],
        canary: None,
        spread_seconds: 0,
        stop_after: None,
    }
}

fn typed(name: &str) -> Option<Confirmation> {
    Some(Confirmation {
        typed_name: Some(name.to_owned()),
    })
}

/// Every row of every table, past the store.
async fn contents(db: &TestDatabase) -> Vec<String> {
    let tables = match db.engine {
        Engine::Sqlite => "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
        Engine::Postgres => {
            "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
        }
    };
    let mut rows = Vec::new();
    for table in db.texts(tables).await {
        let row = match db.engine {
            Engine::Sqlite => {
                let columns = format!("SELECT name FROM pragma_table_info('{table}')");
                let columns = db.texts(columns).await;
                let quoted: Vec<_> = columns
                    .iter()
                    .map(|name| format!("quote(\"{name}\")"))
                    .collect();
                quoted.join("||','||")
            }
            Engine::Postgres => format!("{table}::text"),
        };
        let all = format!("SELECT {row} FROM {table} ORDER BY 1");
        rows.extend(db.texts(all).await);
    }
    rows
}

/// A desk with the database open at this level, and nothing confirmed.
async fn open_at(db: &TestDatabase, level: Protection) -> (Bench, Desk) {
    let bench = Bench::new(db).await;
    let (desk, _) = desk();
    let desk = desk.confirmed(None);
    let profile = profile(&desk, db, "Staging EU", level).await;
    let info = connection::open_profile(&desk, profile.id, None)
        .await
        .unwrap();
    assert_eq!(info.protection, level);
    (bench, desk)
}

fn code<T>(result: Result<T, CommandError>) -> Option<ErrorCode> {
    result.err().map(|error| error.code)
}

async fn a_connection_that_asks_wants_what_the_table_says(db: TestDatabase) {
    let (bench, desk) = open_at(&db, Protection::Confirm).await;
    let seen = desk.confirmed(Some(Confirmation::default()));
    let named = desk.confirmed(typed("Staging EU"));
    let misnamed = desk.confirmed(typed("Staging"));
    let mut items = Vec::new();
    for number in 0..7 {
        items.push(at(&bench.create(&format!("Routine {number}")).await));
    }

    let before = contents(&db).await;
    let one = items[0];
    let refused = routines::pause(&desk, one, String::new(), None)
        .await
        .unwrap_err();
    assert_eq!(refused.code, ErrorCode::NeedsConfirmation);
    assert!(refused.message.contains("Staging EU"), "{refused}");
    let few = |items: &[RoutineAt]| {
        pause_of(BulkTarget::Chosen {
            items: items.to_vec(),
        })
    };
    for (tried, expected) in [
        (
            code(routines::delete(&desk, one).await),
            ErrorCode::NeedsConfirmation,
        ),
        (
            code(routines::run_bulk(&desk, few(&items[1..3])).await),
            ErrorCode::NeedsConfirmation,
        ),
        (
            code(routines::run_bulk(&seen, few(&items[1..])).await),
            ErrorCode::NeedsTypedName,
        ),
        (
            code(routines::run_bulk(&misnamed, few(&items[1..])).await),
            ErrorCode::NeedsTypedName,
        ),
        (
            code(scheduler::start(&seen).await),
            ErrorCode::NeedsTypedName,
        ),
        (
            code(connection::migrate(&seen, None).await),
            ErrorCode::NeedsTypedName,
        ),
    ] {
        assert_eq!(tried, Some(expected));
    }
    let all = BulkTarget::Matching {
        matching: RoutineMatch::default(),
        at_most: 7,
    };
    let refused = routines::run_bulk(&seen, pause_of(all)).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::NeedsTypedName);
    assert_eq!(contents(&db).await, before);

    routines::pause(&seen, one, String::new(), None)
        .await
        .unwrap();
    let done = routines::run_bulk(&named, few(&items[1..])).await.unwrap();
    assert_eq!(done.done, 6);
    scheduler::start(&named).await.unwrap();
    scheduler::stop(&desk).await.unwrap();
    connection::close(&desk).await.unwrap();
}

async fn full_control_wants_a_dialog_for_many(db: TestDatabase) {
    let (bench, desk) = open_at(&db, Protection::Full).await;
    let one = at(&bench.create("Morning").await);
    let other = at(&bench.create("Evening").await);
    let items = || vec![one, other];
    let many = || pause_of(BulkTarget::Chosen { items: items() });
    let refused = routines::run_bulk(&desk, many()).await;
    assert_eq!(code(refused), Some(ErrorCode::NeedsConfirmation));
    let refused = scheduler::start(&desk).await;
    assert_eq!(code(refused), Some(ErrorCode::NeedsConfirmation));
    let seen = desk.confirmed(Some(Confirmation::default()));
    routines::run_bulk(&seen, many()).await.unwrap();
    routines::run(&desk, one.id, None).await.unwrap();
    connection::close(&desk).await.unwrap();
}

async fn a_level_is_lowered_anywhere_and_raised_in_connections(db: TestDatabase) {
    let (bench, desk) = open_at(&db, Protection::Full).await;
    let one = at(&bench.create("Morning").await);
    let info = connection::lower(&desk, Protection::Confirm).await.unwrap();
    let id = info.profile_id.unwrap();
    let refused = routines::run(&desk, one.id, None).await;
    assert_eq!(code(refused), Some(ErrorCode::NeedsConfirmation));
    let refused = connection::lower(&desk, Protection::Full)
        .await
        .unwrap_err();
    assert!(refused.message.contains("Raise it in Connections"));

    let info = connection::lower(&desk, Protection::ReadOnly)
        .await
        .unwrap();
    assert_eq!(info.protection, Protection::ReadOnly);
    let refused = routines::run(&desk, one.id, None).await;
    assert_eq!(code(refused), Some(ErrorCode::ReadOnly));
    // Remembered, and taken back in one place only.
    let rows = profiles::list(&desk).await.unwrap();
    assert_eq!(rows[0].profile.details.protection, Protection::ReadOnly);
    let raised = details(&db.url, "Staging EU", Protection::Full);
    profiles::save(&desk, Some(id), raised, None).await.unwrap();
    routines::run(&desk, one.id, None).await.unwrap();
    connection::close(&desk).await.unwrap();
}

async fn a_profile_is_read_only_until_its_schema_is_proven(db: TestDatabase) {
    let url = db.emptied().await;
    let empty = TestDatabase { url, ..db };
    let (desk, _) = desk();
    let profile = profile(&desk, &empty, "New", Protection::Confirm).await;
    let info = connection::open_profile(&desk, profile.id, None)
        .await
        .unwrap();
    assert_eq!(info.schema, SchemaState::Empty);
    assert_eq!(
        (info.protection, info.level),
        (Protection::ReadOnly, Protection::Confirm)
    );
    let refused = tenants::create(&desk, "Acme".into()).await;
    assert_eq!(code(refused), Some(ErrorCode::ReadOnly));
    // Setting it up is judged by the level that was chosen.
    let refused = connection::migrate(&desk, Some("Acme".into())).await;
    assert_eq!(code(refused), Some(ErrorCode::NeedsTypedName));
    let named = desk.confirmed(typed("New"));
    let info = connection::migrate(&named, Some("Acme".into()))
        .await
        .unwrap();
    assert_eq!(info.protection, Protection::Confirm);
    connection::close(&desk).await.unwrap();
}
