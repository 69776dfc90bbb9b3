//! Many routines and a long history, made of few numbers: the same ones every time. Written in sets,
//! past the store, as no person could ask for it; what comes out is what the engine would have written.

mod routines;
mod runs;
mod triggers;

use routine_domain::{Instant, Launcher, Simulation, TenantPolicy, TriggerSpec};
use routine_store::{Address, ConnectOptions, Store, connect, model::Actor};

use triggers::everyday;

use crate::{BenchError, BenchResult, raw::Raw};

const ACTOR: &str = "population";

pub struct Population {
    pub routines: u32,
    /// Runs of the past, spread evenly.
    pub runs: u32,
    pub tenants: u32,
    pub policy: TenantPolicy,
    /// One definition of each in every tenant.
    pub launchers: Vec<Launcher>,
    pub triggers: Vec<TriggerSpec>,
    /// Their newest passed occurrence is still to be claimed.
    pub due: bool,
    /// Another number makes another history.
    pub seed: u32,
}

impl Population {
    /// A large company: what its routines do now and did in the past.
    pub fn everyday(routines: u32, runs: u32) -> Self {
        Self {
            routines,
            runs,
            tenants: 20,
            policy: TenantPolicy::default(),
            launchers: vec![Launcher::Simulated(Simulation::default()); 4],
            triggers: everyday(),
            due: false,
            seed: 1,
        }
    }

    /// Brings an empty database to the present schema and fills it.
    pub async fn fill_at(&self, url: &str, now: Instant) -> BenchResult<()> {
        let address = Address::parse(url)?;
        let options = ConnectOptions {
            create: true,
            ..ConnectOptions::default()
        };
        let database = connect(&address, &options).await?;
        database.migrate().await?;
        let store = database.store().await?;
        let mut raw = Raw::open(address.engine(), url).await?;
        let filled = self.fill(&*store, &mut raw, now).await;
        raw.close().await?;
        store.close().await;
        filled
    }

    /// Fills a database that is empty but for its schema.
    pub async fn fill(&self, store: &dyn Store, raw: &mut Raw, now: Instant) -> BenchResult<()> {
        if raw.number("SELECT count(*) FROM tenants").await? > 0 {
            return Err(BenchError::Place(
                "The database already has tenants, and is left as it is. Name an empty one.".into(),
            ));
        }
        self.make_places(store, raw, now).await?;
        let layers = self.runs.div_ceil(self.routines.max(1));
        triggers::write(raw, &self.triggers, layers + u32::from(self.due), now).await?;
        raw.run("BEGIN").await?;
        routines::write(raw, self, now).await?;
        raw.run("COMMIT").await?;
        runs::write(raw, self, layers).await?;
        for table in [
            "population_places",
            "population_triggers",
            "population_times",
        ] {
            raw.run(format!("DROP TABLE {table}")).await?;
        }
        raw.settle().await
    }

    /// Tenants and definitions, numbered in the order in which routines are dealt out to them.
    async fn make_places(&self, store: &dyn Store, raw: &mut Raw, now: Instant) -> BenchResult<()> {
        let actor = Actor::new(ACTOR);
        let mut places = Vec::new();
        for number in 1..=self.tenants {
            let name = format!("Tenant {number:02}");
            let tenant = store
                .create_tenant(&name, &self.policy, &actor, now)
                .await?;
            for (at, launcher) in self.launchers.iter().enumerate() {
                let name = format!("Definition {}", at + 1);
                let definition = store
                    .create_definition(tenant.id, &name, launcher, None, &actor, now)
                    .await?;
                let id = raw.pick("TEXT", "UUID");
                places.push(format!(
                    "({}, CAST('{}' AS {id}), CAST('{}' AS {id}))",
                    places.len(),
                    tenant.id,
                    definition.id
                ));
            }
        }
        raw.run_all(&[format!(
            "CREATE TEMPORARY TABLE population_places AS
                 SELECT column1 AS place, column2 AS tenant_id, column3 AS definition_id
                   FROM (VALUES {}) AS v",
            places.join(", ")
        )])
        .await
    }

    fn places(&self) -> usize {
        self.tenants as usize * self.launchers.len()
    }
}

/// 1 to `last`, as the common table `numbers (n)`.
pub(crate) fn numbers(raw: &Raw, last: u32) -> String {
    // PostgreSQL would take the sum for a narrower integer than is multiplied below.
    let one = raw.pick("1", "CAST(1 AS BIGINT)");
    format!(
        "WITH RECURSIVE numbers (n) AS (SELECT {one} UNION ALL SELECT n + 1 FROM numbers WHERE n < {last})"
    )
}

/// A number below 2^32 that looks drawn by lot.
fn drawn(number: &str, layer: u32, seed: u32) -> String {
    let offset = u64::from(layer) * 2_246_822_519 + u64::from(seed);
    format!("(({number} * 2654435761 + {offset}) % 4294967291)")
}
