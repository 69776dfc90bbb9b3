use super::{
    ImportVerdict, Item, ItemKind, RoutinePart, RoutineStep, StandingRoutine, Step,
    plan::{OfTenant, SAME},
};
use crate::{Destination, Invalid, Routine, Trigger, TriggerSpec, text};

/// A part within all limits.
struct Checked {
    name: String,
    owner: String,
    trigger: Trigger,
    step: RoutineStep,
}

impl<'a> OfTenant<'a> {
    pub(super) fn routine(&mut self, part: &RoutinePart) -> Item {
        match self.judge(part) {
            Ok(item) => item,
            Err(sentence) => self.refused(ItemKind::Routine, &part.name, sentence),
        }
    }

    /// A refusal is its sentence.
    fn judge(&mut self, part: &RoutinePart) -> Result<Item, String> {
        let mut checked = self.check(part).map_err(|refused| refused.message)?;
        let there = self.standing_routine(part, &checked)?;
        if let Some(key) = &part.preset
            && !self.presets.insert(key.clone())
        {
            return Err(format!("The preset {key} is in the file twice."));
        }
        let Some(there) = there else {
            return self.made(checked);
        };
        self.taken.insert(there.id);
        checked.owner.clone_from(&there.owner);
        checked.step.was = Some((there.id, there.revision));
        let changes = self.changes(there, &checked);
        if changes.is_empty() {
            return Ok(self.item(
                ItemKind::Routine,
                &checked.name,
                ImportVerdict::Unchanged,
                SAME.to_owned(),
                None,
            ));
        }
        let listed = changes.join(", ");
        if let Some(conflict) = self.conflict(part.origin, there.id, there.revision, &listed) {
            return Ok(self.item(
                ItemKind::Routine,
                &checked.name,
                ImportVerdict::Conflict,
                conflict,
                None,
            ));
        }
        if there.trigger != checked.step.trigger {
            self.check_trigger(&checked.trigger)?;
        }
        if checked.step.enabled && !there.takes_a_place() {
            self.take_place(&checked.owner)?;
        }
        let mut sentence = format!("Changes {listed}.");
        self.say_what_comes(&checked, &mut sentence);
        let step = Step::Routine(checked.step);
        Ok(self.item(
            ItemKind::Routine,
            &checked.name,
            ImportVerdict::Update,
            sentence,
            Some(step),
        ))
    }

    fn made(&mut self, mut checked: Checked) -> Result<Item, String> {
        checked.step.enabled &= checked.step.preset.is_none();
        self.check_trigger(&checked.trigger)?;
        if checked.step.enabled {
            self.take_place(&checked.owner)?;
        }
        let mut sentence = match (checked.step.enabled, &checked.step.preset) {
            (true, _) => format!("Made. {}.", checked.trigger.describe().sentence),
            (false, None) => "Made, switched off.".to_owned(),
            (false, Some(_)) => "Made, switched off, as every preset is.".to_owned(),
        };
        self.say_what_comes(&checked, &mut sentence);
        let step = Step::Routine(checked.step);
        Ok(self.item(
            ItemKind::Routine,
            &checked.name,
            ImportVerdict::Create,
            sentence,
            Some(step),
        ))
    }

    fn check(&self, part: &RoutinePart) -> Result<Checked, Invalid> {
        let name = text::name("name", &part.name)?;
        let owner = match &part.owner {
            Some(owner) => text::name("owner", owner)?,
            None => self.terms.actor.to_owned(),
        };
        let trigger = part.trigger.parse()?;
        let definition = part.definition.trim();
        if !self.definitions.contains_key(definition) {
            return Err(Invalid::new(
                "definition",
                format!(
                    "Neither the file nor the tenant has a definition \"{definition}\" that could be used."
                ),
            ));
        }
        part.destination
            .as_ref()
            .map_or(Ok(()), Destination::check)?;
        Ok(Checked {
            step: RoutineStep {
                was: None,
                instruction: text::instruction(&part.instruction)?,
                definition: definition.to_owned(),
                input: text::input(&part.input)?,
                owner: owner.clone(),
                trigger: match &part.trigger {
                    cron @ TriggerSpec::Cron { .. } => cron.clone(),
                    _ => trigger.spec(),
                },
                misfire: part.misfire,
                overlap: part.overlap,
                destination: part.destination.clone(),
                enabled: part.enabled,
                preset: part.preset.clone(),
            },
            name,
            owner,
            trigger,
        })
    }

    /// The routine that the part is about: by where it came from, by its preset, else by its name.
    fn standing_routine(
        &self,
        part: &RoutinePart,
        checked: &Checked,
    ) -> Result<Option<&'a Routine>, String> {
        let Some(tenant) = self.standing else {
            return Ok(None);
        };
        let origin = part.origin.map(|origin| origin.id);
        let is_it = |each: &&StandingRoutine| {
            Some(each.routine.id) == origin || (part.preset.is_some() && each.preset == part.preset)
        };
        if let Some(found) = tenant.routines.iter().find(is_it) {
            if let Some(deletion) = &found.routine.deleted {
                return Err(format!(
                    "{} deleted it at {}. Restore it first, or take its origin out of the file to make another one.",
                    deletion.actor,
                    deletion.at.format("%Y-%m-%d %H:%M:%S UTC")
                ));
            }
            if self.taken.contains(&found.routine.id) {
                return Err("The file holds it twice.".to_owned());
            }
            return Ok(Some(&found.routine));
        }
        let free = |each: &&StandingRoutine| {
            let routine = &each.routine;
            routine.name == checked.name
                && routine.deleted.is_none()
                && each.preset.is_none()
                && !self.taken.contains(&routine.id)
        };
        let named: Vec<_> = tenant.routines.iter().filter(free).collect();
        // Of several alike, the one that is just like this.
        let same = named
            .iter()
            .find(|each| self.changes(&each.routine, checked).is_empty());
        match (named.as_slice(), same) {
            (_, Some(same)) => Ok(Some(&same.routine)),
            ([], None) => Ok(None),
            ([one], None) => Ok(Some(&one.routine)),
            (several, None) => Err(format!(
                "{} routines are called \"{}\" here. Name the one you mean by its origin.",
                several.len(),
                checked.name
            )),
        }
    }

    fn changes(&self, there: &Routine, wanted: &Checked) -> Vec<&'static str> {
        let step = &wanted.step;
        let definition = self
            .standing
            .map_or("", |tenant| tenant.definition_name(there.definition_id));
        let differs = [
            (there.name != wanted.name, "its name"),
            (there.instruction != step.instruction, "its instruction"),
            (definition != step.definition, "its definition"),
            (there.input != step.input, "its input"),
            (there.trigger != step.trigger, "its trigger"),
            (
                there.misfire != step.misfire,
                "what happens when it is late",
            ),
            (
                there.overlap != step.overlap,
                "what happens while it still runs",
            ),
            (
                there.destination != step.destination,
                "where its results go",
            ),
            (there.off.is_none() && !step.enabled, "that it is on"),
            (there.off.is_some() && step.enabled, "that it is off"),
        ];
        let said = differs.into_iter().filter(|(differs, _)| *differs);
        said.map(|(_, what)| what).collect()
    }

    fn check_trigger(&self, trigger: &Trigger) -> Result<(), String> {
        let floor = self.policy.minimum_interval_seconds;
        let checked = trigger
            .check_seconds(floor)
            .and_then(|()| trigger.check_floor(floor).map(drop));
        checked.map_err(|refused| refused.message)
    }

    fn take_place(&mut self, owner: &str) -> Result<(), String> {
        let cap = self.policy.enabled_cap;
        let standing = self.standing;
        let places = self
            .places
            .entry(owner.to_owned())
            .or_insert_with(|| standing.map_or(0, |tenant| tenant.places_of(owner)));
        if *places >= cap {
            return Err(format!(
                "{owner} would have more than {cap} routines switched on, the most this tenant allows. Raise its enabled_cap, or import it switched off."
            ));
        }
        *places += 1;
        Ok(())
    }

    fn say_what_comes(&self, checked: &Checked, sentence: &mut String) {
        let step = &checked.step;
        if !step.enabled {
            return;
        }
        if let TriggerSpec::Once { at } = step.trigger
            && at <= self.terms.now
        {
            sentence.push_str(" Its time has passed, so it does not fire.");
        }
        if self.definitions.get(&step.definition) == Some(&true) {
            sentence.push_str(" Its definition is disabled, so its fires are skipped.");
        }
    }
}
