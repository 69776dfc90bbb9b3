import type { TenantPolicy } from "@/backend";

/** The values of a policy, one line a field: what it is called and what it does. */
export interface PolicyField {
  key: Exclude<keyof TenantPolicy, "breaker">;
  label: string;
  unit: string;
  note: string;
  /** Left empty, there is no such limit. */
  optional?: boolean;
}

export const policyFields: readonly PolicyField[] = [
  {
    key: "minimum_interval_seconds",
    label: "Floor",
    unit: "s",
    note: "The least time between two fires of one trigger.",
  },
  {
    key: "enabled_cap",
    label: "Enabled routines per owner",
    unit: "",
    note: "How many one owner may have switched on.",
  },
  {
    key: "concurrency_cap",
    label: "Open runs at once",
    unit: "",
    note: "Further ones wait. Left empty, there is no cap.",
    optional: true,
  },
  {
    key: "grace_seconds",
    label: "Grace",
    unit: "s",
    note: "How late a fire may be looked at and still count as on time.",
  },
  {
    key: "dead_letter_after",
    label: "Launch failures before a dead letter",
    unit: "",
    note: "One after the other.",
  },
  {
    key: "fatigue_after",
    label: "Failed runs before it is switched off",
    unit: "",
    note: "One after the other.",
  },
  {
    key: "lease_seconds",
    label: "Lease",
    unit: "s",
    note: "After this time another worker may take a run over. Longer than a launch may take.",
  },
  {
    key: "launch_timeout_seconds",
    label: "Launch time limit",
    unit: "s",
    note: "How long one launch may take.",
  },
  {
    key: "retention_days",
    label: "Finished runs are kept for",
    unit: "d",
    note: "Older ones are removed for good.",
  },
  {
    key: "failure_retention_days",
    label: "Runs that went wrong are kept for",
    unit: "d",
    note: "Never shorter than the others.",
  },
  {
    key: "keep_newest_runs",
    label: "Newest runs of a routine always kept",
    unit: "",
    note: "However old they are.",
  },
];

/** Text as typed, for every number at once. */
export type PolicyForm = Record<PolicyField["key"], string> & { breaker: boolean };

export function formOfPolicy(policy: TenantPolicy): PolicyForm {
  const text = policyFields.map(({ key }) => [key, policy[key] == null ? "" : String(policy[key])]);
  return { ...Object.fromEntries(text), breaker: policy.breaker ?? false } as PolicyForm;
}

/** Null while a number is not one; what the values mean, Rust judges. */
export function policyOf(form: PolicyForm, base: TenantPolicy): TenantPolicy | null {
  const policy: TenantPolicy = { ...base, breaker: form.breaker };
  for (const { key, optional } of policyFields) {
    const text = form[key].trim();
    const value = Number(text);
    if (text === "" && optional) policy.concurrency_cap = null;
    else if (/^\d+$/.test(text) && value <= 0xffff_ffff) policy[key] = value;
    else return null;
  }
  return policy;
}
