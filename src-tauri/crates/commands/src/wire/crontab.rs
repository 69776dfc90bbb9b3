use routine_domain::{RoutineId, TenantId};
use serde::{Deserialize, Serialize};
use specta::Type;

/// A crontab to be turned into routines that are off.
#[derive(Debug, Clone)]
pub struct CrontabImport {
    pub tenant_id: TenantId,
    /// What the file is called in instructions and sentences.
    pub file: String,
    pub bytes: Vec<u8>,
    pub form: routine_domain::crontab::Form,
    /// The zone of lines above which the file names none; the host's where it is left out.
    pub zone: Option<String>,
    /// Without, the same is said and nothing is written.
    pub apply: bool,
}

/// What became of a line of a crontab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LineOutcome {
    /// A definition and a routine that is off.
    Created,
    /// A setting for the lines below it.
    Heeded,
    Skipped,
    Refused,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CrontabLine {
    /// Counted from 1.
    pub line: u32,
    pub text: String,
    pub outcome: LineOutcome,
    /// When it fires, what a setting does, or why the line came to nothing.
    pub sentence: String,
    /// Of the routine and its definition alike.
    pub name: Option<String>,
    /// None in a preview.
    pub routine_id: Option<RoutineId>,
}

/// One entry for each line that is neither blank nor a comment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CrontabReport {
    pub lines: Vec<CrontabLine>,
    /// What cron would mind about the file as a whole.
    pub notes: Vec<String>,
    pub created: u32,
    pub heeded: u32,
    pub skipped: u32,
    pub refused: u32,
    /// False in a preview: nothing was written.
    pub applied: bool,
}
