//! Every status, and what stands behind it.

use reqwest::{Response, StatusCode, header::AUTHORIZATION};
use routine_domain::RunStatus;
use routine_tests::{TestDatabase, on_both};

use crate::acting::*;

on_both! {
    a_launched_run_is_accepted_and_carried_out,
    a_body_without_an_id_is_a_bad_request,
    a_run_that_is_not_open_is_refused,
    the_three_refusals_are_one_answer,
    refusals_are_journalled_once_a_minute_with_a_count,
    a_journal_that_fails_changes_no_answer,
    without_a_runner_nothing_is_mounted,
    an_outcome_is_reported_once,
    an_outcome_that_is_none_is_refused,
    readiness_ends_with_draining,
}

async fn a_launched_run_is_accepted_and_carried_out(db: TestDatabase) {
    let order = one(&db).await;
    let (served, mut script) = scripted(&db, "hub-1").await;
    assert_eq!(
        served.hand_off(order.lease.run_id).await,
        StatusCode::ACCEPTED
    );
    let hand_off = script.started.recv().await.unwrap();
    assert_eq!(hand_off.order, order);
    assert_eq!(hand_off.owner, "owner-0");
    script.gate.open();
    served.hub.idle().await;
    let run = run(&db, order.lease.run_id).await;
    assert_eq!(
        (run.status, run.output.as_deref()),
        (RunStatus::Succeeded, Some("posted"))
    );
}

async fn a_body_without_an_id_is_a_bad_request(db: TestDatabase) {
    let (served, mut script) = scripted(&db, "hub-1").await;
    let too_long = format!(r#"{{"routineRunId":"{}"}}"#, "x".repeat(20_000));
    for body in [
        "",
        "{}",
        "[]",
        "null",
        r#"{"routineRunId":7}"#,
        r#"{"routineRunId":"x"}"#,
        "\u{0}",
        &too_long,
    ] {
        let answer = served.post(RUN).body(body.to_owned()).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{body}");
        assert!(
            answer.text().await.unwrap().starts_with(r#"{"error":""#),
            "{body}"
        );
    }
    assert!(script.started.try_recv().is_err());
}

async fn a_run_that_is_not_open_is_refused(db: TestDatabase) {
    let order = one(&db).await;
    let id = order.lease.run_id;
    let (served, mut script) = scripted(&db, "hub-1").await;
    let (status, _) = served.finish(id, r#"{"status":"succeeded"}"#).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(served.hand_off(id).await, StatusCode::BAD_REQUEST);
    let unknown = routine_domain::RunId::new(now());
    assert_eq!(served.hand_off(unknown).await, StatusCode::BAD_REQUEST);
    assert!(script.started.try_recv().is_err());
}

/// Everything of an answer but when it was given.
async fn whole(answer: Response) -> (StatusCode, Vec<(String, Vec<u8>)>, Vec<u8>) {
    let status = answer.status();
    let headers = answer
        .headers()
        .iter()
        .filter(|(name, _)| *name != "date")
        .map(|(name, value)| (name.to_string(), value.as_bytes().to_vec()))
        .collect();
    (status, headers, answer.bytes().await.unwrap().to_vec())
}

async fn the_three_refusals_are_one_answer(db: TestDatabase) {
    let order = one(&db).await;
    let body = format!(r#"{{"routineRunId":"{}"}}"#, order.lease.run_id);
    let (served, mut script) = scripted(&db, "hub-1").await;
    let (runner, _) = ScriptedRunner::that_succeeds();
    let unconfigured = serve_hub(&db, "hub-2", &[], Some(runner)).await;
    let mut answers = Vec::new();
    for (at, header) in [
        (&served, None),
        (&served, Some("Bearer wrong".to_owned())),
        (&served, Some(format!("Bearer {SECRET} "))),
        (&served, Some(SECRET.to_owned())),
        (&unconfigured, Some(format!("Bearer {SECRET}"))),
        (&unconfigured, None),
    ] {
        for path in [
            RUN.to_owned(),
            format!("/internal/routines/runs/{}/finish", order.lease.run_id),
        ] {
            let mut request = at.client.post(at.url(&path)).body(body.clone());
            if let Some(header) = &header {
                request = request.header(AUTHORIZATION, header);
            }
            answers.push(whole(request.send().await.unwrap()).await);
        }
    }
    assert_eq!(answers[0].0, StatusCode::UNAUTHORIZED);
    // A client trims blanks at the end of a header: that one came through.
    answers.drain(4..6);
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:?}"
    );
    assert_eq!(
        script.started.recv().await.unwrap().order.lease.run_id,
        order.lease.run_id
    );
    assert!(script.started.try_recv().is_err());
}

async fn refusals_are_journalled_once_a_minute_with_a_count(db: TestDatabase) {
    let (served, _script) = scripted(&db, "hub-1").await;
    for _ in 0..5 {
        let request = served
            .client
            .post(served.url(RUN))
            .bearer_auth("wrong-credential");
        assert_eq!(
            request.send().await.unwrap().status(),
            StatusCode::UNAUTHORIZED
        );
    }
    served.hub.drain(seconds(0)).await;
    let mut counts: Vec<_> = refusals(&db)
        .await
        .into_iter()
        .map(|event| {
            let after: serde_json::Value = serde_json::from_str(&event.after.unwrap()).unwrap();
            assert_eq!(after["reason"], "wrong");
            assert_eq!(after["peer"], "127.0.0.1");
            assert!(!after.to_string().contains("wrong-credential"));
            after["count"].as_u64().unwrap()
        })
        .collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 4]);
}

async fn a_journal_that_fails_changes_no_answer(db: TestDatabase) {
    let (served, _script) = scripted(&db, "hub-1").await;
    db.execute("ALTER TABLE audit_events RENAME TO elsewhere")
        .await
        .unwrap();
    let request = served.client.post(served.url(RUN)).bearer_auth("wrong");
    assert_eq!(
        request.send().await.unwrap().status(),
        StatusCode::UNAUTHORIZED
    );
    db.execute("ALTER TABLE elsewhere RENAME TO audit_events")
        .await
        .unwrap();
}

async fn without_a_runner_nothing_is_mounted(db: TestDatabase) {
    let order = one(&db).await;
    let served = serve_hub(&db, "hub-1", &[("HUB", SECRET)], None).await;
    assert_eq!(
        served.hand_off(order.lease.run_id).await,
        StatusCode::NOT_FOUND
    );
    let answer = served
        .client
        .get(served.url("/healthz"))
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(refusals(&db).await.len(), 0);
}

async fn an_outcome_is_reported_once(db: TestDatabase) {
    let order = one(&db).await;
    let id = order.lease.run_id;
    let (served, _script) = scripted(&db, "hub-1").await;
    served.hand_off(id).await;
    let failed = r#"{"status":"failed","error":{"code":"disk","message":"No disk."},"output":{"n":9007199254740993}}"#;
    let (status, answer) = served.finish(id, failed).await;
    assert_eq!(
        (status, answer.as_str()),
        (StatusCode::OK, r#"{"recorded":true}"#)
    );
    let (status, answer) = served.finish(id, r#"{"status":"succeeded"}"#).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(answer, r#"{"recorded":false,"status":"failed"}"#);
    let run = run(&db, id).await;
    assert_eq!(run.status, RunStatus::Failed);
    assert_eq!(run.error_code.as_deref(), Some("disk"));
    assert_eq!(run.output.as_deref(), Some(r#"{"n":9007199254740993}"#));
    // What was worked on here has ended with it.
    served.hub.idle().await;
}

async fn an_outcome_that_is_none_is_refused(db: TestDatabase) {
    let order = one(&db).await;
    let id = order.lease.run_id;
    let (served, _script) = scripted(&db, "hub-1").await;
    for body in [
        "",
        "{}",
        r#"{"status":"running"}"#,
        r#"{"status":"abandoned"}"#,
        "[1]",
    ] {
        let (status, _) = served.finish(id, body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body}");
    }
    let unknown = routine_domain::RunId::new(now());
    let (status, _) = served.finish(unknown, r#"{"status":"succeeded"}"#).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(run(&db, id).await.status, RunStatus::Launching);
}

async fn readiness_ends_with_draining(db: TestDatabase) {
    let (served, _script) = scripted(&db, "hub-1").await;
    let ready = async || {
        served
            .client
            .get(served.url("/readyz"))
            .send()
            .await
            .unwrap()
            .status()
    };
    assert_eq!(ready().await, StatusCode::OK);
    served.hub.drain(seconds(0)).await;
    assert_eq!(ready().await, StatusCode::SERVICE_UNAVAILABLE);
}
