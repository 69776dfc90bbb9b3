use routine_domain::{
    Instant, Routine, RoutineId,
    change::placement_from,
    recorded_plan::CREATED,
    routine::{Placement, Streaks},
    state::{Off, OffBy},
};

use sqlx::AssertSqlSafe;

use crate::{
    StoreError, StoreResult,
    model::{Actor, CreateOutcome, NewRoutine},
    sql_store::{
        Dialect, Session, SqlStore, args,
        journal::Entry,
        rows::{self, ROUTINE_COLUMNS, routine},
    },
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn insert_new(
        &self,
        new: &NewRoutine,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<CreateOutcome> {
        let routine = born(new, actor, now)?;
        let mut session = self.db.write().await?;
        if !self.definition_exists(&mut session, &routine).await? {
            return Ok(CreateOutcome::NoSuchDefinition);
        }
        if routine.takes_a_place()
            && let Some(cap) = self.cap_reached(&mut session, &routine).await?
        {
            let owner = routine.owner;
            return Ok(CreateOutcome::CapReached { owner, cap });
        }
        let key = new.preset_key.as_deref();
        if !self.insert_routine(&mut session, &routine, key).await? {
            let made = self.of_preset(&mut session, new).await?;
            return Ok(CreateOutcome::PresetExists(Box::new(made)));
        }
        self.insert_revision(&mut session, &routine, actor, now)
            .await?;
        let entry = Entry {
            tenant: Some(routine.tenant_id),
            actor: &actor.name,
            kind: CREATED,
            subject: format!("routine:{}", routine.id),
            before: None,
            after: Some(rows::json(&routine)?),
        };
        self.note(&mut session, entry, now).await?;
        let made = (CREATED, actor.name.as_str());
        self.record_change(&mut session, None, &routine, made, now)
            .await?;
        session.wake();
        session.commit().await?;
        Ok(CreateOutcome::Created(Box::new(routine)))
    }

    async fn of_preset(&self, session: &mut D::Session, new: &NewRoutine) -> StoreResult<Routine> {
        let sql = format!(
            "SELECT {ROUTINE_COLUMNS} FROM routines AS r
              WHERE r.tenant_id = $1 AND r.preset_key = $2 AND r.preset_key IS NOT NULL"
        );
        let values = args![new.tenant_id, new.preset_key.as_deref()];
        match session.fetch_optional(AssertSqlSafe(sql), values).await? {
            Some(row) => routine(&row),
            None => Err(StoreError::Internal(
                "A routine was not written, and none of its preset is there.".into(),
            )),
        }
    }
}

fn born(new: &NewRoutine, actor: &Actor, now: Instant) -> StoreResult<Routine> {
    let trigger = new.trigger.parse().map_err(|refused| {
        StoreError::Internal(format!(
            "The trigger was not checked before it was stored: {refused}"
        ))
    })?;
    // What comes with the program must not fire before somebody has looked at it.
    let (off, placement) = if new.enabled && new.preset_key.is_none() {
        (None, placement_from(&trigger, now))
    } else {
        (Some(off_from_birth(actor, now)), Placement::default())
    };
    Ok(Routine {
        id: RoutineId::new(now),
        tenant_id: new.tenant_id,
        name: new.name.clone(),
        instruction: new.instruction.clone(),
        definition_id: new.definition_id,
        input: new.input.clone(),
        owner: new.owner.clone(),
        trigger: new.trigger.clone(),
        misfire: new.misfire,
        overlap: new.overlap,
        destination: new.destination.clone(),
        revision: 1,
        schedule_revision: 1,
        off,
        deleted: None,
        placement,
        streaks: Streaks::default(),
        created_by: actor.name.clone(),
        created_at: now,
        updated_at: now,
    })
}

fn off_from_birth(actor: &Actor, now: Instant) -> Off {
    Off {
        by: OffBy::Person,
        actor: actor.name.clone(),
        reason: String::new(),
        at: now,
        resume_at: None,
    }
}
