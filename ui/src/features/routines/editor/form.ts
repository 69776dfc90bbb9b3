import type {
  Destination,
  DestinationForm,
  Misfire,
  Overlap,
  RoutineDetail,
  RoutineDraft,
  TriggerSpec,
} from "@/backend";
import { millis } from "@/components/time";
import { instantOf, readingOf } from "@/components/zone";

/** What the fields hold: text as typed, for every kind of trigger at once, so that switching keeps it. */
export interface Form {
  tenantId: string;
  name: string;
  instruction: string;
  definitionId: string | null;
  /** JSON text. */
  input: string;
  kind: TriggerSpec["kind"];
  cron: string;
  zone: string;
  every: string;
  unit: Unit;
  anchor: string;
  /** As a date-time field holds it, on the clock of `zone`. */
  once: string;
  /** Fires now, if the time has passed. */
  runAtOnce: boolean;
  misfire: Misfire;
  overlap: Overlap;
  /** Where results go, by the form they are put in. */
  destination: "none" | DestinationForm;
  destinationUrl: string;
  destinationSecret: string;
  enabled: boolean;
}

export const UNITS = [
  { value: "d", label: "days", seconds: 86_400 },
  { value: "h", label: "hours", seconds: 3_600 },
  { value: "min", label: "minutes", seconds: 60 },
  { value: "s", label: "seconds", seconds: 1 },
] as const;
export type Unit = (typeof UNITS)[number]["value"];

export function blankForm(tenantId: string, zone: string, now: number): Form {
  return {
    tenantId,
    name: "",
    instruction: "",
    definitionId: null,
    input: "{}",
    kind: "cron",
    cron: "0 9 * * 1-5",
    zone,
    every: "1",
    unit: "h",
    anchor: new Date(now).toISOString(),
    once: "",
    runAtOnce: false,
    misfire: "fire_once",
    overlap: "skip",
    destination: "none",
    destinationUrl: "",
    destinationSecret: "",
    enabled: true,
  };
}

export function formOf(detail: RoutineDetail, viewer: string): Form {
  const { row, trigger } = detail;
  return {
    ...blankForm(row.tenant_id, viewer, millis(detail.now)),
    name: row.name,
    instruction: detail.instruction,
    definitionId: detail.definition.id,
    input: detail.input,
    misfire: detail.misfire,
    overlap: detail.overlap,
    enabled: row.enabled,
    ...destinationFields(detail.destination),
    ...triggerFields(trigger, viewer),
  };
}

function destinationFields(destination: Destination | null): Partial<Form> {
  if (destination === null) return {};
  return {
    destination: destination.form ?? "json",
    destinationUrl: destination.url,
    destinationSecret: destination.secret_name ?? "",
  };
}

function destinationOf(form: Form): Destination | null {
  if (form.destination === "none") return null;
  return {
    kind: "webhook",
    url: form.destinationUrl.trim(),
    form: form.destination,
    secret_name: form.destinationSecret.trim() || null,
  };
}

function triggerFields(trigger: TriggerSpec, viewer: string): Partial<Form> {
  if (trigger.kind === "cron") {
    return { kind: "cron", cron: trigger.expression, zone: trigger.zone };
  }
  if (trigger.kind === "once") {
    return { kind: "once", once: readingOf(millis(trigger.at), viewer) };
  }
  if (trigger.kind === "manual") return { kind: "manual" };
  const { every_seconds: every, anchor } = trigger;
  const unit = UNITS.find(({ seconds }) => every % seconds === 0) ?? UNITS[3];
  return { kind: "interval", every: String(every / unit.seconds), unit: unit.value, anchor };
}

/** The trigger as far as it is written; null while a part is missing. Whether it is right, Rust says. */
export function triggerOf(form: Form): TriggerSpec | null {
  switch (form.kind) {
    case "manual":
      return { kind: "manual" };
    case "cron":
      return form.cron.trim() === ""
        ? null
        : { kind: "cron", expression: form.cron.trim(), zone: form.zone };
    case "interval": {
      const unit = UNITS.find(({ value }) => value === form.unit)?.seconds ?? 1;
      const seconds = Number(form.every) * unit;
      return /^\d+$/.test(form.every) && seconds > 0 && seconds <= 0xffff_ffff
        ? { kind: "interval", every_seconds: seconds, anchor: form.anchor }
        : null;
    }
    case "once": {
      const at = instantOf(form.once, form.zone);
      return at === null ? null : { kind: "once", at: new Date(at).toISOString() };
    }
  }
}

/** Null while something that only a person can give is missing. */
export function draftOf(form: Form): RoutineDraft | null {
  const trigger = triggerOf(form);
  if (trigger === null || form.definitionId === null) return null;
  return {
    tenant_id: form.tenantId,
    name: form.name,
    instruction: form.instruction,
    definition_id: form.definitionId,
    input: form.input,
    trigger,
    misfire: form.misfire,
    overlap: form.overlap,
    destination: destinationOf(form),
    enabled: form.enabled,
    run_at_once: form.runAtOnce,
  };
}

const usedBy: Record<Form["kind"], readonly (keyof Form)[]> = {
  cron: ["cron", "zone"],
  interval: ["every", "unit", "anchor"],
  once: ["once", "zone", "runAtOnce"],
  manual: [],
};

/** The fields a person changed, leaving out those that the chosen trigger does not use. */
export function changedFields(form: Form, base: Form): ReadonlySet<keyof Form> {
  const ofDestination = ["destinationUrl", "destinationSecret"] as const;
  const idle = [...Object.values(usedBy).flat(), ...ofDestination];
  const used = [...usedBy[form.kind], ...(form.destination === "none" ? [] : ofDestination)];
  const keys = (Object.keys(form) as (keyof Form)[]).filter(
    (key) => form[key] !== base[key] && (used.includes(key) || !idle.includes(key)),
  );
  return new Set(keys);
}

const moving: readonly (keyof Form)[] = [
  "kind",
  "definitionId",
  "enabled",
  ...Object.values(usedBy).flat(),
];

/** Whether saving puts the routine back in the schedule from now (product.md, Revive). */
export function movesSchedule(changed: ReadonlySet<keyof Form>): boolean {
  return moving.some((key) => changed.has(key));
}
