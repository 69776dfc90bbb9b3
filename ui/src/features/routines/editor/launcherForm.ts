import type { DefinitionRow, Launcher } from "@/backend";

/** The fields of a new definition, for every launcher at once. */
export interface LauncherForm {
  name: string;
  kind: Launcher["launcher"];
  url: string;
  secretName: string;
  program: string;
  /** One argument a line. */
  args: string;
  timeLimit: string;
  repeatable: boolean;
  succeeds: string;
  fails: string;
  refuses: string;
  durationMs: string;
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
};

/** The fields of a definition that is there. */
export function launcherFormOf({ name, launcher }: DefinitionRow): LauncherForm {
  const form = { ...blankLauncher, name, kind: launcher.launcher };
  if (launcher.launcher === "http") {
    return { ...form, url: launcher.url, secretName: launcher.secret_name ?? "" };
  }
  if (launcher.launcher === "command") {
    return {
      ...form,
      program: launcher.program,
      args: (launcher.args ?? []).join("\n"),
      timeLimit: String(launcher.time_limit_seconds ?? blankLauncher.timeLimit),
      repeatable: launcher.repeatable ?? false,
    };
  }
  return {
    ...form,
    succeeds: String(launcher.succeeds ?? 1),
    fails: String(launcher.fails ?? 0),
    refuses: String(launcher.refuses ?? 0),
    durationMs: String(launcher.duration_ms ?? 0),
  };
}

/** Null while a number is not one. What the values mean, Rust judges. */
export function launcherOf(form: LauncherForm): Launcher | null {
  if (form.kind === "http") {
    return {
      launcher: "http",
      url: form.url.trim(),
      secret_name: form.secretName.trim() || null,
    };
  }
  if (form.kind === "command") {
    const limit = whole(form.timeLimit);
    if (limit === null) return null;
    return {
      launcher: "command",
      program: form.program.trim(),
      args: form.args === "" ? [] : form.args.split("\n"),
      time_limit_seconds: limit,
      repeatable: form.repeatable,
    };
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

/** A count as Rust takes it: 32 bits, no sign. */
function whole(text: string): number | null {
  const value = Number(text);
  return /^\d+$/.test(text.trim()) && value <= 0xffff_ffff ? value : null;
}
