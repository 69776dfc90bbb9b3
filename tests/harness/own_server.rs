//! A PostgreSQL server that one test has to itself, to let it crash or stop.

use std::{
    fs,
    fs::File,
    future::Future,
    os::unix::fs::{MetadataExt, PermissionsExt, chown},
};

use routine_store::{Address, Engine};

use crate::{
    Certificate, TestDatabase,
    database::open,
    postgres_server::{Folder, Server, finish},
};

/// Stopped and gone with its last handle.
pub struct OwnServer {
    folder: Folder,
    _in_use: File,
}

impl OwnServer {
    /// Takes it down in the middle of everything, and brings it back on the same port.
    pub fn crash_and_come_back(&self) {
        self.come_back();
    }

    /// Takes it down, and leaves it down.
    pub fn stop(&self) {
        finish(
            self.folder
                .as_owner("pg_ctl")
                .args(["stop", "-w", "-m", "immediate", "-D"])
                .arg(self.folder.file("data")),
        );
    }

    /// Comes back with this certificate for whoever wants to be encrypted.
    pub fn show(&self, certificate: &Certificate) {
        let data = self.folder.file("data");
        let owner = fs::metadata(&data).expect("its folder");
        for (file, name) in [
            (certificate.file(), "server.crt"),
            (certificate.key(), "server.key"),
        ] {
            let place = data.join(name);
            fs::copy(file, &place).expect("a file beside its data");
            // PostgreSQL takes no key that others may read.
            fs::set_permissions(&place, fs::Permissions::from_mode(0o600)).expect("kept private");
            chown(&place, Some(owner.uid()), Some(owner.gid())).expect("its own file");
        }
        fs::write(data.join("postgresql.auto.conf"), "ssl = on\n").expect("its settings");
        self.come_back();
    }

    /// On the same port, with what it was started with; it is taken down first where it runs.
    pub fn come_back(&self) {
        finish(
            self.folder
                .as_owner("pg_ctl")
                .args(["restart", "-w", "-m", "immediate", "-l"])
                .arg(self.folder.file("data").join("server.log"))
                .arg("-D")
                .arg(self.folder.file("data")),
        );
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        let mut stop = self.folder.as_owner("pg_ctl");
        stop.args(["stop", "-m", "immediate", "-D"]);
        let _ = stop.arg(self.folder.file("data")).output();
        let _ = fs::remove_dir_all(self.folder.file(""));
    }
}

/// Runs one test on a database of a server of its own.
pub fn run_on_own_server<T, F: Future<Output = T>>(
    test: impl FnOnce(TestDatabase, OwnServer) -> F,
) -> T {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = Folder::own();
    let server = OwnServer {
        _in_use: folder.in_use(),
        folder,
    };
    let shared = Server {
        url: server.folder.start(),
    };
    runtime.block_on(async {
        shared.run("CREATE DATABASE desk").await;
        let url = shared.url("desk");
        let database = open(&url).await;
        database.migrate().await.expect("the database migrates");
        let db = TestDatabase {
            engine: Engine::Postgres,
            address: Address::parse(&url).expect("the address is readable"),
            url,
            store: database.store().await.expect("the schema is current"),
        };
        test(db, server).await
    })
}
