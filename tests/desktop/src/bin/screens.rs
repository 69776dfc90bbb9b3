//! Takes the pictures of `docs/screens`: `screens FOLDER [WORD]`, each page in light and dark at the
//! usual size and in light at the smallest; with a word only the pages whose names begin with it.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use routine_desktop_tests::{App, Display, Page, Result};
use serde_json::json;

const LOOKS: [(&str, &str, (u32, u32)); 3] = [
    ("1280-light", "light", (1280, 820)),
    ("1280-dark", "dark", (1280, 820)),
    ("960-light", "light", (960, 640)),
];

/// What a person does to get to a page.
enum Step {
    Go(&'static str),
    Pick(&'static str),
    Press(&'static str),
    Fill(&'static str, &'static str),
    Click(&'static str),
    /// Until the page says so.
    Read(&'static str),
}

use Step::{Click, Fill, Go, Pick, Press, Read};

const ENTER: &str = "\u{E007}";
const SEARCH: &str = "Search or run a command";
const ESCAPE: &str = "\u{E00C}";

/// Leaves the editor with what was written in it.
const LEAVE: &[Step] = &[Press(ESCAPE), Click("Leave without saving")];

const PAGES: &[(&str, &[Step])] = &[
    ("today", &[Go("/today")]),
    ("routines", &[Go("/routines"), Pick("Supplier price watch")]),
    ("routine", ROUTINE),
    (
        "editor",
        &[
            Go("/routines"),
            Pick("Shift handover notes"),
            Press("e"),
            Fill("Cron", "30 2 * * *"),
        ],
    ),
    ("runs", &[Go("/runs")]),
    (
        "run",
        &[
            Go("/runs"),
            Pick("Supplier price watch, Alder Freight, schedule-failed, attempt 3"),
            Press(ENTER),
        ],
    ),
    ("failures", &[Go("/failures")]),
    ("scheduler", &[Go("/scheduler")]),
    ("connections", &[Go("/connections")]),
];

/// Pages that share their parts with those above: one picture each is enough.
const MORE: &[(&str, &[Step])] = &[
    (
        "fires",
        &[
            Go("/routines"),
            Pick("Supplier price watch"),
            Press(ENTER),
            Click("Fires"),
        ],
    ),
    (
        "changes",
        &[
            Go("/routines"),
            Pick("Supplier price watch"),
            Press(ENTER),
            Click("Changes"),
        ],
    ),
    (
        "fire",
        &[
            Go("/runs"),
            Pick("Supplier price watch, Alder Freight, schedule-failed, attempt 3"),
            Press("w"),
        ],
    ),
    ("journal", &[Go("/journal")]),
    ("definitions", &[Go("/definitions")]),
    ("tenants", &[Go("/tenants")]),
    ("evidence", &[Go("/scheduler/evidence")]),
    ("settings", &[Go("/settings")]),
    (
        "connection-away",
        &[Go("/connections/0199a3c2-0000-7000-8000-000000000001")],
    ),
    ("connection-new", &[Go("/connections?new=postgres")]),
    (
        "simulate",
        &[
            Go("/routines/simulate?days=1&refuses=4&seed=4107"),
            Read("What goes wrong"),
        ],
    ),
    (
        "export",
        &[
            Go("/routines"),
            Click(SEARCH),
            Fill(SEARCH, "export"),
            Press(ENTER),
            Read("Export everything"),
        ],
    ),
    (
        "import",
        &[
            Press(ESCAPE),
            Go("/routines"),
            Click(SEARCH),
            Fill(SEARCH, "import"),
            Press(ENTER),
            Read("Import into"),
        ],
    ),
    (
        "twin",
        &[
            Press(ESCAPE),
            Go("/routines"),
            Click(SEARCH),
            Fill(SEARCH, "local twin"),
            Press(ENTER),
            Read("into a local twin?"),
        ],
    ),
];

/// Saves the bundle of a run in the settings' folder.
const SAVE_BUNDLE: &[Step] = &[
    Press(ESCAPE),
    Go("/runs"),
    Pick("Supplier price watch, Alder Freight, schedule-failed, attempt 3"),
    Press(ENTER),
    Click("More actions"),
    Click("Save incident bundle"),
    Read("Bundle saved as"),
];

/// Past the next clock change, with a hub that fails.
const TRAVEL: &[Step] = &[
    Go("/scheduler"),
    Click("Hub answers 503, for 1 launch in 4"),
    Press("d"),
];

const ROUTINE: &[Step] = &[Go("/routines"), Pick("Supplier price watch"), Press(ENTER)];

#[tokio::main]
async fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1).map(PathBuf::from) else {
        eprintln!("usage: screens FOLDER [WORD]");
        return ExitCode::from(2);
    };
    let word = std::env::args().nth(2).unwrap_or_default();
    match take(&folder, &word).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("screens: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn take(folder: &Path, word: &str) -> Result<()> {
    let wanted = |name: &str| name.starts_with(word);
    std::fs::create_dir_all(folder)?;
    let home = tempfile::tempdir()?;
    let display = Display::open().await?;

    if wanted("welcome") {
        let app = App::open(&display, home.path(), &[]).await?;
        for look in LOOKS {
            shoot(app.page(), folder, "welcome", look, &[]).await?;
        }
        app.close().await?;
    }

    keep_others(home.path())?;
    let app = App::open(&display, home.path(), &["--demo"]).await?;
    for (name, steps) in PAGES.iter().filter(|(name, _)| wanted(name)) {
        for look in LOOKS {
            shoot(app.page(), folder, name, look, steps).await?;
            if *name == "editor" {
                walk(app.page(), LEAVE).await?;
            }
        }
    }
    for (name, steps) in MORE.iter().filter(|(name, _)| wanted(name)) {
        shoot(app.page(), folder, name, LOOKS[0], steps).await?;
    }
    if wanted("bundle") {
        walk(app.page(), SAVE_BUNDLE).await?;
        walk(app.page(), &[Go("/bundles")]).await?;
        app.page().upload(&saved_bundle(home.path())?).await?;
        app.page().wait_for_text("From a bundle.").await?;
        for look in LOOKS {
            shoot(app.page(), folder, "bundle", look, &[]).await?;
        }
    }
    // Last: from here on the demo is in the night in which the clocks change.
    walk(app.page(), TRAVEL).await?;
    app.page().wait_for_text("virtual, held").await?;
    app.page()
        .wait_until("!document.querySelector('[aria-busy=true]')")
        .await?;
    for look in LOOKS {
        shoot(app.page(), folder, "sandbox", look, &[Go("/scheduler")]).await?;
    }
    app.close().await
}

fn saved_bundle(home: &Path) -> Result<PathBuf> {
    let files = std::fs::read_dir(home)?.collect::<std::io::Result<Vec<_>>>()?;
    files
        .iter()
        .map(|file| file.path())
        .find(|path| path.to_string_lossy().ends_with(".routinebundle.json"))
        .ok_or_else(|| std::io::Error::other("no bundle was saved").into())
}

/// Connections beside the demo's, that nobody can open here.
fn keep_others(home: &Path) -> Result<()> {
    let server = |database: &str| {
        json!({
            "engine": "postgres", "host": "127.0.0.1", "port": 9, "database": database,
            "user": "desk_admin", "tls": "verify-full", "certificate": null, "parameters": "",
        })
    };
    let file = |path: &Path| json!({ "engine": "sqlite", "file": path });
    let profiles = [
        ("Local demo", file(&home.join("demo.db")), "moss", "full"),
        ("Production EU", server("routines"), "brick", "confirm"),
        (
            "Production US",
            server("routines_us"),
            "cobalt",
            "read_only",
        ),
        (
            "Old laptop copy",
            file(Path::new("/backup/desk-2025.db")),
            "slate",
            "read_only",
        ),
    ];
    let entries = profiles.iter().enumerate().map(|(at, profile)| {
        let (name, place, colour, protection) = profile;
        json!({
            "id": format!("0199a3c2-0000-7000-8000-{at:012}"),
            "details": {
                "name": name, "place": place, "colour": colour, "protection": protection,
            },
        })
    });
    let settings = json!({ "profiles": entries.collect::<Vec<_>>() });
    std::fs::write(home.join("settings.json"), settings.to_string())?;
    Ok(())
}

async fn shoot(
    page: &Page,
    folder: &Path,
    name: &str,
    (look, theme, (width, height)): (&str, &str, (u32, u32)),
    steps: &[Step],
) -> Result<()> {
    page.resize(width, height).await?;
    let dress = json!(theme);
    page.script(&format!("document.documentElement.dataset.theme = {dress}"))
        .await?;
    walk(page, steps).await?;
    page.settle().await?;
    let picture = page.picture().await?;
    std::fs::write(folder.join(format!("{name}-{look}.png")), picture)?;
    Ok(())
}

async fn walk(page: &Page, steps: &[Step]) -> Result<()> {
    for step in steps {
        match step {
            Go(route) => {
                let address = json!(format!("#{route}"));
                page.script(&format!("location.hash = {address}")).await?;
            }
            Pick(row) => page.pick_row(row).await?,
            Click(name) => page.click(name).await?,
            Press(keys) => page.press(keys).await?,
            Fill(label, text) => page.fill(label, text).await?,
            Read(text) => page.wait_for_text(text).await?,
        }
        page.settle().await?;
    }
    Ok(())
}
