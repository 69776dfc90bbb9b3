//! Where a page of a list ended, as opaque text: the store's key and nothing else, so that a page
//! neither repeats nor loses a row when others are written meanwhile.

use routine_domain::{AuditId, Instant, Invalid, RoutineId, RunId};
use routine_store::model::{JournalKey, RoutineKey, RunKey};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

#[derive(Serialize, Deserialize)]
enum RoutineCursor {
    NextFire(Option<Instant>, String, RoutineId),
    Name(String, RoutineId),
    Created(Instant, RoutineId),
}

#[derive(Serialize, Deserialize)]
struct RunCursor(Instant, RunId);

#[derive(Serialize, Deserialize)]
struct JournalCursor(Instant, AuditId);

pub(crate) fn of_routines(key: RoutineKey) -> String {
    encode(&match key {
        RoutineKey::NextFire {
            next_fire_at,
            name,
            id,
        } => RoutineCursor::NextFire(next_fire_at, name, id),
        RoutineKey::Name { name, id } => RoutineCursor::Name(name, id),
        RoutineKey::Created { created_at, id } => RoutineCursor::Created(created_at, id),
    })
}

pub(crate) fn routine_key(cursor: &str) -> Result<RoutineKey, Invalid> {
    Ok(match decode(cursor)? {
        RoutineCursor::NextFire(next_fire_at, name, id) => RoutineKey::NextFire {
            next_fire_at,
            name,
            id,
        },
        RoutineCursor::Name(name, id) => RoutineKey::Name { name, id },
        RoutineCursor::Created(created_at, id) => RoutineKey::Created { created_at, id },
    })
}

pub(crate) fn of_runs(key: RunKey) -> String {
    encode(&RunCursor(key.recorded_at, key.id))
}

pub(crate) fn run_key(cursor: &str) -> Result<RunKey, Invalid> {
    decode(cursor).map(|RunCursor(recorded_at, id)| RunKey { recorded_at, id })
}

pub(crate) fn of_journal(key: JournalKey) -> String {
    encode(&JournalCursor(key.at, key.id))
}

pub(crate) fn journal_key(cursor: &str) -> Result<JournalKey, Invalid> {
    decode(cursor).map(|JournalCursor(at, id)| JournalKey { at, id })
}

/// Hexadecimal, so that it survives a shell and an address bar as it is.
fn encode(key: &impl Serialize) -> String {
    serde_json::to_vec(key)
        .unwrap_or_default()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn decode<T: DeserializeOwned>(cursor: &str) -> Result<T, Invalid> {
    let bytes: Option<Vec<u8>> = cursor
        .as_bytes()
        .chunks(2)
        .map(|pair| {
            let text = std::str::from_utf8(pair).ok()?;
            u8::from_str_radix(text, 16).ok()
        })
        .collect();
    bytes
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .ok_or_else(refused)
}

pub(crate) fn refused() -> Invalid {
    Invalid::new(
        "cursor",
        "The cursor is not one that this list handed out. Start again without one.",
    )
}

/// A page holds 1 to 200 rows.
pub(crate) fn page_size(limit: u32) -> Result<u32, Invalid> {
    if (1..=200).contains(&limit) {
        return Ok(limit);
    }
    Err(Invalid::new(
        "limit",
        format!("The limit is {limit}. It must be from 1 to 200."),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use routine_domain::instant::from_millis;

    #[test]
    fn a_cursor_leads_back_to_its_key() {
        let at = from_millis(1_700_000_000_000).unwrap();
        for key in [
            RoutineKey::NextFire {
                next_fire_at: None,
                name: "Zöllner \"a\"".into(),
                id: RoutineId::new(at),
            },
            RoutineKey::Name {
                name: "b".into(),
                id: RoutineId::new(at),
            },
            RoutineKey::Created {
                created_at: at,
                id: RoutineId::new(at),
            },
        ] {
            assert_eq!(routine_key(&of_routines(key.clone())), Ok(key));
        }
        let key = RunKey {
            recorded_at: at,
            id: RunId::new(at),
        };
        assert_eq!(run_key(&of_runs(key)), Ok(key));
    }

    #[test]
    fn foreign_text_is_refused() {
        for cursor in ["", "x", "7b7d", "é", "abc"] {
            assert_eq!(run_key(cursor).unwrap_err().field, "cursor", "{cursor}");
        }
    }
}
