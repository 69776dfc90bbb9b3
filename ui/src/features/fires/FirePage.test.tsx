import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { CommandFailure, type Explanation, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { check, explanation } from "@/testing/evidence";
import { at } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { FirePage } from "./FirePage";

async function page(told: Explanation, occurrenceKey = told.at) {
  const explainFire = vi.fn(async () => told);
  replaceBackend({ explainFire });
  await renderPage(<FirePage />, {
    at: `/fires/r-ledger/${encodeURIComponent(occurrenceKey)}`,
    path: "/fires/$routineId/$occurrenceKey",
  });
  await screen.findByRole("region", { name: "Explanation" });
  return explainFire;
}

describe("FirePage", () => {
  it("answers first, and shows eight checks with what proves them", async () => {
    const asked = await page(explanation());
    expect(asked).toHaveBeenCalledWith("r-ledger", at(-30));
    expect(screen.getByText(/^Fired for/)).toBeDefined();
    const checks = within(screen.getByRole("region", { name: "Explanation" }));
    expect(checks.getAllByRole("listitem")).toHaveLength(8);
    expect(checks.getByRole("link", { name: "run" }).getAttribute("href")).toBe("#/runs/u-1");
    expect(checks.getByText("zone data 2026b")).toBeDefined();
    expect(screen.getByRole("link", { name: "Open run" })).toBeDefined();
    await expectNoAxeViolations();
  });

  it("explains a time without a run, and marks the check that decides", async () => {
    await page(
      explanation({
        answer: "Did not fire: off by ines since Thu 22 Oct 2026 13:00:00 UTC+2.",
        run_id: null,
        checks: [
          check("was_on", { verdict: "no", decides: true, answer: "Off by ines." }),
          check("was_planned"),
          check("claimed_once", { verdict: "not_reached", answer: "Not reached." }),
          check("looked_in_time", { verdict: "unknown", answer: "There is no row." }),
        ],
      }),
    );
    const first = screen.getAllByRole("listitem")[0];
    expect(first?.dataset).toMatchObject({ tone: "bad", decides: "true" });
    expect(screen.queryByRole("link", { name: "Open run" })).toBeNull();
    expect(screen.getByText("Not reached")).toBeDefined();
    await expectNoAxeViolations();
  });

  it("leaves the last planned time to the scheduler's own code", async () => {
    const asked = await page(explanation({ at: at(30) }), "last");
    expect(asked).toHaveBeenCalledWith("r-ledger", null);
    expect(screen.getByText("Will it fire?")).toBeDefined();
  });

  it("keeps the page where the read fails", async () => {
    replaceBackend({
      explainFire: async () => {
        throw new CommandFailure({
          code: "not_found",
          message: "There is no routine with the id r-x.",
          field: null,
        });
      },
    });
    await renderPage(<FirePage />, {
      at: "/fires/r-x/last",
      path: "/fires/$routineId/$occurrenceKey",
    });
    await screen.findByText("There is no routine with the id r-x.");
  });
});
