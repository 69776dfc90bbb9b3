//! Who plays in the demo: tenants, and what they can run.

use routine_domain::{DefinitionId, Instant, Launcher, Simulation, TenantId, TenantPolicy};
use routine_store::{Store, model::Actor};

use crate::CommandError;

/// The administrator who set the demo up.
pub(super) const ADMINISTRATOR: &str = "ines.duarte@desk";

/// A tenant of the demo with its definitions.
pub(super) struct Company {
    pub tenant: TenantId,
    pub owner: &'static str,
    /// Simulated work that ends well.
    pub steady: DefinitionId,
}

pub(super) struct Cast {
    pub alder: Company,
    pub harbor: Company,
    pub kestrel: Company,
    /// Simulated work whose launch is refused every time.
    pub refusing: DefinitionId,
    /// Simulated work that starts and fails every time.
    pub failing: DefinitionId,
    /// Simulated work that takes half an hour.
    pub slow: DefinitionId,
    /// A real program.
    pub program: DefinitionId,
    /// A hand-off to a port of this computer where nobody listens.
    pub closed_port: DefinitionId,
    /// A hand-off whose secret no worker of the demo knows.
    pub unknown_secret: DefinitionId,
}

impl Cast {
    pub async fn hire(store: &dyn Store, now: Instant) -> Result<Self, CommandError> {
        let office = Office {
            store,
            actor: Actor::new(ADMINISTRATOR),
            now,
        };
        let alder = office.company("Alder Freight", "mara.lind@alder").await?;
        let harbor = office.company("Harbor Clinic", "jon.hale@harbor").await?;
        let kestrel = office.company("Kestrel Books", "t.sato@kestrel").await?;
        Ok(Self {
            refusing: office
                .definition(alder.tenant, "Price hub", simulated(0, 0, 1, 0))
                .await?,
            failing: office
                .definition(alder.tenant, "Stock count", simulated(0, 1, 0, 400))
                .await?,
            slow: office
                .definition(
                    kestrel.tenant,
                    "Catalogue builder",
                    simulated(1, 0, 0, 30 * 60_000),
                )
                .await?,
            program: office
                .definition(kestrel.tenant, "Date program", date_program())
                .await?,
            closed_port: office
                .definition(
                    kestrel.tenant,
                    "Partner hub",
                    http("http://127.0.0.1:9/internal/routines/run", None),
                )
                .await?,
            unknown_secret: office
                .definition(
                    harbor.tenant,
                    "Refund hub",
                    http(
                        "http://127.0.0.1:9/internal/routines/run",
                        Some("HARBOR_HUB_TOKEN"),
                    ),
                )
                .await?,
            alder,
            harbor,
            kestrel,
        })
    }
}

struct Office<'a> {
    store: &'a dyn Store,
    actor: Actor,
    now: Instant,
}

impl Office<'_> {
    async fn company(&self, name: &str, owner: &'static str) -> Result<Company, CommandError> {
        let policy = TenantPolicy::local_demo();
        let tenant = self
            .store
            .create_tenant(name, &policy, &self.actor, self.now)
            .await?
            .id;
        let steady = self
            .definition(tenant, "Assistant", simulated(1, 0, 0, 700))
            .await?;
        Ok(Company {
            tenant,
            owner,
            steady,
        })
    }

    async fn definition(
        &self,
        tenant: TenantId,
        name: &str,
        launcher: Launcher,
    ) -> Result<DefinitionId, CommandError> {
        let made = self
            .store
            .create_definition(tenant, name, &launcher, None, &self.actor, self.now)
            .await?;
        Ok(made.id)
    }
}

fn simulated(succeeds: u32, fails: u32, refuses: u32, duration_ms: u32) -> Launcher {
    Launcher::Simulated(Simulation {
        succeeds,
        fails,
        refuses,
        duration_ms,
    })
}

fn http(url: &str, secret_name: Option<&str>) -> Launcher {
    Launcher::Http {
        url: url.to_owned(),
        secret_name: secret_name.map(str::to_owned),
        command: None,
    }
}

/// Found wherever it is installed, and harmless.
fn date_program() -> Launcher {
    Launcher::Command {
        program: "/usr/bin/env".to_owned(),
        args: vec!["date".to_owned(), "-u".to_owned()],
        time_limit_seconds: 10,
        repeatable: true,
    }
}
