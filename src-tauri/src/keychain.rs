//! Passwords in the system's keychain, and nowhere else. Where none answers nothing is kept.
//!
//! The keychain may need a service that is not there, or a person to unlock it, so every call waits
//! on a thread of its own and for a bounded time.

use std::time::Duration;

use keyring::Entry;
use tokio::{task::spawn_blocking, time::timeout};

const SERVICE: &str = "routine-desk";

/// Reaching the service; a desktop without one does not answer at all.
const REACH: Duration = Duration::from_secs(3);

/// One request; a person may have to type the keychain's own password first.
const ANSWER: Duration = Duration::from_secs(60);

pub async fn get(account: &str) -> Option<String> {
    ask(account, |entry| entry.get_password()).await
}

/// Whether it was kept.
pub async fn set(account: &str, password: &str) -> bool {
    let password = password.to_owned();
    ask(account, move |entry| entry.set_password(&password))
        .await
        .is_some()
}

pub async fn delete(account: &str) {
    ask(account, |entry| entry.delete_credential()).await;
}

async fn ask<T: Send + 'static>(
    account: &str,
    request: impl FnOnce(&Entry) -> keyring::Result<T> + Send + 'static,
) -> Option<T> {
    if !reachable().await {
        return None;
    }
    let account = account.to_owned();
    let answer = spawn_blocking(move || request(&Entry::new(SERVICE, &account)?));
    match timeout(ANSWER, answer).await {
        Ok(Ok(Ok(value))) => Some(value),
        Ok(Ok(Err(keyring::Error::NoEntry))) => None,
        Ok(Ok(Err(error))) => {
            tracing::warn!(%error, "the keychain refused");
            None
        }
        Ok(Err(_)) | Err(_) => {
            tracing::warn!("the keychain did not answer");
            None
        }
    }
}

async fn reachable() -> bool {
    let status = spawn_blocking(|| match Entry::store_status() {
        Ok(()) => true,
        Err(error) => {
            tracing::info!(%error, "no keychain on this desktop");
            false
        }
    });
    matches!(timeout(REACH, status).await, Ok(Ok(true)))
}
