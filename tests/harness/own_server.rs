//! A PostgreSQL server that one test has to itself, to let it crash or stop.

use std::{fs, fs::File, future::Future};

use routine_store::{Address, Engine};

use crate::{
    TestDatabase,
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
