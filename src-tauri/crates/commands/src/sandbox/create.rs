//! A new file, marked as a sandbox from its beginning.

use routine_domain::{Invalid, TenantPolicy, text};
use routine_store::{Address, ConnectOptions, Engine, connect};

use crate::{
    CommandError, Desk, connection,
    wire::{ConnectionInfo, ConnectionRequest, SandboxDraft},
};

/// Makes the file, its schema and its first tenant, and opens it. A file that is there is left alone.
pub async fn create(desk: &Desk, draft: SandboxDraft) -> Result<ConnectionInfo, CommandError> {
    let tenant = text::name("tenant", &draft.tenant)?;
    let address =
        Address::parse(&draft.path).map_err(|refused| Invalid::new("path", refused.message))?;
    if address.engine() != Engine::Sqlite {
        return Err(Invalid::new(
            "path",
            "A sandbox is made as a SQLite file. Write the path of a new one.",
        )
        .into());
    }
    if !connection::is_missing_file(&address) {
        return Err(Invalid::new(
            "path",
            format!(
                "{} is there already, or its folder is not. Choose another path.",
                draft.path.trim()
            ),
        )
        .into());
    }
    let options = ConnectOptions {
        create: true,
        ..ConnectOptions::default()
    };
    let database = connect(&address, &options).await?;
    database.migrate().await?;
    let store = database.store().await?;
    let actor = desk.actor();
    store.mark_sandbox(false, &actor).await?;
    let now = store.now().await?;
    store
        .create_tenant(&tenant, &TenantPolicy::local_demo(), &actor, now)
        .await?;
    store.close().await;
    let request = ConnectionRequest {
        url: address.to_string(),
        password: None,
    };
    connection::open(desk, request).await
}
