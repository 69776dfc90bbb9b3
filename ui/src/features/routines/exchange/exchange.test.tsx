import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import {
  type Backend,
  CommandFailure,
  type ImportReport,
  type ProfileDetails,
  replaceBackend,
} from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, at, routineDetail, routinePage, routineRow } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { RoutinesPage } from "../RoutinesPage";

const rows = ["Notes", "Rates"].map((name, index) => routineRow({ id: `r${index}`, name }));

const report = (part: Partial<ImportReport> = {}): ImportReport => ({
  items: [
    {
      kind: "tenant",
      tenant: "Acme",
      name: "Acme",
      verdict: "unchanged",
      sentence: "It is there already, just like this.",
    },
    {
      kind: "routine",
      tenant: "Acme",
      name: "Rates",
      verdict: "conflict",
      sentence: "It has revision 2 and was exported at revision 1.",
    },
    { kind: "routine", tenant: "Acme", name: "New", verdict: "create", sentence: "Made." },
  ],
  created: 1,
  updated: 0,
  conflicts: 1,
  unchanged: 1,
  refused: 0,
  applied: false,
  seal: "seal-1",
  ...part,
});

function answers(part: Partial<Backend> = {}) {
  const fake = {
    getAppStatus: vi.fn(async () => appStatus()),
    listTenants: vi.fn(async () => []),
    listOwners: vi.fn(async () => []),
    listRoutines: vi.fn(async () => routinePage(rows, { matching: 2 })),
    getRoutine: vi.fn(async () => routineDetail({ row: rows[0] })),
    listRuns: vi.fn(async () => ({ rows: [], next_cursor: null, now: at(0) })),
    exportToFile: vi.fn(async () => ({
      file: "/home/ines/Downloads/routines.yaml",
      tenants: 1,
      definitions: 1,
      routines: 2,
      notes: ["The input of “Notes” holds a value under “token”."],
    })),
    previewImport: vi.fn(async () => report()),
    applyImport: vi.fn(async () => report({ applied: true })),
    makeTwin: vi.fn(async () => ({
      file: "/home/ines/twin.db",
      tenants: 1,
      definitions: 1,
      routines: 2,
      left_out: [],
    })),
    ...part,
  };
  replaceBackend(fake as Partial<Backend>);
  return fake;
}

async function open(address = "/routines") {
  const view = await renderPage(<RoutinesPage />, { at: address });
  await screen.findByRole("row", { name: /^Notes/ });
  return view;
}

async function more(entry: RegExp) {
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: entry }));
}

const file = (text: string) => new File([text], "routines.yaml", { type: "text/yaml" });

describe("export", () => {
  it("says what goes out, in which format, and where it is then", async () => {
    const fake = answers();
    await open();
    await more(/^Export/);
    const dialog = await screen.findByRole("dialog", { name: /^Export everything/ });
    await expectNoAxeViolations(dialog);
    await userEvent.click(within(dialog).getByRole("radio", { name: "JSON" }));
    await userEvent.click(within(dialog).getByRole("button", { name: /^Export/ }));
    expect(await screen.findByText("/home/ines/Downloads/routines.yaml")).toBeDefined();
    expect(screen.getByText(/holds a value under/)).toBeDefined();
    expect(fake.exportToFile).toHaveBeenCalledWith({ choice: { kind: "all" }, format: "json" });
  });

  it("takes what is chosen, and what the filters leave", async () => {
    const fake = answers();
    await open("/routines?q=rate");
    await more(/^Export/);
    await userEvent.click(await screen.findByRole("button", { name: /^Export/ }));
    await screen.findByText("Exported");
    expect(fake.exportToFile).toHaveBeenLastCalledWith(
      expect.objectContaining({ choice: expect.objectContaining({ kind: "matching" }) }),
    );
    await userEvent.keyboard("{Escape}");
    await userEvent.keyboard("jx");
    await userEvent.click(
      await screen.findByRole("button", { name: "More actions on the selected routines" }),
    );
    await userEvent.click(await screen.findByRole("menuitem", { name: /^Export/ }));
    await userEvent.click(await screen.findByRole("button", { name: /^Export/ }));
    await waitFor(() =>
      expect(fake.exportToFile).toHaveBeenLastCalledWith(
        expect.objectContaining({ choice: { kind: "routines", ids: ["r0"] } }),
      ),
    );
  });
});

describe("import", () => {
  it("shows what a file would do, and applies that and nothing else", async () => {
    const fake = answers();
    await open();
    await more(/^Import/);
    const sheet = await screen.findByRole("dialog", { name: /^Import into/ });
    await userEvent.upload(within(sheet).getByLabelText("Choose a file…"), file("format: x"));
    expect(await within(sheet).findByText("1 in conflict")).toBeDefined();
    expect(within(sheet).getByText("1 to be made")).toBeDefined();
    expect(fake.applyImport).not.toHaveBeenCalled();
    await expectNoAxeViolations(sheet);

    await userEvent.click(within(sheet).getByRole("switch", { name: /^Overwrite/ }));
    await waitFor(() =>
      expect(fake.previewImport).toHaveBeenLastCalledWith({
        text: "format: x",
        overwrite: true,
        seal: null,
      }),
    );
    await userEvent.click(await within(sheet).findByRole("button", { name: "Apply 1 change" }));
    expect(await within(sheet).findByText("1 made")).toBeDefined();
    expect(fake.applyImport).toHaveBeenCalledWith({
      text: "format: x",
      overwrite: true,
      seal: "seal-1",
    });
  });

  it("says why a file was not read, and holds back where nothing may be written", async () => {
    answers({
      getAppStatus: vi.fn(async () => appStatus("read_only")),
      previewImport: vi.fn(async () => {
        throw new CommandFailure({
          code: "invalid",
          message: "The file was not exported by Routine Desk.",
          field: "format",
        });
      }),
    });
    await open();
    await more(/^Import/);
    await userEvent.upload(await screen.findByLabelText("Choose a file…"), file("x"));
    expect(await screen.findByText(/was not exported by Routine Desk/)).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Apply/ })).toBeNull();
  });
});

describe("the local twin", () => {
  it("is made of what is shown, and can be opened", async () => {
    const openProfile = vi.fn(async () => {
      throw new CommandFailure({ code: "unavailable", message: "It is locked.", field: null });
    });
    const saveProfile = vi.fn(async (_: string | null, details: ProfileDetails) => ({
      id: "0199a3c2-0000-7000-8000-000000000009",
      details,
    }));
    const fake = answers({ openProfile, saveProfile });
    await open();
    await more(/^Make a local twin/);
    await userEvent.click(await screen.findByRole("button", { name: /^Copy/ }));
    expect(await screen.findByText("/home/ines/twin.db")).toBeDefined();
    expect(fake.makeTwin).toHaveBeenCalledWith({ choice: { kind: "all" }, file: null });
    await userEvent.click(screen.getByRole("button", { name: /^Open it/ }));
    expect(await screen.findByText("It is locked.")).toBeDefined();
    expect(saveProfile.mock.calls[0]?.[1]).toMatchObject({
      name: "twin.db",
      place: { engine: "sqlite", file: "/home/ines/twin.db" },
    });
    expect(openProfile).toHaveBeenCalledWith("0199a3c2-0000-7000-8000-000000000009", null);
  });
});
