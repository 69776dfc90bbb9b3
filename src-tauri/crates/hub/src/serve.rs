//! Connections: how many, how long a request may take to arrive, and how they end.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Extension, Router, extract::ConnectInfo, http::StatusCode};
use hyper::server::conn::http1::Builder;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};
use tokio_util::sync::CancellationToken;
use tower_http::timeout::TimeoutLayer;

/// Connections at once; more wait to be accepted.
const CONNECTIONS: usize = 1_024;
/// A request's head must arrive within this, and within these bounds.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// A whole request, its body and its answer included.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
const HEAD_BYTES: usize = 32 * 1024;
const HEADERS: usize = 64;

/// Serves until `stop`, then lets the requests under way be answered. Fails only where no connection
/// can be accepted any more.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    stop: CancellationToken,
) -> io::Result<()> {
    let router = router.layer(TimeoutLayer::with_status_code(
        StatusCode::REQUEST_TIMEOUT,
        REQUEST_TIMEOUT,
    ));
    let mut server = Builder::new();
    server
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(HEAD_BYTES)
        .max_headers(HEADERS);
    let open = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let ((stream, place), peer) = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            accepted = accept(&listener, &room) => accepted?,
        };
        let service = TowerToHyperService::new(with_peer(router.clone(), peer));
        let connection = server.serve_connection(TokioIo::new(stream), service);
        let watched = open.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = watched.await {
                tracing::debug!(%peer, %error, "a connection broke off");
            }
            drop(place);
        });
    }
    open.shutdown().await;
    Ok(())
}

type Place = tokio::sync::OwnedSemaphorePermit;

async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> io::Result<((TcpStream, Place), SocketAddr)> {
    let place = room
        .clone()
        .acquire_owned()
        .await
        .map_err(io::Error::other)?;
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                stream.set_nodelay(true)?;
                return Ok(((stream, place), peer));
            }
            // The peer gave up before it was accepted.
            Err(error) if is_of_one_peer(&error) => {}
            Err(error) => return Err(error),
        }
    }
}

fn is_of_one_peer(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
    )
}

fn with_peer(router: Router, peer: SocketAddr) -> Router {
    router.layer(Extension(ConnectInfo(peer)))
}
