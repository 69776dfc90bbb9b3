use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Profile, ProfileColour, ProfileDetails};
use crate::{Invalid, Protection};

/// The form of the file. A later one has another number.
const FORM: u32 = 1;

#[derive(Serialize, Deserialize)]
struct ProfileFile {
    routine_desk_profiles: u32,
    profiles: Vec<Value>,
}

/// All of them as the text of a file: no password, no id of this desktop.
pub fn export(profiles: &[Profile]) -> Result<String, Invalid> {
    let details = profiles.iter().map(|profile| &profile.details);
    let values = details.map(serde_json::to_value).collect::<Result<_, _>>();
    let file = values.and_then(|profiles| {
        serde_json::to_string_pretty(&ProfileFile {
            routine_desk_profiles: FORM,
            profiles,
        })
    });
    file.map_err(|error| Invalid::new("profiles", format!("They cannot be written: {error}.")))
}

/// What a file holds, and a sentence for each entry that is no connection. A stranger's file raises no
/// level: each comes read-only.
pub fn import(text: &str) -> Result<(Vec<ProfileDetails>, Vec<String>), Invalid> {
    let refused = |why: String| Invalid::new("text", why);
    let file: ProfileFile = serde_json::from_str(text).map_err(|error| {
        refused(format!(
            "This is no file of connections ({error}). Export one in Connections."
        ))
    })?;
    if file.routine_desk_profiles > FORM {
        return Err(refused(format!(
            "The file has form {}, this program knows forms up to {FORM}. Update Routine Desk.",
            file.routine_desk_profiles
        )));
    }
    let (mut taken, mut left_out) = (Vec::new(), Vec::new());
    for (at, value) in file.profiles.into_iter().enumerate() {
        let named = value["name"].as_str().map(str::to_owned);
        let named = named.unwrap_or_else(|| format!("Entry {}", at + 1));
        let details =
            details(value).and_then(|details| details.checked().map_err(|refused| refused.message));
        match details {
            Ok(details) => taken.push(ProfileDetails {
                protection: Protection::ReadOnly,
                ..details
            }),
            Err(why) => left_out.push(format!("{named}: {why}")),
        }
    }
    Ok((taken, left_out))
}

/// A profile as it was kept, by this version or another; none where too little of it can be read.
pub fn read(value: &Value) -> Option<Profile> {
    let entry = value.as_object()?;
    Some(Profile {
        id: serde_json::from_value(entry.get("id")?.clone()).ok()?,
        details: details(entry.get("details")?.clone()).ok()?,
    })
}

/// Words that a later version may have added cost that choice only: the safest stands in.
fn details(value: Value) -> Result<ProfileDetails, String> {
    let Value::Object(mut fields) = value else {
        return Err("It is no connection.".to_owned());
    };
    mend::<Protection>(&mut fields, "protection", Protection::ReadOnly.as_str());
    mend::<ProfileColour>(&mut fields, "colour", ProfileColour::Slate.as_str());
    mend::<bool>(&mut fields, "sandbox", false);
    if let Some(Value::Object(place)) = fields.get_mut("place") {
        place.entry("parameters").or_insert_with(|| "".into());
    }
    serde_json::from_value(Value::Object(fields)).map_err(|error| format!("{error}."))
}

fn mend<T: serde::de::DeserializeOwned>(
    fields: &mut Map<String, Value>,
    name: &str,
    usual: impl Into<Value>,
) {
    let readable = fields
        .get(name)
        .is_some_and(|value| serde_json::from_value::<T>(value.clone()).is_ok());
    if !readable {
        fields.insert(name.to_owned(), usual.into());
    }
}
