//! What no worker would send.

use routine_tests::{TestDatabase, on_both};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::acting::*;

on_both! {
    requests_that_no_worker_sends_are_refused_and_the_hub_goes_on,
}

/// The status line of the answer, or nothing where the connection was closed without one.
async fn answer(served: &Served, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(served.address).await.unwrap();
    // It may stop reading in the middle.
    let _ = stream.write_all(request).await;
    if request.is_empty() {
        let _ = stream.shutdown().await;
    }
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.lines().next().unwrap_or_default().to_owned()
}

async fn requests_that_no_worker_sends_are_refused_and_the_hub_goes_on(db: TestDatabase) {
    let order = one(&db).await;
    let (served, mut script) = scripted(&db, "hub-1").await;
    let head = format!("POST {RUN} HTTP/1.1\r\nHost: hub\r\nConnection: close\r\n");
    let signed = format!("{head}Authorization: Bearer {SECRET}\r\n");
    let many_headers = "X-Filler: x\r\n".repeat(100);
    let long_header = format!("X-Filler: {}\r\n", "x".repeat(64 * 1024));
    let deep = "[".repeat(10_000);
    let run = order.lease.run_id;
    for (request, allowed) in [
        (format!("{head}{many_headers}\r\n"), &["431", ""][..]),
        (format!("{head}{long_header}\r\n"), &["431", ""]),
        (
            format!(
                "{head}Authorization: Bearer {SECRET}\r\nAuthorization: Bearer x\r\nContent-Length: 0\r\n\r\n"
            ),
            &["400", "401"],
        ),
        (
            format!("{signed}Content-Length: 99999999\r\n\r\nx"),
            &["400", ""],
        ),
        (format!("{signed}Content-Length: -1\r\n\r\n"), &["400", ""]),
        (
            format!("{signed}Content-Length: {}\r\n\r\n{deep}", deep.len()),
            &["400"],
        ),
        (
            format!("{signed}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"),
            &["400", ""],
        ),
        (
            format!("{signed}Transfer-Encoding: chunked\r\n\r\nzz\r\n"),
            &["400", ""],
        ),
        ("\u{0}\u{1}\u{2}\r\n\r\n".into(), &["400", ""]),
        (
            format!("GET {RUN} HTTP/1.1\r\nHost: hub\r\nConnection: close\r\n\r\n"),
            &["405"],
        ),
        (
            "POST /internal/routines/run/../run HTTP/1.1\r\nHost: hub\r\nConnection: close\r\n\r\n"
                .into(),
            &["404"],
        ),
        (String::new(), &[""]),
    ] {
        let line = answer(&served, request.as_bytes()).await;
        let status = line.split(' ').nth(1).unwrap_or_default();
        assert!(allowed.contains(&status), "{line:?} for {:.120}", request);
    }
    // Not UTF-8, with the right length.
    let mut request = format!("{signed}Content-Length: 4\r\n\r\n").into_bytes();
    request.extend([0xff, 0xfe, 0x00, 0x80]);
    assert!(answer(&served, &request).await.contains(" 400 "));

    assert!(script.started.try_recv().is_err(), "something was started");
    assert_eq!(served.hand_off(run).await, 202);
}
