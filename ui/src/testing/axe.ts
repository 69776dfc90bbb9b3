import axe from "axe-core";
import { expect } from "vitest";

/** Fails with the rule and the element; contrast needs a real page and has its own test. */
export async function expectNoAxeViolations(container: Element = document.body) {
  const { violations } = await axe.run(container, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(
    violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html)}`),
  ).toEqual([]);
}
