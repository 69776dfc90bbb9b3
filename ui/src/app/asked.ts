import type { WriteName } from "@/backend";

interface Words {
  /** The verb of the button that led here. */
  verb: string;
  consequence: string;
}

const words: Partial<Record<WriteName, Words>> = {
  createTenant: { verb: "Create tenant", consequence: "A new tenant, with the usual policy." },
  setTenantPolicy: {
    verb: "Save the policy",
    consequence: "It holds for every routine of the tenant from the next pass on.",
  },
  createDefinition: {
    verb: "Create definition",
    consequence: "Routines of its tenant can run it. Nothing runs by this alone.",
  },
  updateDefinition: {
    verb: "Save the definition",
    consequence: "Its routines run so from their next launch on. No schedule moves.",
  },
  disableDefinition: {
    verb: "Change the definition",
    consequence: "While it is disabled, the fires of its routines are skipped.",
  },
  testDefinition: {
    verb: "Test the definition",
    consequence: "One run is asked for, which any able worker takes. It is kept in history.",
  },
  createRoutine: {
    verb: "Create routine",
    consequence: "Where it is on, it fires from its next planned time.",
  },
  updateRoutine: { verb: "Save the routine", consequence: "The routine is as it was before." },
  muteError: {
    verb: "Change the muting",
    consequence: "A muted error calls nobody. What fails with it fails as before.",
  },
  stopRevivePlan: {
    verb: "Stop the plan",
    consequence: "What it has revived stays so; nothing more is revived.",
  },
  undoRevivePlan: {
    verb: "Undo the plan",
    consequence: "Each revival that nothing has come of yet is taken back.",
  },
  startScheduler: {
    verb: "Start scheduler",
    consequence:
      "This app claims what is due and launches it from this computer, until it is stopped or closed.",
  },
  sweepOnce: {
    verb: "Sweep once",
    consequence: "What is due now is claimed, and launched from this computer.",
  },
};

const otherwise: Words = {
  verb: "Change it",
  consequence: "The change is made at once, and stands in the journal.",
};

export const asked = (write: WriteName): Words => words[write] ?? otherwise;
