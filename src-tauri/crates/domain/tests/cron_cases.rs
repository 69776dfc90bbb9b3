//! Every line of `tests/data/cron-cases.json` against the trigger the product uses.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use routine_domain::{Instant, TriggerSpec};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    id: u32,
    expr: String,
    tz: String,
    from: Option<Instant>,
    #[serde(default)]
    next: Vec<Instant>,
    #[serde(default)]
    error: bool,
    why: Option<String>,
    beyond_cron_crate: Option<String>,
}

impl Case {
    fn complaint(&self) -> Option<String> {
        let spec = TriggerSpec::Cron {
            expression: self.expr.clone(),
            zone: self.tz.clone(),
        };
        let trigger = match (spec.parse(), self.error) {
            (Err(refused), true) if refused.field == "trigger.cron" => return None,
            (Err(refused), _) => return Some(format!("refused: {refused}")),
            (Ok(_), true) => return Some(format!("accepted: {:?}", self.why)),
            (Ok(trigger), false) => trigger,
        };
        let found: Vec<Instant> = trigger
            .after(self.from.expect("an accepted case has a start"))
            .take(self.next.len())
            .collect();
        let right = match self.beyond_cron_crate {
            Some(_) => self.next.starts_with(&found),
            None => self.next == found,
        };
        (!right).then(|| format!("found {found:?}, expected {:?}", self.next))
    }
}

#[test]
fn every_case_holds() {
    let cases: Vec<Case> = serde_json::from_str(include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../tests/data/cron-cases.json"
    )))
    .expect("the cases are readable");
    assert!(cases.len() > 400, "only {} cases", cases.len());
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let complaint = case.complaint()?;
            Some(format!(
                "{} `{}` {}: {complaint}",
                case.id, case.expr, case.tz
            ))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
