//! The time of a database.

use routine_tests::{TestDatabase, on_both};

on_both! { the_clock_is_the_databases_in_whole_milliseconds, a_sandbox_has_a_clock_of_its_own }

async fn the_clock_is_the_databases_in_whole_milliseconds(db: TestDatabase) {
    let first = db.store.now().await.unwrap();
    assert_eq!(first, routine_domain::instant::truncate(first));
    let second = db.store.now().await.unwrap();
    assert!(first <= second && second - first < chrono::Duration::minutes(1));
    assert!(first > routine_tests::instant(0), "{first}");
}

async fn a_sandbox_has_a_clock_of_its_own(db: TestDatabase) {
    let at = routine_tests::instant(5);
    let written = match db.engine {
        routine_tests::Engine::Sqlite => at.timestamp_millis().to_string(),
        routine_tests::Engine::Postgres => format!("'{}'", routine_domain::instant::rfc3339(at)),
    };
    let sql = format!("UPDATE environment SET sandbox = TRUE, manual_now = {written}");
    assert_eq!(db.execute(sql).await.unwrap(), 1);
    assert_eq!(db.store.now().await.unwrap(), at);
}
