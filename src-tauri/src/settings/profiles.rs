//! The connections in the settings file. What this version cannot read of them stays where it is.

use std::io;

use routine_commands::KeptProfiles;
use routine_domain::{Profile, ProfileColour, ProfileDetails, Protection, profile};
use routine_store::{Address, Engine};
use serde_json::{Map, Value};

use super::SettingsFile;

const PROFILES: &str = "profiles";
const LAST_PROFILE: &str = "last_profile";
/// The one address that earlier versions remembered.
const LAST_CONNECTION: &str = "last_connection";
/// Its profile's id, the same at each start.
const FIRST: &str = "00000000-0000-7000-8000-000000000001";

impl SettingsFile {
    pub fn profiles(&self) -> KeptProfiles {
        if self.fields.get(PROFILES).is_none()
            && let Some(first) = self.first_profile()
        {
            return KeptProfiles {
                last: Some(first.id),
                profiles: vec![first],
            };
        }
        let last = self.fields.get(LAST_PROFILE).cloned();
        KeptProfiles {
            profiles: self.entries().filter_map(profile::read).collect(),
            last: last.and_then(|id| serde_json::from_value(id).ok()),
        }
    }

    pub fn set_profiles(&mut self, kept: &KeptProfiles) -> io::Result<()> {
        let mut entries = Vec::new();
        for profile in &kept.profiles {
            let before = self
                .entries()
                .find(|entry| profile::read(entry).is_some_and(|read| read.id == profile.id));
            let mut entry = before.and_then(Value::as_object).cloned();
            if let Value::Object(fields) = serde_json::to_value(profile)? {
                entry.get_or_insert_with(Map::new).extend(fields);
            }
            entries.extend(entry.map(Value::Object));
        }
        let strange = self
            .entries()
            .filter(|entry| profile::read(entry).is_none());
        entries.extend(strange.cloned());
        self.fields.insert(PROFILES.into(), entries.into());
        self.fields
            .insert(LAST_PROFILE.into(), serde_json::to_value(kept.last)?);
        self.fields.remove(LAST_CONNECTION);
        Ok(())
    }

    fn entries(&self) -> impl Iterator<Item = &Value> {
        let kept = self.fields.get(PROFILES).and_then(Value::as_array);
        kept.into_iter().flatten()
    }

    /// The database that was remembered before there were profiles.
    fn first_profile(&self) -> Option<Profile> {
        let written = self.fields.get(LAST_CONNECTION)?.as_str()?;
        let address = Address::parse(written).ok()?;
        Some(Profile {
            id: FIRST.parse().ok()?,
            details: ProfileDetails {
                name: address.name(),
                place: address.to_place(),
                colour: match address.engine() {
                    Engine::Sqlite => ProfileColour::Sea,
                    Engine::Postgres => ProfileColour::Ochre,
                },
                protection: Protection::Full,
            },
        })
    }
}
