import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Backend, CommandFailure, replaceBackend, useWrite } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, connection, schedulerStatus } from "@/testing/desk";
import { renderPage } from "@/testing/render";
import { Confirmer } from "./Confirmer";

function Starter() {
  const start = useWrite("startScheduler");
  return (
    <>
      <button type="button" onClick={() => start.mutate([])}>
        Start
      </button>
      {start.error && <p>{start.error.message}</p>}
      {start.data && <p>started</p>}
      <Confirmer />
    </>
  );
}

const refusing = (code: "needs_confirmation" | "needs_typed_name") =>
  vi.fn<Backend["startScheduler"]>(async (confirmation) => {
    if (confirmation) return schedulerStatus();
    throw new CommandFailure({ code, message: "Staging EU asks first.", field: null });
  });

const page = async (startScheduler: Backend["startScheduler"]) => {
  replaceBackend({
    getAppStatus: async () => appStatus({ connection: connection({ name: "Staging EU" }) }),
    startScheduler,
  });
  await renderPage(<Starter />);
  await userEvent.click(screen.getByRole("button", { name: "Start" }));
  return screen.findByRole("dialog", { name: "Start scheduler on Staging EU?" });
};

describe("Confirmer", () => {
  it("asks what a view has not asked, and sends the change once more", async () => {
    const start = refusing("needs_confirmation");
    const dialog = await page(start);
    await expectNoAxeViolations(dialog);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await screen.findByText("started");
    expect(start).toHaveBeenLastCalledWith({ typed_name: null });
  });

  it("wants the name typed where Rust says so", async () => {
    const start = refusing("needs_typed_name");
    const dialog = await page(start);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(start).toHaveBeenCalledTimes(1);
    await userEvent.type(within(dialog).getByRole("textbox"), "Staging EU");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(start).toHaveBeenLastCalledWith({ typed_name: "Staging EU" }));
  });

  it("leaves the refusal where the person declines", async () => {
    const start = refusing("needs_confirmation");
    await page(start);
    await userEvent.keyboard("{Escape}");
    await screen.findByText("Staging EU asks first.");
    expect(start).toHaveBeenCalledTimes(1);
  });
});
