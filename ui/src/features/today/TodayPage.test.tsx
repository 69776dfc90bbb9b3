import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Backend, CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { schedulerStatus } from "@/testing/desk";
import { appStatus, at, routineDetail, runRow } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { runPage } from "@/testing/runs";
import { timeline, today } from "@/testing/today";
import { TodayPage } from "./TodayPage";

function answer(part: Partial<Backend> = {}) {
  replaceBackend({
    getAppStatus: async () => appStatus(),
    getScheduler: async () => schedulerStatus(),
    getToday: async () => today(),
    getTimeline: async () => timeline(),
    listRuns: async () => runPage([runRow({ routine_name: "Rota check" })]),
    ...part,
  });
}

const open = () => renderPage(<TodayPage />, { at: "/today" });

describe("TodayPage", () => {
  beforeEach(() => answer());

  it("says what wants somebody, how the day went and what comes, without a barrier", async () => {
    await open();
    const strip = await screen.findByRole("list", { name: "Attention" });
    expect(within(strip).getByText("Sweeping")).toBeDefined();
    expect(
      within(strip).getByRole("link", { name: /1 Backing off next try in 1 min/ }),
    ).toBeDefined();
    await within(strip).findByRole("link", { name: /6 Schedule-failed/ });
    const axis = await screen.findByRole("img", { name: /Past 24 hours/ });
    expect(axis.getAttribute("aria-label")).toBe(
      "Past 24 hours: 42 succeeded, 2 failed, 6 schedule-failed, 1 missed. Next 24 hours: 63 planned, 06:00 peak, 43 at once.",
    );
    expect(within(axis).getByText("now 14:32")).toBeDefined();
    expect(screen.getByText(/40 launches of 9 routines failed alike/)).toBeDefined();
    expect(screen.getByText("31 fires")).toBeDefined();
    await screen.findByText("Rota check");
    await expectNoAxeViolations();
  });

  it("revives what gave up, and asks first where the connection does", async () => {
    const reviveRoutine = vi.fn(async () => routineDetail());
    answer({ reviveRoutine, getAppStatus: async () => appStatus("confirm") });
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Revive…" }));
    const question = await screen.findByRole("dialog", {
      name: "Revive “Carrier rate import” on Production EU?",
    });
    expect(reviveRoutine).not.toHaveBeenCalled();
    await userEvent.click(within(question).getByRole("button", { name: /Revive/ }));
    await waitFor(() =>
      expect(reviveRoutine).toHaveBeenCalledWith(
        { id: "r-carrier", revision: 14 },
        { typed_name: null },
      ),
    );
  });

  it("goes along what fails with J and K, and brings it back with T and V", async () => {
    const tryRoutineNow = vi.fn(async () => routineDetail());
    const reviveRoutine = vi.fn(async () => routineDetail());
    answer({ tryRoutineNow, reviveRoutine });
    await open();
    await screen.findByText("Carrier rate import");
    await userEvent.keyboard("t");
    expect(tryRoutineNow).not.toHaveBeenCalled();
    await userEvent.keyboard("jv");
    expect(document.activeElement?.textContent).toBe("Supplier price watch");
    expect(reviveRoutine).not.toHaveBeenCalled();
    await userEvent.keyboard("t");
    await waitFor(() =>
      expect(tryRoutineNow).toHaveBeenCalledWith({ id: "r-price", revision: 14 }),
    );
    await userEvent.keyboard("jv");
    await waitFor(() =>
      expect(reviveRoutine).toHaveBeenCalledWith({ id: "r-carrier", revision: 14 }),
    );
    await userEvent.keyboard("k");
    expect(document.activeElement?.textContent).toBe("Supplier price watch");
  });

  it("shows the actions of a read-only connection with the reason", async () => {
    answer({ getAppStatus: async () => appStatus("read_only") });
    await open();
    const revive = await screen.findByRole("button", { name: /Revive/ });
    expect(revive.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getAllByText(/Production EU is read-only/).length).toBeGreaterThan(0);
  });

  it("is calm where nothing fails and nothing ran", async () => {
    answer({
      getToday: async () => today({ failing: [], shared_cause: null }),
      getTimeline: async () => timeline({ past: [], planned: [], stopped: 0, held_back: 0 }),
      listRuns: async () => runPage([]),
    });
    await open();
    await screen.findByText("Nothing fails");
    await screen.findByText("No runs were recorded in the past 24 hours.");
    await screen.findByText("No runs yet");
    expect(screen.queryByText(/hold back/)).toBeNull();
    await expectNoAxeViolations();
  });

  it("says where the counts end", async () => {
    answer({
      getTimeline: async () =>
        timeline({ past_cut_at: at(-300), planned_is_cut: true, held_back: null }),
    });
    await open();
    await screen.findByText("Counted back to 09:32 only: there are more runs.");
    await screen.findByText(/Planned fires are partial/);
    await screen.findByText(/more fires than can be counted/);
  });

  it("keeps the rest of the page where a part cannot be read", async () => {
    const refuse = async () => {
      throw new CommandFailure({ code: "unavailable", message: "No answer.", field: null });
    };
    answer({ listRuns: refuse, getTimeline: refuse });
    await open();
    await screen.findByText("Recent runs could not be read.");
    await screen.findByText("The timeline could not be read.");
    await screen.findByText("Supplier price watch");
    await expectNoAxeViolations();
  });

  it("can be told to stop asking, and to ask again", async () => {
    const answers: ((day: ReturnType<typeof today>) => void)[] = [];
    answer({ getToday: () => new Promise((resolve) => answers.push(resolve)) });
    await open();
    await screen.findByText(/Asking Production EU/);
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    await screen.findByText("Stopped asking.");
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.(today());
    await screen.findByText("Supplier price watch");
  });
});
