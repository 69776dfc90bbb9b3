use clap::Args;
use routine_commands::{
    CommandError,
    demo::{self, DemoReport},
    wire::ConnectionInfo,
};
use routine_domain::evidence::Tally;

use crate::{answer::Answer, failure, open};

#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Run the engine on a virtual clock, on a database that is gone afterwards, and count what became
    /// of every occurrence.
    #[arg(long, requires = "days")]
    headless: bool,
    /// How many days go by.
    #[arg(long, value_name = "N", requires = "headless")]
    days: Option<u32>,
}

pub async fn run(database: Option<&str>, args: DemoArgs) -> Result<Answer, CommandError> {
    if let Some(days) = args.days {
        let report = demo::simulate_days(days).await?;
        return Answer::new(&report, told(&report));
    }
    if database.is_some() {
        return Err(failure::refused(
            "The demo has a database of its own. Leave --database and ROUTINE_DATABASE_URL out.",
        ));
    }
    let info = open::demo().await?;
    Answer::new(&info, whereabouts(&info))
}

fn whereabouts(info: &ConnectionInfo) -> String {
    format!(
        "The demo is in {}.\nLook at it with `routinectl routine list`, and let it run with `routinectl worker --allow-commands`.",
        info.address
    )
}

fn told(report: &DemoReport) -> String {
    let DemoReport {
        days,
        tally:
            Tally {
                due,
                fired,
                schedule_failed,
                skipped,
                missed,
                abandoned,
                open,
                lost,
                doubled,
                ..
            },
        dead_lettered,
    } = report;
    format!(
        "{days} days, {due} occurrences due:\n\
         {fired} fired, {schedule_failed} schedule-failed, {skipped} skipped, {missed} missed, {abandoned} abandoned, {open} open, {lost} lost.\n\
         {doubled} doubled. {dead_lettered} routines dead-lettered."
    )
}
