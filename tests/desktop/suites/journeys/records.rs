//! What the database holds, read beside the open window.

use std::{path::Path, sync::Arc};

use routine_domain::Routine;
use routine_store::{
    Address, ConnectOptions, Store, connect,
    model::{JournalFilter, RoutineFilter, RoutineMatch, RoutineOrder, Run, RunFilter},
};

pub struct Records {
    store: Arc<dyn Store>,
}

impl Records {
    pub async fn of(file: &Path) -> Self {
        let address = Address::parse(&format!("sqlite:{}", file.display())).unwrap();
        let options = ConnectOptions {
            read_only: true,
            ..ConnectOptions::default()
        };
        let database = connect(&address, &options).await.unwrap();
        let store = database.store().await.unwrap();
        Self { store }
    }

    pub async fn close(&self) {
        self.store.close().await;
    }

    pub async fn find(&self, name: &str) -> Option<Routine> {
        let filter = RoutineFilter {
            matching: RoutineMatch {
                search: Some(name.to_owned()),
                ..RoutineMatch::default()
            },
            order: RoutineOrder::Name,
            after: None,
            limit: 10,
        };
        let now = self.store.now().await.unwrap();
        let page = self.store.list_routines(&filter, now).await.unwrap();
        let mut found = page.rows.into_iter().map(|listing| listing.routine);
        found.find(|routine| routine.name == name)
    }

    pub async fn routine(&self, name: &str) -> Routine {
        self.find(name).await.unwrap()
    }

    pub async fn only_run_of(&self, name: &str) -> Run {
        let filter = RunFilter {
            statuses: Vec::new(),
            dead_lettered: false,
            causes: Vec::new(),
            routine_id: Some(self.routine(name).await.id),
            tenant_id: None,
            from: None,
            to: None,
            after: None,
            limit: 10,
        };
        let mut page = self.store.list_runs(&filter).await.unwrap();
        assert_eq!(page.rows.len(), 1, "{name} ran once");
        page.rows.remove(0)
    }

    /// The kinds of what the journal says of a routine, oldest first.
    pub async fn changes_of(&self, name: &str) -> Vec<String> {
        let filter = JournalFilter {
            subject: Some(format!("routine:{}", self.routine(name).await.id)),
            limit: 50,
            ..JournalFilter::default()
        };
        let page = self.store.journal(&filter).await.unwrap();
        let kinds = page.rows.into_iter().rev().map(|entry| entry.event.kind);
        kinds.collect()
    }
}
