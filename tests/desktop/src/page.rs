//! What the window shows, and a person's hands on it.

use std::{path::Path, time::Duration};

use base64::{Engine, prelude::BASE64_STANDARD};
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Error, Result, driver::Driver};

/// A routine that fires within seconds on a busy machine shows within this.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs until `$CONDITION` holds, looked at again whenever the page changes: no polling.
const WAIT: &str = include_str!("page/wait.js");

const SETTLE: &str = include_str!("page/settle.js");

const SCROLL: &str = include_str!("page/scroll.js");

/// The first visible control that a person would call by this name.
const BY_NAME: &str = include_str!("page/by_name.js");

const BACKSPACE: &str = "\u{E003}";

/// What was seen while a page was scrolled.
#[derive(Debug, Deserialize)]
pub struct Scrolled {
    /// From each frame to the next, in milliseconds.
    pub frames: Vec<f64>,
    /// Rows of lists that stood in the page at once.
    pub rows_at_most: u32,
    /// The last row that was reached, from zero.
    pub farthest_row: u32,
    /// How far it could be scrolled, in pixels.
    pub scrolls: f64,
    /// In the whole page.
    pub elements: u32,
}

pub struct Page {
    driver: Driver,
    session: String,
}

impl Page {
    pub(crate) fn new(driver: Driver, session: String) -> Self {
        Self { driver, session }
    }

    pub async fn title(&self) -> Result<String> {
        let title = self.command(Method::GET, "/title", None).await?;
        Ok(title.as_str().unwrap_or_default().to_owned())
    }

    /// The body of a function; what it returns comes back.
    pub async fn script(&self, body: &str) -> Result<Value> {
        let call = json!({ "script": body, "args": [] });
        self.command(Method::POST, "/execute/sync", Some(call))
            .await
    }

    /// The body of a function that calls its last argument when it is done; what it is called with
    /// comes back.
    pub async fn outcome(&self, body: &str, within: Duration) -> Result<Value> {
        let patience = json!({ "script": within.as_millis() });
        self.command(Method::POST, "/timeouts", Some(patience))
            .await?;
        let call = json!({ "script": body, "args": [] });
        self.command(Method::POST, "/execute/async", Some(call))
            .await
    }

    /// Scrolls what scrolls most, to its end and back, for so many frames.
    pub async fn scroll(&self, frames: u32) -> Result<Scrolled> {
        let script = SCROLL.replace("$FRAMES", &frames.to_string());
        let scrolled = self.outcome(&script, PATIENCE * 5).await?;
        serde_json::from_value(scrolled).map_err(|error| self.refused("scroll", error.to_string()))
    }

    /// A PNG of what the window shows.
    pub async fn picture(&self) -> Result<Vec<u8>> {
        let picture = self.command(Method::GET, "/screenshot", None).await?;
        let picture = picture.as_str().unwrap_or_default();
        BASE64_STANDARD
            .decode(picture)
            .map_err(|error| self.refused("screenshot", error.to_string()))
    }

    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        let size = json!({ "width": width, "height": height });
        self.command(Method::POST, "/window/rect", Some(size))
            .await?;
        Ok(())
    }

    /// Waits until an expression in the page is true.
    pub async fn wait_until(&self, condition: &str) -> Result<()> {
        let script = WAIT
            .replace("$BY_NAME", BY_NAME)
            .replace("$CONDITION", condition);
        match self.outcome(&script, PATIENCE).await {
            Err(Error::Refused { message, .. }) if message.starts_with("script timeout") => {
                Err(Error::NotShown {
                    wanted: condition.to_owned(),
                    seconds: PATIENCE.as_secs(),
                    focus: self.focus().await?,
                    shown: self.text().await?,
                })
            }
            answer => answer.map(|_| ()),
        }
    }

    /// Whether an expression in the page is true now.
    pub async fn holds(&self, condition: &str) -> Result<bool> {
        let held = self
            .script(&format!("{BY_NAME}; return Boolean({condition});"))
            .await?;
        Ok(held == true)
    }

    /// Waits until the page says so somewhere.
    pub async fn wait_for_text(&self, text: &str) -> Result<()> {
        self.wait_until(&format!(
            "document.body.innerText.includes({})",
            json!(text)
        ))
        .await
    }

    /// Waits until the page has not changed for a moment and its fonts are there.
    pub async fn settle(&self) -> Result<()> {
        let call = json!({ "script": SETTLE, "args": [] });
        self.command(Method::POST, "/execute/async", Some(call))
            .await?;
        Ok(())
    }

    /// Everything that can be read on the page.
    pub async fn text(&self) -> Result<String> {
        let text = self.script("return document.body.innerText").await?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// The opening tag of what has the focus.
    async fn focus(&self) -> Result<String> {
        let tag = self
            .script("return document.activeElement?.cloneNode().outerHTML")
            .await?;
        Ok(tag.as_str().unwrap_or("nothing").to_owned())
    }

    /// Clicks the button, link, tab or row with this name, as soon as it is there and enabled.
    pub async fn click(&self, name: &str) -> Result<()> {
        let element = self.find(name, None).await?;
        self.command(Method::POST, &format!("{element}/click"), Some(json!({})))
            .await?;
        Ok(())
    }

    /// Types into the field with this label, in place of what stood there.
    pub async fn fill(&self, label: &str, text: &str) -> Result<()> {
        let element = self.find(label, Some("input, textarea")).await?;
        // The driver's own "clear" goes past the listeners of the page; a person's keys do not.
        let held = self
            .command(Method::GET, &format!("{element}/property/value"), None)
            .await?;
        let length = held.as_str().map_or(0, |held| held.chars().count());
        let keys = json!({ "text": format!("{}{text}", BACKSPACE.repeat(length)) });
        self.command(Method::POST, &format!("{element}/value"), Some(keys))
            .await?;
        Ok(())
    }

    /// Hands a file to the page's field for files.
    pub async fn upload(&self, file: &Path) -> Result<()> {
        let using = json!({ "using": "css selector", "value": "input[type=file]" });
        let found = self.command(Method::POST, "/element", Some(using)).await?;
        let id = found
            .as_object()
            .and_then(|reference| reference.values().next())
            .and_then(Value::as_str)
            .ok_or_else(|| self.refused("upload", "no field takes a file".to_owned()))?;
        let text = json!({ "text": file.to_string_lossy() });
        self.command(Method::POST, &format!("/element/{id}/value"), Some(text))
            .await?;
        Ok(())
    }

    /// Picks the row of a list whose label begins like this.
    pub async fn pick_row(&self, begins: &str) -> Result<()> {
        let row = json!(format!("[role=row][aria-label^={}]", json!(begins)));
        self.wait_until(&format!("document.querySelector({row})"))
            .await?;
        self.script(&format!("document.querySelector({row}).click()"))
            .await?;
        Ok(())
    }

    /// Presses keys where the focus is; `\u{E007}` is Enter, `\u{E009}` holds Control.
    pub async fn press(&self, keys: &str) -> Result<()> {
        let active = self.command(Method::GET, "/element/active", None).await?;
        let id = active
            .as_object()
            .and_then(|reference| reference.values().next())
            .and_then(Value::as_str)
            .ok_or_else(|| self.refused("press", "nothing has the focus".to_owned()))?;
        let text = json!({ "text": keys });
        self.command(Method::POST, &format!("/element/{id}/value"), Some(text))
            .await?;
        Ok(())
    }

    /// The control of this name, of all kinds or of those that a selector names.
    async fn find(&self, name: &str, among: Option<&str>) -> Result<String> {
        let call = format!("byName({}, {})", json!(name), json!(among));
        // A page that has just been drawn may draw itself once more in between.
        for _ in 0..5 {
            self.wait_until(&call).await?;
            let found = self.script(&format!("{BY_NAME}; return {call};")).await?;
            let id = found
                .as_object()
                .and_then(|reference| reference.values().next())
                .and_then(Value::as_str);
            if let Some(id) = id {
                return Ok(format!("/element/{id}"));
            }
        }
        Err(self.refused("find", format!("\"{name}\" is gone again each time")))
    }

    pub(crate) async fn command(
        &self,
        method: Method,
        command: &str,
        body: Option<Value>,
    ) -> Result<Value> {
        let path = format!("{}{command}", self.session);
        self.driver.ask(method, &path, body).await
    }

    fn refused(&self, command: &str, message: String) -> Error {
        Error::Refused {
            command: command.to_owned(),
            message,
        }
    }
}
