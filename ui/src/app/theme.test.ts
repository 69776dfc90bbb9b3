import { afterEach, describe, expect, it } from "vitest";
import { applyTheme, readTheme, setTheme } from "./theme";

afterEach(() => {
  localStorage.clear();
  applyTheme();
});

describe("theme", () => {
  it("follows the system until someone chooses", () => {
    applyTheme();
    expect(readTheme()).toBe("system");
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });

  it("keeps the choice and puts it on the page", () => {
    setTheme("dark");
    expect(readTheme()).toBe("dark");
    expect(document.documentElement.dataset.theme).toBe("dark");
    setTheme("system");
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });
});
