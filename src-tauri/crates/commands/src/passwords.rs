//! Where a password comes from: what was typed since the start, then the system's keychain. Where
//! neither has it, the driver looks at `PGPASSWORD` and `~/.pgpass`.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{Desk, wire::PasswordSource};

/// Typed since the start, by account: asked for once where no keychain answers, never written.
#[derive(Default)]
pub(crate) struct Typed(Mutex<HashMap<String, String>>);

impl Typed {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// None where the driver is to look for it.
pub(crate) async fn find(desk: &Desk, account: &str) -> (Option<String>, PasswordSource) {
    let typed = desk.typed.lock().get(account).cloned();
    if typed.is_some() {
        return (typed, PasswordSource::Typed);
    }
    match desk.host.password(account).await {
        Some(kept) => (Some(kept), PasswordSource::Keychain),
        None => (None, PasswordSource::Elsewhere),
    }
}

/// For this run of the program; a keychain gets it once it has worked.
pub(crate) fn hold(desk: &Desk, account: &str, password: &str) {
    let typed = (account.to_owned(), password.to_owned());
    desk.typed.lock().extend([typed]);
}

/// It has worked: the keychain has it from now on, or it stays typed.
pub(crate) async fn keep(desk: &Desk, account: &str, password: &str) {
    match desk.host.keep_password(account, password).await {
        true => drop(desk.typed.lock().remove(account)),
        false => hold(desk, account, password),
    }
}

/// It is of no more use.
pub(crate) async fn forget(desk: &Desk, account: &str) {
    desk.typed.lock().remove(account);
    desk.host.forget_password(account).await;
}
