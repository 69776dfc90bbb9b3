//! Concurrency caps: how many runs of a tenant and of a definition may be open at once. Pure: the
//! store counts under a lock and writes what comes out.

use std::collections::HashMap;

use crate::{
    DefinitionId, TenantId,
    waiting::{Wait, WaitsOn},
};

/// Who asks for a place, and under which caps it stands; none means no cap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asks {
    pub tenant_id: TenantId,
    pub tenant_name: String,
    pub tenant_cap: Option<u32>,
    pub definition_id: DefinitionId,
    pub definition_name: String,
    pub definition_cap: Option<u32>,
}

/// Runs that are being launched or run, by tenant and by definition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenRuns {
    of_tenants: HashMap<TenantId, u32>,
    of_definitions: HashMap<DefinitionId, u32>,
}

impl OpenRuns {
    pub fn add(&mut self, tenant: TenantId, definition: DefinitionId, runs: u32) {
        *self.of_tenants.entry(tenant).or_default() += runs;
        *self.of_definitions.entry(definition).or_default() += runs;
    }

    /// Takes a place under both caps, or says which one has none left and changes nothing.
    pub fn admit(&mut self, asks: &Asks) -> Result<(), Wait> {
        let of_tenant = self.of_tenant(asks.tenant_id);
        let of_definition = self.of_definition(asks.definition_id);
        if let Some(cap) = full(asks.definition_cap, of_definition) {
            let what = format!("definition \"{}\"", asks.definition_name);
            let on = WaitsOn::Definition(asks.definition_id);
            return Err(Wait::for_place(on, cap, of_definition, &what));
        }
        if let Some(cap) = full(asks.tenant_cap, of_tenant) {
            let what = format!("tenant \"{}\"", asks.tenant_name);
            let on = WaitsOn::Tenant(asks.tenant_id);
            return Err(Wait::for_place(on, cap, of_tenant, &what));
        }
        self.add(asks.tenant_id, asks.definition_id, 1);
        Ok(())
    }

    pub fn of_tenant(&self, id: TenantId) -> u32 {
        self.of_tenants.get(&id).copied().unwrap_or_default()
    }

    pub fn of_definition(&self, id: DefinitionId) -> u32 {
        self.of_definitions.get(&id).copied().unwrap_or_default()
    }
}

fn full(cap: Option<u32>, open: u32) -> Option<u32> {
    cap.filter(|cap| open >= *cap)
}

/// How many more runs fit under a cap.
pub fn room(cap: Option<u32>, open: u32) -> u32 {
    cap.map_or(u32::MAX, |cap| cap.saturating_sub(open))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instant::from_millis;

    fn asks(tenant_cap: Option<u32>, definition_cap: Option<u32>) -> Asks {
        let now = from_millis(1_700_000_000_000).unwrap();
        Asks {
            tenant_id: TenantId::new(now),
            tenant_name: "Acme".into(),
            tenant_cap,
            definition_id: DefinitionId::new(now),
            definition_name: "Digest".into(),
            definition_cap,
        }
    }

    #[test]
    fn exactly_the_cap_is_admitted_and_the_words_say_which_cap_it_was() {
        for (tenant_cap, definition_cap, admitted, words) in [
            (
                None,
                Some(2),
                2,
                "a place: 2 of 2 runs of definition \"Digest\" are open",
            ),
            (
                Some(3),
                None,
                3,
                "a place: 3 of 3 runs of tenant \"Acme\" are open",
            ),
            (
                Some(1),
                Some(2),
                1,
                "a place: 1 of 1 runs of tenant \"Acme\" are open",
            ),
            (
                Some(2),
                Some(2),
                2,
                "a place: 2 of 2 runs of definition \"Digest\" are open",
            ),
        ] {
            let asks = asks(tenant_cap, definition_cap);
            let mut open = OpenRuns::default();
            for _ in 0..admitted {
                assert_eq!(open.admit(&asks), Ok(()));
            }
            let refused = open.clone().admit(&asks).unwrap_err();
            assert_eq!(refused.words, words);
            assert_eq!(open.admit(&asks), Err(refused));
            assert_eq!(open.of_definition(asks.definition_id), admitted);
        }
    }

    #[test]
    fn without_a_cap_everything_is_admitted_and_a_lowered_cap_leaves_no_room() {
        let mut open = OpenRuns::default();
        let asks = asks(None, None);
        for _ in 0..1_000 {
            assert_eq!(open.admit(&asks), Ok(()));
        }
        assert_eq!(room(None, 1_000), u32::MAX);
        assert_eq!(room(Some(5), 1_000), 0);
        assert_eq!(room(Some(5), 2), 3);
    }
}
