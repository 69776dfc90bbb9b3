use chrono::Duration;
use routine_domain::{
    Instant,
    revive_plan::{CANARY_SECONDS, ItemOutcome, PlanStatus, UNDO_SECONDS},
};
use routine_store::model;

use crate::wire::{RevivePlan, RevivePlanItem};

pub(super) fn of(plan: model::RevivePlan, now: Instant) -> RevivePlan {
    let running = plan.status.is_running();
    let undo_until = plan.ended_at.map(|at| at + Duration::seconds(UNDO_SECONDS));
    let revived = |item: &model::RevivePlanItem| item.outcome == Some(ItemOutcome::Revived);
    let can_undo = plan.status != PlanStatus::Undone
        && plan.items.iter().any(revived)
        && undo_until.is_none_or(|until| now < until);
    RevivePlan {
        id: plan.id,
        subject: plan.subject,
        created_by: plan.created_by,
        created_at: plan.created_at,
        status: plan.status,
        canary: plan.canary_id,
        canary_run: plan.canary_run.map(|(id, _)| id),
        canary_status: plan.canary_run.and_then(|(_, status)| status),
        canary_until: plan
            .canary_id
            .map(|_| plan.created_at + Duration::seconds(CANARY_SECONDS)),
        spread_seconds: plan.spread_seconds,
        stop_after: plan.stop_after,
        next_step_at: plan.next_step_at,
        ended_at: plan.ended_at,
        message: plan.message,
        can_stop: running,
        undo_until: undo_until.filter(|_| can_undo),
        can_undo,
        items: plan.items.into_iter().map(RevivePlanItem::from).collect(),
        now,
    }
}

impl From<model::RevivePlanItem> for RevivePlanItem {
    fn from(item: model::RevivePlanItem) -> Self {
        Self {
            id: item.routine_id,
            name: item.name,
            tenant_name: item.tenant_name,
            revive_at: item.revive_at,
            revived_at: item.revived_at,
            outcome: item.outcome,
            message: item.message,
            next_fire_at: item.next_fire_at,
        }
    }
}
