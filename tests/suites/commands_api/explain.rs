//! One sentence and eight checks for any instant.

use chrono::Duration;
use routine_commands::{ErrorCode, explain, wire::Explanation};
use routine_domain::{
    Instant, RoutineChange, RoutineId, TriggerSpec,
    explain::{CheckVerdict, Question},
};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::{
    bench::{desk, open},
    evidence::{lived, minutes, set_clock, written},
};

on_both! {
    what_fired_says_so,
    what_was_missed_says_how_late_anybody_looked,
    what_is_lost_says_so,
    a_pause_says_who_and_why,
    a_time_that_is_not_planned_names_its_neighbours,
    the_future_is_conditional,
    without_a_time_it_is_the_last_planned_one,
    an_hour_that_comes_twice_is_named,
    nobody_knows_an_unknown_routine,
}

fn verdict(told: &Explanation, question: Question) -> CheckVerdict {
    let check = told.checks.iter().find(|check| check.question == question);
    check.unwrap().verdict
}

fn decides(told: &Explanation) -> Question {
    let mut deciding = told.checks.iter().filter(|check| check.decides);
    let one = deciding.next().unwrap().question;
    assert!(deciding.next().is_none(), "{told:#?}");
    assert_eq!(told.checks.len(), 8);
    one
}

async fn what_fired_says_so(db: TestDatabase) {
    let (desk, _, routine) = lived(&db).await;
    let told = explain::explain(&desk, routine.id, Some(minutes(8)))
        .await
        .unwrap();
    assert_eq!(
        told.answer,
        "Fired for Tue 14 Nov 2023 22:21:20 UTC and succeeded."
    );
    assert_eq!(decides(&told), Question::WorkEnded);
    let verdicts: Vec<_> = told.checks.iter().map(|check| check.verdict).collect();
    use CheckVerdict::{No, Yes};
    assert_eq!(verdicts, [Yes, Yes, No, Yes, Yes, No, Yes, Yes]);
    assert!(told.run_id.is_some());
    assert_eq!(
        (told.planned_before, told.planned_after),
        (Some(minutes(7)), Some(minutes(9)))
    );
}

async fn what_was_missed_says_how_late_anybody_looked(db: TestDatabase) {
    let (desk, _, routine) = lived(&db).await;
    let told = explain::explain(&desk, routine.id, Some(minutes(5)))
        .await
        .unwrap();
    assert!(
        told.answer.starts_with("Missed: nobody looked until"),
        "{}",
        told.answer
    );
    assert_eq!(decides(&told), Question::LookedInTime);
    assert_eq!(
        verdict(&told, Question::LaunchAccepted),
        CheckVerdict::NotReached
    );
}

async fn what_is_lost_says_so(db: TestDatabase) {
    let (desk, _, routine) = lived(&db).await;
    let gone = format!(
        "DELETE FROM runs WHERE scheduled_for = {}",
        written(&db, minutes(8))
    );
    db.execute(gone).await.unwrap();
    let told = explain::explain(&desk, routine.id, Some(minutes(8)))
        .await
        .unwrap();
    assert!(told.answer.starts_with("Lost: "), "{}", told.answer);
    // The eleventh nobody has decided yet.
    let open = explain::explain(&desk, routine.id, Some(minutes(11)))
        .await
        .unwrap();
    assert!(
        open.answer
            .starts_with("Not decided yet: nobody has swept since"),
        "{}",
        open.answer
    );
}

async fn a_pause_says_who_and_why(db: TestDatabase) {
    let (desk, seed, routine) = lived(&db).await;
    let pause = RoutineChange::Pause {
        reason: "holidays".into(),
        resume_at: Some(minutes(20)),
    };
    let at = minutes(11) + Duration::seconds(30);
    db.store
        .change_routine(routine.id, None, &pause, &seed.actor, at)
        .await
        .unwrap();
    set_clock(&db, minutes(13)).await;
    let told = explain::explain(&desk, routine.id, Some(minutes(12)))
        .await
        .unwrap();
    assert_eq!(
        told.answer,
        "Did not fire: off by ines@desk since Tue 14 Nov 2023 22:24:50 UTC (holidays)."
    );
    assert_eq!(decides(&told), Question::WasOn);
    // It had passed undecided when the pause came.
    let dropped = explain::explain(&desk, routine.id, Some(minutes(11)))
        .await
        .unwrap();
    assert!(
        dropped.answer.ends_with("Nobody had looked before."),
        "{}",
        dropped.answer
    );
    assert_eq!(decides(&dropped), Question::LookedInTime);
    let later = explain::explain(&desk, routine.id, Some(minutes(30)))
        .await
        .unwrap();
    assert!(
        later.answer.contains("provided it resumes at"),
        "{}",
        later.answer
    );
    let before = explain::explain(&desk, routine.id, Some(minutes(15)))
        .await
        .unwrap();
    assert!(
        before.answer.starts_with("Will not fire at"),
        "{}",
        before.answer
    );
    let never = explain::explain(&desk, routine.id, Some(instant(-60)))
        .await
        .unwrap();
    assert!(
        never
            .answer
            .starts_with("Did not fire: it was only made at"),
        "{}",
        never.answer
    );
}

async fn a_time_that_is_not_planned_names_its_neighbours(db: TestDatabase) {
    let (desk, _, routine) = lived(&db).await;
    let at = Some(minutes(3) + Duration::seconds(5));
    let told = explain::explain(&desk, routine.id, at).await.unwrap();
    assert!(
        told.answer
            .starts_with("Did not fire: not one of its times"),
        "{}",
        told.answer
    );
    assert_eq!(
        (told.planned_before, told.planned_after),
        (Some(minutes(3)), Some(minutes(4)))
    );
    assert_eq!(decides(&told), Question::WasPlanned);
}

async fn the_future_is_conditional(db: TestDatabase) {
    let (desk, _, routine) = lived(&db).await;
    let told = explain::explain(&desk, routine.id, Some(minutes(60)))
        .await
        .unwrap();
    assert!(
        told.answer.contains("provided it stays on"),
        "{}",
        told.answer
    );
    assert_eq!(
        verdict(&told, Question::LookedInTime),
        CheckVerdict::NotReached
    );
    let between = Some(minutes(60) + Duration::seconds(1));
    let told = explain::explain(&desk, routine.id, between).await.unwrap();
    assert!(
        told.answer.starts_with("Will not fire at"),
        "{}",
        told.answer
    );
}

async fn without_a_time_it_is_the_last_planned_one(db: TestDatabase) {
    let (desk, _, routine) = lived(&db).await;
    let told = explain::explain(&desk, routine.id, None).await.unwrap();
    assert_eq!(told.at, minutes(11));
}

async fn an_hour_that_comes_twice_is_named(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let mut new = seed.routine("Nightly");
    new.trigger = TriggerSpec::Cron {
        expression: "30 2 * * *".into(),
        zone: "Europe/Vienna".into(),
    };
    let routine = seed.create(&*db.store, &new).await;
    let (desk, _) = desk();
    open(&desk, &db.url).await.unwrap();
    set_clock(&db, instant(60)).await;
    let utc = |text: &str| text.parse::<Instant>().unwrap();
    let second = explain::explain(&desk, routine.id, Some(utc("2024-10-27T01:30:00Z")))
        .await
        .unwrap();
    assert!(
        second
            .answer
            .ends_with("not fired again: 02:30 came twice, the first one fired."),
        "{}",
        second.answer
    );
    assert_eq!(
        verdict(&second, Question::ClockChangeNear),
        CheckVerdict::Yes
    );
    let gap = explain::explain(&desk, routine.id, Some(utc("2024-03-31T01:00:00Z")))
        .await
        .unwrap();
    let near = &gap.checks[2].answer;
    assert!(
        near.ends_with("02:30 did not exist, fired at 03:00."),
        "{near}"
    );
    assert_eq!(gap.zone.as_deref(), Some("Europe/Vienna"));
}

async fn nobody_knows_an_unknown_routine(db: TestDatabase) {
    let (desk, ..) = lived(&db).await;
    let unknown = RoutineId::new(instant(0));
    let refused = explain::explain(&desk, unknown, None).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::NotFound);
}
