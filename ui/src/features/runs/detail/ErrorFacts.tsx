import { Link } from "@tanstack/react-router";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import type { RunError } from "@/backend";
import { IconButton } from "@/components/Button";
import { JsonView } from "@/components/JsonView";
import styles from "./RunPage.module.css";
import { errorText } from "./report";

interface Props {
  error: RunError;
  /** Of a bundle: there is no database to look further in. */
  offline?: boolean | undefined;
}

export function ErrorFacts({ error, offline = false }: Props) {
  const { fingerprint } = error;
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
        Code{" "}
        {fingerprint && !offline ? (
          <Link
            to="/failures/error/$fingerprint"
            params={{ fingerprint }}
            title="Everything that fails with this error"
          >
            <code>{error.code}</code>
          </Link>
        ) : (
          <code>{error.code}</code>
        )}
      </p>
      {error.detail && <JsonView label="Error detail" text={error.detail} />}
    </section>
  );
}
