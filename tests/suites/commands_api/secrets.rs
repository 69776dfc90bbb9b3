//! What the desk answers holds no password, and of a destination no more than its host.

use routine_commands::{
    bundle, connection, definitions, exchange, journal, routines, runs, scheduler, simulate,
    tenants, today,
    wire::{
        ConnectionRequest, ExchangeChoice, ExchangeFormat, ExportRequest, JournalQuery,
        RoutineDraft, SimulateRequest,
    },
};
use routine_domain::{Destination, DestinationForm, SandboxFaults};
use routine_tests::{TestDatabase, on_both};
use serde::Serialize;

use crate::bench::{Bench, all_routines, runs_of};

on_both! { no_answer_of_the_desk_holds_what_is_secret }

const WRONG: &str = "planted-wrong-9c24d37b";
const PATH: &str = "planted-path-4e07";

fn written(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap()
}

async fn no_answer_of_the_desk_holds_what_is_secret(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let desk = &bench.desk;
    let draft = RoutineDraft {
        destination: Some(Destination::Webhook {
            url: format!("http://127.0.0.1:9/{PATH}"),
            form: DestinationForm::Json,
            secret_name: None,
        }),
        ..bench.draft("Standup")
    };
    let id = routines::create(desk, draft).await.unwrap().row.id;
    let run = routines::run(desk, id, None).await.unwrap();
    scheduler::sweep(desk).await.unwrap();
    let query = JournalQuery {
        subject: None,
        actor: None,
        kinds: Vec::new(),
        tenant_id: None,
        from: None,
        to: None,
        cursor: None,
        limit: 100,
    };
    let refused = ConnectionRequest {
        url: format!("postgres://someone:{WRONG}@127.0.0.1:9/nothing"),
        password: Some(WRONG.to_owned()),
    };
    let wrong = ConnectionRequest {
        url: db.url.clone(),
        password: Some(WRONG.to_owned()),
    };
    let ahead = SimulateRequest {
        routines: vec![id],
        from: None,
        days: 2,
        faults: SandboxFaults::default(),
    };
    let answers = [
        written(&connection::status(desk).await.unwrap()),
        written(&connection::test(desk, refused.clone()).await.unwrap()),
        written(&connection::test(desk, wrong).await.unwrap()),
        written(&connection::open(desk, refused).await.unwrap_err()),
        written(&tenants::list(desk).await.unwrap()),
        written(&definitions::list(desk, None).await.unwrap()),
        written(&routines::list(desk, all_routines()).await.unwrap()),
        written(&routines::changes(desk, id).await.unwrap()),
        written(&runs::list(desk, runs_of(id)).await.unwrap()),
        written(&runs::get(desk, run.id).await.unwrap()),
        written(&scheduler::status(desk, false).await.unwrap()),
        written(&journal::list(desk, query).await.unwrap()),
        written(&today::get(desk, None).await.unwrap()),
        written(&bundle::make(desk, run.id).await.unwrap()),
        written(&simulate::simulate(desk, ahead).await.unwrap()),
    ];
    let password = db
        .url
        .strip_prefix("postgres://")
        .and_then(|rest| rest.split('@').next()?.split_once(':'))
        .map(|(_, password)| password);
    for secret in [WRONG, PATH].into_iter().chain(password) {
        let found = answers.iter().find(|answer| answer.contains(secret));
        assert_eq!(found, None, "{secret}");
    }
    // The editor needs the address to change it, and an export to bring it back.
    let detail = routines::get(desk, id).await.unwrap();
    let export = ExportRequest {
        choice: ExchangeChoice::Routines { ids: vec![id] },
        format: ExchangeFormat::Json,
    };
    let exported = exchange::export(desk, export).await.unwrap();
    for answer in [written(&detail), written(&exported)] {
        assert!(answer.contains(PATH) && !answer.contains(WRONG));
    }
}
