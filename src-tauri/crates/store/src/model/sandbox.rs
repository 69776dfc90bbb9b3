use routine_domain::{Instant, SandboxFaults, VirtualClock};

/// What a database is as a whole, and what time it is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Environment {
    /// It may have a clock of its own, and faults on purpose.
    pub is_sandbox: bool,
    /// By the database's own clock.
    pub real: Instant,
    /// None: real time.
    pub clock: Option<VirtualClock>,
    pub faults: Option<SandboxFaults>,
}

impl Environment {
    pub fn now(&self) -> Instant {
        self.clock.map_or(self.real, |clock| clock.now(self.real))
    }

    /// How many times as fast as real time its time goes; 0: it is held.
    pub fn rate(&self) -> u32 {
        self.clock.map_or(1, |clock| clock.rate)
    }

    pub fn is_virtual(&self) -> bool {
        self.clock.is_some()
    }
}

/// What a copy holds: tenants, what they can run, and the routines that are copied.
#[derive(Debug, Clone, Default)]
pub struct Copied {
    pub tenants: Vec<super::Tenant>,
    pub definitions: Vec<super::Definition>,
    pub routines: Vec<routine_domain::Routine>,
}
