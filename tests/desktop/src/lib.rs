//! The built application in a real window on a display of its own, driven through WebKitWebDriver.
//! Knows nothing of the product but its file name: everything else is looked at as a person would.

mod app;
mod display;
mod driver;
mod error;
mod page;
mod tools;

pub use app::{App, built_app};
pub use display::Display;
pub use error::{Error, Result};
pub use page::{Page, Scrolled};
