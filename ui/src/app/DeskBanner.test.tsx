import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectNoAxeViolations } from "@/testing/axe";
import { schedulerStatus } from "@/testing/desk";
import { at } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { DeskBanner } from "./DeskBanner";

type Props = Parameters<typeof DeskBanner>[0];

function banner(part: Partial<Props> = {}, data = schedulerStatus()) {
  const scheduler = {
    data,
    dataUpdatedAt: Date.now() - 48_000,
    errorUpdatedAt: Date.now() - 9_000,
    fetchStatus: "idle",
  } as Props["scheduler"];
  return renderPage(
    <DeskBanner
      scheduler={scheduler}
      staleness="fresh"
      name="Production EU"
      protection="full"
      {...part}
    />,
  );
}

describe("DeskBanner", () => {
  it("says nothing while all is well", async () => {
    await banner();
    expect(screen.queryByRole("status")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says how old what is shown is, and when it is asked again", async () => {
    await banner({ staleness: "held" });
    const { textContent } = screen.getByRole("status");
    expect(textContent).toMatch(/Showing .*, 48 s old\./);
    expect(textContent).toMatch(/Production EU is not answering\. Next try in [56] s\./);
    expect(textContent).toContain("Changes are held back until it answers.");
    await expectNoAxeViolations();
  });

  it("says that nobody sweeps, that clocks differ and that nothing can be changed", async () => {
    const heartbeat = { last_sweep_at: at(-4), silent: true, overdue: 9, lag_ms: null };
    await banner(
      { protection: "read_only" },
      schedulerStatus({ heartbeat, clock_difference_ms: -4_000 }),
    );
    expect(screen.getByRole("alert").textContent).toContain(
      "The last sweep was 14:28:08, 4 min ago. 9 routines are overdue.",
    );
    const said = screen.getAllByRole("status").map((each) => each.textContent);
    expect(said[0]).toContain("is 4 s behind the database’s");
    expect(said[1]).toContain("Production EU is read-only.");
    await expectNoAxeViolations();
  });
});
