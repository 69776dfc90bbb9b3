import { Check, Copy } from "lucide-react";
import { useState } from "react";
import type { RunError } from "@/backend";
import { IconButton } from "@/components/Button";
import { JsonView } from "@/components/JsonView";
import styles from "./RunPage.module.css";
import { errorText } from "./report";

export function ErrorFacts({ error }: { error: RunError }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(errorText(error));
    setCopied(true);
  };
  return (
    <section className={styles.section}>
      <h2 className={styles.errorHead}>
        Error
        <IconButton
          size={24}
          icon={copied ? Check : Copy}
          label={copied ? "Copied" : "Copy error"}
          onClick={copy}
        />
      </h2>
      <p>{error.message}</p>
      <p className={styles.code}>
        Code <code>{error.code}</code>
      </p>
      {error.detail && <JsonView label="Error detail" text={error.detail} />}
    </section>
  );
}
