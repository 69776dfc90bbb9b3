//! The connections that this desktop remembers.

use std::collections::HashSet;

use routine_domain::{
    Invalid, Profile, ProfileDetails, ProfileId, profile,
    protection::{ChangeKind, asks},
};
use routine_engine::wall_clock;
use routine_store::Address;

use crate::{
    CommandError, Desk, ErrorCode, HostError, connection, passwords,
    wire::{ProfileRow, ProfilesImported, Tag},
};

pub async fn list(desk: &Desk) -> Result<Vec<ProfileRow>, CommandError> {
    let open = match desk.open_session().await {
        Some(session) => session.target().profile,
        None => None,
    };
    let kept = desk.host.profiles().profiles;
    Ok(kept
        .into_iter()
        .map(|profile| {
            let address = Address::of(&profile.details.place);
            ProfileRow {
                engine: connection::engine(&address),
                location: connection::location(&profile.details.place),
                local_demo: connection::is_demo(desk, &address),
                open: open == Some(profile.id),
                migrating_asks: asks(ChangeKind::SetUp, profile.details.protection),
                profile,
            }
        })
        .collect())
}

/// A new one, or what an old one is from now on. A password is kept apart; none leaves what is kept.
pub async fn save(
    desk: &Desk,
    id: Option<ProfileId>,
    details: ProfileDetails,
    password: Option<String>,
) -> Result<Profile, CommandError> {
    let details = details.checked()?;
    let mut profile = match id {
        Some(id) => find(desk, id)?,
        None => Profile {
            id: ProfileId::new(wall_clock()),
            details: details.clone(),
        },
    };
    refuse_taken(desk, profile.id, &details.name)?;
    profile.details = details;
    if let Some(password) = password.filter(|password| !password.is_empty()) {
        let account = Address::of(&profile.details.place).account();
        passwords::hold(desk, &account, &password);
    }
    // What is open under it must open so too, or nothing is changed.
    connection::apply(desk, &profile).await?;
    put(desk, profile.clone())?;
    desk.announce(&[Tag::Connection]);
    Ok(profile)
}

/// The same under another name, to be changed from there.
pub async fn duplicate(desk: &Desk, id: ProfileId) -> Result<Profile, CommandError> {
    let original = find(desk, id)?;
    let details = ProfileDetails {
        name: free_name(&names(desk), &original.details.name),
        ..original.details
    };
    save(desk, None, details, None).await
}

/// Forgets it, and its password where no other one signs in so. The database is not touched.
pub async fn remove(desk: &Desk, id: ProfileId) -> Result<(), CommandError> {
    let profile = find(desk, id)?;
    if let Some(session) = desk.open_session().await
        && session.target().profile == Some(id)
    {
        return Err(CommandError::new(
            ErrorCode::Refused,
            format!(
                "{} is open. Close it or open another one first.",
                profile.details.name
            ),
        ));
    }
    let mut kept = desk.host.profiles();
    kept.profiles.retain(|other| other.id != id);
    kept.last = kept.last.filter(|last| *last != id);
    let account = Address::of(&profile.details.place).account();
    let shared = kept
        .profiles
        .iter()
        .any(|other| Address::of(&other.details.place).account() == account);
    desk.host.keep_profiles(&kept)?;
    if !shared {
        passwords::forget(desk, &account).await;
    }
    desk.announce(&[Tag::Connection]);
    Ok(())
}

/// All of them as the text of a file, without any secret.
pub fn export(desk: &Desk) -> Result<String, CommandError> {
    Ok(profile::export(&desk.host.profiles().profiles)?)
}

/// Adds what a file holds; nothing that is there is changed.
pub async fn import(desk: &Desk, text: &str) -> Result<ProfilesImported, CommandError> {
    let (taken, left_out) = profile::import(text)?;
    let mut kept = desk.host.profiles();
    let mut names = names(desk);
    let mut added = Vec::with_capacity(taken.len());
    for details in taken {
        let name = free_name(&names, &details.name);
        names.insert(name.clone());
        added.push(Profile {
            id: ProfileId::new(wall_clock()),
            details: ProfileDetails { name, ..details },
        });
    }
    kept.profiles.extend(added.iter().cloned());
    desk.host.keep_profiles(&kept)?;
    desk.announce(&[Tag::Connection]);
    Ok(ProfilesImported { added, left_out })
}

pub(crate) fn find(desk: &Desk, id: ProfileId) -> Result<Profile, CommandError> {
    let kept = desk.host.profiles().profiles;
    kept.into_iter().find(|one| one.id == id).ok_or_else(|| {
        CommandError::new(
            ErrorCode::NotFound,
            "This connection is no longer remembered. Look at the list again.",
        )
    })
}

/// The one that was open last.
pub(crate) fn last(desk: &Desk) -> Option<Profile> {
    let kept = desk.host.profiles();
    let last = kept.last?;
    kept.profiles.into_iter().find(|one| one.id == last)
}

/// The profile of the demo's file, or the one that it is to have.
pub(crate) fn of_demo(desk: &Desk, fresh: Profile) -> Profile {
    let kept = desk.host.profiles().profiles;
    kept.into_iter()
        .find(|one| connection::is_demo(desk, &Address::of(&one.details.place)))
        .unwrap_or(fresh)
}

/// Adds it, or puts it in the place of the one with its id.
pub(crate) fn put(desk: &Desk, profile: Profile) -> Result<(), HostError> {
    let mut kept = desk.host.profiles();
    match kept.profiles.iter_mut().find(|one| one.id == profile.id) {
        Some(one) if *one == profile => return Ok(()),
        Some(one) => *one = profile,
        None => kept.profiles.push(profile),
    }
    desk.host.keep_profiles(&kept)
}

pub(crate) fn opened(desk: &Desk, id: ProfileId) {
    let mut kept = desk.host.profiles();
    if kept.last == Some(id) {
        return;
    }
    kept.last = Some(id);
    if let Err(error) = desk.host.keep_profiles(&kept) {
        tracing::warn!(%error, "the connection will not be remembered as the last one");
    }
}

fn names(desk: &Desk) -> HashSet<String> {
    let kept = desk.host.profiles().profiles;
    kept.into_iter().map(|one| one.details.name).collect()
}

/// People type the name to confirm: two of the same would be one mistake away from each other.
fn refuse_taken(desk: &Desk, id: ProfileId, name: &str) -> Result<(), CommandError> {
    let kept = desk.host.profiles().profiles;
    match kept
        .iter()
        .any(|one| one.id != id && one.details.name == name)
    {
        true => Err(Invalid::new(
            "name",
            format!("There is a connection named \"{name}\" already. Choose another name."),
        )
        .into()),
        false => Ok(()),
    }
}

/// The name itself, or the first numbered one that nobody has.
fn free_name(taken: &HashSet<String>, name: &str) -> String {
    (1..)
        .map(|number| match number {
            1 => name.to_owned(),
            _ => format!("{name} {number}"),
        })
        .find(|name| !taken.contains(name))
        .unwrap_or_default()
}
