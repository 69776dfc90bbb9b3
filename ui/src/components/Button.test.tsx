import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Trash2 } from "lucide-react";
import { describe, expect, it, vi } from "vitest";
import { Button, IconButton } from "./Button";

describe("Button", () => {
  it("does nothing while disabled, stays focusable, and says why", async () => {
    const onClick = vi.fn();
    render(
      <Button onClick={onClick} disabledReason="Production US is read-only.">
        Pause
      </Button>,
    );
    const button = screen.getByRole("button", { name: "Pause" });
    await userEvent.tab();
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard("{Enter}");
    await userEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    const described = button.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toBe("Production US is read-only.");
  });

  it("ignores clicks while busy", async () => {
    const onClick = vi.fn();
    render(
      <Button onClick={onClick} busy>
        Save
      </Button>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(onClick).not.toHaveBeenCalled();
    expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("true");
  });

  it("names an icon alone", () => {
    render(<IconButton icon={Trash2} label="Delete routine" />);
    expect(screen.getByRole("button", { name: "Delete routine" })).toBeDefined();
  });
});
