//! Takes the pictures of `docs/screens`: `screens FOLDER NAME=ROUTE…`, each route in light and dark
//! at the usual size and in light at the smallest.

use std::{path::PathBuf, process::ExitCode};

use routine_desktop_tests::{App, Display, Page, Result};
use serde_json::json;

const USUAL: (u32, u32) = (1280, 820);
const SMALLEST: (u32, u32) = (960, 640);
const LOOKS: [(&str, &str, (u32, u32)); 3] = [
    ("light", "light", USUAL),
    ("dark", "dark", USUAL),
    ("960-light", "light", SMALLEST),
];

#[tokio::main]
async fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let Some(folder) = words.next().map(PathBuf::from) else {
        eprintln!("usage: screens FOLDER NAME=ROUTE…");
        return ExitCode::from(2);
    };
    let routes: Vec<_> = words
        .filter_map(|word| {
            let (name, route) = word.split_once('=')?;
            Some((name.to_owned(), route.to_owned()))
        })
        .collect();
    match take(&folder, &routes).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("screens: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn take(folder: &PathBuf, routes: &[(String, String)]) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let home = tempfile::tempdir()?;
    let display = Display::open().await?;

    let app = App::open(&display, home.path(), &[]).await?;
    for (look, theme, size) in LOOKS {
        dress(app.page(), theme, size).await?;
        let picture = app.page().picture().await?;
        std::fs::write(folder.join(format!("welcome-{look}.png")), picture)?;
    }
    app.close().await?;

    let app = App::open(&display, home.path(), &["--demo"]).await?;
    for (name, route) in routes {
        for (look, theme, size) in LOOKS {
            let page = app.page();
            dress(page, theme, size).await?;
            page.script(&format!("location.hash = {}", json!(format!("#{route}"))))
                .await?;
            page.settle().await?;
            let picture = page.picture().await?;
            std::fs::write(folder.join(format!("{name}-{look}.png")), picture)?;
        }
    }
    app.close().await
}

async fn dress(page: &Page, theme: &str, (width, height): (u32, u32)) -> Result<()> {
    page.resize(width, height).await?;
    page.script(&format!(
        "document.documentElement.dataset.theme = {}",
        json!(theme)
    ))
    .await?;
    page.settle().await
}
