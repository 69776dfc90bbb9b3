//! What a person chose on this desktop.

use routine_domain::{Invalid, Zone};

use crate::{
    CommandError, Desk,
    wire::{Habits, Settings, SettingsStatus, Tag},
};

pub async fn get(desk: &Desk) -> Result<SettingsStatus, CommandError> {
    let kept = desk.host.settings();
    Ok(SettingsStatus {
        settings: kept.settings,
        file: kept.file.map(|file| file.display().to_string()),
        warning: kept.warning,
        desktop_zone: desk.host.viewer_zone(),
    })
}

pub fn habits(desk: &Desk) -> Habits {
    desk.host.settings().settings.habits
}

pub async fn save(desk: &Desk, settings: Settings) -> Result<SettingsStatus, CommandError> {
    check(&settings)?;
    desk.host.keep_settings(&settings)?;
    // Whatever shows a time may show another now.
    desk.announce(&[Tag::Connection]);
    get(desk).await
}

fn check(settings: &Settings) -> Result<(), Invalid> {
    if let Some(zone) = &settings.zone {
        Zone::parse(zone).map_err(|refused| Invalid::new("zone", refused.message))?;
    }
    if !Settings::SCALES.contains(&settings.scale_percent) {
        return Err(Invalid::new(
            "scale_percent",
            format!(
                "The scale is {} %. It must be from 80 to 150 %.",
                settings.scale_percent
            ),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_that_does_not_exist_and_a_scale_out_of_range_are_refused() {
        assert_eq!(check(&Settings::default()), Ok(()));
        let zone = Settings {
            zone: Some("Mars/Olympus".into()),
            ..Settings::default()
        };
        assert_eq!(check(&zone).unwrap_err().field, "zone");
        let scale = Settings {
            scale_percent: 79,
            ..Settings::default()
        };
        assert_eq!(check(&scale).unwrap_err().field, "scale_percent");
    }
}
