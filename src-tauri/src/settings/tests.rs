use routine_commands::{
    KeptProfiles,
    wire::{Density, Theme},
};

use routine_domain::Protection;
use routine_store::Address;
use serde_json::json;

use super::*;

fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    (folder, file)
}

#[test]
fn choices_survive_a_restart_and_so_does_what_is_not_ours() {
    let (_folder, file) = file();
    assert_eq!(SettingsFile::load(&file), SettingsFile::default());
    fs::write(&file, r#"{"of_a_later_version": [1]}"#).unwrap();

    let chosen = Settings {
        theme: Theme::Dark,
        scale_percent: 120,
        ..Settings::default()
    };
    let mut kept = SettingsFile::load(&file);
    kept.set_settings(&chosen).unwrap();
    kept.save(&file).unwrap();

    let again = SettingsFile::load(&file);
    assert_eq!(again.settings(), (chosen, None));
    assert!(again.fields.contains_key("of_a_later_version"));
}

#[test]
fn a_value_that_cannot_be_read_costs_that_choice_only() {
    let (_folder, file) = file();
    let text = r#"{"theme": "sepia", "density": "compact", "scale_percent": 400, "last_connection": 7,
        "notices": {"recovered": false, "new_kind": true}}"#;
    fs::write(&file, text).unwrap();
    let read = SettingsFile::load(&file);
    let (settings, warning) = read.settings();
    assert_eq!(settings.theme, Theme::System);
    assert_eq!(settings.density, Density::Compact);
    assert_eq!(settings.scale_percent, 150);
    assert!(settings.notices.dead_lettered && !settings.notices.recovered);
    assert!(warning.unwrap().contains("theme"));
    assert_eq!(read.profiles(), KeptProfiles::default());
}

#[test]
fn a_broken_file_is_kept_aside_and_said() {
    let (folder, file) = file();
    for name in ["settings.broken.json", "settings.broken-1.json"] {
        fs::write(&file, "{\"theme\": ").unwrap();
        let read = SettingsFile::load(&file);
        assert!(read.warning.unwrap().contains(name));
        let kept = fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(kept, "{\"theme\": ");
        assert!(!file.exists());
    }
}

const OLD: &str = r#"{"theme": "dark", "last_connection": "postgres://ines@db.example:5433/routines?sslmode=require"}"#;

#[test]
fn the_one_remembered_database_becomes_the_first_profile() {
    let (_folder, file) = file();
    fs::write(&file, OLD).unwrap();
    let kept = SettingsFile::load(&file).profiles();
    let [profile] = kept.profiles.as_slice() else {
        panic!("{kept:?}");
    };
    assert_eq!(kept.last, Some(profile.id));
    assert_eq!(profile.details.name, "routines on db.example:5433");
    // It could be changed before, so it can be changed now.
    assert_eq!(profile.details.protection, Protection::Full);
    let address = Address::of(&profile.details.place).to_string();
    assert_eq!(
        address,
        "postgres://ines@db.example:5433/routines?sslmode=require"
    );
    // The same each time it is read, until it is written in its new form.
    assert_eq!(SettingsFile::load(&file).profiles(), kept);
    let mut written = SettingsFile::load(&file);
    written.set_profiles(&kept).unwrap();
    written.save(&file).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert!(!text.contains("last_connection"), "{text}");
    assert_eq!(SettingsFile::load(&file).profiles(), kept);
    assert_eq!(SettingsFile::load(&file).settings().0.theme, Theme::Dark);
}

#[test]
fn profiles_that_cannot_be_read_stay_in_the_file() {
    let (_folder, file) = file();
    fs::write(&file, OLD).unwrap();
    let mut kept = SettingsFile::load(&file).profiles();
    let mut entry = serde_json::to_value(&kept.profiles[0]).unwrap();
    entry["of_a_later_version"] = true.into();
    let strange = json!({ "id": 7, "details": { "place": { "engine": "oracle" } } });
    let text = json!({ "profiles": [strange, entry, "x"], "last_profile": "?" });
    fs::write(&file, text.to_string()).unwrap();

    let mut read = SettingsFile::load(&file);
    assert_eq!(read.profiles().profiles, kept.profiles);
    assert_eq!(read.profiles().last, None);
    kept.profiles[0].details.name = "Staging EU".into();
    read.set_profiles(&kept).unwrap();
    read.save(&file).unwrap();
    let text: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let entries = text["profiles"].as_array().unwrap();
    assert_eq!(entries.len(), 3);
    assert_eq!(entries[0]["details"]["name"], "Staging EU");
    assert_eq!(entries[0]["of_a_later_version"], true);
    assert_eq!(entries[1], strange);
    // Whoever is taken out is gone.
    read.set_profiles(&KeptProfiles::default()).unwrap();
    assert_eq!(read.profiles(), KeptProfiles::default());
}
