import { describe, expect, it } from "vitest";
import { blankLauncher, launcherOf } from "./launcherForm";

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

  it("waits for numbers", () => {
    expect(launcherOf({ ...blankLauncher, kind: "command", timeLimit: "soon" })).toBeNull();
    expect(launcherOf({ ...blankLauncher, kind: "simulated", fails: "4294967296" })).toBeNull();
  });
});
