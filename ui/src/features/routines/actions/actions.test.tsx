import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Backend, CommandFailure, type RoutineRow, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import {
  appStatus,
  at,
  consequence,
  fires,
  routineDetail,
  routineRow,
  runRow,
} from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { RoutinePage } from "../RoutinePage";

function open(row: RoutineRow, part: Partial<Backend> = {}) {
  const after = routineDetail({ row: { ...row, revision: row.revision + 1 } });
  const fake = {
    getAppStatus: vi.fn(async () => appStatus()),
    getRoutine: vi.fn(async () => routineDetail({ row })),
    listRuns: vi.fn(async () => ({ rows: [], next_cursor: null, now: at(0) })),
    pauseRoutine: vi.fn(async () => after),
    resumeRoutine: vi.fn(async () => after),
    reviveRoutine: vi.fn(async () => after),
    deleteRoutine: vi.fn(async () => after),
    restoreRoutine: vi.fn(async () => after),
    runRoutine: vi.fn(async () => runRow({ id: "run-9" })),
    tryRoutineNow: vi.fn(async () => after),
    stopRetryingRoutine: vi.fn(async () => after),
    bringBackRoutineAtOnce: vi.fn(async () => after),
    getConsequence: vi.fn(async () => consequence()),
    ...part,
  };
  replaceBackend(fake as Partial<Backend>);
  return renderPage(<RoutinePage />, { at: `/routines/${row.id}`, path: "/routines/$id" }).then(
    async (view) => {
      await screen.findByRole("heading", { name: row.name });
      return { ...view, fake };
    },
  );
}

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole("button", { name }));
const scheduled = routineRow();
const off = routineRow({
  enabled: false,
  state: { kind: "off", actor: "ines", reason: "hub", at: at(-9), resume_at: at(600) },
  actions: ["run_now", "resume", "edit", "delete"],
});

describe("actions on a routine", () => {
  it("pauses with reason and end, says what is lost, and undoes with the new revision", async () => {
    const getConsequence: Backend["getConsequence"] = async (_id, _action, until) =>
      consequence({
        sentences: [
          until
            ? [{ words: "2 fires until " }, { at: until }, { words: " will not happen." }]
            : [{ words: "No fire from " }, { at: at(28) }, { words: " on happens." }],
        ],
      });
    const { fake } = await open(scheduled, { getConsequence });
    await press(/^Pause/);
    expect(await screen.findByText(/No fire from/)).toBeDefined();
    await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "hub restart");
    const until = screen.getByLabelText("Until, Vienna time");
    await userEvent.type(until, "2026-10-24T12:00");
    expect(await screen.findByText(/2 fires until/)).toBeDefined();
    await expectNoAxeViolations();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(fake.pauseRoutine).toHaveBeenCalledWith(
        { id: "r-notes", revision: 14 },
        "hub restart",
        "2026-10-24T10:00:00.000Z",
      ),
    );
    await press(/^Undo/);
    await waitFor(() =>
      expect(fake.resumeRoutine).toHaveBeenCalledWith({ id: "r-notes", revision: 15 }),
    );
  });

  it("tries a waiting launch now, and stops retrying after the question", async () => {
    const row = routineRow({
      state: { kind: "backing_off", failures: 2, limit: 5, retry_at: at(1.2) },
      actions: ["try_now", "run_now", "pause", "edit", "stop_retrying", "delete"],
    });
    const { fake } = await open(row);
    await userEvent.keyboard("t");
    await waitFor(() =>
      expect(fake.tryRoutineNow).toHaveBeenCalledWith({ id: "r-notes", revision: 14 }),
    );
    await press("More actions");
    await userEvent.click(await screen.findByText("Stop retrying…"));
    expect(await screen.findByText(/It next fires at/)).toBeDefined();
    expect(fake.stopRetryingRoutine).not.toHaveBeenCalled();
    await expectNoAxeViolations();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(fake.stopRetryingRoutine).toHaveBeenCalledTimes(1));
  });

  it("asks whether a single fire that passed runs at once", async () => {
    const once = { ...off, trigger: { ...off.trigger, raw: "once", zone: null } };
    const { fake } = await open(once, {
      getConsequence: async () => consequence({ passed_once: at(-30) }),
    });
    await userEvent.keyboard("p");
    await userEvent.click(await screen.findByRole("checkbox", { name: "Run it at once" }));
    await expectNoAxeViolations();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(fake.bringBackRoutineAtOnce).toHaveBeenCalledWith(
        { id: "r-notes", revision: 14 },
        "resume",
      ),
    );
    expect(fake.resumeRoutine).not.toHaveBeenCalled();
  });

  it("does not pause until a time that has passed", async () => {
    const { fake } = await open(scheduled);
    await press(/^Pause/);
    await userEvent.type(screen.getByLabelText("Until, Vienna time"), "2026-10-22T12:00");
    expect(await screen.findByText("This time has passed.")).toBeDefined();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(fake.pauseRoutine).not.toHaveBeenCalled();
  });

  it("resumes at once, and undo pauses again for the same reason", async () => {
    const { fake } = await open(off);
    await userEvent.keyboard("p");
    await waitFor(() => expect(fake.resumeRoutine).toHaveBeenCalledTimes(1));
    await press(/^Undo/);
    await waitFor(() =>
      expect(fake.pauseRoutine).toHaveBeenCalledWith(
        { id: "r-notes", revision: 15 },
        "hub",
        at(600),
      ),
    );
  });

  it("runs now and leads to the run", async () => {
    const { fake, router } = await open(scheduled);
    await userEvent.keyboard("r");
    await waitFor(() => expect(fake.runRoutine).toHaveBeenCalledWith("r-notes", null));
    await press("Open run");
    await waitFor(() => expect(router.state.location.pathname).toBe("/runs/run-9"));
  });

  it("runs with changed input, as text", async () => {
    const { fake } = await open(scheduled);
    await userEvent.keyboard("{Shift>}r{/Shift}");
    const input = await screen.findByRole("textbox", { name: "Input" });
    await userEvent.clear(input);
    await userEvent.type(input, "[[9007199254740993");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(fake.runRoutine).not.toHaveBeenCalled();
    await userEvent.type(input, "]");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(fake.runRoutine).toHaveBeenCalledWith("r-notes", "[9007199254740993]"),
    );
  });

  it("revives, saying the first new time before and after", async () => {
    const { fake } = await open(
      routineRow({
        state: { kind: "dead_lettered", at: at(-51) },
        consecutive_failures: 5,
        actions: ["revive", "run_now", "edit", "delete"],
      }),
    );
    expect(await screen.findByText(/5 launch failures in a row.*next fire 15:00/)).toBeDefined();
    await userEvent.keyboard("v");
    await waitFor(() =>
      expect(fake.reviveRoutine).toHaveBeenCalledWith({ id: "r-notes", revision: 14 }),
    );
    expect(await screen.findByText(/next fire 15:00$/)).toBeDefined();
  });

  it("deletes after a question that names it; undo restores", async () => {
    const { fake } = await open(scheduled);
    await userEvent.keyboard("{Delete}");
    const title = "Delete “Shift handover notes” on Production EU?";
    expect(await screen.findByRole("dialog", { name: title })).toBeDefined();
    expect(fake.deleteRoutine).not.toHaveBeenCalled();
    await press(/^Delete/);
    await press(/^Undo/);
    await waitFor(() =>
      expect(fake.restoreRoutine).toHaveBeenCalledWith({ id: "r-notes", revision: 15 }),
    );
  });

  it("asks first where the connection wants it", async () => {
    const { fake } = await open(off, {
      getAppStatus: async () => appStatus("confirm"),
      getRoutine: async () => routineDetail({ row: off, next_fires: fires(1) }),
    });
    await userEvent.keyboard("p");
    expect(await screen.findByText(/It next fires at/)).toBeDefined();
    expect(fake.resumeRoutine).not.toHaveBeenCalled();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(fake.resumeRoutine).toHaveBeenCalledTimes(1));
  });

  it("shows who was faster, and writes nothing", async () => {
    const conflict = new CommandFailure({
      code: "conflict",
      message: "t.sato changed it at 14:31 (revision 15). Nothing was written.",
      field: null,
    });
    await open(off, { resumeRoutine: vi.fn(async () => Promise.reject(conflict)) });
    await userEvent.keyboard("p");
    // Once on screen and once for screen readers.
    const titles = await screen.findAllByText("Resume failed for Shift handover notes.");
    expect(titles.length).toBeGreaterThan(0);
    expect(screen.getAllByText(/t.sato changed it/).length).toBeGreaterThan(0);
    await userEvent.click(screen.getByText("See their change"));
  });
});
