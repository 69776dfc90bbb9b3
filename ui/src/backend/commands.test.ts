import { mockIPC } from "@tauri-apps/api/mocks";
import { describe, expect, it } from "vitest";
import { backend, CommandFailure, failure } from ".";

describe("backend", () => {
  it("unwraps answers and throws refusals with their code", async () => {
    mockIPC((name) => {
      if (name === "list_zones") return ["Europe/Vienna"];
      throw { code: "conflict", message: "t.sato changed it", field: null };
    });
    await expect(backend().listZones()).resolves.toEqual(["Europe/Vienna"]);
    const refused = await backend()
      .listTenants()
      .catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(CommandFailure);
    expect(refused).toMatchObject({ code: "conflict", message: "t.sato changed it" });
  });

  it("makes a failure of the bridge's bare strings", () => {
    expect(failure("invalid args `id`")).toMatchObject({
      code: "internal",
      message: "invalid args `id`",
    });
  });
});
