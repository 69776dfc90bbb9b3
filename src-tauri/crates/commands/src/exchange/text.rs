use routine_domain::{
    Invalid,
    exchange::{Document, check_head},
};
use serde::{Deserialize, de::DeserializeOwned};

use crate::{CommandError, ErrorCode, wire::ExchangeFormat};

/// More than any file that people look through.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// What a file of any version begins with.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<u32>,
}

/// JSON where it begins with a brace, else YAML.
pub fn read(text: &str) -> Result<Document, Invalid> {
    if text.len() > MAX_BYTES {
        return Err(refused(format!(
            "The file has {} bytes. At most {MAX_BYTES} are read.",
            text.len()
        )));
    }
    let head: Head = parse(text)?;
    check_head(head.format.as_deref(), head.version)?;
    parse(text)
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Invalid> {
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text)
            .map_err(|error| refused(format!("The file cannot be read: {error}.")));
    }
    serde_saphyr::from_str(text).map_err(|error| {
        let said = error.to_string();
        let first = said
            .lines()
            .next()
            .unwrap_or_default()
            .trim_end_matches('.');
        refused(format!("The file cannot be read: {first}."))
    })
}

fn refused(sentence: String) -> Invalid {
    Invalid::new("file", sentence)
}

pub fn write(document: &Document, format: ExchangeFormat) -> Result<String, CommandError> {
    let failed = |error: String| {
        CommandError::new(
            ErrorCode::Internal,
            format!("The file could not be written: {error}."),
        )
    };
    match format {
        ExchangeFormat::Json => serde_json::to_string_pretty(document)
            .map(|text| text + "\n")
            .map_err(|error| failed(error.to_string())),
        ExchangeFormat::Yaml => {
            serde_saphyr::to_string(document).map_err(|error| failed(error.to_string()))
        }
    }
}

/// `routines-acme.yaml`
pub fn file_name(document: &Document, format: ExchangeFormat) -> String {
    let ending = match format {
        ExchangeFormat::Json => "json",
        ExchangeFormat::Yaml => "yaml",
    };
    match document.tenants.as_slice() {
        [only] => format!("routines-{}.{ending}", slug(&only.name)),
        _ => format!("routines.{ending}"),
    }
}

fn slug(name: &str) -> String {
    let letters = name.chars().map(|letter| match letter.is_alphanumeric() {
        true => letter.to_ascii_lowercase(),
        false => '-',
    });
    letters.take(60).collect()
}
