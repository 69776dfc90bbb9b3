//! The launchers against the real outside: programs of this machine and servers on loopback.

mod command;
mod http;
mod orders;
