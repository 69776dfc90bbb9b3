import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Backend, CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, at, fires, routineDetail, runRow } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { RoutinePage } from "../RoutinePage";

function answers(part: Partial<Backend> = {}) {
  replaceBackend({
    getAppStatus: async () => appStatus(),
    getRoutine: async () => routineDetail(),
    listRuns: async () => ({ rows: [], next_cursor: null, now: at(0) }),
    getRoutineHealth: async () => ({
      streak: "37 planned fires in a row succeeded.",
      clean_streak: 37,
      typical: "It usually takes 41 s: the median of 50 runs that succeeded.",
      typical_ms: 41_000,
      last_success: { run_id: "run-1", at: at(-32), message: null },
      last_failure: null,
      looked_at: 50,
      now: at(0),
    }),
    getRoutineFires: async () => ({
      upcoming: fires(2),
      retry_at: null,
      past: [runRow({ status: "schedule_failed", attempt: 3, message: "The hub answered 503." })],
      next_cursor: null,
      now: at(0),
    }),
    getRoutineChanges: async () => ({
      rows: [
        {
          id: "a1",
          at: at(-60),
          actor: "t.sato",
          what: "Edited",
          revision: 14,
          fields: [{ label: "Name", before: "Notes", after: "Shift notes", code: false }],
        },
      ],
      older: false,
      now: at(0),
    }),
    ...part,
  } as Partial<Backend>);
}

const open = (part: "overview" | "fires" | "changes") =>
  renderPage(<RoutinePage part={part} />, { at: "/routines/r-notes", path: "/routines/$id" });

describe("RoutinePage", () => {
  it("tells the health in the words it was given", async () => {
    answers();
    await open("overview");
    expect(await screen.findByText("37 planned fires in a row succeeded.")).toBeDefined();
    expect(screen.getByText("none in the newest 50 runs")).toBeDefined();
    await expectNoAxeViolations();
  });

  it("lists fires to come and what became of those that passed", async () => {
    answers();
    await open("fires");
    expect(await screen.findByText(/attempt 3 · The hub answered 503/)).toBeDefined();
    expect((await screen.findByRole("region", { name: "Upcoming fires" })).textContent).toContain(
      "15:00",
    );
    await expectNoAxeViolations();
  });

  it("lists changes with each value before and after", async () => {
    answers();
    await open("changes");
    expect((await screen.findByRole("listitem")).textContent).toContain("Edited by t.sato");
    expect(screen.getByText("Shift notes")).toBeDefined();
    await expectNoAxeViolations();
  });

  it("lets a part fail by itself", async () => {
    answers({
      getRoutineChanges: async () => {
        throw new CommandFailure({ code: "unavailable", message: "It is locked.", field: null });
      },
    });
    await open("changes");
    expect(await screen.findByText("Changes could not be read.")).toBeDefined();
    expect(screen.getByRole("heading", { name: "Shift handover notes" })).toBeDefined();
  });
});
