//! The files of `docs/deploy`: each checked by a published validator, and each option in them one
//! that `routinectl` knows.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on must stop with what went wrong"
)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use routine_tests::{Engine, TestDatabase, routinectl};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

fn deploy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/deploy")
}

/// `make setup` installs them beside what is built.
fn tool(name: &str) -> Command {
    let test = std::env::current_exe().unwrap();
    let built = test.ancestors().nth(3).unwrap();
    Command::new(built.join("tools/bin").join(name))
}

fn ran(command: &mut Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}; `make setup` installs it"));
    let (said, complained) = (
        String::from_utf8_lossy(&stdout),
        String::from_utf8_lossy(&stderr),
    );
    assert!(status.success(), "{command:?}\n{said}\n{complained}");
    said.into_owned()
}

/// The chart as a cluster would be given it, with these values.
fn rendered(values: &[&str]) -> String {
    let common =
        "database.url=postgres://routine_worker@db:5432/routines,database.passwordSecret=db";
    let mut helm = tool("helm");
    helm.args(["template", "routines"])
        .arg(deploy().join("helm/routine-desk"));
    for value in [common].iter().chain(values) {
        helm.args(["--set", value]);
    }
    ran(&mut helm)
}

const VALUES: [&[&str]; 4] = [
    &[],
    &["worker.enabled=true", "secrets.existingSecret=secrets"],
    &[
        "worker.enabled=true",
        "worker.mode=cronjob",
        "worker.hub=http://hub",
    ],
    &[
        "hub.enabled=true",
        "hub.forwardUrl=http://work",
        "secrets.existingSecret=secrets",
    ],
];

#[test]
fn the_chart_is_what_kubernetes_takes() {
    ran(tool("helm")
        .arg("lint")
        .arg(deploy().join("helm/routine-desk"))
        .args([
            "--set",
            "database.url=postgres://u@db/r,database.passwordSecret=db",
        ]));
    let folder = tempfile::tempdir().unwrap();
    for (number, values) in VALUES.iter().enumerate() {
        let file = folder.path().join(format!("{number}.yaml"));
        fs::write(&file, rendered(values)).unwrap();
        ran(tool("kubernetes-validate")
            .args(["--strict", "-k", "1.30"])
            .arg(&file));
    }
}

#[test]
fn a_chart_starts_nothing_until_it_is_told_to() {
    let kinds = |values: &[&str]| -> Vec<String> {
        let yaml = rendered(values);
        let lines = yaml.lines().filter_map(|line| line.strip_prefix("kind: "));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(kinds(VALUES[0]), ["Job"]);
    assert_eq!(kinds(VALUES[1]), ["Deployment", "Job"]);
    assert_eq!(kinds(VALUES[2]), ["CronJob", "Job"]);
    assert_eq!(kinds(VALUES[3]), ["Service", "Deployment", "Job"]);
}

#[test]
fn no_pod_gets_a_token_or_more_rights_than_nobody() {
    for values in VALUES {
        let yaml = rendered(values);
        let pods = yaml.matches("containers:").count();
        for said in [
            "automountServiceAccountToken: false",
            "runAsNonRoot: true",
            "allowPrivilegeEscalation: false",
            "readOnlyRootFilesystem: true",
        ] {
            assert_eq!(yaml.matches(said).count(), pods, "{said} in {yaml}");
        }
    }
    let job = rendered(VALUES[2]);
    assert!(
        job.contains("concurrencyPolicy: Forbid") && job.contains("activeDeadlineSeconds: 300")
    );
}

#[test]
fn the_compose_file_is_one() {
    ran(tool("check-jsonschema")
        .args(["--builtin-schema", "vendor.compose-spec"])
        .arg(deploy().join("compose.yaml")));
}

/// Whether `routinectl` reads these arguments: one that it does not know is said before the help.
fn understood(arguments: &[String]) {
    let output = Command::new(routinectl())
        .args(arguments)
        .arg("--help")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

/// The words of `ExecStart=`, of a Compose `command:` and of a chart's `args:`.
#[test]
fn every_option_is_one_that_routinectl_knows() {
    let mut seen = 0;
    for unit in ["routine-worker.service", "routine-hub.service"] {
        let text = fs::read_to_string(deploy().join(unit)).unwrap();
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("ExecStart=/usr/bin/routinectl "));
        let words = line
            .unwrap()
            .split(' ')
            .map(str::to_owned)
            .collect::<Vec<_>>();
        understood(&words);
        seen += 1;
    }
    let compose = fs::read_to_string(deploy().join("compose.yaml")).unwrap();
    for line in compose
        .lines()
        .filter_map(|line| line.trim().strip_prefix("command: ["))
    {
        let words = line
            .trim_end_matches(']')
            .split(", ")
            .map(|word| word.trim_matches('"').to_owned());
        understood(&words.collect::<Vec<_>>());
        seen += 1;
    }
    for values in VALUES {
        let yaml = rendered(values);
        let mut lines = yaml.lines().map(str::trim);
        while let Some(line) = lines.next() {
            let words: Vec<String> = match line.strip_prefix("args:") {
                None => continue,
                Some("") => lines
                    .by_ref()
                    .map_while(|line| line.strip_prefix("- "))
                    .map(str::to_owned)
                    .collect(),
                Some(inline) => vec![inline.trim_matches([' ', '[', ']']).to_owned()],
            };
            understood(&words);
            seen += 1;
        }
    }
    assert_eq!(seen, 2 + 3 + 4 + 3, "files were not read");
}

#[test]
fn each_role_may_do_what_it_is_for_and_no_more() {
    routine_tests::run(Engine::Postgres, roles);
}

async fn roles(db: TestDatabase) {
    let script = fs::read_to_string(deploy().join("roles.sql")).unwrap();
    let mut connection = PgConnection::connect(&db.url).await.unwrap();
    // Twice: it is run again after each migration.
    for _ in 0..2 {
        sqlx::raw_sql(AssertSqlSafe(script.clone()))
            .execute(&mut connection)
            .await
            .unwrap();
    }
    for (role, sql, allowed) in [
        (
            "routine_worker",
            "UPDATE routines SET updated_at = updated_at",
            true,
        ),
        ("routine_worker", "DELETE FROM audit_events", false),
        ("routine_worker", "DELETE FROM _sqlx_migrations", false),
        ("routine_worker", "CREATE TABLE extra (id INTEGER)", false),
        ("routine_worker", "SELECT * FROM _sqlx_migrations", true),
        ("routine_viewer", "SELECT * FROM runs", true),
        (
            "routine_viewer",
            "UPDATE routines SET updated_at = updated_at",
            false,
        ),
        ("routine_viewer", "DELETE FROM runs", false),
        ("routine_owner", "CREATE TABLE extra (id INTEGER)", true),
    ] {
        let sql = format!("BEGIN; SET LOCAL ROLE {role}; {sql}; ROLLBACK");
        let done = sqlx::raw_sql(AssertSqlSafe(sql.clone()))
            .execute(&mut connection)
            .await;
        assert_eq!(done.is_ok(), allowed, "{sql}: {done:?}");
        sqlx::raw_sql("ROLLBACK")
            .execute(&mut connection)
            .await
            .unwrap();
    }
    connection.close().await.unwrap();
}
