//! Secrets are planted wherever one is used, and looked for wherever something is told: logs in both
//! forms, errors, rows, the journal, answers as text and as JSON.

use std::{process::Command, sync::Arc};

use axum::{
    Router,
    body::Bytes,
    extract::{Request, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use routine_engine::Secret;
use routine_hub::requests::{ID, SIGNATURE, TIMESTAMP, routine_key, sign};
use routine_tests::{Engine, TestDatabase, on_both};
use serde_json::Value;
use tokio::{net::TcpListener, sync::watch};

use crate::{
    ctl::Ctl,
    service::{Service, free_address},
};

on_both! { no_planted_secret_leaves_its_place }

const HUB: &str = "planted-hub-3f1c9a7e";
const CHAT: &str = "planted-chat-b8d2047c";
const CALLS: &str = "planted-calls-51e6f0aa";
const WRONG: &str = "planted-wrong-9c24d37b";

/// A server that gives back what it was sent, the worst of what a receiver may do, and counts the
/// posts that carry a key.
struct Echo {
    url: String,
    posts: watch::Receiver<usize>,
}

impl Echo {
    async fn start() -> Self {
        let (sender, posts) = watch::channel(0);
        let router = Router::new().fallback(echo).with_state(Arc::new(sender));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, posts }
    }
}

async fn echo(State(posts): State<Arc<watch::Sender<usize>>>, request: Request) -> Response {
    let sent = format!("you sent {:?}", request.headers());
    let has_key = request.headers().contains_key("idempotency-key");
    let status = match request.uri().path() {
        "/ok" => StatusCode::OK,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    };
    if has_key {
        posts.send_modify(|posts| *posts += 1);
    }
    (status, Bytes::from(sent)).into_response()
}

fn known(command: &mut Command) -> &mut Command {
    command
        .env("ROUTINE_SECRET_HUB", HUB)
        .env("ROUTINE_SECRET_CHAT", CHAT)
        .env("ROUTINE_SECRET_WEBHOOK", CALLS)
        .env("RUST_LOG", "trace")
}

fn prepare(ctl: &Ctl, hub: &str, echo: &str) -> Vec<Value> {
    ctl.json(&["migrate", "--tenant", "Acme"]);
    let hub = format!("http://{hub}/internal/routines/run");
    let refuses = format!("{echo}/run");
    for (name, url) in [("Hub", &hub), ("Refuses", &refuses)] {
        let define = ["definition", "create", name, "--tenant", "Acme"];
        ctl.json(&[&define[..], &["--http", url, "--secret", "HUB"]].concat());
    }
    let arrives = format!("{echo}/ok");
    let breaks = format!("{echo}/breaks");
    [
        ("Arrives", "Hub", &arrives),
        ("Breaks", "Hub", &breaks),
        ("Refused", "Refuses", &arrives),
    ]
    .map(|(name, definition, destination)| {
        ctl.json(&[
            "routine",
            "create",
            name,
            "--tenant",
            "Acme",
            "--definition",
            definition,
            "--instruction",
            "Do it.",
            "--manual",
            "--destination",
            destination,
            "--destination-secret",
            "CHAT",
        ])
    })
    .to_vec()
}

/// One that is believed, and some that are not.
async fn call(hub: &str, routine: &str) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::new();
    let now = routine_engine::wall_clock().timestamp();
    for (secret, id, status) in [(CALLS, "one", 202), (WRONG, "two", 401)] {
        let key = routine_key(&Secret::new(secret), routine);
        let signature = sign(&key, id, now, b"{}");
        let call = client
            .post(format!("http://{hub}/webhooks/{routine}"))
            .header(ID, id)
            .header(TIMESTAMP, now.to_string())
            .header(SIGNATURE, signature)
            .body("{}");
        assert_eq!(call.send().await.unwrap().status(), status);
    }
    let hand_off = client
        .post(format!("http://{hub}/internal/routines/run"))
        .bearer_auth(WRONG);
    assert_eq!(hand_off.send().await.unwrap().status(), 401);
}

/// What the command line says to whoever asks, however it ends.
fn told(ctl: &Ctl, arguments: &[&str]) -> String {
    let said = known(&mut ctl.command(arguments)).output().unwrap();
    [said.stdout, said.stderr]
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .concat()
}

/// Everything that is stored.
async fn rows(db: &TestDatabase) -> String {
    let tables = match db.engine {
        Engine::Sqlite => {
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        }
        Engine::Postgres => "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'",
    };
    let mut tables = db.texts(tables).await;
    // Holds nothing of ours, and bytes that are no text.
    tables.retain(|table| table != "_sqlx_migrations");
    let mut rows = String::new();
    for table in tables {
        let columns = match db.engine {
            Engine::Sqlite => format!("SELECT name FROM pragma_table_info('{table}')"),
            Engine::Postgres => format!(
                "SELECT column_name::text FROM information_schema.columns
                  WHERE table_schema = 'public' AND table_name = '{table}'"
            ),
        };
        let columns = db.texts(columns).await;
        let cells = columns
            .iter()
            .map(|column| format!("coalesce(CAST({column} AS TEXT), '')"));
        let row = cells.collect::<Vec<_>>().join(" || ' | ' || ");
        rows += &db
            .texts(format!("SELECT {row} FROM {table}"))
            .await
            .join("\n");
    }
    rows
}

async fn no_planted_secret_leaves_its_place(db: TestDatabase) {
    let ctl = Ctl::on(&db.url);
    let mut echo = Echo::start().await;
    let address = free_address();
    let routines = prepare(&ctl, &address, &echo.url);
    let id = |at: usize| routines[at]["row"]["id"].as_str().unwrap();

    let hub = [
        "hub",
        "--listen",
        &address,
        "--runner",
        "simulated",
        "--webhooks",
    ];
    let hub = Service::start(known(&mut ctl.command(&hub)), "listening").await;
    call(&address, id(0)).await;
    let runs: Vec<_> = ["Breaks", "Refused"]
        .iter()
        .map(|name| ctl.json(&["routine", "run", name]))
        .collect();
    let worker = ["worker", "--log-format", "json", "--poll-seconds", "1"];
    let worker = Service::start(known(&mut ctl.command(&worker)), "sweeping").await;
    // A launch that was refused, and two deliveries.
    echo.posts.wait_for(|posts| *posts >= 3).await.unwrap();
    let logs = [worker.stop(), hub.stop()];
    assert!(
        logs.iter().all(|log| log.contains("TRACE")),
        "it said too little"
    );

    let stored = rows(&db).await;
    assert!(stored.contains("[redacted]"), "nothing was echoed");
    let mut all = vec![("a log", logs[0].clone()), ("a log", logs[1].clone())];
    all.push(("a row", stored));
    let run = |at: usize| runs[at]["id"].as_str().unwrap();
    let unreachable = "postgres://someone:planted-wrong-9c24d37b@127.0.0.1:9/nothing";
    for arguments in [
        &["routine", "show", id(0)][..],
        &["routine", "list"],
        &["runs", "list"],
        &["runs", "show", run(0)],
        &["runs", "show", run(1)],
        &["definition", "list"],
        &["tenant", "list"],
        &["journal", "list"],
        &["evidence"],
        &["export"],
        &["export", "--format", "yaml"],
        &["doctor"],
        &["doctor", "--database", unreachable],
        &["routine", "list", "--database", unreachable],
        &["hub", "--secret", "UNKNOWN"],
        &["routine", "create", "x", "--destination-secret", "no name"],
    ] {
        all.push(("an answer", told(&ctl, arguments)));
        all.push(("an answer", told(&ctl, &[&["--json"], arguments].concat())));
    }
    let folder = tempfile::tempdir().unwrap();
    for at in 0..runs.len() {
        let file = folder.path().join(format!("{at}.json"));
        let bundle = told(
            &ctl,
            &["bundle", run(at), "--output", file.to_str().unwrap()],
        );
        all.push(("an answer", bundle));
        all.push(("a bundle", std::fs::read_to_string(file).unwrap()));
    }
    let password = db
        .url
        .strip_prefix("postgres://")
        .and_then(|rest| rest.split('@').next()?.split_once(':'))
        .map(|(_, password)| password);
    let planted = [HUB, CHAT, CALLS, WRONG].into_iter().chain(password);
    for secret in planted {
        for (place, text) in &all {
            let found = text.lines().find(|line| line.contains(secret));
            assert_eq!(found, None, "{secret} stands in {place}");
        }
    }
}
