import type { Form } from "./form";

/** Where results may go, by the form they are put in. */
export const destinations: readonly {
  value: Form["destination"];
  label: string;
  detail?: string;
}[] = [
  { value: "none", label: "Nowhere" },
  { value: "json", label: "To a web address", detail: "as JSON" },
  { value: "slack", label: "To a chat", detail: "as text, the form of Slack" },
];
