//! What can be run: a launcher and its settings.

use serde::{Deserialize, Serialize};

use crate::{Invalid, words::words};

words! {
    /// The three ways to start work.
    LauncherKind, "launcher" {
        Http = "http",
        Command = "command",
        Simulated = "simulated",
    }
}

/// A launcher with its settings, as stored and as sent to and from the screens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "launcher", rename_all = "snake_case", deny_unknown_fields)]
pub enum Launcher {
    /// Hands the run to a hub by HTTP.
    Http {
        url: String,
        /// The name of the bearer secret; its value is never stored.
        #[serde(default)]
        secret_name: Option<String>,
        /// What a hub with the `command` runner starts; other hubs do not look at it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        command: Option<HubCommand>,
    },
    /// Starts a program, without a shell.
    Command {
        program: String,
        #[serde(default)]
        args: Vec<String>,
        /// After this many seconds the program's process group is killed.
        #[serde(default = "default_time_limit")]
        time_limit_seconds: u32,
        /// Whether a launch that may have started may be started again.
        #[serde(default)]
        repeatable: bool,
    },
    /// Pretends, deterministically: the weights say how often each outcome comes.
    Simulated(Simulation),
}

/// A program of a hub's machine, started without a shell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(deny_unknown_fields)]
pub struct HubCommand {
    pub program: String,
    #[serde(default)]
    pub args: Vec<String>,
    /// After this many seconds the program's process group is killed.
    #[serde(default = "default_time_limit")]
    pub time_limit_seconds: u32,
    /// Whether work that may have been done by a lost hub may be done again.
    #[serde(default)]
    pub repeatable: bool,
}

/// Weights and duration of a simulated launcher. An outcome is chosen by a hash of routine,
/// occurrence and attempt, so the same history comes out every time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(default, deny_unknown_fields)]
pub struct Simulation {
    pub succeeds: u32,
    /// The work starts and fails.
    pub fails: u32,
    /// The launch is refused: the work never starts.
    pub refuses: u32,
    /// How long the work takes; 0 ends with the launch.
    pub duration_ms: u32,
}

impl Default for Simulation {
    fn default() -> Self {
        Self {
            succeeds: 1,
            fails: 0,
            refuses: 0,
            duration_ms: 0,
        }
    }
}

fn default_time_limit() -> u32 {
    3_600
}

impl Launcher {
    pub fn kind(&self) -> LauncherKind {
        match self {
            Launcher::Http { .. } => LauncherKind::Http,
            Launcher::Command { .. } => LauncherKind::Command,
            Launcher::Simulated(_) => LauncherKind::Simulated,
        }
    }

    /// The secret a worker must know to launch this.
    pub fn secret_name(&self) -> Option<&str> {
        match self {
            Launcher::Http { secret_name, .. } => secret_name.as_deref(),
            Launcher::Command { .. } | Launcher::Simulated(_) => None,
        }
    }

    /// Scheme, host and port of the hub: what a breaker counts by.
    pub fn endpoint(&self) -> Option<String> {
        let Launcher::Http { url, .. } = self else {
            return None;
        };
        endpoint(url)
    }

    /// Refuses settings that could never launch anything.
    pub fn check(&self) -> Result<(), Invalid> {
        match self {
            Launcher::Http {
                url,
                secret_name,
                command,
            } => {
                check_url(url)?;
                secret_name.as_deref().map_or(Ok(()), check_secret_name)?;
                command.as_ref().map_or(Ok(()), |command| {
                    check_command(&command.program, &command.args, command.time_limit_seconds)
                })
            }
            Launcher::Command {
                program,
                args,
                time_limit_seconds,
                ..
            } => check_command(program, args, *time_limit_seconds),
            Launcher::Simulated(Simulation {
                succeeds,
                fails,
                refuses,
                ..
            }) => {
                if u64::from(*succeeds) + u64::from(*fails) + u64::from(*refuses) == 0 {
                    return Err(Invalid::new(
                        "succeeds",
                        "All weights are 0, so no outcome could be chosen. Give at least one of succeeds, fails and refuses a weight.",
                    ));
                }
                Ok(())
            }
        }
    }
}

/// Scheme, host and port of an address, the port written out.
pub fn endpoint(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    let port = match scheme {
        "https" => ":443",
        _ => ":80",
    };
    let has_port = host
        .rsplit_once(':')
        .is_some_and(|(_, port)| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()));
    let port = if has_port { "" } else { port };
    Some(format!("{scheme}://{}{port}", host.to_ascii_lowercase()))
}

/// Refuses an address that is no `http` or `https` one, or holds a user or password.
pub fn check_url(url: &str) -> Result<(), Invalid> {
    check_address(url, "https://hub.example/internal/routines/run")
}

/// The same; `example` is what is told to write instead.
pub(crate) fn check_address(url: &str, example: &str) -> Result<(), Invalid> {
    let refused = |why: &str| Err(Invalid::new("url", format!("\"{url}\" {why}")));
    let Some(rest) = url
        .strip_prefix("http://")
        .or_else(|| url.strip_prefix("https://"))
    else {
        return Err(Invalid::new(
            "url",
            format!("The URL must start with http:// or https://, for example {example}."),
        ));
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err(Invalid::new(
            "url",
            "The URL holds a user or password. Leave them out and name a secret instead.",
        ));
    }
    if authority.is_empty() || authority.starts_with(':') {
        return refused(&format!("has no host. Write for example {example}."));
    }
    if url.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return refused("holds a blank. Write %20 instead.");
    }
    if url.len() > 2_048 {
        return Err(Invalid::new(
            "url",
            format!(
                "The URL is {} bytes long. At most 2,048 are accepted.",
                url.len()
            ),
        ));
    }
    Ok(())
}

/// A secret's name becomes part of an environment variable and of a file name.
pub fn check_secret_name(name: &str) -> Result<(), Invalid> {
    let fits = (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if fits {
        return Ok(());
    }
    Err(Invalid::new(
        "secret_name",
        "A secret's name has 1 to 64 letters, digits and underscores, for example HUB_TOKEN. Give the name, never the secret itself.",
    ))
}

fn check_command(program: &str, args: &[String], time_limit_seconds: u32) -> Result<(), Invalid> {
    if program.trim().is_empty() {
        return Err(Invalid::new(
            "program",
            "No program is named. Write its path, for example /usr/bin/curl.",
        ));
    }
    if program.contains('\0') || args.iter().any(|arg| arg.contains('\0')) {
        return Err(Invalid::new(
            "program",
            "The command holds a NUL character. Remove it.",
        ));
    }
    if args.len() > 256 {
        return Err(Invalid::new(
            "args",
            format!(
                "There are {} arguments. At most 256 are accepted.",
                args.len()
            ),
        ));
    }
    if !(1..=7 * 86_400).contains(&time_limit_seconds) {
        return Err(Invalid::new(
            "time_limit_seconds",
            format!(
                "The time limit is {time_limit_seconds} s. It must be from 1 s to 604800 s (7 days)."
            ),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn http(url: &str) -> Launcher {
        Launcher::Http {
            url: url.into(),
            secret_name: None,
            command: None,
        }
    }

    #[test]
    fn an_endpoint_is_scheme_host_and_port() {
        assert_eq!(
            http("https://Hub.Example/run?x=1").endpoint().as_deref(),
            Some("https://hub.example:443")
        );
        assert_eq!(
            http("http://[::1]:8080/run").endpoint().as_deref(),
            Some("http://[::1]:8080")
        );
        assert_eq!(
            http("http://[::1]/run").endpoint().as_deref(),
            Some("http://[::1]:80")
        );
    }

    #[test]
    fn settings_that_cannot_launch_are_refused() {
        for url in [
            "",
            "hub.example",
            "ftp://hub",
            "https://",
            "https://:80/",
            "https://a b/",
            "https://me:pw@hub/",
        ] {
            assert_eq!(http(url).check().unwrap_err().field, "url", "{url}");
        }
        assert_eq!(http("http://localhost:9/x").check(), Ok(()));
        let idle = Launcher::Simulated(Simulation {
            succeeds: 0,
            ..Simulation::default()
        });
        assert!(idle.check().is_err());
    }

    #[test]
    fn the_written_form_names_its_launcher() {
        let command: Launcher =
            serde_json::from_str(r#"{"launcher":"command","program":"/bin/date"}"#).unwrap();
        assert_eq!(command.kind(), LauncherKind::Command);
        let simulated: Launcher =
            serde_json::from_str(r#"{"launcher":"simulated","refuses":1,"succeeds":0}"#).unwrap();
        assert_eq!(simulated.kind(), LauncherKind::Simulated);
    }
}
