//! The few words the application understands on its command line.

use crate::{StartError, links};

pub const HELP: &str = "\
Routine Desk: every routine of every tenant, and why it did or did not fire

Usage: routine-desk [--demo] [LINK]

  LINK           a page to show, routinedesk://<connection>/<page>
  --demo         open the local demo at once, with its scheduler running
  -h, --help     print this
  -V, --version  print the version

ROUTINE_DESK_HOME  keep settings and the demo database in this folder
RUST_LOG           what to log on standard error (default: info)";

#[derive(Debug, PartialEq, Eq)]
pub enum Args {
    Open { demo: bool, link: Option<String> },
    Help,
    Version,
}

impl Args {
    pub fn read(words: impl Iterator<Item = String>) -> Result<Self, StartError> {
        let mut demo = false;
        let mut link = None;
        for word in words {
            match word.as_str() {
                "--demo" => demo = true,
                _ if word.starts_with(links::SCHEME) => link = Some(word),
                "-h" | "--help" => return Ok(Self::Help),
                "-V" | "--version" => return Ok(Self::Version),
                _ => {
                    return Err(StartError::Argument(format!(
                        "\"{word}\" is not an argument of routine-desk; see routine-desk --help"
                    )));
                }
            }
        }
        Ok(Self::Open { demo, link })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Args, StartError> {
        Args::read(words.iter().map(ToString::to_string))
    }

    #[test]
    fn opens_the_demo_only_when_asked() {
        let open = |demo, link: Option<&str>| Args::Open {
            demo,
            link: link.map(str::to_owned),
        };
        assert_eq!(read(&[]).unwrap(), open(false, None));
        assert_eq!(read(&["--demo"]).unwrap(), open(true, None));
        let link = "routinedesk://Local%20demo/runs";
        assert_eq!(read(&[link]).unwrap(), open(false, Some(link)));
    }

    #[test]
    fn an_unknown_word_is_named() {
        let refused = read(&["--dmeo"]).unwrap_err();
        assert_eq!(refused.exit_code(), 2);
        assert!(refused.to_string().contains("\"--dmeo\""));
    }
}
