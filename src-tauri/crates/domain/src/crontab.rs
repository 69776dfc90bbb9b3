//! Crontabs, read line by line as crontab(5) defines them. Says what each line asks for, or why it
//! cannot be had; what becomes of a job is its caller's business.

use std::path::Path;

use crate::{CronExpression, Invalid};

mod assignment;
mod job;
mod name;
mod settings;

pub use job::Job;
pub use name::name_of;

use settings::Settings;

/// A longer file is refused as a whole; cron itself reads no more of one.
pub const MAX_LINES: usize = 10_000;
/// A longer line is refused.
pub const MAX_LINE_BYTES: usize = 8_192;
/// So much of a line is shown beside what became of it, in code points.
const SHOWN: usize = 200;

pub(crate) const BLANKS: [char; 2] = [' ', '\t'];

/// Who a crontab's commands run as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Its owner.
    User,
    /// The user that each line names between schedule and command.
    System,
}

impl Form {
    /// The form cron expects of a file in this place.
    pub fn at(path: &Path) -> Self {
        let is_system = path == Path::new("/etc/crontab") || path.starts_with("/etc/cron.d");
        if is_system { Self::System } else { Self::User }
    }
}

/// What a file says, without blank lines and comments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crontab {
    pub lines: Vec<Line>,
    /// What cron would mind about the file as a whole; a sentence each.
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Counted from 1.
    pub number: u32,
    /// The line as written, cut where it is long, without the value of a secret.
    pub text: String,
    pub content: Content,
}

/// What a line asks for, or in one sentence why that cannot be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    Job(Box<Job>),
    /// Heeded by the lines below it; what it does for them.
    Setting(String),
    /// Says something that has no meaning here.
    Skipped(String),
    Refused(String),
}

/// Refuses nothing but a file that is too long: every other fault is its line's own.
pub fn read(bytes: &[u8], form: Form) -> Result<Crontab, Invalid> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let raw: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let is_ended = bytes.is_empty() || bytes.ends_with(b"\n");
    let count = raw.len() - usize::from(bytes.ends_with(b"\n"));
    if count > MAX_LINES {
        return Err(Invalid::new(
            "crontab",
            format!(
                "The crontab has {count} lines. At most {MAX_LINES} are read: split it into several files."
            ),
        ));
    }
    let mut settings = Settings::default();
    let lines = (1..).zip(&raw).filter_map(|(number, raw)| {
        let raw = raw.strip_suffix(b"\r").unwrap_or(raw);
        line(number, raw, form, &mut settings)
    });
    let lines = lines.collect();
    let mut notes = Vec::new();
    if raw.iter().any(|line| line.ends_with(b"\r")) {
        notes.push(
            "Its lines end with CR LF. Cron would hand the CR to the commands; it was left out."
                .to_owned(),
        );
    }
    if !is_ended {
        notes.push(
            "Its last line has no line break at its end. Cron would not accept it; it was read all the same."
                .to_owned(),
        );
    }
    Ok(Crontab { lines, notes })
}

/// `None` for a blank line or a comment, whatever its bytes.
fn line(number: u32, raw: &[u8], form: Form, settings: &mut Settings) -> Option<Line> {
    let written = raw.trim_ascii();
    if written.is_empty() || written.starts_with(b"#") {
        return None;
    }
    let (text, content) = match readable(written) {
        Err(why) => {
            let text = String::from_utf8_lossy(&written[..written.len().min(MAX_LINE_BYTES)]);
            (text.into_owned(), Content::Refused(why))
        }
        Ok(written) => match assignment::parse(written) {
            Some(Ok(assignment)) => settings.take(assignment, number, written),
            Some(Err(why)) => (written.to_owned(), Content::Refused(why)),
            None => (written.to_owned(), job::parse(written, form, settings)),
        },
    };
    Some(Line {
        number,
        text: cut(&text, SHOWN),
        content,
    })
}

fn readable(raw: &[u8]) -> Result<&str, String> {
    if raw.len() > MAX_LINE_BYTES {
        return Err(format!(
            "The line has {} bytes. At most {MAX_LINE_BYTES} are read: move the command into a script.",
            raw.len()
        ));
    }
    let text = std::str::from_utf8(raw).map_err(|error| {
        format!(
            "Byte {} of the line is not UTF-8: save the file as UTF-8.",
            error.valid_up_to() + 1
        )
    })?;
    match text.contains('\0') {
        true => Err("The line holds a NUL character: remove it.".to_owned()),
        false => Ok(text),
    }
}

/// At most `limit` code points; a text that was cut ends with an ellipsis.
pub fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let kept: String = text.chars().take(limit.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// The first word, and what follows the blanks behind it.
fn first_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(BLANKS).unwrap_or((text, ""));
    (word, rest.trim_start_matches(BLANKS))
}

/// The schedule at the beginning of a line, and the rest.
fn schedule(line: &str) -> Result<(CronExpression, &str), Invalid> {
    let count = match first_word(line).0 {
        // Refused with its length.
        "@every" => 2,
        word if word.starts_with('@') => 1,
        _ => 5,
    };
    let mut words = Vec::with_capacity(count);
    let mut rest = line;
    while words.len() < count && !rest.is_empty() {
        let (word, behind) = first_word(rest);
        words.push(word);
        rest = behind;
    }
    Ok((CronExpression::parse(&words.join(" "))?, rest))
}
