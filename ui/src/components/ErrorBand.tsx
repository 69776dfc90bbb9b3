import { useState } from "react";
import { Banner } from "./Banner";
import { Button } from "./Button";

export interface ErrorBandProps {
  /** What failed: "Recent runs could not be read." */
  title: string;
  /** Cause and what it means, in sentences. */
  children?: string;
  onRetry?: () => void;
  retrying?: boolean;
  /** Code, SQLSTATE or status: not on screen, in the copied text. */
  details?: string;
}

/** A part of a page that failed; the rest of the page stays. */
export function ErrorBand({ title, children, onRetry, retrying, details }: ErrorBandProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText([title, children, details].filter(Boolean).join("\n"));
    setCopied(true);
  };
  return (
    <Banner
      tone="bad"
      title={title}
      actions={
        (onRetry || details) && (
          <>
            {onRetry && (
              <Button size={24} busy={retrying} onClick={onRetry}>
                Try again
              </Button>
            )}
            {details && (
              <Button size={24} tone="quiet" onClick={copy}>
                {copied ? "Copied" : "Copy details"}
              </Button>
            )}
          </>
        )
      }
    >
      {children}
    </Banner>
  );
}
