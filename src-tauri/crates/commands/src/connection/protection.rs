//! Another level for what is open.

use routine_domain::{Profile, Protection};

use super::{info, open};
use crate::{
    CommandError, Desk, ErrorCode, profiles,
    wire::{ConnectionInfo, Tag},
};

/// Less than before, at any time and from anywhere. More is chosen in Connections.
pub async fn lower(desk: &Desk, level: Protection) -> Result<ConnectionInfo, CommandError> {
    let session = desk.session().await?;
    let target = session.target();
    if level > target.level {
        return Err(CommandError::new(
            ErrorCode::Refused,
            format!(
                "The protection level of {} can only be lowered here. Raise it in Connections.",
                target.name
            ),
        ));
    }
    let Some(id) = target.profile else {
        return Err(CommandError::new(
            ErrorCode::Refused,
            format!(
                "{} was opened by its address, and has no level of its own.",
                target.name
            ),
        ));
    };
    let mut profile = profiles::find(desk, id)?;
    profile.details.protection = level;
    profiles::put(desk, profile.clone())?;
    apply(desk, &profile).await?;
    Ok(info(&*desk.session().await?).await)
}

/// What a profile says now is so for the connection that is open under it.
pub(crate) async fn apply(desk: &Desk, profile: &Profile) -> Result<(), CommandError> {
    let Some(session) = desk.open_session().await else {
        return Ok(());
    };
    if session.target().profile != Some(profile.id) {
        return Ok(());
    }
    if !session.take(&profile.details) {
        open::open_again(desk, profile).await?;
    }
    desk.announce(&[Tag::Connection, Tag::Routines, Tag::Runs]);
    Ok(())
}
