//! Takes out of a bundle what promises a secret: from what people wrote, and from what programs said.

use routine_domain::{Launcher, redaction::redacted};

use crate::wire::{Bundle, RoutineDetail, RunDetail, RunRow};

pub fn secrets(mut bundle: Bundle) -> Bundle {
    run(&mut bundle.run);
    bundle.attempts.iter_mut().for_each(run);
    if let Some(explanation) = &mut bundle.explanation {
        hide(&mut explanation.answer);
        for check in &mut explanation.checks {
            hide(&mut check.answer);
        }
    }
    if let Some(routine) = &mut bundle.routine {
        self::routine(routine);
    }
    for change in bundle.changes.iter_mut().flat_map(|all| &mut all.rows) {
        hide(&mut change.what);
        for field in &mut change.fields {
            hide(&mut field.before);
            hide(&mut field.after);
        }
    }
    for sweep in &mut bundle.sweeps {
        sweep.error.iter_mut().for_each(hide);
    }
    bundle
}

fn run(detail: &mut RunDetail) {
    row(&mut detail.row);
    detail.attempts.iter_mut().for_each(row);
    detail.previous.iter_mut().for_each(row);
    detail.next.iter_mut().for_each(row);
    hide(&mut detail.input);
    hide(&mut detail.instruction);
    detail.output.iter_mut().for_each(hide);
    hide(&mut detail.delivery.sentence);
    for attempt in &mut detail.delivery.attempts {
        attempt.message.iter_mut().for_each(hide);
    }
    if let Some(error) = &mut detail.error {
        hide(&mut error.message);
        error.detail.iter_mut().for_each(hide);
    }
    for fact in &mut detail.hand_off {
        hide(&mut fact.value);
    }
}

fn row(row: &mut RunRow) {
    row.message.iter_mut().for_each(hide);
}

fn routine(detail: &mut RoutineDetail) {
    hide(&mut detail.instruction);
    hide(&mut detail.input);
    // The rest of an address may be as good as a password; its place stands beside it.
    detail.destination = None;
    match &mut detail.definition.launcher {
        Launcher::Http { url, command, .. } => {
            hide(url);
            for arg in command.iter_mut().flat_map(|command| &mut command.args) {
                hide(arg);
            }
        }
        Launcher::Command { args, .. } => args.iter_mut().for_each(hide),
        Launcher::Simulated(_) => {}
    }
}

fn hide(text: &mut String) {
    *text = redacted(text);
}
