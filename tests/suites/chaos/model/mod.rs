//! Random histories against an oracle that knows nothing of the engine: it notes what people did and
//! what the outside world saw, and holds the rows against that.

mod crew;
mod history;
mod oracle;
mod outside;
mod rows;
mod world;

use routine_engine::wall_clock;
use routine_tests::{Engine, run_unsynced};
use world::World;

use crate::{dice::Dice, number};

/// 10,000 in all; fewer where each takes longer, so that both databases are done at about one time.
const fn histories(engine: Engine) -> u64 {
    match engine {
        Engine::Sqlite => 7_000,
        Engine::Postgres => 3_000,
    }
}
/// Histories that share a database, its workers and its clock; each has a tenant of its own.
const AT_ONCE: u64 = 250;

#[test]
fn sqlite_histories_lose_and_double_nothing() {
    run_histories(Engine::Sqlite);
}

#[test]
fn postgres_histories_lose_and_double_nothing() {
    run_histories(Engine::Postgres);
}

/// `ROUTINE_CHAOS_SEED` repeats the worlds from that seed on, `ROUTINE_CHAOS_HISTORIES` says how many
/// histories there are on each database.
fn run_histories(engine: Engine) {
    let wanted = number("ROUTINE_CHAOS_HISTORIES").unwrap_or(histories(engine));
    let first = number("ROUTINE_CHAOS_SEED").unwrap_or_else(|| Dice::thrown_anew().below(1 << 32));
    let began = wall_clock();
    let worlds = wanted.div_ceil(AT_ONCE);
    let name = engine.as_str();
    println!("{name}: {wanted} histories from seed {first} on");
    for world in 0..worlds {
        let seed = first + world;
        let size = AT_ONCE.min(wanted - world * AT_ONCE);
        println!(
            "{name}: world {seed}; to repeat: ROUTINE_CHAOS_SEED={seed} ROUTINE_CHAOS_HISTORIES={size}"
        );
        run_unsynced(engine, move |db| async move {
            World::new(db, seed, size).await.live_and_be_judged().await;
        });
    }
    let seconds = (wall_clock() - began).num_seconds();
    println!("{name}: {wanted} histories in {seconds} s, nothing lost, nothing doubled");
}
