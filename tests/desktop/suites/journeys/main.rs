//! What an administrator goes through in the real window, on a database that others use as well.

mod conflict;
mod giving_up;
mod hub;
mod keyboard;
mod outage;
mod scene;
