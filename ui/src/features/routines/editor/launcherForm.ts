import type { DefinitionRow, HubCommand, Launcher } from "@/backend";

/** The fields of a new definition, for every launcher at once. */
export interface LauncherForm {
  name: string;
  kind: Launcher["launcher"];
  url: string;
  secretName: string;
  /** What a local command starts, or what a hub is told to start; a hub may be told nothing. */
  program: string;
  /** One argument a line. */
  args: string;
  timeLimit: string;
  repeatable: boolean;
  succeeds: string;
  fails: string;
  refuses: string;
  durationMs: string;
  /** Runs that may be open at once; empty is no cap. */
  cap: string;
}

export const blankLauncher: LauncherForm = {
  name: "",
  kind: "http",
  url: "",
  secretName: "",
  program: "",
  args: "",
  timeLimit: "3600",
  repeatable: false,
  succeeds: "1",
  fails: "0",
  refuses: "0",
  durationMs: "0",
  cap: "",
};

/** The fields of a definition that is there. */
export function launcherFormOf(definition: DefinitionRow): LauncherForm {
  const { name, launcher, concurrency_cap: cap } = definition;
  const form = { ...blankLauncher, name, kind: launcher.launcher, cap: String(cap ?? "") };
  if (launcher.launcher === "http") {
    const { url, secret_name: secretName, command } = launcher;
    return { ...form, ...(command && fieldsOf(command)), url, secretName: secretName ?? "" };
  }
  if (launcher.launcher === "command") return { ...form, ...fieldsOf(launcher) };
  return {
    ...form,
    succeeds: String(launcher.succeeds ?? 1),
    fails: String(launcher.fails ?? 0),
    refuses: String(launcher.refuses ?? 0),
    durationMs: String(launcher.duration_ms ?? 0),
  };
}

function fieldsOf({ program, args, time_limit_seconds: limit, repeatable }: HubCommand) {
  return {
    program,
    args: (args ?? []).join("\n"),
    timeLimit: String(limit ?? blankLauncher.timeLimit),
    repeatable: repeatable ?? false,
  };
}

/** Undefined while it is not a number. */
export function capOf({ cap }: LauncherForm): number | null | undefined {
  return cap.trim() === "" ? null : (whole(cap) ?? undefined);
}

/** Whether a hub is told what to start. */
export function namesProgram({ program, args }: LauncherForm): boolean {
  return program !== "" || args !== "";
}

/** Null while a number is not one. What the values mean, Rust judges. */
export function launcherOf(form: LauncherForm): Launcher | null {
  if (form.kind === "http") {
    const hub = {
      launcher: "http" as const,
      url: form.url.trim(),
      secret_name: form.secretName.trim() || null,
    };
    if (!namesProgram(form)) return hub;
    const command = commandOf(form);
    return command && { ...hub, command };
  }
  if (form.kind === "command") {
    const command = commandOf(form);
    return command && { launcher: "command", ...command };
  }
  const [succeeds, fails, refuses, duration] = [
    form.succeeds,
    form.fails,
    form.refuses,
    form.durationMs,
  ].map(whole);
  if (succeeds == null || fails == null || refuses == null || duration == null) return null;
  return { launcher: "simulated", succeeds, fails, refuses, duration_ms: duration };
}

function commandOf({ program, args, timeLimit, repeatable }: LauncherForm) {
  const limit = whole(timeLimit);
  if (limit === null) return null;
  return {
    program: program.trim(),
    args: args === "" ? [] : args.split("\n"),
    time_limit_seconds: limit,
    repeatable,
  };
}

/** A count as Rust takes it: 32 bits, no sign. */
function whole(text: string): number | null {
  const value = Number(text);
  return /^\d+$/.test(text.trim()) && value <= 0xffff_ffff ? value : null;
}
