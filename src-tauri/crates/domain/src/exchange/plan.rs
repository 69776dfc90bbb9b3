//! From a file and what stands in the database to what an import would do, part by part. Nothing is
//! written here, and the same two give the same plan: what was shown is what is applied.

use std::collections::{HashMap, HashSet};

use super::{
    DefinitionPart, DefinitionStep, Document, ImportVerdict, Item, ItemKind, Origin, Standing,
    StandingDefinition, StandingTenant, Step, TenantPart, TenantStep,
};
use crate::{Instant, Invalid, RoutineId, TenantPolicy, text};

/// What holds for the whole import.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'a> {
    /// What was changed since its export is overwritten instead of left as it is.
    pub overwrite: bool,
    /// Owns what names no owner.
    pub actor: &'a str,
    pub now: Instant,
}

/// In the order in which it is to be applied: a tenant, its definitions, its routines.
pub fn plan(document: &Document, standing: &Standing, terms: Terms<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    let mut seen = HashSet::new();
    for part in &document.tenants {
        let mut of_tenant = OfTenant::new(part, standing, terms);
        if !seen.insert(part.name.trim()) {
            items.push(of_tenant.refused(
                ItemKind::Tenant,
                &part.name,
                twice("tenant", &part.name),
            ));
            continue;
        }
        let item = of_tenant.tenant();
        let is_there = item.verdict != ImportVerdict::Refused;
        items.push(item);
        if is_there {
            items.extend(
                part.definitions
                    .iter()
                    .map(|each| of_tenant.definition(each)),
            );
            items.extend(part.routines.iter().map(|each| of_tenant.routine(each)));
        } else {
            items.extend(of_tenant.nothing_without_tenant());
        }
    }
    items
}

/// The parts of one tenant, gone through one after the other.
pub(super) struct OfTenant<'a> {
    pub part: &'a TenantPart,
    pub standing: Option<&'a StandingTenant>,
    pub terms: Terms<'a>,
    /// The policy that holds once the import was applied.
    pub policy: TenantPolicy,
    /// Definitions that are there once the import was applied, and whether they are disabled.
    pub definitions: HashMap<String, bool>,
    /// Routines that parts above have taken.
    pub taken: HashSet<RoutineId>,
    pub presets: HashSet<String>,
    /// How many places of an owner's cap are taken.
    pub places: HashMap<String, u32>,
}

impl<'a> OfTenant<'a> {
    fn new(part: &'a TenantPart, standing: &'a Standing, terms: Terms<'a>) -> Self {
        let standing = standing.tenant(part.name.trim());
        let definitions = standing.map_or_else(HashMap::new, |tenant| {
            let all = tenant.definitions.iter();
            all.map(|each| (each.name.clone(), each.disabled)).collect()
        });
        Self {
            part,
            standing,
            terms,
            policy: standing.map_or_else(TenantPolicy::default, |tenant| tenant.policy.clone()),
            definitions,
            taken: HashSet::new(),
            presets: HashSet::new(),
            places: HashMap::new(),
        }
    }

    fn tenant(&mut self) -> Item {
        let name = &self.part.name;
        let kind = ItemKind::Tenant;
        let wanted = self.part.policy.as_ref();
        let checked = text::name("name", name).and_then(|name| {
            wanted.map_or(Ok(()), TenantPolicy::check)?;
            Ok(name)
        });
        let name = match checked {
            Ok(name) => name,
            Err(refused) => return self.refused(kind, name, refused.message),
        };
        let Some(standing) = self.standing else {
            let policy = wanted.cloned().unwrap_or_default();
            self.policy = policy.clone();
            let sentence = match wanted {
                Some(_) => "Made with the policy of the file.",
                None => "Made with the usual policy.",
            };
            let step = Step::Tenant(TenantStep::Create { policy });
            return self.item(
                kind,
                &name,
                ImportVerdict::Create,
                sentence.to_owned(),
                Some(step),
            );
        };
        let Some(wanted) = wanted.filter(|wanted| **wanted != standing.policy) else {
            return self.item(kind, &name, ImportVerdict::Unchanged, SAME.to_owned(), None);
        };
        let changes = policy_changes(&standing.policy, wanted);
        if let Some(conflict) =
            self.conflict(self.part.origin, standing.id, standing.revision, &changes)
        {
            return self.item(kind, &name, ImportVerdict::Conflict, conflict, None);
        }
        self.policy = wanted.clone();
        let step = TenantStep::SetPolicy {
            id: standing.id,
            revision: standing.revision,
            policy: wanted.clone(),
        };
        let sentence = format!("Changes its policy: {changes}.");
        self.item(
            kind,
            &name,
            ImportVerdict::Update,
            sentence,
            Some(Step::Tenant(step)),
        )
    }

    fn definition(&mut self, part: &DefinitionPart) -> Item {
        let kind = ItemKind::Definition;
        let name = match check_definition(part) {
            Ok(name) => name,
            Err(refused) => return self.refused(kind, &part.name, refused.message),
        };
        let there = self.standing_definition(part, &name);
        if self.definitions.contains_key(&name) && there.is_none_or(|there| there.name != name) {
            return self.refused(kind, &name, twice("definition", &name));
        }
        let Some(there) = there else {
            self.definitions.insert(name.clone(), part.disabled);
            let step = DefinitionStep {
                was: None,
                launcher: part.launcher.clone(),
                renamed_or_set: true,
                cap: part.concurrency_cap.map(Some),
                disabled: part.disabled.then_some(true),
            };
            let sentence = match part.launcher.secret_name() {
                Some(secret) => format!("Made. Its workers need the secret {secret}."),
                None => "Made.".to_owned(),
            };
            return self.item(
                kind,
                &name,
                ImportVerdict::Create,
                sentence,
                Some(Step::Definition(step)),
            );
        };
        let changes = definition_changes(there, part, &name);
        if changes.is_empty() {
            return self.item(kind, &name, ImportVerdict::Unchanged, SAME.to_owned(), None);
        }
        let changes = changes.join(", ");
        if let Some(conflict) = self.conflict(part.origin, there.id, there.revision, &changes) {
            return self.item(kind, &name, ImportVerdict::Conflict, conflict, None);
        }
        self.definitions.remove(&there.name);
        self.definitions.insert(name.clone(), part.disabled);
        let step = DefinitionStep {
            was: Some((there.id, there.revision)),
            launcher: part.launcher.clone(),
            renamed_or_set: there.name != name || there.launcher != part.launcher,
            cap: (there.concurrency_cap != part.concurrency_cap).then_some(part.concurrency_cap),
            disabled: (there.disabled != part.disabled).then_some(part.disabled),
        };
        let sentence = format!("Changes {changes}.");
        self.item(
            kind,
            &name,
            ImportVerdict::Update,
            sentence,
            Some(Step::Definition(step)),
        )
    }

    /// By where it came from, else by its name.
    fn standing_definition(
        &self,
        part: &DefinitionPart,
        name: &str,
    ) -> Option<&'a StandingDefinition> {
        let all = &self.standing?.definitions;
        let origin = part.origin.map(|origin| origin.id);
        let by_id = all.iter().find(|each| Some(each.id) == origin);
        by_id.or_else(|| all.iter().find(|each| each.name == name))
    }

    fn nothing_without_tenant(&self) -> Vec<Item> {
        let definitions = self
            .part
            .definitions
            .iter()
            .map(|each| (ItemKind::Definition, &each.name));
        let routines = self
            .part
            .routines
            .iter()
            .map(|each| (ItemKind::Routine, &each.name));
        let refused = |(kind, name): (ItemKind, &String)| {
            self.refused(kind, name, "Its tenant was refused.".to_owned())
        };
        definitions.chain(routines).map(refused).collect()
    }

    /// The sentence of a conflict, where the row came from here and has another revision since.
    pub(super) fn conflict<Id: PartialEq>(
        &self,
        origin: Option<Origin<Id>>,
        id: Id,
        revision: u32,
        changes: &str,
    ) -> Option<String> {
        let origin = origin.filter(|origin| origin.id == id && origin.revision != revision)?;
        (!self.terms.overwrite).then(|| {
            format!(
                "It has revision {revision} and was exported at revision {}: somebody changed it since. The file would change {changes}. It is left as it is, unless the import overwrites.",
                origin.revision
            )
        })
    }

    pub(super) fn refused(&self, kind: ItemKind, name: &str, sentence: String) -> Item {
        self.item(kind, name, ImportVerdict::Refused, sentence, None)
    }

    pub(super) fn item(
        &self,
        kind: ItemKind,
        name: &str,
        verdict: ImportVerdict,
        sentence: String,
        step: Option<Step>,
    ) -> Item {
        Item {
            kind,
            tenant: self.part.name.trim().to_owned(),
            name: name.to_owned(),
            verdict,
            sentence,
            step,
        }
    }
}

pub(super) const SAME: &str = "It is there already, just like this.";

fn twice(kind: &str, name: &str) -> String {
    format!("There is another {kind} of the name \"{name}\". Give one of them another name.")
}

fn check_definition(part: &DefinitionPart) -> Result<String, Invalid> {
    let name = text::name("name", &part.name)?;
    part.launcher.check()?;
    match part.concurrency_cap {
        Some(cap) if !(1..=1_000_000).contains(&cap) => Err(Invalid::new(
            "concurrency_cap",
            format!("The cap is {cap}. It must be from 1 to 1000000."),
        )),
        _ => Ok(name),
    }
}

fn definition_changes(
    there: &StandingDefinition,
    part: &DefinitionPart,
    name: &str,
) -> Vec<String> {
    let mut changes = Vec::new();
    if there.name != name {
        changes.push(format!("its name, now \"{}\"", there.name));
    }
    if there.launcher != part.launcher {
        changes.push("its launcher".to_owned());
    }
    if there.concurrency_cap != part.concurrency_cap {
        changes.push("its concurrency cap".to_owned());
    }
    match (there.disabled, part.disabled) {
        (false, true) => {
            changes.push("that it is enabled: its routines will be skipped".to_owned())
        }
        (true, false) => {
            changes.push("that it is disabled: its routines will run again".to_owned())
        }
        _ => {}
    }
    changes
}

/// `grace_seconds 600 → 60, …`
fn policy_changes(before: &TenantPolicy, after: &TenantPolicy) -> String {
    let json = |policy: &TenantPolicy| serde_json::to_string(policy).unwrap_or_default();
    let changes = crate::field_changes::field_changes(Some(&json(before)), Some(&json(after)));
    let said = changes.into_iter().map(|change| {
        let shown = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
        format!(
            "{} {} → {}",
            change.field,
            shown(change.before),
            shown(change.after)
        )
    });
    said.collect::<Vec<_>>().join(", ")
}
