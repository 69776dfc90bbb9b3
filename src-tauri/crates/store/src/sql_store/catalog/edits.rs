use crate::{
    StoreResult,
    sql_store::{Columns, Dialect, Session, args},
};

/// Who last changed a tenant or a definition, as the journal has it.
pub(super) async fn last_editor<D: Dialect>(
    session: &mut D::Session,
    subject: &str,
) -> StoreResult<String> {
    let newest = session.fetch_optional(
        "SELECT actor FROM audit_events WHERE subject = $1 ORDER BY at DESC, id DESC LIMIT 1",
        args![subject],
    );
    match newest.await? {
        Some(row) => row.text("actor"),
        None => Ok("Someone".to_owned()),
    }
}
