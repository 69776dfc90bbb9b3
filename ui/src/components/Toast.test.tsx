import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { CommandsProvider } from "./commands";
import { ToastProvider, type Toasts, useToasts } from "./Toast";

function Giver({ give }: { give: (toasts: Toasts) => void }) {
  const toasts = useToasts();
  return (
    <button type="button" onClick={() => give(toasts)}>
      give
    </button>
  );
}

const start = async (give: (toasts: Toasts) => void) => {
  render(
    <CommandsProvider>
      <ToastProvider>
        <Giver give={give} />
      </ToastProvider>
    </CommandsProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "give" }));
};

describe("toasts", () => {
  it("take a change back with Ctrl Z, once", async () => {
    const undo = vi.fn();
    await start((toasts) => toasts.undoable("Paused Supplier price watch", undo));
    expect(screen.getAllByText("Paused Supplier price watch").length).toBeGreaterThan(0);
    fireEvent.keyDown(window, { key: "z", ctrlKey: true });
    fireEvent.keyDown(window, { key: "z", ctrlKey: true });
    expect(undo).toHaveBeenCalledTimes(1);
  });

  it("are announced politely, and are no dialogs", async () => {
    await start((toasts) => toasts.done("Started Supplier price watch"));
    const told = await screen.findByRole("status", { name: "Started Supplier price watch" });
    expect(told.closest("[aria-live=polite]")).not.toBeNull();
    expect(told.hasAttribute("aria-modal")).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "give" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("announce a refusal urgently and keep it", async () => {
    const see = vi.fn();
    await start((toasts) =>
      toasts.refused("Pause failed for Supplier price watch.", "Nothing was written.", {
        label: "See their change",
        run: see,
      }),
    );
    expect(await screen.findByRole("alert")).toBeDefined();
    expect(document.querySelector("[role=alertdialog], [role=dialog]")).toBeNull();
    await userEvent.click(screen.getByText("See their change"));
    expect(see).toHaveBeenCalledTimes(1);
  });
});
