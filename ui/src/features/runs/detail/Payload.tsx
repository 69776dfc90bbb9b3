import { useState } from "react";
import { JsonView } from "@/components/JsonView";
import { parseJson } from "@/components/json";
import { rawText } from "@/components/jsonLayout";
import { Segment } from "@/components/Segment";
import styles from "./RunPage.module.css";

type Look = "tree" | "raw";

const LOOKS = [
  { value: "tree", label: "Tree" },
  { value: "raw", label: "Raw" },
] as const;

/** JSON laid out, or as it was written; what is no JSON is shown as it is. Secrets are masked in both. */
export function usePayload(label: string, text: string) {
  const [look, setLook] = useState<Look>("tree");
  const isJson = parseJson(text).ok;
  return {
    choice: isJson && (
      <Segment label={`${label} as`} size={24} value={look} onChange={setLook} options={LOOKS} />
    ),
    view:
      isJson && look === "raw" ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard
        <section className={styles.raw} aria-label={label} tabIndex={0}>
          {rawText(text)}
        </section>
      ) : (
        <JsonView label={label} text={text} />
      ),
  };
}
