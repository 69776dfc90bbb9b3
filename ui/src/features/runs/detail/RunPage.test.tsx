import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import {
  type Backend,
  CommandFailure,
  type DeliveryNote,
  type Protection,
  replaceBackend,
} from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { explanation } from "@/testing/evidence";
import { appStatus, consequence } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { backingOff, routineDetail, runDetail, runPage, runRow } from "@/testing/runs";
import { RunPage } from "./RunPage";

interface World extends Partial<Backend> {
  protection?: Protection;
}

function open(run: ReturnType<typeof runDetail>, { protection = "full", ...more }: World = {}) {
  replaceBackend({
    getRun: async () => run,
    getRoutine: async () => routineDetail(),
    compareRun: async () => ({ success: null, aspects: [] }),
    listRuns: async () => runPage([run.row]),
    getAppStatus: async () => appStatus(protection),
    ...more,
  });
  return renderPage(<RunPage />, { at: "/runs/run-2", path: "/runs/$runId" });
}

const press = (key: string, init: KeyboardEventInit = {}) =>
  act(async () => {
    fireEvent.keyDown(window, { key, ...init });
  });
const heading = () => screen.findByRole("heading", { level: 1 });
const answer = () => document.querySelector("header p")?.textContent;

const attempt = {
  due_at: "2026-10-22T12:30:44.000Z",
  worker: "worker-1",
  started_at: "2026-10-22T12:30:45.000Z",
  sent_to: "chat.example",
};
/** At the second attempt. */
const delivered: DeliveryNote = {
  state: "delivered",
  sentence: "Result delivered to chat.example.",
  attempts: [
    {
      ...attempt,
      attempt: 1,
      ended_at: "2026-10-22T12:30:46.000Z",
      outcome: "failed",
      message: "chat.example answered 503 Service Unavailable.",
    },
    {
      ...attempt,
      attempt: 2,
      ended_at: "2026-10-22T12:31:17.000Z",
      outcome: "delivered",
      message: null,
    },
  ],
};

describe("RunPage", () => {
  it("answers first, then shows attempts, error and hand-off", async () => {
    await open(backingOff());
    expect((await heading()).textContent).toBe("Supplier price watch");
    expect(answer()).toMatch(
      /^The launch failed twice, so the work never started\. The hub answered 503 Service Unavailable\. Next try in 1 min 12 s/,
    );
    expect(screen.getByText("fire of Thu 22 Oct 14:30, Europe/Vienna, UTC+2")).toBeDefined();
    expect(screen.getByText("2 of 5")).toBeDefined();
    const lines = screen.getAllByRole("listitem").map((line) => line.textContent);
    expect(lines[0]).toContain("14:33:20Attempt 3waits 2 min after the last failure");
    expect(lines[1]).toContain("Attempt 2, launch failed");
    expect(lines[1]).toContain("took 14.8 s");
    expect(lines[3]).toContain("Claimed by desk-7f2 s after its time, revision 14");
    expect(screen.getByText("hub_503")).toBeDefined();
    expect(screen.getByText("No output was kept.")).toBeDefined();
    expect(
      screen.getByRole("link", { name: "Attempt 1, launch failed" }).getAttribute("href"),
    ).toContain("/runs/run-1");
    await expectNoAxeViolations();
  });

  it("shows output as it was written and secrets never", async () => {
    await open(
      runDetail(
        {},
        { output: '{"id":77120041839204417}', input_overridden: true, delivery: delivered },
      ),
    );
    await heading();
    expect(answer()).toBe("It succeeded after 41 s, at 14:30:44.");
    expect(screen.getByLabelText("Output text").textContent).toContain("77120041839204417");
    expect(screen.getByLabelText("Input").textContent).not.toContain("s3cret");
    expect(screen.getByText("changed for this run")).toBeDefined();
    expect(screen.getByText("Result delivered to chat.example.")).toBeDefined();
    const [first, second] = within(
      screen.getByRole("list", { name: "Attempts to deliver" }),
    ).getAllByRole("listitem");
    expect(first?.textContent).toBe("14:30:46chat.example answered 503 Service Unavailable.");
    expect(second?.textContent).toBe("14:31:17delivered by worker-1");
    await expectNoAxeViolations();
  });

  it.each([
    [
      { status: "skipped", message: "Skipped: the run of 14:00 was still open." },
      /^Skipped: the run of 14:00 was still open\.$/,
    ],
    [{ status: "cancelled", message: "Cancelled by ines.duarte." }, /^Cancelled by ines.duarte\.$/],
    [
      { status: "abandoned", message: "Its worker was lost." },
      /^Its worker was lost\. It is presumed lost/,
    ],
    [
      { status: "claimed", waits_for: "the run of 14:00 to end" },
      /^It is claimed and waits for the run of 14:00 to end\.$/,
    ],
    [
      { status: "running", started_at: "2026-10-22T12:20:08.000Z" },
      /under way for 12 min, since 14:20:08/,
    ],
    [
      { status: "failed", message: "Exit code 2." },
      /^The work started and failed after 41 s, at 14:30:44\. Exit code 2\.$/,
    ],
    [{ status: "exploded" as never }, /does not know the status “exploded”/],
    [
      {
        status: "missed",
        attempt: 0,
        scheduled_for: "2026-10-22T06:00:00Z",
        missed: { until: "2026-10-22T09:00:00Z", count: 12 },
        message: "Missed: nobody looked until 11:04.",
      },
      /nobody looked until 11:04\. 12 missed, 08:00 to 11:00\.$/,
    ],
  ] as const)("says what the row says: %o", async (row, sentence) => {
    await open(runDetail(row));
    await heading();
    expect(answer()).toMatch(sentence);
  });

  it("goes to the run right before and right after", async () => {
    const run = runDetail({}, { previous: runRow({ id: "run-1" }), next: runRow({ id: "run-3" }) });
    const { router } = await open(run);
    await heading();
    await press("[");
    expect(router.state.location.pathname).toBe("/runs/run-1");
    await heading();
    await press("]");
    expect(router.state.location.pathname).toBe("/runs/run-3");
  });

  it("copies a report without secrets", async () => {
    const user = userEvent.setup();
    await open(backingOff());
    await heading();
    await press("c");
    expect(await screen.findByText("Report copied, secrets masked")).toBeDefined();
    const report = await navigator.clipboard.readText();
    expect(report).toContain("Status: Schedule-failed");
    expect(report).toContain("77120041839204417");
    expect(report).toContain("Next attempt: 2026-10-22T12:33:20.000Z");
    expect(report).not.toMatch(/s3cret|"abc"/);
    await user.click(screen.getByRole("button", { name: "Copy error" }));
    expect(await navigator.clipboard.readText()).not.toContain('"abc"');
  });

  it("replays with the same input, or with a changed one", async () => {
    const replayRun = vi.fn(async () => runRow({ id: "run-7" }));
    const run = runDetail();
    const { router } = await open(run, { replayRun });
    await heading();
    await userEvent.click(screen.getByRole("button", { name: "Replay…" }));
    await screen.findByRole("dialog", {
      name: "Replay this run of “Supplier price watch” on Production EU?",
    });
    await expectNoAxeViolations();
    await press("Enter", { ctrlKey: true });
    expect(replayRun).toHaveBeenCalledWith("run-2", null);
    await userEvent.click(await screen.findByRole("button", { name: "Open run" }));
    expect(router.state.location.pathname).toBe("/runs/run-7");
  });

  it("sends the changed input as it was typed, and only JSON", async () => {
    const replayRun = vi.fn(async () => runRow({ id: "run-7" }));
    await open(runDetail({}, { input: "{}" }), { replayRun });
    await heading();
    await userEvent.click(screen.getByRole("button", { name: "Replay…" }));
    const field = await screen.findByRole("textbox", { name: "Input" });
    await userEvent.clear(field);
    await userEvent.type(field, "9007199254740993");
    await press("Enter", { ctrlKey: true });
    expect(replayRun).toHaveBeenCalledWith("run-2", "9007199254740993");
  });

  it("tries a waiting launch now, with its key and with its button", async () => {
    const tryRoutineNow = vi.fn(async () => routineDetail());
    await open(backingOff(), { tryRoutineNow });
    await heading();
    await press("t");
    expect(tryRoutineNow).toHaveBeenCalledWith({ id: "routine-1", revision: 14 });
    expect((await screen.findAllByText(/Trying now:/)).length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole("button", { name: /^Try now/ }));
    await waitFor(() => expect(tryRoutineNow).toHaveBeenCalledTimes(2));
  });

  it("says what stopping would do before it stops", async () => {
    const stopRetryingRoutine = vi.fn(async () => routineDetail());
    const getConsequence = vi.fn(async () =>
      consequence({
        sentences: [
          [{ words: "It goes on at " }, { at: "2026-10-22T13:00:00.000Z" }, { words: "." }],
        ],
      }),
    );
    await open(backingOff(), { stopRetryingRoutine, getConsequence });
    await heading();
    await userEvent.click(screen.getByRole("button", { name: "Stop retrying…" }));
    const dialog = await screen.findByRole("dialog", {
      name: "Stop retrying “Supplier price watch” on Production EU?",
    });
    await waitFor(() => expect(dialog.textContent).toContain("It goes on at 15:00:00."));
    expect(getConsequence).toHaveBeenCalledWith("routine-1", "stop_retrying", null);
    expect(stopRetryingRoutine).not.toHaveBeenCalled();
    await expectNoAxeViolations();
    await press("Enter", { ctrlKey: true });
    expect(stopRetryingRoutine).toHaveBeenCalledWith({ id: "routine-1", revision: 14 });
  });

  it("cancels an open run, and shows why not where nobody can", async () => {
    const cancelRun = vi.fn(async () => "cancelled" as const);
    const { unmount } = await open(
      runDetail({ status: "claimed", finished_at: null, worker: null }),
      { cancelRun },
    );
    await heading();
    await userEvent.click(screen.getByRole("button", { name: "Cancel run…" }));
    await screen.findByRole("dialog", { name: /^Cancel run of “Supplier price watch”/ });
    await press("Enter", { ctrlKey: true });
    expect(cancelRun).toHaveBeenCalledWith("run-2");
    unmount();
    await open(runDetail({ status: "running", finished_at: null }), { cancelRun });
    await heading();
    expect(screen.getAllByText("A hub takes no word to stop.").length).toBeGreaterThan(0);
    expect(cancelRun).toHaveBeenCalledTimes(1);
  });

  it("starts the routine once more with its own input", async () => {
    const runRoutine = vi.fn(async () => runRow({ id: "run-7" }));
    await open(runDetail(), { runRoutine });
    await heading();
    await press("r");
    expect(runRoutine).toHaveBeenCalledWith("routine-1", null);
    await press("R", { shiftKey: true });
    await screen.findByRole("dialog", { name: /now with changed input/ });
  });

  it("asks first where changes are confirmed, and says what was refused", async () => {
    const runRoutine = vi.fn(async () => {
      throw new CommandFailure({ code: "refused", message: "It is deleted.", field: null });
    });
    const getConsequence = async () => consequence();
    await open(runDetail(), { protection: "confirm", runRoutine, getConsequence });
    await heading();
    await press("r");
    await screen.findByRole("dialog", { name: "Run now “Supplier price watch” on Production EU?" });
    expect(runRoutine).not.toHaveBeenCalled();
    await press("Enter", { ctrlKey: true });
    const refusals = await screen.findAllByText("Run now failed for Supplier price watch.");
    expect(refusals.length).toBeGreaterThan(0);
    expect(screen.getAllByText("It is deleted.").length).toBeGreaterThan(0);
  });

  it("holds every action back on a read-only connection, with the reason", async () => {
    const runRoutine = vi.fn();
    await open(runDetail(), { protection: "read_only", runRoutine });
    await heading();
    const reason = "Production EU is read-only. Change it in Connections.";
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0);
    await press("r");
    expect(runRoutine).not.toHaveBeenCalled();
  });

  it("leads from its error to everything that fails with it, where that is known", async () => {
    const failed = backingOff();
    open(failed);
    const code = await screen.findByRole("link", { name: "hub_503" });
    expect(code.getAttribute("href")).toContain("/failures/error/48f5d5fa8a13");
  });

  it("compares with the last success", async () => {
    await open(runDetail({ status: "failed", message: "Exit code 2." }), {
      compareRun: async () => ({
        success: runRow({ id: "run-0", recorded_at: "2026-10-22T12:00:00.000Z" }),
        aspects: [
          { aspect: "input", success: '{"a":1}', this: '{"a":2}', same: false },
          { aspect: "worker", success: "desk-7f", this: "desk-7f", same: true },
        ],
      }),
    });
    await heading();
    expect(await screen.findByText(/Other input, same worker\./)).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Show differences" }));
    expect(screen.getByText(/"a": 2/)).toBeDefined();
    await expectNoAxeViolations();
  });

  it("shows input as it was written, with secrets masked there too", async () => {
    const input = '{"ids":[77120041839204417],"pct":4.50}';
    const { unmount } = await open(runDetail({}, { input }));
    await heading();
    await userEvent.click(screen.getByRole("radio", { name: "Raw" }));
    expect(screen.getByLabelText("Input").textContent).toBe(input);
    unmount();
    await open(runDetail());
    await heading();
    await userEvent.click(screen.getByRole("radio", { name: "Raw" }));
    expect(screen.getByLabelText("Input").textContent).not.toContain("s3cret");
  });

  it("shows the checks of its planned time, and leads to their page", async () => {
    const explainFire = vi.fn(async () => explanation());
    const { router } = await open(runDetail(), { explainFire });
    await heading();
    expect(await screen.findByText("Was it claimed once?")).toBeDefined();
    expect(explainFire).toHaveBeenCalledWith("routine-1", "2026-10-22T12:30:00.000Z");
    await expectNoAxeViolations();
    await press("w");
    expect(decodeURIComponent(router.state.location.pathname)).toBe(
      "/fires/routine-1/2026-10-22T12:30:00.000Z",
    );
  });

  it("says that the run is gone, or that it could not be read", async () => {
    const fail = (code: "not_found" | "unavailable") => async () => {
      throw new CommandFailure({
        code,
        message: "There is no run with the id run-2.",
        field: null,
      });
    };
    const { unmount } = await open(runDetail(), { getRun: fail("not_found") });
    expect(await screen.findByText("No such run")).toBeDefined();
    await expectNoAxeViolations();
    unmount();
    await open(runDetail(), { getRun: fail("unavailable") });
    expect((await screen.findByRole("alert")).textContent).toContain("The run could not be read.");
  });
});
