//! The few words of the WebDriver protocol that the tests need.

use std::{net::TcpListener, path::Path, process::Stdio, time::Duration};

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::{
    process::{Child, Command},
    time::{interval, timeout},
};

use crate::{Error, Result, tools};

const READY_WITHIN: Duration = Duration::from_secs(20);
const ASK_AGAIN: Duration = Duration::from_millis(50);

pub struct Driver {
    http: Client,
    base: String,
    _server: Child,
}

impl Driver {
    /// `environment` is handed on to the application.
    pub async fn start(environment: impl FnOnce(&mut Command)) -> Result<Self> {
        // A second provider may be installed by another test of this process; both are the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let port = free_port()?;
        let server = tools::start("WebKitWebDriver", "webkit2gtk-driver", |command| {
            command
                .arg(format!("--port={port}"))
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .env("TAURI_WEBVIEW_AUTOMATION", "true");
            environment(command);
        })?;
        let driver = Self {
            http: Client::builder().no_proxy().build()?,
            base: format!("http://127.0.0.1:{port}"),
            _server: server,
        };
        timeout(READY_WITHIN, driver.ready())
            .await
            .map_err(|_| Error::NotReady {
                tool: "WebKitWebDriver",
                seconds: READY_WITHIN.as_secs(),
            })?;
        Ok(driver)
    }

    async fn ready(&self) {
        let mut beat = interval(ASK_AGAIN);
        loop {
            beat.tick().await;
            let status = self.ask(Method::GET, "/status", None).await;
            if status.is_ok_and(|status| status["ready"] == true) {
                return;
            }
        }
    }

    /// Starts the application and answers with the path of its session.
    pub async fn open(&self, application: &Path, arguments: &[&str]) -> Result<String> {
        let wanted = json!({ "capabilities": { "alwaysMatch": { "webkitgtk:browserOptions": {
            "binary": application,
            "args": arguments,
        } } } });
        let session = self.ask(Method::POST, "/session", Some(wanted)).await?;
        let id = session["sessionId"].as_str().unwrap_or_default();
        Ok(format!("/session/{id}"))
    }

    pub async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Result<Value> {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if let Some(body) = body {
            request = request.json(&body);
        }
        let mut answer: Value = request.send().await?.json().await?;
        let value = answer["value"].take();
        match value["error"].as_str() {
            Some(error) => Err(Error::Refused {
                command: path.rsplit('/').next().unwrap_or(path).to_owned(),
                message: format!("{error}: {}", value["message"].as_str().unwrap_or_default()),
            }),
            None => Ok(value),
        }
    }
}

/// Free when asked; the driver takes it at once.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
