import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Backend, CommandFailure, type ErrorCode, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import {
  appStatus,
  definitionRow,
  fires,
  routineDetail,
  routineRow,
  runRow,
  tenantRow,
  triggerPreview,
} from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { EditRoutine, NewRoutine } from "./EditorRoutes";

const failed = (code: ErrorCode, message: string, field: string | null = null) =>
  new CommandFailure({ code, message, field });

function answers(part: Partial<Backend> = {}) {
  const fake = {
    getAppStatus: vi.fn(async () => appStatus()),
    listTenants: vi.fn(async () => [tenantRow()]),
    listDefinitions: vi.fn(async () => [definitionRow()]),
    listZones: vi.fn(async () => ["America/New_York", "Europe/Vienna", "UTC"]),
    getRoutine: vi.fn(async () => routineDetail()),
    previewTrigger: vi.fn(async () => triggerPreview()),
    createRoutine: vi.fn(async () => routineDetail()),
    updateRoutine: vi.fn(async () => routineDetail({ row: routineRow({ revision: 15 }) })),
    createDefinition: vi.fn(async () => definitionRow({ id: "d-new", name: "Night report" })),
    ...part,
  };
  replaceBackend(fake as Partial<Backend>);
  return fake;
}

const edit = async () => {
  const view = await renderPage(<EditRoutine />, {
    at: "/routines/r-notes/edit",
    path: "/routines/$id/edit",
  });
  await screen.findByRole("textbox", { name: /^Name/ });
  return view;
};
const field = (name: RegExp) => screen.getByRole("textbox", { name });
/** Replaces the text in one step, as pasting does. */
const write = async (name: RegExp, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.paste(text);
};
const save = () => userEvent.keyboard("{Control>}s{/Control}");

describe("the editor", () => {
  it("saves what changed against the revision it was read at", async () => {
    const { updateRoutine } = answers();
    const { router } = await edit();
    expect(await screen.findByText("Valid")).toBeDefined();
    await expectNoAxeViolations();
    await write(/^Name/, "Night notes");
    expect(screen.getByText("1 unsaved change")).toBeDefined();
    expect(screen.getByText(/The schedule does not move/)).toBeDefined();
    await save();
    await waitFor(() =>
      expect(updateRoutine).toHaveBeenCalledWith(
        { id: "r-notes", revision: 14 },
        expect.objectContaining({
          name: "Night notes",
          input: '{"ledger_id": 9007199254740993}',
          trigger: { kind: "cron", expression: "0 15 * * 1-6", zone: "Europe/Vienna" },
        }),
      ),
    );
    await waitFor(() => expect(router.state.location.pathname).toBe("/routines"));
    expect(router.state.location.search).toEqual({ sel: "r-notes" });
  });

  it("names where results go, and puts what is refused beside its field", async () => {
    const updateRoutine = vi.fn(async () => {
      throw failed("invalid", "The URL must start with http://.", "destination.url");
    });
    answers({ updateRoutine });
    await edit();
    expect(screen.queryByRole("textbox", { name: /^Address/ })).toBeNull();
    await userEvent.click(screen.getByRole("combobox", { name: /Results go/ }));
    await userEvent.click(await screen.findByRole("option", { name: /To a chat/ }));
    await write(/^Address/, "chat.example");
    await write(/^Secret name/, "CHAT");
    expect(screen.getByText("3 unsaved changes")).toBeDefined();
    expect(screen.getByText(/The schedule does not move/)).toBeDefined();
    await save();
    await waitFor(() =>
      expect(updateRoutine).toHaveBeenCalledWith(
        { id: "r-notes", revision: 14 },
        expect.objectContaining({
          destination: {
            kind: "webhook",
            url: "chat.example",
            form: "slack",
            secret_name: "CHAT",
          },
        }),
      ),
    );
    await screen.findByText("The URL must start with http://.");
    await expectNoAxeViolations();
  });

  it("keeps the last good preview dimmed while the text is not valid", async () => {
    const previewTrigger = vi.fn(async (request: Parameters<Backend["previewTrigger"]>[0]) => {
      const { trigger } = request;
      if (trigger.kind === "cron" && trigger.expression.startsWith("75")) {
        throw failed("invalid", "Minutes go from 0 to 59.", "trigger.cron");
      }
      return triggerPreview();
    });
    answers({ previewTrigger });
    await edit();
    await screen.findByText("Valid");
    await write(/^Cron/, "75 2 * * *");
    expect(await screen.findByText("Minutes go from 0 to 59.")).toBeDefined();
    expect(screen.getByText(/The last valid version/)).toBeDefined();
    const table = screen.getByRole("table");
    expect(table.closest("[data-old]")).not.toBeNull();
    // Half-written texts between two pauses of typing are not asked about.
    const asked = previewTrigger.mock.calls.map(([{ trigger }]) => JSON.stringify(trigger));
    expect(new Set(asked).size).toBe(2);
  });

  it("shows no answer to an older text", async () => {
    let late: (answer: ReturnType<typeof triggerPreview>) => void = () => {};
    const slow = "1 1 * * *";
    const { previewTrigger } = answers({
      previewTrigger: vi.fn(async ({ trigger }: Parameters<Backend["previewTrigger"]>[0]) =>
        trigger.kind === "cron" && trigger.expression === slow
          ? new Promise<ReturnType<typeof triggerPreview>>((resolve) => {
              late = resolve;
            })
          : triggerPreview({ sentence: "The newest answer" }),
      ),
    });
    await edit();
    await screen.findByText("The newest answer");
    await write(/^Cron/, slow);
    const asked = expect.objectContaining({
      trigger: { kind: "cron", expression: slow, zone: "Europe/Vienna" },
    });
    await waitFor(() => expect(previewTrigger).toHaveBeenCalledWith(asked));
    // The answer before is still there, but only as an old one.
    expect(await screen.findByText("Checking what is written now.")).toBeDefined();
    expect(screen.queryByText("Valid")).toBeNull();
    await userEvent.type(field(/^Cron/), "{Backspace}2");
    await waitFor(() => expect(screen.queryByText("Checking what is written now.")).toBeNull());
    late(triggerPreview({ sentence: "An old answer" }));
    await waitFor(() => expect(screen.getByText("The newest answer")).toBeDefined());
    expect(screen.queryByText("An old answer")).toBeNull();
  });

  it("marks clock changes, what is not fired, floor and warnings", async () => {
    const [fire] = fires(1);
    if (!fire) throw new Error("no fire");
    answers({
      previewTrigger: async () =>
        triggerPreview({
          fires: [
            {
              ...fire,
              at: "2026-10-25T00:30:00Z",
              wall_clock: "2026-10-25T02:30:00",
              mark: { kind: "first_of_two" },
            },
            {
              at: "2027-03-28T01:00:00Z",
              wall_clock: "2027-03-28T03:00:00",
              offset_seconds: 7200,
              mark: { kind: "moved_from_gap", wall_clock: "2027-03-28T02:30:00" },
            },
          ],
          not_fired: [
            {
              wall_clock: "2026-10-25T02:30:00",
              offset_seconds: 3600,
              reason: "same clock time again",
            },
          ],
          floor: { kept: false, sentence: "It fires every 10 min. The floor is 15 min." },
          warnings: ["On 25 October two fires come close."],
        }),
    });
    await edit();
    const table = await screen.findByRole("table");
    const lines = within(table)
      .getAllByRole("row")
      .map((line) => line.textContent);
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^1Sun 25 Oct02:30UTC\+2 first of two/),
      "02:30UTC+1same clock time againnot fired",
      expect.stringMatching(/^2Sun 28 Mar 202703:00UTC\+2 moved from 02:30/),
    ]);
    expect(screen.getByText("Too often")).toBeDefined();
    expect(screen.getByText("On 25 October two fires come close.")).toBeDefined();
    expect(screen.getByText("Clocks go back Sun 25 Oct 2026, no effect here.")).toBeDefined();
  });

  it("puts a refusal at its field", async () => {
    answers({
      updateRoutine: async () => Promise.reject(failed("invalid", "That name is taken.", "name")),
    });
    await edit();
    await write(/^Name/, "Taken");
    await save();
    expect(await screen.findByText("That name is taken.")).toBeDefined();
    expect(field(/^Name/).getAttribute("aria-invalid")).toBe("true");
    await userEvent.type(field(/^Name/), " no more");
    expect(screen.queryByText("That name is taken.")).toBeNull();
  });

  it("asks once before changes are lost", async () => {
    answers();
    const { router } = await edit();
    await write(/^Name/, "Other");
    await userEvent.keyboard("{Escape}");
    const title = "Leave without saving 1 change?";
    const dialog = await screen.findByRole("dialog", { name: title });
    await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(router.state.location.pathname).toBe("/routines/r-notes/edit");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    const again = await screen.findByRole("dialog", { name: title });
    await userEvent.click(within(again).getByRole("button", { name: /^Leave without saving/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/routines"));
  });

  describe("when someone else saved first", () => {
    const theirs = routineDetail({ row: routineRow({ revision: 15, name: "Their name" }) });
    const race = () =>
      answers({
        getRoutine: vi.fn().mockResolvedValueOnce(routineDetail()).mockResolvedValue(theirs),
        updateRoutine: vi
          .fn()
          .mockRejectedValueOnce(failed("conflict", "t.sato changed it (revision 15)."))
          .mockResolvedValue(theirs),
      });

    const choice = (whose: RegExp) => screen.findByRole("radio", { name: whose });

    it("keeps what was typed, and lets theirs be chosen field by field", async () => {
      const { updateRoutine } = race();
      await edit();
      await write(/^Name/, "My name");
      await save();
      expect(await screen.findByText(/t.sato changed it/)).toBeDefined();
      expect(await choice(/^Yours My name/)).toHaveProperty("checked", true);
      await expectNoAxeViolations();
      await userEvent.click(await choice(/^Theirs Their name/));
      await waitFor(() => expect(field(/^Name/)).toHaveProperty("value", "Their name"));
      await userEvent.click(await choice(/^Yours/));
      await save();
      await waitFor(() =>
        expect(updateRoutine).toHaveBeenLastCalledWith(
          { id: "r-notes", revision: 15 },
          expect.objectContaining({ name: "My name" }),
        ),
      );
    });

    it("takes over what only they changed", async () => {
      const { updateRoutine } = race();
      await edit();
      await write(/^Instruction/, "Count twice.");
      await save();
      expect(await choice(/^Theirs Their name/)).toHaveProperty("checked", true);
      await save();
      await waitFor(() =>
        expect(updateRoutine).toHaveBeenLastCalledWith(
          { id: "r-notes", revision: 15 },
          expect.objectContaining({ name: "Their name", instruction: "Count twice." }),
        ),
      );
    });
  });

  it("saves and asks for one run", async () => {
    const runRoutine = vi.fn(async () => runRow());
    answers({ runRoutine });
    await edit();
    await write(/^Name/, "Other");
    await userEvent.click(screen.getByRole("button", { name: /^Save and run once/ }));
    await waitFor(() => expect(runRoutine).toHaveBeenCalledWith("r-notes", null));
  });

  it("asks where the connection confirms changes", async () => {
    const { updateRoutine } = answers({ getAppStatus: vi.fn(async () => appStatus("confirm")) });
    await edit();
    await screen.findByText(/asks you to confirm this save/);
    await write(/^Name/, "Other");
    await save();
    await screen.findByRole("dialog", { name: /^Save 1 change to “Other”/ });
    expect(updateRoutine).not.toHaveBeenCalled();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(updateRoutine).toHaveBeenCalledTimes(1));
  });

  it("is read-only with the connection", async () => {
    answers({ getAppStatus: async () => appStatus("read_only") });
    await edit();
    await screen.findAllByText(/Production EU is read-only/);
    expect(field(/^Name/)).toHaveProperty("readOnly", true);
  });

  it("creates a routine with a definition made in place", async () => {
    const made = definitionRow({ id: "d-new", name: "Night report" });
    const { createRoutine, createDefinition } = answers({
      listDefinitions: vi.fn().mockResolvedValueOnce([]).mockResolvedValue([made]),
    });
    await renderPage(<NewRoutine />, { at: "/routines/new" });
    await screen.findByRole("textbox", { name: "Name" });
    await write(/^Name/, "Night report");
    await write(/^Instruction/, "Count the pallets.");
    await userEvent.click(screen.getByRole("radio", { name: "Interval" }));
    await write(/^Every/, "90");
    await userEvent.click(screen.getByRole("button", { name: "New definition…" }));
    await userEvent.type(field(/^Definition name/), "Night report");
    await userEvent.click(screen.getByRole("radio", { name: "Simulated" }));
    await expectNoAxeViolations();
    await userEvent.click(screen.getByRole("button", { name: "Create definition" }));
    await waitFor(() =>
      expect(createDefinition).toHaveBeenCalledWith({
        tenant_id: "t-alder",
        name: "Night report",
        launcher: { launcher: "simulated", succeeds: 1, fails: 0, refuses: 0, duration_ms: 0 },
      }),
    );
    await waitFor(() =>
      expect(screen.getByRole("combobox", { name: "Definition" })).toHaveProperty(
        "value",
        "Night report",
      ),
    );
    await save();
    await waitFor(() =>
      expect(createRoutine).toHaveBeenCalledWith(
        expect.objectContaining({
          name: "Night report",
          definition_id: "d-new",
          trigger: {
            kind: "interval",
            every_seconds: 324_000,
            anchor: "2026-10-22T12:32:08.000Z",
          },
          enabled: true,
        }),
      ),
    );
  });
});
