//! A worker or a hub that runs beside its test, and all that it says.

use std::{
    io::{BufRead, BufReader},
    net::TcpListener,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread::JoinHandle,
};

/// Ended with its test.
pub struct Service {
    child: Child,
    said: Arc<Mutex<String>>,
    reading: Option<JoinHandle<()>>,
}

impl Service {
    /// Resolves once it says that it is `ready`.
    pub async fn start(command: &mut Command, ready: &'static str) -> Self {
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let said = Arc::new(Mutex::new(String::new()));
        let (sender, is_ready) = tokio::sync::oneshot::channel();
        let kept = said.clone();
        let reading = std::thread::spawn(move || {
            let mut sender = Some(sender);
            for line in lines.map_while(Result::ok) {
                if line.contains(ready)
                    && let Some(sender) = sender.take()
                {
                    let _ = sender.send(());
                }
                let mut said = kept.lock().unwrap();
                said.push_str(&line);
                said.push('\n');
            }
        });
        let service = Self {
            child,
            said,
            reading: Some(reading),
        };
        is_ready
            .await
            .unwrap_or_else(|_| panic!("it did not start: {}", service.said.lock().unwrap()));
        service
    }

    /// Asks it to stop, waits until it has, and answers all that it said.
    pub fn stop(mut self) -> String {
        let told = Command::new("kill")
            .arg("-TERM")
            .arg(self.child.id().to_string())
            .status();
        assert!(told.unwrap().success());
        assert!(self.child.wait().unwrap().success());
        self.reading.take().unwrap().join().unwrap();
        self.said.lock().unwrap().clone()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An address nobody listens at just now.
pub fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}
