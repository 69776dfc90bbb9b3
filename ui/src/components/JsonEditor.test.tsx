import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { JsonEditor } from "./JsonEditor";
import { JsonView } from "./JsonView";

describe("JsonEditor", () => {
  it("names the broken line and marks it", () => {
    render(<JsonEditor label="Input" value={'{\n  "a" 1\n}'} onChange={() => {}} />);
    expect(screen.getByText('Line 2: A ":" is missing after "a".')).toBeDefined();
    expect(screen.getByText("2").hasAttribute("data-problem")).toBe(true);
    expect(screen.getByRole("textbox", { name: "Input" }).getAttribute("aria-invalid")).toBe(
      "true",
    );
  });

  it("accepts an empty text: there may be no input", () => {
    render(<JsonEditor label="Input" value="" onChange={() => {}} />);
    expect(screen.getByRole("textbox").getAttribute("aria-invalid")).not.toBe("true");
  });
});

describe("JsonView", () => {
  it("shows exact numbers and masks secrets", () => {
    render(<JsonView label="Input as sent" text='{"id":9007199254740993,"api_key":"hunter2"}' />);
    const shown = screen.getByRole("region", { name: "Input as sent" }).textContent;
    expect(shown).toContain("9007199254740993");
    expect(shown).not.toContain("hunter2");
  });

  it("shows text that is no JSON as it is", () => {
    render(<JsonView label="Error" text="HTTP 503 Service Unavailable" />);
    expect(screen.getByText("HTTP 503 Service Unavailable")).toBeDefined();
  });
});
