//! A wire between workers and a hub that can be cut.

use std::{net::SocketAddr, sync::Arc};

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
};

pub struct Wire {
    pub address: SocketAddr,
    whole: Arc<watch::Sender<bool>>,
}

impl Wire {
    pub async fn to(hub: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let whole = Arc::new(watch::Sender::new(true));
        let wire = whole.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(pass(stream, hub, wire.subscribe()));
            }
        });
        Self { address, whole }
    }

    /// Breaks what is under way in the middle, and lets nothing through.
    pub fn cut(&self) {
        self.whole.send_replace(false);
    }

    pub fn mend(&self) {
        self.whole.send_replace(true);
    }
}

async fn pass(mut from: TcpStream, hub: SocketAddr, mut whole: watch::Receiver<bool>) {
    if !*whole.borrow_and_update() {
        return;
    }
    let Ok(mut to) = TcpStream::connect(hub).await else {
        return;
    };
    tokio::select! {
        _ = copy_bidirectional(&mut from, &mut to) => {}
        _ = whole.wait_for(|whole| !whole) => {}
    }
}
