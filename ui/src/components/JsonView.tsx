import { Check, Copy } from "lucide-react";
import { useMemo, useState } from "react";
import { IconButton } from "./Button";
import styles from "./Json.module.css";
import { parseJson } from "./json";
import { layOut, maskedText, maskSecrets } from "./jsonLayout";

interface JsonViewProps {
  /** What it is, for screen readers: "Input as sent". */
  label: string;
  /** The stored text. What is no JSON is shown as it is. */
  text: string;
}

/** JSON from its raw text: numbers as written, secrets masked, on screen and in the copy. */
export function JsonView({ label, text }: JsonViewProps) {
  const [copied, setCopied] = useState(false);
  const lines = useMemo(() => {
    const parsed = parseJson(text);
    return parsed.ok ? layOut(maskSecrets(parsed.root)) : null;
  }, [text]);
  const copy = async () => {
    await navigator.clipboard.writeText(maskedText(text));
    setCopied(true);
  };
  return (
    <div className={styles.well}>
      <IconButton
        className={styles.copy}
        size={24}
        icon={copied ? Check : Copy}
        label={copied ? "Copied" : `Copy ${label}`}
        onClick={copy}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard */}
      <section className={styles.scroll} aria-label={label} tabIndex={0}>
        <pre className={styles.text}>
          {lines === null
            ? text
            : lines.map((line, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
                <span key={number}>
                  {line.map((piece, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: nor has a piece of it
                    <span key={index} className={styles[piece.kind]}>
                      {piece.text}
                    </span>
                  ))}
                  {"\n"}
                </span>
              ))}
        </pre>
      </section>
    </div>
  );
}
