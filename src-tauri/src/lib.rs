//! The desktop shell: paths, settings, window, shutdown.

mod events;
mod ipc;

#[cfg(test)]
mod bindings;
