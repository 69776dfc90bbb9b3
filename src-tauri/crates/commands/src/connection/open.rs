use std::time::Duration;

use routine_domain::text;
use routine_engine::wall_clock;
use routine_store::{Address, ConnectOptions, Database, SchemaFound, StoreError, connect};

use super::{info, place};
use crate::{
    CommandError, Desk, ErrorCode, demo, scheduler,
    session::{Opened, Session},
    wire::{ConnectionInfo, ConnectionRequest, Protection, SchemaState},
};

/// How long launches of the database before may go on when another one is opened.
const GOODBYE: Duration = Duration::from_secs(5);

/// Opens a database of this or an older schema, or an empty one, and remembers it. Creates nothing: a
/// file that is not there yet is made when it is migrated.
pub async fn open(desk: &Desk, request: ConnectionRequest) -> Result<ConnectionInfo, CommandError> {
    let address = place::parse(&request.url)?;
    let password = request
        .password
        .filter(|password| !password.is_empty())
        .or_else(|| address.password().map(str::to_owned));
    let opened = match &password {
        Some(_) => reach(desk, &address, password.clone()).await?,
        None => reach_with_kept(desk, &address).await?,
    };
    if let Some(password) = password {
        desk.host
            .keep_password(&address.to_string(), &password)
            .await;
    }
    settle(desk, opened).await
}

/// Opens the demo, filled where it is not yet, and starts the embedded scheduler.
pub async fn open_demo(desk: &Desk) -> Result<ConnectionInfo, CommandError> {
    let demo = fill_demo(desk).await?;
    if demo.protection != Protection::ReadOnly {
        scheduler::start(desk).await?;
    }
    Ok(demo)
}

/// Opens the demo. Makes its database where there is none, and fills it where it has no tenant.
pub async fn fill_demo(desk: &Desk) -> Result<ConnectionInfo, CommandError> {
    let address = place::demo(desk);
    let options = ConnectOptions {
        create: true,
        ..ConnectOptions::default()
    };
    let database = connect(&address, &options).await?;
    if !database.read_only {
        database.migrate().await?;
        let store = database.store().await?;
        if store.list_tenants().await?.is_empty() {
            let now = store.now().await?;
            demo::seed(store.clone(), now).await?;
        }
        // Nothing in it is anybody's: its clock may be moved.
        store.mark_sandbox(true, &desk.actor()).await?;
        store.close().await;
    }
    let opened = reach(desk, &address, None).await?;
    settle(desk, opened).await
}

/// Opens what was open last. Where that fails, the reason stays with what is remembered, until
/// something is opened.
pub async fn open_remembered(
    desk: &Desk,
    password: Option<String>,
) -> Result<ConnectionInfo, CommandError> {
    let Some(url) = desk.host.remembered() else {
        return Err(CommandError::new(
            ErrorCode::Refused,
            "No database was opened before.",
        ));
    };
    let demo = place::parse(&url).is_ok_and(|address| place::is_demo(desk, &address));
    let opened = match demo {
        true => open_demo(desk).await,
        false => open(desk, ConnectionRequest { url, password }).await,
    };
    if let Err(error) = &opened {
        desk.remember_reopen_error(error).await;
    }
    opened
}

/// Brings the open database to the present schema, and makes its first tenant where it has none.
pub async fn migrate(
    desk: &Desk,
    first_tenant: Option<String>,
) -> Result<ConnectionInfo, CommandError> {
    let first_tenant = first_tenant
        .map(|name| text::name("name", &name))
        .transpose()?;
    let session = desk.session().await?;
    session.refuse_read_only()?;
    let database = connect(
        &session.address,
        &ConnectOptions {
            password: session.password.clone(),
            create: true,
            read_only: false,
        },
    )
    .await?;
    database.migrate().await?;
    let store = database.store().await?;
    if let Some(name) = first_tenant
        && store.list_tenants().await?.is_empty()
    {
        let now = store.now().await?;
        store
            .create_tenant(&name, &session.tenant_policy(), &desk.actor(), now)
            .await?;
    }
    store.close().await;
    let opened = reach(desk, &session.address, session.password.clone()).await?;
    settle(desk, opened).await
}

/// Closes the database; it stays remembered.
pub async fn close(desk: &Desk) -> Result<(), CommandError> {
    desk.replace_session(None, GOODBYE).await;
    Ok(())
}

/// With the keychain's password, where it has one; one that the server refuses is of no more use.
async fn reach_with_kept(desk: &Desk, address: &Address) -> Result<Opened, CommandError> {
    let key = address.to_string();
    let kept = desk.host.password(&key).await;
    let was_kept = kept.is_some();
    let reached = reach(desk, address, kept).await;
    if let Err(error) = &reached
        && was_kept
        && error.code == ErrorCode::NeedsPassword
    {
        desk.host.forget_password(&key).await;
    }
    reached
}

/// Connects and looks; changes nothing.
async fn reach(
    desk: &Desk,
    address: &Address,
    password: Option<String>,
) -> Result<Opened, CommandError> {
    let local_demo = place::is_demo(desk, address);
    if place::is_missing_file(address) {
        return Ok(Opened {
            address: address.clone(),
            password: None,
            protection: Protection::Full,
            schema: SchemaState::Empty,
            local_demo,
            opened_at: wall_clock(),
            store: None,
        });
    }
    let options = ConnectOptions {
        password: password.clone(),
        ..ConnectOptions::default()
    };
    let database = connect(address, &options).await?;
    let store = match database.schema {
        SchemaFound::Current => Some(database.store().await?),
        SchemaFound::Empty | SchemaFound::Older { .. } => None,
        SchemaFound::Newer { found, expected } => {
            return Err(StoreError::NewerSchema { found, expected }.into());
        }
    };
    Ok(Opened {
        address: address.clone(),
        password,
        protection: protection(&database),
        schema: database.schema.into(),
        local_demo,
        opened_at: match &store {
            Some(store) => store.now().await?,
            None => wall_clock(),
        },
        store,
    })
}

fn protection(database: &Database) -> Protection {
    match database.read_only {
        true => Protection::ReadOnly,
        false => Protection::Full,
    }
}

/// Takes the place of what was open before.
async fn settle(desk: &Desk, opened: Opened) -> Result<ConnectionInfo, CommandError> {
    if let Err(error) = desk.host.remember(Some(&opened.address.to_string())) {
        tracing::warn!(%error, "the connection will not be remembered");
    }
    let session = Session::begin(opened, desk.announcer());
    desk.replace_session(Some(session), GOODBYE).await;
    Ok(info(&*desk.session().await?).await)
}
