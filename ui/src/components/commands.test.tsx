import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import {
  type Command,
  CommandLayer,
  CommandsProvider,
  useActiveCommands,
  useCommands,
} from "./commands";

function Owner({ commands }: { commands: Command[] }) {
  useCommands(commands);
  return null;
}

function Listed() {
  return (
    <p>
      {useActiveCommands()
        .map((command) => command.label)
        .join(", ")}
    </p>
  );
}

const press = (key: string, init: KeyboardEventInit = {}, target: Element | Window = window) =>
  fireEvent.keyDown(target, { key, ...init });

describe("commands", () => {
  it("run on their key, but a single letter not while typing", () => {
    const run = vi.fn();
    render(
      <CommandsProvider>
        <Owner commands={[{ id: "new", label: "New routine", keys: "n", run }]} />
        <input aria-label="Name" />
      </CommandsProvider>,
    );
    press("n");
    expect(run).toHaveBeenCalledTimes(1);
    press("n", {}, screen.getByLabelText("Name"));
    press("N", { shiftKey: true });
    press("n", { ctrlKey: true });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("take a key from inside a text field only where declared", () => {
    const run = vi.fn();
    render(
      <CommandsProvider>
        <Owner
          commands={[
            { id: "save", label: "Save", keys: "Mod+s", inFields: true, run },
            { id: "all", label: "Select all", keys: "Mod+a", run },
          ]}
        />
        <input aria-label="Name" />
      </CommandsProvider>,
    );
    press("s", { ctrlKey: true }, screen.getByLabelText("Name"));
    press("a", { ctrlKey: true }, screen.getByLabelText("Name"));
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("know sequences, and a broken sequence does nothing", () => {
    const routines = vi.fn();
    const plainR = vi.fn();
    render(
      <CommandsProvider>
        <Owner
          commands={[
            { id: "routines", label: "Routines", keys: "g r", run: routines },
            { id: "run", label: "Run now", keys: "r", run: plainR },
          ]}
        />
      </CommandsProvider>,
    );
    press("g");
    press("r");
    expect(routines).toHaveBeenCalledTimes(1);
    expect(plainR).not.toHaveBeenCalled();
    press("g");
    press("x");
    press("r");
    expect(routines).toHaveBeenCalledTimes(1);
    expect(plainR).toHaveBeenCalledTimes(1);
  });

  it("rest beneath a layer, except those that always work", () => {
    const page = vi.fn();
    const palette = vi.fn();
    const save = vi.fn();
    render(
      <CommandsProvider>
        <Owner
          commands={[
            { id: "pause", label: "Pause", keys: "p", run: page },
            { id: "palette", label: "Palette", keys: "Mod+k", always: true, run: palette },
          ]}
        />
        <CommandLayer>
          <Owner commands={[{ id: "save", label: "Save", keys: "s", run: save }]} />
        </CommandLayer>
        <Listed />
      </CommandsProvider>,
    );
    press("p");
    press("s");
    press("k", { ctrlKey: true });
    expect(page).not.toHaveBeenCalled();
    expect(save).toHaveBeenCalledTimes(1);
    expect(palette).toHaveBeenCalledTimes(1);
    expect(screen.getByText("Save, Palette")).toBeDefined();
  });

  it("call the latest function, and leave with their view", () => {
    const first = vi.fn();
    const second = vi.fn();
    const view = (run?: () => void) => (
      <CommandsProvider>
        {run && <Owner commands={[{ id: "edit", label: "Edit", keys: "e", run }]} />}
      </CommandsProvider>
    );
    const { rerender } = render(view(first));
    rerender(view(second));
    press("e");
    rerender(view());
    press("e");
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledTimes(1);
  });

  it("stay listed but silent while they cannot be done", () => {
    const run = vi.fn();
    render(
      <CommandsProvider>
        <Owner
          commands={[{ id: "p", label: "Pause", keys: "p", disabledReason: "read-only", run }]}
        />
        <Listed />
      </CommandsProvider>,
    );
    press("p");
    expect(run).not.toHaveBeenCalled();
    expect(screen.getByText("Pause")).toBeDefined();
  });
});
