import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { DensityProvider } from "./density";
import { TwoLine } from "./TwoLine";

describe("TwoLine", () => {
  it("stands over its detail, or keeps it in the tooltip where lists are compact", async () => {
    const cell = <TwoLine detail="gave up 13:41">Dead-lettered</TwoLine>;
    const { rerender } = render(cell);
    expect(screen.getByText("gave up 13:41")).toBeDefined();
    rerender(<DensityProvider value="compact">{cell}</DensityProvider>);
    expect(screen.queryByText("gave up 13:41")).toBeNull();
    await userEvent.hover(screen.getByText("Dead-lettered"));
    await screen.findByText("gave up 13:41");
  });
});
