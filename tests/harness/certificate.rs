//! A certificate of this computer, which signs itself: `openssl` makes it.

use std::{fs, path::PathBuf, process::Command};

use crate::postgres_server::finish;

const SETTINGS: &str = "
[ca]
default_ca = here
[here]
dir = .
new_certs_dir = .
database = ./index
rand_serial = yes
policy = any
default_md = sha256
x509_extensions = server
[any]
commonName = supplied
[server]
subjectAltName = IP:127.0.0.1
basicConstraints = CA:FALSE
";

pub struct Certificate(tempfile::TempDir);

impl Certificate {
    /// Good from 2020 to the beginning of this year.
    pub fn until(year: u16) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("settings"), SETTINGS).expect("its settings");
        fs::write(folder.path().join("index"), "").expect("its index");
        let openssl = |arguments: &str| {
            let mut command = Command::new("openssl");
            command.args(arguments.split(' ')).current_dir(&folder);
            finish(&mut command);
        };
        openssl(
            "req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem \
             -out request.pem -subj /CN=127.0.0.1",
        );
        openssl(&format!(
            "ca -batch -config settings -selfsign -keyfile key.pem -in request.pem -notext \
             -out certificate.pem -startdate 20200101000000Z -enddate {year}0101000000Z"
        ));
        Self(folder)
    }

    pub fn file(&self) -> PathBuf {
        self.0.path().join("certificate.pem")
    }

    pub(crate) fn key(&self) -> PathBuf {
        self.0.path().join("key.pem")
    }
}
