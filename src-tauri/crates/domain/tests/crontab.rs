//! Crontabs of the shapes that packages install and people write, in `tests/data/crontabs`.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on must stop with what went wrong"
)]

use std::path::Path;

use proptest::prelude::*;
use routine_domain::{
    Launcher,
    crontab::{Content, Crontab, Form, Job, MAX_LINE_BYTES, MAX_LINES, name_of, read},
};

fn stored(name: &str, form: Form) -> Crontab {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data/crontabs");
    let crontab = read(&std::fs::read(folder.join(name)).unwrap(), form).unwrap();
    assert_eq!(crontab.notes, [""; 0]);
    crontab
}

/// Each line as `number: what became of it`.
fn told(crontab: &Crontab) -> Vec<String> {
    let lines = crontab.lines.iter();
    lines
        .map(|line| {
            let what = match &line.content {
                Content::Job(job) => format!(
                    "{}{} | {}",
                    job.user
                        .iter()
                        .map(|user| format!("{user} "))
                        .collect::<String>(),
                    job.expression,
                    name_of(&job.command)
                ),
                Content::Setting(sentence) => format!("set: {sentence}"),
                Content::Skipped(sentence) => format!("skipped: {sentence}"),
                Content::Refused(sentence) => format!("refused: {sentence}"),
            };
            format!("{}: {what}", line.number)
        })
        .collect()
}

fn job(crontab: &Crontab, number: u32) -> &Job {
    let line = crontab.lines.iter().find(|line| line.number == number);
    match &line.unwrap().content {
        Content::Job(job) => job,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_packages_install_is_read_in_full() {
    assert_eq!(
        told(&stored("package-guards", Form::System)),
        [
            "3: set: The commands below are given to /bin/sh.",
            "4: set: The commands below see PATH.",
            "7: root 20 6-22 * * * | invoke-rc.d tidy start",
            "8: root 0 */8 * * * | renewal -q --quick",
            "9: root 40 2 * * 0 | scrub_weekly",
            "10: root 15 2 * * * | scrub --all -r",
        ]
    );
    let steps = stored("package-steps", Form::System);
    assert_eq!(
        told(&steps),
        [
            "4: root 47 1 * * 6 | check --all --quiet",
            "5: root 35 5 * * * | rotate",
            "7: root 07,37 * * * * | sweep-sessions",
            "8: stats 3-53/10 * * * * | tally 1 1",
            "9: stats 58 23 * * * | tally 60 2",
        ]
    );
    assert!(job(&steps, 4).command.contains("$(date +%d) -le 7"));
    assert_eq!(
        told(&stored("package-mail", Form::System)),
        [
            "2: set: The commands below see PATH.",
            "3: skipped: Mail is not sent: the output of each run is kept in its history.",
            "5: skipped: It runs when the machine starts, and a routine fires at times.",
            "6: watch 4 * * * * | watchlog",
        ]
    );
}

#[test]
fn what_a_person_writes_is_read_or_said() {
    let crontab = stored("person", Form::User);
    assert_eq!(
        told(&crontab),
        [
            "2: set: The commands below are given to /bin/bash.",
            "3: set: The commands below see GREETING.",
            "4: skipped: SHOP_TOKEN looks like a secret, and the database keeps none: set it in the worker's environment.",
            "5: skipped: Mail is not sent: the output of each run is kept in its history.",
            "6: 0 9 * * mon-fri | report --daily",
            "7: @daily | tidy",
            "8: set: The times below are those of Asia/Tokyo.",
            "9: set: The commands below see TZ. It moves no schedule: that is for CRON_TZ.",
            "10: 30 4 1,15 * fri | invoices",
            "11: refused: \"Mars/Olympus\" is not a time zone. Choose one by its IANA name, such as Europe/Vienna.",
            "12: refused: The zone of line 11 is not known, so its times are not either.",
            "13: set: The times below are those of the import's own zone.",
            "14: 0 18 * * fri | cat",
            "15: refused: Hour 25 is out of range: write 0 to 23.",
            "16: refused: The cron expression has 4 fields. Write five fields: minute, hour, day of month, month, day of week, such as 0 9 * * 1-5.",
            "17: refused: No command follows the schedule: write one behind it.",
            "18: refused: \"@every 5m\" is not cron: use an interval of 5m instead.",
            "19: refused: The command begins with \"root\": import the file with --system if a user stands in each line.",
            "20: refused: The value of BROKEN begins with a quote that is never closed: write the closing one.",
            "21: refused: The cron expression has 4 fields. Write five fields: minute, hour, day of month, month, day of week, such as 0 9 * * 1-5.",
        ]
    );
    let zones = [6, 10, 14].map(|number| job(&crontab, number).zone.map(|zone| zone.name()));
    assert_eq!(zones, [None, Some("Asia/Tokyo"), None]);
    let secret = crontab.lines.iter().find(|line| line.number == 4).unwrap();
    assert_eq!(secret.text, "SHOP_TOKEN=…");
}

#[test]
fn a_definition_does_what_cron_would_do() {
    let crontab = stored("person", Form::User);
    let Launcher::Command { program, args, .. } = job(&crontab, 14).launcher() else {
        panic!("a command");
    };
    assert_eq!(program, "/usr/bin/env");
    assert_eq!(
        args,
        [
            "GREETING=good  morning",
            "TZ=Asia/Tokyo",
            "/bin/sh",
            "-c",
            r#"printf %s "$2" | "$0" -c "$1""#,
            "/bin/bash",
            "cat",
            "Dear all,\n\n$GREETING\n100% done\n",
        ]
    );
    let guards = stored("package-steps", Form::System);
    let Launcher::Command { program, args, .. } = job(&guards, 5).launcher() else {
        panic!("a command");
    };
    assert_eq!(program, "/bin/sh");
    assert_eq!(
        args[..3],
        ["-c", r#"exec "$0" -c "$1" </dev/null"#, "/bin/sh"]
    );
}

#[test]
fn the_form_follows_from_the_place() {
    for (path, form) in [
        ("/etc/crontab", Form::System),
        ("/etc/cron.d/tidy", Form::System),
        ("/etc/cron.daily/tidy", Form::User),
        ("/home/ines/crontab", Form::User),
        ("", Form::User),
    ] {
        assert_eq!(Form::at(Path::new(path)), form, "{path}");
    }
    let person = told(&read(b"0 9 * * * /opt/run --all\n", Form::System).unwrap());
    assert!(person[0].contains("names no user"), "{person:?}");
}

#[test]
fn faults_of_a_file_are_said_and_cost_no_other_line() {
    let windows = read(
        b"\xEF\xBB\xBF# one\r\n0 9 * * * run\r\n@daily tidy",
        Form::User,
    )
    .unwrap();
    assert_eq!(told(&windows), ["2: 0 9 * * * | run", "3: @daily | tidy"]);
    assert_eq!(windows.notes.len(), 2, "{:?}", windows.notes);

    let long = "x".repeat(MAX_LINE_BYTES);
    let bytes = [
        b"# caf\xE9\n@daily caf\xE9\n@daily a\0b\n@daily ".as_slice(),
        long.as_bytes(),
        b"\n@daily tidy\n",
    ]
    .concat();
    assert_eq!(
        told(&read(&bytes, Form::User).unwrap()),
        [
            "2: refused: Byte 11 of the line is not UTF-8: save the file as UTF-8.",
            "3: refused: The line holds a NUL character: remove it.",
            "4: refused: The line has 8199 bytes. At most 8192 are read: move the command into a script.",
            "5: @daily | tidy",
        ]
    );
    assert_eq!(read(b"", Form::User).unwrap().lines, []);
}

#[test]
fn ten_thousand_lines_are_read_and_no_more() {
    let full = "@daily tidy\n".repeat(MAX_LINES);
    assert_eq!(
        read(full.as_bytes(), Form::User).unwrap().lines.len(),
        MAX_LINES
    );
    let refused = read((full + "#").as_bytes(), Form::User).unwrap_err();
    assert!(refused.message.contains("10001 lines"), "{refused}");
}

proptest! {
    #[test]
    fn every_line_is_accounted_for(bytes in prop::collection::vec(any::<u8>(), 0..400), text in "([-*@#%\\\\\"'=a-zA-Z0-9 \t\r\n]|[0-9*] )*") {
        for bytes in [bytes.as_slice(), text.as_bytes()] {
            for form in [Form::User, Form::System] {
                let crontab = read(bytes, form).unwrap();
                let written = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).split(|byte| *byte == b'\n');
                let expected = written.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty() && line[0] != b'#');
                prop_assert_eq!(crontab.lines.len(), expected.count());
                for line in crontab.lines {
                    if let Content::Job(job) = line.content {
                        prop_assert!(!name_of(&job.command).is_empty());
                        prop_assert_eq!(job.launcher().check(), Ok(()));
                    }
                }
            }
        }
    }
}
