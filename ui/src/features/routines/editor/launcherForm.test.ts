import { describe, expect, it } from "vitest";
import { definitionRow } from "@/testing/factories";
import { blankLauncher, capOf, launcherFormOf, launcherOf } from "./launcherForm";

describe("launcherOf", () => {
  it("makes each launcher from its own fields", () => {
    expect(launcherOf({ ...blankLauncher, url: " https://hub " })).toEqual({
      launcher: "http",
      url: "https://hub",
      secret_name: null,
    });
    expect(
      launcherOf({ ...blankLauncher, kind: "command", program: "/bin/x", args: "-a\nb c" }),
    ).toEqual({
      launcher: "command",
      program: "/bin/x",
      args: ["-a", "b c"],
      time_limit_seconds: 3600,
      repeatable: false,
    });
    expect(launcherOf({ ...blankLauncher, kind: "simulated", fails: "2" })).toEqual({
      launcher: "simulated",
      succeeds: 1,
      fails: 2,
      refuses: 0,
      duration_ms: 0,
    });
  });

  it("tells a hub what to start only where something is named", () => {
    const hub = { ...blankLauncher, url: "https://hub" };
    const told = launcherOf({ ...hub, program: "/bin/x", args: "-a", repeatable: true });
    const command = { program: "/bin/x", args: ["-a"], time_limit_seconds: 3600, repeatable: true };
    expect(told).toEqual({ launcher: "http", url: "https://hub", secret_name: null, command });
    // Arguments without a program go to Rust, which refuses them.
    expect(launcherOf({ ...hub, args: "-a" })).toHaveProperty("command.program", "");
    const read = launcherFormOf(
      definitionRow({ ...(told && { launcher: told }), concurrency_cap: 3 }),
    );
    expect(launcherOf(read)).toEqual(told);
    expect(capOf(read)).toBe(3);
    expect(capOf({ ...hub, cap: " " })).toBeNull();
    expect(capOf({ ...hub, cap: "few" })).toBeUndefined();
  });

  it("waits for numbers", () => {
    expect(launcherOf({ ...blankLauncher, kind: "command", timeLimit: "soon" })).toBeNull();
    expect(launcherOf({ ...blankLauncher, kind: "simulated", fails: "4294967296" })).toBeNull();
  });
});
