use std::time::Duration;

use routine_domain::{Profile, ProfileId, Protection};
use routine_engine::wall_clock;
use routine_store::{ConnectOptions, SchemaFound, StoreError, connect};

use super::{info, place};
use crate::{
    CommandError, Desk, ErrorCode, demo, passwords, profiles, scheduler,
    session::{Opened, Session, Target},
    wire::{ConnectionInfo, ConnectionRequest, PasswordSource, SchemaState},
};

/// How long launches of the database before may go on when another one is opened.
const GOODBYE: Duration = Duration::from_secs(5);

/// Opens a database of this or an older schema, or an empty one, by its address. Creates nothing: a
/// file that is not there yet is made when it is migrated.
pub async fn open(desk: &Desk, request: ConnectionRequest) -> Result<ConnectionInfo, CommandError> {
    let address = place::parse(&request.url)?;
    let password = request
        .password
        .filter(|password| !password.is_empty())
        .or_else(|| address.password().map(str::to_owned));
    let target = place::target_of(desk, address);
    let opened = enter(desk, target, password).await?;
    settle(desk, opened).await
}

/// Opens a profile and remembers it. Without a password the one that is kept is used.
pub async fn open_profile(
    desk: &Desk,
    id: ProfileId,
    password: Option<String>,
) -> Result<ConnectionInfo, CommandError> {
    let profile = profiles::find(desk, id)?;
    if place::is_demo(desk, &place::target_of_profile(&profile).address) {
        return open_demo(desk).await;
    }
    let password = password.filter(|password| !password.is_empty());
    let opened = enter(desk, place::target_of_profile(&profile), password).await;
    match opened {
        Ok(opened) => settle(desk, opened).await,
        Err(error) => {
            // Where nothing is open, the first page says so of the last one.
            if desk.open_session().await.is_none() && profiles::last(desk) == Some(profile) {
                desk.remember_reopen_error(&error).await;
            }
            Err(error)
        }
    }
}

/// Opens what was open last. Where that fails, the reason stays with it until something is opened.
pub async fn open_last(desk: &Desk) -> Result<ConnectionInfo, CommandError> {
    match profiles::last(desk) {
        Some(profile) => open_profile(desk, profile.id, None).await,
        None => Err(CommandError::new(
            ErrorCode::Refused,
            "No database was opened before.",
        )),
    }
}

/// Opens the demo, filled where it is not yet, and starts the embedded scheduler where nothing has to
/// be confirmed for it.
pub async fn open_demo(desk: &Desk) -> Result<ConnectionInfo, CommandError> {
    let demo = fill_demo(desk).await?;
    if demo.protection == Protection::Full {
        scheduler::start_in(desk, &*desk.session().await?).await?;
    }
    Ok(demo)
}

/// Opens the demo. Makes its database where there is none, and fills it where it has no tenant.
pub async fn fill_demo(desk: &Desk) -> Result<ConnectionInfo, CommandError> {
    let profile = profiles::of_demo(desk, place::demo_profile(desk));
    let target = place::target_of_profile(&profile);
    if profile.details.protection == Protection::Full || place::is_missing_file(&target.address) {
        fill(desk, &target).await?;
    }
    profiles::put(desk, profile)?;
    let opened = reach(desk, target, None).await?;
    settle(desk, opened).await
}

async fn fill(desk: &Desk, target: &Target) -> Result<(), CommandError> {
    let options = ConnectOptions {
        create: true,
        ..ConnectOptions::default()
    };
    let database = connect(&target.address, &options).await?;
    if !database.read_only {
        database.migrate().await?;
        let store = database.store().await?;
        if store.list_tenants().await?.is_empty() {
            let now = store.now().await?;
            demo::seed(store.clone(), now).await?;
        }
        // Nothing in it is anybody's: its clock may be moved.
        store.mark_sandbox(true, &desk.actor()).await?;
    }
    database.close().await;
    Ok(())
}

/// Closes the database; it stays remembered.
pub async fn close(desk: &Desk) -> Result<(), CommandError> {
    desk.replace_session(None, GOODBYE).await;
    Ok(())
}

/// Opens what is open once more, as the profile says now.
pub(super) async fn open_again(desk: &Desk, profile: &Profile) -> Result<(), CommandError> {
    let opened = enter(desk, place::target_of_profile(profile), None).await?;
    settle(desk, opened).await?;
    Ok(())
}

/// Opens what is open once more, after its schema has changed.
pub(super) async fn look_again(
    desk: &Desk,
    session: &Session,
) -> Result<ConnectionInfo, CommandError> {
    let opened = reach(desk, session.target(), session.password.clone()).await?;
    settle(desk, opened).await
}

/// With the password that was given, or the one that is kept; one that the server refuses is of no
/// more use, one that it takes is kept.
async fn enter(desk: &Desk, target: Target, given: Option<String>) -> Result<Opened, CommandError> {
    let account = target.address.account();
    let (password, source) = match given {
        Some(given) => (Some(given), PasswordSource::Typed),
        None => passwords::find(desk, &account).await,
    };
    let reached = reach(desk, target, password.clone()).await;
    match (&reached, password) {
        (Ok(_), Some(password)) if source == PasswordSource::Typed => {
            passwords::keep(desk, &account, &password).await;
        }
        (Err(error), Some(_)) if error.code == ErrorCode::NeedsPassword => {
            passwords::forget(desk, &account).await;
        }
        _ => {}
    }
    reached
}

/// Connects and looks; changes nothing.
async fn reach(
    desk: &Desk,
    target: Target,
    password: Option<String>,
) -> Result<Opened, CommandError> {
    let local_demo = place::is_demo(desk, &target.address);
    if place::is_missing_file(&target.address) {
        return Ok(Opened {
            target,
            password: None,
            may_write: true,
            schema: SchemaState::Empty,
            local_demo,
            opened_at: wall_clock(),
            store: None,
        });
    }
    let options = ConnectOptions {
        password: password.clone(),
        create: false,
        read_only: target.level == Protection::ReadOnly,
    };
    let database = connect(&target.address, &options).await?;
    // An unproven database is given no store, so nothing can be written to it by accident.
    let store = match database.schema {
        SchemaFound::Current => Some(database.store().await?),
        SchemaFound::Empty | SchemaFound::Older { .. } => {
            database.close().await;
            None
        }
        SchemaFound::Newer { found, expected } => {
            database.close().await;
            return Err(StoreError::NewerSchema { found, expected }.into());
        }
    };
    Ok(Opened {
        target,
        password,
        may_write: !database.read_only,
        schema: database.schema.into(),
        local_demo,
        opened_at: match &store {
            Some(store) => store.now().await?,
            None => wall_clock(),
        },
        store,
    })
}

/// Takes the place of what was open before.
async fn settle(desk: &Desk, opened: Opened) -> Result<ConnectionInfo, CommandError> {
    if let Some(id) = opened.target.profile {
        profiles::opened(desk, id);
    }
    let session = Session::begin(opened, desk.announcer());
    desk.replace_session(Some(session), GOODBYE).await;
    Ok(info(&*desk.session().await?).await)
}
