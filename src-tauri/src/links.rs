//! Deep links, `routinedesk://<profile>/<route>`: which page of which database. A link only shows;
//! nothing is ever changed by one.

use std::sync::{Mutex, PoisonError};

use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Manager};
use tauri_specta::Event;

use crate::{events::LinkOpened, window};

pub const SCHEME: &str = "routinedesk://";
/// Longer than any address of a page.
const LONGEST: usize = 4_096;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Link {
    /// What the connection is called.
    pub profile: String,
    /// An address of the screens, with its filters.
    pub route: String,
}

/// The link that waits to be followed: the screens take it once they are there.
#[derive(Default)]
pub struct Links(Mutex<Option<Link>>);

impl Links {
    pub fn put(&self, link: Option<Link>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = link;
    }

    pub fn take(&self) -> Option<Link> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Shows the window and lets it follow the link.
pub fn open(app: &AppHandle, url: &str) {
    let Some(link) = parse(url) else {
        tracing::warn!("a link was not understood and is not followed");
        return;
    };
    follow(app, link);
}

pub fn follow(app: &AppHandle, link: Link) {
    app.state::<Links>().put(Some(link));
    window::show(app);
    if let Err(error) = LinkOpened.emit(app) {
        tracing::warn!(%error, "a link did not reach the window");
    }
}

/// None where it is no link of ours, or leads anywhere but to a page.
pub fn parse(url: &str) -> Option<Link> {
    let rest = url
        .strip_prefix(SCHEME)
        .filter(|rest| rest.len() <= LONGEST)?;
    let (profile, route) = match rest.find(['/', '?']) {
        Some(end) => rest.split_at(end),
        None => (rest, ""),
    };
    let profile = percent_decode_str(profile).decode_utf8().ok()?.into_owned();
    let route = match route {
        "" | "/" => "/today".to_owned(),
        route if route.starts_with('/') => route.to_owned(),
        filters => format!("/{filters}"),
    };
    let odd = |text: &str| {
        text.chars()
            .any(|letter| letter.is_control() || letter == '\\')
    };
    let leads_away = route.starts_with("//") || route.contains("/../");
    (!profile.is_empty() && !odd(&profile) && !odd(&route) && !leads_away)
        .then_some(Link { profile, route })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_a_profile_and_a_page() {
        let link = |url| parse(url).map(|link| (link.profile, link.route));
        let is = |profile: &str, route: &str| Some((profile.to_owned(), route.to_owned()));
        assert_eq!(
            link("routinedesk://Local%20demo/runs/0199?tenant=a"),
            is("Local demo", "/runs/0199?tenant=a")
        );
        assert_eq!(link("routinedesk://desk.db"), is("desk.db", "/today"));
        assert_eq!(link("routinedesk://desk.db/"), is("desk.db", "/today"));
        for refused in [
            "https://hub/x",
            "routinedesk://",
            "routinedesk:///runs",
            "routinedesk://a//evil.example",
            "routinedesk://a/../b/../c",
            "routinedesk://a/x\\y",
            "routinedesk://%ff/x",
            "routinedesk://a%0a/x",
        ] {
            assert_eq!(link(refused), None, "{refused}");
        }
    }
}
