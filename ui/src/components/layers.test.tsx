import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Eye, List } from "lucide-react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { expectNoAxeViolations } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { Banner } from "./Banner";
import { Button } from "./Button";
import { DataTable } from "./DataTable";
import { Dialog } from "./Dialog";
import { Empty } from "./Empty";
import { ErrorBand } from "./ErrorBand";
import { JsonEditor } from "./JsonEditor";
import { JsonView } from "./JsonView";
import { Menu } from "./Menu";
import { OutcomeStrip } from "./OutcomeStrip";
import { Segment } from "./Segment";
import { Select } from "./Select";
import { Sheet } from "./Sheet";
import { StatePill } from "./StatePill";
import { Switch } from "./Switch";
import { TextField } from "./TextField";

const nothing = () => {};

function Asking() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Pause…
      </button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title="Pause?">
          <TextField label="Reason" layout="stack" value="" onChange={nothing} autoFocus />
        </Dialog>
      )}
    </>
  );
}

describe("Dialog", () => {
  it("confirms with Ctrl Enter from inside a field, and Esc closes it", async () => {
    const onConfirm = vi.fn();
    const onClose = vi.fn();
    await renderPage(
      <Dialog
        open
        onClose={onClose}
        title="Pause “Supplier price watch” on Production EU?"
        confirm={{ label: "Pause", onConfirm }}
      >
        <TextField label="Reason" layout="inside" value="hub restart" onChange={nothing} />
      </Dialog>,
    );
    fireEvent.keyDown(screen.getByRole("textbox"), { key: "Enter", ctrlKey: true });
    expect(onConfirm).toHaveBeenCalledTimes(1);
    await expectNoAxeViolations();
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("gives the focus back where a field in it takes it at once", async () => {
    await renderPage(<Asking />);
    const opener = screen.getByRole("button", { name: "Pause…" });
    await userEvent.click(opener);
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Reason" }));
    await userEvent.keyboard("{Escape}");
    await vi.waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it("gives the safe button first focus when something is destroyed", async () => {
    await renderPage(
      <Dialog
        open
        destructive
        onClose={nothing}
        title="Delete?"
        confirm={{ label: "Delete", onConfirm: nothing }}
      />,
    );
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" })),
    );
  });

  it("does not confirm while it is held back", async () => {
    const onConfirm = vi.fn();
    await renderPage(
      <Dialog
        open
        onClose={nothing}
        title="Revive 148 routines?"
        confirm={{ label: "Revive", onConfirm, disabledReason: "Type the name first." }}
      />,
    );
    fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
    await userEvent.click(screen.getByRole("button", { name: /Revive/ }));
    expect(onConfirm).not.toHaveBeenCalled();
  });
});

describe("Sheet", () => {
  it("is a named dialog that asks to close", async () => {
    const onClose = vi.fn();
    await renderPage(
      <Sheet open onClose={onClose} title="Edit “Invoice digest”" detail="revision 9">
        <form>
          <TextField label="Name" value="Invoice digest" onChange={nothing} />
        </form>
      </Sheet>,
    );
    expect(screen.getByRole("dialog", { name: "Edit “Invoice digest”" })).toBeDefined();
    await expectNoAxeViolations();
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe("Menu", () => {
  it("does what is chosen and shows why something cannot be", async () => {
    const run = vi.fn();
    await renderPage(
      <Menu
        trigger={<Button>More</Button>}
        entries={[
          { label: "Replay", onSelect: run },
          { label: "Delete", onSelect: run, tone: "danger", disabledReason: "read-only" },
          "rule",
          {
            choose: "Show",
            value: "utc",
            options: [{ value: "utc", label: "UTC" }],
            onChange: nothing,
          },
        ]}
      />,
    );
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    const held = await screen.findByRole("menuitem", { name: /Delete.*read-only/ });
    expect(held.getAttribute("aria-disabled")).toBe("true");
    await expectNoAxeViolations();
    await userEvent.click(screen.getByRole("menuitem", { name: "Replay" }));
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe("parts of a page", () => {
  it("have no barriers", async () => {
    await renderPage(
      <main>
        <h1>Routines</h1>
        <Banner tone="bad" title="Nobody is sweeping.">
          9 routines are overdue.
        </Banner>
        <ErrorBand title="Recent runs could not be read." onRetry={nothing} details="57P01">
          The database stopped answering.
        </ErrorBand>
        <Empty icon={List} title="No routines yet" actions={<Button icon={Eye}>Look</Button>}>
          A routine is an instruction with a time.
        </Empty>
        <DataTable
          label="Routines"
          columns={[
            { id: "state", head: "State", width: "1fr", cell: (row) => <StatePill state={row} /> },
            {
              id: "last",
              head: "Last 20",
              width: "99px",
              cell: () => <OutcomeStrip outcomes={[]} />,
            },
            {
              id: "on",
              head: "On",
              width: "28px",
              cell: (row) => <Switch label={`${row} on`} checked onChange={nothing} />,
            },
          ]}
          rows={["off", "running"]}
          rowId={(row) => row}
          rowLabel={(row) => row}
          selection={{ ids: new Set(["off"]), onChange: nothing }}
        />
        <JsonView label="Input" text='{"a":1}' />
        <JsonEditor label="New input" value="{" onChange={nothing} />
        <Segment
          label="Zone shown"
          value="utc"
          onChange={nothing}
          options={[
            { value: "utc", label: "UTC" },
            { value: "vienna", label: "Vienna" },
          ]}
        />
        <Select label="If late" value={null} onChange={nothing} options={[]} />
      </main>,
    );
    await expectNoAxeViolations();
  });
});
