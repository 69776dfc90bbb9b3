//! A desk on a bench: a host in memory, and shortcuts to what most tests need first.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use async_trait::async_trait;
use routine_commands::{
    CommandError, Desk, Host, HostError, KeptProfiles, connection, definitions, profiles, routines,
    tenants,
    wire::{
        ConnectionInfo, ConnectionRequest, DefinitionDraft, RoutineAt, RoutineDetail, RoutineDraft,
        RoutineMatch, RoutineQuery, RoutineSort, RunQuery,
    },
};
use routine_domain::{
    Confirmation, DefinitionId, Launcher, Misfire, Overlap, Profile, ProfileColour, ProfileDetails,
    Protection, RoutineId, Simulation, TenantId, TenantPolicy, TriggerSpec,
};
use routine_store::Address;
use routine_tests::TestDatabase;
use tempfile::TempDir;

/// Remembers in memory, and has a keychain that can be locked.
pub struct MemoryHost {
    folder: TempDir,
    profiles: Mutex<KeptProfiles>,
    /// Whether a keychain answers.
    pub has_keychain: AtomicBool,
    pub keychain: Mutex<HashMap<String, String>>,
}

impl MemoryHost {
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            folder: tempfile::tempdir().unwrap(),
            profiles: Mutex::default(),
            has_keychain: AtomicBool::new(true),
            keychain: Mutex::default(),
        })
    }
}

#[async_trait]
impl Host for MemoryHost {
    fn demo_database(&self) -> PathBuf {
        self.folder.path().join("demo.db")
    }

    fn viewer_zone(&self) -> String {
        "Europe/Vienna".to_owned()
    }

    fn actor(&self) -> String {
        "ines@bench".to_owned()
    }

    fn profiles(&self) -> KeptProfiles {
        self.profiles.lock().unwrap().clone()
    }

    fn keep_profiles(&self, profiles: &KeptProfiles) -> Result<(), HostError> {
        self.profiles.lock().unwrap().clone_from(profiles);
        Ok(())
    }

    async fn password(&self, account: &str) -> Option<String> {
        self.keychain.lock().unwrap().get(account).cloned()
    }

    async fn keep_password(&self, account: &str, password: &str) -> bool {
        if !self.has_keychain.load(Ordering::Relaxed) {
            return false;
        }
        let kept = (account.to_owned(), password.to_owned());
        self.keychain.lock().unwrap().extend([kept]);
        true
    }

    async fn forget_password(&self, account: &str) {
        self.keychain.lock().unwrap().remove(account);
    }
}

/// Whatever is asked before a change was answered in a dialog.
pub fn desk() -> (Desk, Arc<MemoryHost>) {
    let host = MemoryHost::new();
    let desk = Desk::new(host.clone());
    (desk.confirmed(Some(Confirmation::default())), host)
}

/// A profile of this database.
pub async fn profile(
    desk: &Desk,
    db: &TestDatabase,
    name: &str,
    protection: Protection,
) -> Profile {
    let details = details(&db.url, name, protection);
    let password = db.address.password().map(str::to_owned);
    profiles::save(desk, None, details, password).await.unwrap()
}

pub fn details(url: &str, name: &str, protection: Protection) -> ProfileDetails {
    ProfileDetails {
        name: name.into(),
        place: Address::parse(url).unwrap().to_place(),
        colour: ProfileColour::Ochre,
        protection,
    }
}

pub async fn open(desk: &Desk, url: &str) -> Result<ConnectionInfo, CommandError> {
    connection::open(
        desk,
        ConnectionRequest {
            url: url.to_owned(),
            password: None,
        },
    )
    .await
}

/// A desk on a database with one tenant and one definition.
pub struct Bench {
    pub desk: Desk,
    pub tenant: TenantId,
    pub definition: DefinitionId,
}

impl Bench {
    pub async fn new(db: &TestDatabase) -> Self {
        Self::running(db, Simulation::default()).await
    }

    /// Its definition pretends as told, its policy is the demo's, and one failure dead-letters.
    pub async fn running(db: &TestDatabase, simulation: Simulation) -> Self {
        let (desk, _) = desk();
        open(&desk, &db.url).await.unwrap();
        let tenant = tenants::create(&desk, "Acme".into()).await.unwrap().id;
        let policy = TenantPolicy {
            dead_letter_after: 1,
            ..TenantPolicy::local_demo()
        };
        tenants::set_policy(&desk, tenant, None, policy)
            .await
            .unwrap();
        let definition = definitions::create(
            &desk,
            DefinitionDraft {
                tenant_id: tenant,
                name: "Digest".into(),
                launcher: Launcher::Simulated(simulation),
                concurrency_cap: None,
            },
        )
        .await
        .unwrap()
        .id;
        Self {
            desk,
            tenant,
            definition,
        }
    }

    /// Manual, within every limit.
    pub fn draft(&self, name: &str) -> RoutineDraft {
        RoutineDraft {
            tenant_id: self.tenant,
            name: name.into(),
            instruction: format!("Do {name}."),
            definition_id: self.definition,
            input: "{}".into(),
            trigger: TriggerSpec::Manual,
            misfire: Misfire::FireOnce,
            overlap: Overlap::Skip,
            destination: None,
            enabled: true,
            run_at_once: false,
        }
    }

    /// Due at once.
    pub fn due_draft(&self, name: &str) -> RoutineDraft {
        RoutineDraft {
            trigger: TriggerSpec::Interval {
                every_seconds: 1,
                anchor: routine_tests::instant(0),
            },
            ..self.draft(name)
        }
    }

    pub async fn create(&self, name: &str) -> RoutineDetail {
        routines::create(&self.desk, self.draft(name))
            .await
            .unwrap()
    }
}

pub fn at(detail: &RoutineDetail) -> RoutineAt {
    RoutineAt {
        id: detail.row.id,
        revision: detail.row.revision,
    }
}

pub fn all_routines() -> RoutineQuery {
    RoutineQuery {
        matching: RoutineMatch::default(),
        sort: RoutineSort::NextFire,
        cursor: None,
        limit: 50,
    }
}

pub fn runs_of(routine: RoutineId) -> RunQuery {
    RunQuery {
        statuses: Vec::new(),
        dead_lettered: false,
        causes: Vec::new(),
        routine_id: Some(routine),
        tenant_id: None,
        search: None,
        from: None,
        to: None,
        cursor: None,
        limit: 50,
    }
}
