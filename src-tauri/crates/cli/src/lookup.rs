//! Things named on the command line by their id, or by a name that only one of them has.

use std::str::FromStr;

use routine_commands::{
    CommandError, Desk, ErrorCode, definitions, routines, tenants,
    wire::{
        DefinitionRow, RoutineDetail, RoutineMatch, RoutineQuery, RoutineRow, RoutineSort,
        RoutineView, TenantRow,
    },
};
use routine_domain::{DefinitionId, Invalid, RoutineId, TenantId};

/// Rows asked for at a time when a routine is looked up by its name.
const PAGE: u32 = 200;

pub async fn tenant(desk: &Desk, written: &str) -> Result<TenantRow, CommandError> {
    let id = TenantId::from_str(written).ok();
    let found = tenants::list(desk)
        .await?
        .into_iter()
        .filter(|tenant| id == Some(tenant.id) || tenant.name == written)
        .collect();
    the_one(found, "tenant", written)
}

/// The tenant that is named, or the only one there is.
pub async fn tenant_or_only(desk: &Desk, written: Option<&str>) -> Result<TenantRow, CommandError> {
    if let Some(written) = written {
        return tenant(desk, written).await;
    }
    let mut tenants = tenants::list(desk).await?;
    let count = tenants.len();
    match tenants.pop() {
        Some(only) if count == 1 => Ok(only),
        _ => Err(Invalid::new(
            "tenant",
            format!("There are {count} tenants. Name the one you mean with --tenant."),
        )
        .into()),
    }
}

pub async fn tenant_id(
    desk: &Desk,
    written: Option<&str>,
) -> Result<Option<TenantId>, CommandError> {
    match written {
        Some(written) => Ok(Some(tenant(desk, written).await?.id)),
        None => Ok(None),
    }
}

pub async fn definition(
    desk: &Desk,
    tenant_id: Option<TenantId>,
    written: &str,
) -> Result<DefinitionRow, CommandError> {
    let id = DefinitionId::from_str(written).ok();
    let found = definitions::list(desk, tenant_id)
        .await?
        .into_iter()
        .filter(|definition| id == Some(definition.id) || definition.name == written)
        .collect();
    the_one(found, "definition", written)
}

/// A deleted routine is only found by name where no other has that name.
pub async fn routine(desk: &Desk, written: &str) -> Result<RoutineDetail, CommandError> {
    let id = match RoutineId::from_str(written) {
        Ok(id) => id,
        Err(_) => {
            let mut named = named(desk, RoutineView::All, written).await?;
            if named.is_empty() {
                named = self::named(desk, RoutineView::Deleted, written).await?;
            }
            the_one(named, "routine", written)?.id
        }
    };
    routines::get(desk, id).await
}

async fn named(
    desk: &Desk,
    view: RoutineView,
    name: &str,
) -> Result<Vec<RoutineRow>, CommandError> {
    let mut found = Vec::new();
    let mut cursor = None;
    loop {
        let page = routines::list(
            desk,
            RoutineQuery {
                matching: RoutineMatch {
                    view,
                    search: Some(name.to_owned()),
                    ..RoutineMatch::default()
                },
                sort: RoutineSort::Name,
                cursor,
                limit: PAGE,
            },
        )
        .await?;
        found.extend(page.rows.into_iter().filter(|row| row.name == name));
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(found);
        }
    }
}

fn the_one<T>(mut found: Vec<T>, kind: &str, written: &str) -> Result<T, CommandError> {
    let count = found.len();
    match found.pop() {
        Some(one) if count == 1 => Ok(one),
        Some(_) => Err(Invalid::new(
            kind,
            format!("{count} {kind}s are called \"{written}\". Give the id of the one you mean."),
        )
        .into()),
        None => Err(CommandError::new(
            ErrorCode::NotFound,
            format!(
                "There is no {kind} \"{written}\". `routinectl {kind} list` shows what there is."
            ),
        )),
    }
}
