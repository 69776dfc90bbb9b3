import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Checkbox } from "./Checkbox";
import { Combobox } from "./Combobox";
import { Segment } from "./Segment";
import { Select } from "./Select";
import { Switch } from "./Switch";
import { TextField } from "./TextField";

const zones = [
  { value: "Europe/Vienna", label: "Europe/Vienna", detail: "UTC+2" },
  { value: "America/New_York", label: "America/New_York", detail: "UTC−4" },
];

function Triggers() {
  const [value, setValue] = useState<"cron" | "once">("cron");
  return (
    <Segment
      label="Trigger"
      value={value}
      onChange={setValue}
      options={[
        { value: "cron", label: "Cron", count: "3" },
        { value: "once", label: "Once", count: null },
      ]}
    />
  );
}

describe("TextField", () => {
  it("ties label, verdict and note to the control", async () => {
    const onChange = vi.fn();
    render(
      <TextField
        label="Cron"
        changed
        value="75 2 * * *"
        onChange={onChange}
        note="Five fields"
        verdict={{ tone: "bad", word: "Minute 75", sentence: "Minutes go from 0 to 59." }}
      />,
    );
    const field = screen.getByRole("textbox", { name: /^Cron ?, changed$/ });
    expect(field.getAttribute("aria-invalid")).toBe("true");
    const described = (field.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toContain("Minutes go from 0 to 59.");
    expect(described).toContain("Five fields");
    await userEvent.type(field, "1");
    expect(onChange).toHaveBeenCalledWith("75 2 * * *1");
  });
});

describe("Select", () => {
  it("chooses with the keyboard", async () => {
    const onChange = vi.fn();
    render(
      <Select
        label="If late"
        value="fire_once"
        onChange={onChange}
        options={[
          { value: "fire_once", label: "Run once, then carry on" },
          { value: "skip", label: "Leave it out, record it as missed" },
        ]}
      />,
    );
    const trigger = screen.getByRole("combobox", { name: /If late/ });
    expect(trigger.textContent).toContain("Run once");
    trigger.focus();
    await userEvent.keyboard("{Enter}");
    await userEvent.click(await screen.findByRole("option", { name: /Leave it out/ }));
    expect(onChange).toHaveBeenCalledWith("skip");
  });

  it("keeps a stored value that is no longer offered", () => {
    render(<Select label="If late" value="ask" onChange={() => {}} options={[]} />);
    expect(screen.getByRole("combobox").textContent).toContain("ask");
  });
});

describe("Combobox", () => {
  it("narrows by words in any part and reports the value", async () => {
    const onChange = vi.fn();
    render(
      <Combobox
        label="Zone"
        value="Europe/Vienna"
        onChange={onChange}
        options={zones}
        emptyText="No zone matches."
      />,
    );
    const input = screen.getByRole("combobox", { name: "Zone" });
    await userEvent.clear(input);
    await userEvent.type(input, "new york");
    expect(screen.getAllByRole("option")).toHaveLength(1);
    await userEvent.keyboard("{Enter}");
    expect(onChange).toHaveBeenCalledWith("America/New_York");
  });
});

describe("Segment", () => {
  it("is a radio group that arrows move through", async () => {
    render(<Triggers />);
    await userEvent.tab();
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("radio", { name: "Once -" }).getAttribute("aria-checked")).toBe("true");
  });
});

describe("Switch and Checkbox", () => {
  it("does not move while locked, and says why", async () => {
    const onChange = vi.fn();
    render(<Switch label="On" checked onChange={onChange} lockedReason="Read-only." />);
    const control = screen.getByRole("switch", { name: "On" });
    await userEvent.click(control);
    expect(onChange).not.toHaveBeenCalled();
    const reason = control.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(reason)?.textContent).toBe("Read-only.");
  });

  it("reports the new state", async () => {
    const onChange = vi.fn();
    render(<Checkbox label="Include off" checked={false} onChange={onChange} />);
    await userEvent.click(screen.getByRole("checkbox", { name: "Include off" }));
    expect(onChange).toHaveBeenCalledWith(true);
  });
});
