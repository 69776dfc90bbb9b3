//! What each routine of the demo went through. One routine at a time is played from its making to now,
//! so at each step of the past it alone is due.

use chrono::Duration;
use routine_domain::{Instant, Misfire, Overlap, RoutineChange, TriggerSpec, state::OffBy};

use super::{
    cast::Cast,
    past::{Fate, Part, Past, cron, every},
};
use crate::CommandError;

type Told = Result<(), CommandError>;

fn well(_: u32) -> Fate {
    Fate::Succeeds { seconds: 2 }
}

pub(super) async fn healthy(past: &Past<'_>, cast: &Cast) -> Told {
    let now = past.now;
    let notes = Part::new(
        &cast.harbor,
        "Shift handover notes",
        "Collect the open points of the shift and post them to the ward.",
        cron("0 */2 * * *", "Europe/Vienna"),
    );
    let notes = past.create(notes, now - Duration::hours(26)).await?;
    past.live(notes, now, |run| match run {
        4 => Fate::Fails("The ward list could not be read: 2 of 14 beds have no name."),
        7 => Fate::Cancelled,
        9 => Fate::Abandoned,
        _ => Fate::Succeeds { seconds: 12 },
    })
    .await?;

    // Nobody looked for an hour and a quarter: what passed is one missed row, the newest one fires.
    let log = Part::new(
        &cast.harbor,
        "Cold-room log",
        "Read the sensors of both cold rooms and note what is out of range.",
        every(20 * 60, now - Duration::minutes(7)),
    );
    let log = past.create(log, now - Duration::hours(7)).await?;
    let outage = now - Duration::hours(3);
    past.live(log, outage, well).await?;
    let back = outage + Duration::minutes(75);
    for order in past.claim(back).await? {
        past.launch(&order, well(0), back + Duration::seconds(1))
            .await?;
    }
    past.live(log, now, well).await?;

    let digest = Part::new(
        &cast.harbor,
        "Invoice digest",
        "Sum up the invoices that came in and mark those over 5,000 EUR.",
        cron("30 6 * * 1-5", "Europe/Vienna"),
    );
    past.create(digest, now - Duration::minutes(90)).await?;
    let newsletter = Part::new(
        &cast.kestrel,
        "Newsletter draft",
        "Draft the weekly letter from the new arrivals.",
        TriggerSpec::Manual,
    );
    past.create(newsletter, now - Duration::hours(5)).await?;
    Ok(())
}

pub(super) async fn failing(past: &Past<'_>, cast: &Cast) -> Told {
    let now = past.now;
    // The third attempt in a row was refused some seconds ago; the fourth comes in three minutes.
    let watch = Part {
        definition: cast.refusing,
        ..Part::new(
            &cast.alder,
            "Supplier price watch",
            "Compare the price lists of the five largest suppliers with yesterday's.",
            every(30 * 60, now - Duration::minutes(4)),
        )
    };
    let watch = past.create(watch, now - Duration::hours(6)).await?;
    past.live(watch, now - Duration::minutes(5), well).await?;
    past.live(watch, now, |_| {
        Fate::Refused("The hub answered 503 Service Unavailable.")
    })
    .await?;

    let rates = Part::new(
        &cast.alder,
        "Carrier rate import",
        "Fetch the rates of all carriers and store what changed.",
        every(60 * 60, now - Duration::minutes(71)),
    );
    let rates = past.create(rates, now - Duration::hours(9)).await?;
    past.live(rates, now - Duration::minutes(72), well).await?;
    past.live(rates, now, |_| {
        Fate::Refused("The hub refused the connection on port 8443.")
    })
    .await?;

    let recount = Part {
        definition: cast.failing,
        ..Part::new(
            &cast.alder,
            "Warehouse recount",
            "Count the bins of hall 3 against the stock list.",
            every(2 * 60 * 60, now - Duration::minutes(40)),
        )
    };
    let recount = past.create(recount, now - Duration::hours(29)).await?;
    past.live(recount, now, |run| match run {
        0..=3 => Fate::Succeeds { seconds: 9 },
        _ => Fate::Fails("The stock list has no hall 3 any more."),
    })
    .await?;
    Ok(())
}

pub(super) async fn out_of_the_schedule(past: &Past<'_>, cast: &Cast) -> Told {
    let now = past.now;
    let scan = Part::new(
        &cast.harbor,
        "Contract expiry scan",
        "List the contracts that end within 60 days.",
        every(6 * 60 * 60, now - Duration::hours(2)),
    );
    let scan = past.create(scan, now - Duration::hours(28)).await?;
    past.live(scan, now - Duration::hours(1), well).await?;
    let pause = RoutineChange::Pause {
        reason: "Contracts move to the new archive until next week.".to_owned(),
        resume_at: Some(now + Duration::days(7)),
    };
    past.change(scan, pause, now - Duration::minutes(50))
        .await?;

    let export = Part::new(
        &cast.alder,
        "Customs form export",
        "Export the forms of the Rotterdam shipment.",
        TriggerSpec::Once {
            at: now - Duration::hours(3),
        },
    );
    let export = past.create(export, now - Duration::hours(8)).await?;
    past.live(export, now, |_| Fate::Succeeds { seconds: 41 })
        .await?;

    let feed = Part::new(
        &cast.kestrel,
        "Old price feed",
        "Write the price feed in the old format.",
        every(3 * 60 * 60, now - Duration::minutes(100)),
    );
    let feed = past.create(feed, now - Duration::hours(12)).await?;
    past.live(feed, now - Duration::hours(1), well).await?;
    past.change(feed, RoutineChange::Delete, now - Duration::minutes(30))
        .await?;

    // What a worker with older zone data did; reviving works, since this program knows the zone.
    let office = Part::new(
        &cast.kestrel,
        "Kyiv office digest",
        "Sum up the day of the Kyiv office.",
        cron("0 18 * * 1-5", "Europe/Kyiv"),
    );
    let office = past.create(office, now - Duration::hours(20)).await?;
    let off = RoutineChange::SwitchOff {
        by: OffBy::Unschedulable,
        reason: "worker-0@fleet has zone data 2022a, which does not know Europe/Kyiv.".to_owned(),
    };
    past.change(office, off, now - Duration::hours(19)).await
}

pub(super) async fn in_progress(past: &Past<'_>, cast: &Cast) -> Told {
    let now = past.now;
    // Twenty minutes into half an hour of work, while the next one already waits.
    let rebuild = Part {
        definition: cast.slow,
        overlap: Overlap::QueueOne,
        ..Part::new(
            &cast.kestrel,
            "Catalogue rebuild",
            "Build the catalogue anew from all sources.",
            every(15 * 60, now - Duration::minutes(5)),
        )
    };
    let rebuild = past.create(rebuild, now - Duration::minutes(22)).await?;
    past.live(rebuild, now, |_| Fate::KeepsRunning).await?;

    let gaps = Part {
        overlap: Overlap::Skip,
        definition: cast.slow,
        ..Part::new(
            &cast.kestrel,
            "Review moderation",
            "Read the new reviews and mark those that need a person.",
            every(10 * 60, now - Duration::minutes(3)),
        )
    };
    let gaps = past.create(gaps, now - Duration::minutes(25)).await?;
    past.live(gaps, now, |_| Fate::KeepsRunning).await?;

    // Its worker was lost in the middle of a launch: another one takes it over within a minute.
    let eta = Part {
        misfire: Misfire::Skip,
        ..Part::new(
            &cast.alder,
            "Delivery ETA refresh",
            "Ask the carriers for new arrival times.",
            every(20 * 60, now - Duration::seconds(20)),
        )
    };
    let eta = past.create(eta, now - Duration::minutes(90)).await?;
    past.live(eta, now - Duration::minutes(1), well).await?;
    past.live(eta, now, |_| Fate::KeepsLaunching).await
}

/// What really starts something, or tries to: nothing of it has a past.
pub(super) async fn real(past: &Past<'_>, cast: &Cast, present: Instant) -> Told {
    let now = past.now;
    let soon = |seconds| {
        let at = present + Duration::seconds(seconds);
        at - Duration::milliseconds(at.timestamp_millis() % 1_000)
    };
    let clock = Part {
        definition: cast.program,
        ..Part::new(
            &cast.kestrel,
            "Clock check",
            "Run the date program and keep what it prints.",
            TriggerSpec::Interval {
                every_seconds: 30,
                anchor: soon(4),
            },
        )
    };
    past.create(clock, present).await?;
    let stock = Part::new(
        &cast.kestrel,
        "Stock feed sync",
        "Bring the shop's stock in line with the warehouse.",
        TriggerSpec::Interval {
            every_seconds: 60,
            anchor: soon(8),
        },
    );
    past.create(stock, present).await?;
    let partner = Part {
        definition: cast.closed_port,
        ..Part::new(
            &cast.kestrel,
            "Partner hub ping",
            "Hand a ping to the partner's hub.",
            TriggerSpec::Interval {
                every_seconds: 10 * 60,
                anchor: soon(6),
            },
        )
    };
    past.create(partner, present).await?;
    // Overdue, and it stays so: no worker here knows the secret of its hub.
    let refunds = Part {
        definition: cast.unknown_secret,
        ..Part::new(
            &cast.harbor,
            "Refund queue triage",
            "Sort the refund queue by urgency.",
            every(60 * 60, now - Duration::minutes(25)),
        )
    };
    past.create(refunds, now - Duration::minutes(50)).await?;
    Ok(())
}
