use crate::{
    model::{ANY_SECRET, WorkerIdentity},
    sql_store::{
        Arg, Dialect, args,
        batch::{Batch, Kind},
    },
};

const NAMES: Batch = Batch(&[("name", Kind::Text)]);

/// What a worker is able to launch, as two parameters of a statement.
pub(super) struct Able {
    pub(super) launchers: Arg,
    pub(super) secrets: Arg,
}

impl Able {
    pub(super) fn bind<D: Dialect>(worker: &WorkerIdentity) -> Self {
        let launchers = worker.launchers.iter().map(|kind| args![kind.as_str()]);
        let secrets = worker.secrets.iter().map(|name| args![name]);
        Self {
            launchers: NAMES.bind::<D>(launchers),
            secrets: NAMES.bind::<D>(secrets),
        }
    }

    /// The condition that the definition `d` is launchable there.
    pub(super) fn condition<D: Dialect>(launchers: &str, secrets: &str) -> String {
        let launchers = NAMES.rows_of::<D>(launchers);
        let secrets = NAMES.rows_of::<D>(secrets);
        format!(
            "d.launcher IN (SELECT name FROM {launchers} AS able)
             AND (d.secret_name IS NULL
                  OR EXISTS (SELECT 1 FROM {secrets} AS known
                              WHERE name IN (d.secret_name, '{ANY_SECRET}')))"
        )
    }
}
